internal import Kernel

// Days by their names: weekdays, today, tomorrow, weeks and months counted from now.
extension PhraseScanner {
  /// The day that begins at a token; nil if none does.
  func day(_ at: Int) -> Found<DayMeaning>? {
    if let found = numericDay(at) ?? datedDay(at) { return found }
    if let found = namedDay(at) ?? weekdayOfMonth(at) ?? weekdayDay(at) ?? counted(at) ?? endOfUnit(at) { return found }
    return monthDay(at) ?? feast(at) ?? wholeMonth(at)
  }

  // MARK: Today and its neighbours

  private func namedDay(_ at: Int) -> Found<DayMeaning>? {
    switch text(at) {
    case "now" where at + 1 >= tokens.count || tokens[at + 1].kind == .sign, "right" where text(at + 1) == "now",
      "just" where text(at + 1) == "now":
      var day = DayMeaning(today)
      day.second = second
      return Found(day, text(at) == "now" ? at + 1 : at + 2)
    case "tonight", "tonite":
      var day = DayMeaning(today)
      day.part = .night
      return Found(day, at + 1)
    case "day":
      if text(at + 1) == "after", case .relative(1) = lexeme(at + 2) { return Found(DayMeaning(today + 2), at + 3) }
      if text(at + 1) == "before", case .relative(-1) = lexeme(at + 2) { return Found(DayMeaning(today - 2), at + 3) }
      return nil
    case "overmorrow": return Found(DayMeaning(today + 2), at + 1)
    case "eod", "cob", "eob": return Found(endOfDay(today), at + 1)
    case "eow": return Found(DayMeaning(PhraseDays.week(today) + 6), at + 1)
    case "eom": return Found(DayMeaning(PhraseDays.lastOfMonth(today)), at + 1)
    case "eoy": return PhraseDays.span(.year, today, by: 0).map { Found(DayMeaning($0.last), at + 1) }
    default: break
    }
    guard case .relative(let days) = lexeme(at) else { return partOfThis(at) }
    return Found(DayMeaning(today + days), at + 1)
  }

  func endOfDay(_ day: Int) -> DayMeaning {
    var meaning = DayMeaning(day)
    meaning.second = 17 * 3600
    return meaning
  }

  /// "this morning", "last night".
  private func partOfThis(_ at: Int) -> Found<DayMeaning>? {
    guard case .part(let part) = lexeme(at + 1) else { return nil }
    var day: DayMeaning
    switch text(at) {
    case "this": day = DayMeaning(today)
    case "last" where part == .night || part == .evening: day = DayMeaning(today - 1)
    default: return nil
    }
    day.part = part
    return Found(day, at + 2)
  }

  // MARK: Weekdays

  /// The next such weekday after today.
  func coming(_ weekday: Int) -> Int {
    let days = (weekday - CivilDate.weekday(ofDay: today) + 7) % 7
    return today + (days == 0 ? 7 : days)
  }

  /// The weekday in the week that begins on a Monday, so many weeks from now.
  private func weekday(_ weekday: Int, inWeek weeks: Int) -> Int {
    PhraseDays.week(today) + 7 * weeks + (weekday + 6) % 7
  }

  private func weekdayDay(_ at: Int) -> Found<DayMeaning>? {
    switch text(at) {
    case "next", "nxt", "following":
      guard let (day, _) = weekday(at + 1) else { return nil }
      var meaning = DayMeaning(weekday(day, inWeek: 1))
      let near = coming(day)
      // Many people mean the coming one.
      if near != meaning.first { meaning.other = near }
      return Found(meaning, at + 2)
    case "this", "coming", "upcoming":
      let place = text(at) == "this" && text(at + 1) == "coming" ? at + 2 : at + 1
      guard let (day, _) = weekday(place) else { return nil }
      let here = weekday(day, inWeek: 0)
      return Found(DayMeaning(here >= today && text(at) == "this" ? here : coming(day), past: here), place + 1)
    case "last", "past", "previous":
      guard let (day, _) = weekday(at + 1) else { return nil }
      return Found(DayMeaning(coming(day) - (coming(day) == today + 7 ? 14 : 7)), at + 2)
    default: return plainWeekday(at)
    }
  }

  private func plainWeekday(_ at: Int) -> Found<DayMeaning>? {
    guard let (day, isLoose) = weekday(at), !isInName(at, at + 1) else { return nil }
    // Days that are called so.
    if ["black", "cyber", "shrove", "ash", "palm", "pancake", "maundy", "super"].contains(text(at - 1)) { return nil }
    var end = at + 1
    if text(end) == ".", isGlued(end), isLoose || length(at) <= 5 { end += 1 }
    // "friday, 12 march": the date says which one.
    let next = text(end) == "," ? end + 1 : end
    let dated =
      numericDay(next) ?? datedDay(next) ?? nthOfMonth(text(next) == "the" ? next + 1 : next, needsNoLead: true)
    if let dated { return agreed(dated, day) }
    if let found = numbered(day, end) { return found }
    switch (text(end), text(end + 1)) {
    case ("from", "next"), ("from", "last"):
      guard text(end + 2) == "week" else { break }
      return Found(DayMeaning(weekday(day, inWeek: text(end + 1) == "next" ? 1 : -1)), end + 3)
    case ("after", "next"): return Found(DayMeaning(weekday(day, inWeek: 2)), end + 2)
    case ("next", "week"): return Found(DayMeaning(weekday(day, inWeek: 1)), end + 2)
    case ("this", "week"): return Found(DayMeaning(weekday(day, inWeek: 0)), end + 2)
    case ("last", "week"): return Found(DayMeaning(weekday(day, inWeek: -1)), end + 2)
    case ("of", "next"), ("of", "this"), ("of", "last"):
      guard text(end + 2) == "week" else { break }
      let weeks = text(end + 1) == "next" ? 1 : text(end + 1) == "last" ? -1 : 0
      return Found(DayMeaning(weekday(day, inWeek: weeks)), end + 3)
    default: break
    }
    guard !isLoose || isDate(looseAt: at, end) else { return nil }
    let next7 = coming(day)
    var meaning = DayMeaning(next7, past: next7 - 7)
    if next7 == today + 7 {
      meaning.past = today
      meaning.isToday = true
      meaning.other = today
    }
    return Found(meaning, end)
  }

  /// The reading of a date without a year that falls on the weekday: "Sunday, Feb 10".
  private func agreed(_ found: Found<DayMeaning>, _ weekday: Int) -> Found<DayMeaning> {
    guard found.value.isYearless, CivilDate.weekday(ofDay: found.value.first) != weekday, let past = found.value.past,
      CivilDate.weekday(ofDay: past) == weekday, today - past < 45
    else { return found }
    return Found(DayMeaning(past), found.end)
  }

  /// "Monday 21": the day of a month that is that weekday.
  private func numbered(_ weekday: Int, _ at: Int) -> Found<DayMeaning>? {
    guard let number = digits(at), 1...31 ~= number, length(at) <= 2, !isGlued(at),
      at + 1 >= tokens.count || tokens[at + 1].kind == .sign && !(isGlued(at + 1) && isGlued(at + 2))
    else { return nil }
    for day in today..<(today + 62) where CivilDate.weekday(ofDay: day) == weekday {
      if CivilDate(daysSince1970: day).day == number { return Found(DayMeaning(day), at + 1) }
    }
    return nil
  }

  /// Decides whether a word such as "sat", "sun", "may" or "march" names a date by the words around it.
  func isDate(looseAt at: Int, _ end: Int) -> Bool {
    switch text(at - 1) {
    case "this" where month(at) != nil:
      return end >= tokens.count || !isWord(end) || text(end) != "or" && isFunction(end)
    case "on", "by", "until", "till", "due", "before", "since", "from", "next", "this", "last", "every", "after",
      "during",
      "(", "starting":
      return true
    case "the", "a", "an", "my", "i", "he", "she", "we", "they", "it", "you", "who", "cat", "dog", "to", "and":
      return false
    case "in", "of", "for": if month(at) != nil { return true }
    default: break
    }
    if hour(end, isBareAllowed: text(end) == "at") != nil { return true }
    if text(end) == "at", hour(end + 1, isBareAllowed: true) != nil { return true }
    if case .part = lexeme(end) { return true }
    if case .clock = lexeme(end) { return true }
    // At the end of the text, behind something else: "buy milk sat".
    if month(at) == nil { return end >= tokens.count || text(end) == "," && at == 0 }
    return false
  }

  // MARK: Weeks, months and years

  /// "next week", "this weekend", "last month", "the week after next".
  private func counted(_ at: Int) -> Found<DayMeaning>? {
    let count: Int
    switch text(at) {
    case "next", "coming", "following": count = 1
    case "this", "current": count = 0
    case "last", "previous", "past": count = -1
    default:
      guard let unit = unit(at), text(at - 1) != "a", text(at - 1) != "an" else { return nil }
      if text(at + 1) == "after", text(at + 2) == "next", unit.rawValue >= PhraseUnit.day.rawValue {
        return PhraseDays.span(unit, today, by: 2).map { Found(DayMeaning($0.first, to: $0.last), at + 3) }
      }
      // "on the weekend"
      guard unit == .weekend, text(at - 1) == "the" || text(at - 1) == "at" else { return nil }
      return PhraseDays.span(unit, today, by: 0).map {
        Found(DayMeaning($0.first, to: $0.last, past: $0.first - 7), at + 1)
      }
    }
    guard let unit = unit(at + 1) else {
      guard let (month, isLoose) = month(at + 1), !isLoose || isDate(looseAt: at + 1, at + 2) else { return nil }
      return monthSpan(month, count, at + 2)
    }
    guard !unit.isWithinDay, let span = PhraseDays.span(unit, today, by: count) else { return nil }
    // "next week wednesday"
    let place = text(at + 2) == "on" ? at + 3 : at + 2
    if unit == .week, let (day, isLoose) = weekday(place), !isLoose || place + 1 >= tokens.count {
      return Found(DayMeaning(weekday(day, inWeek: count)), place + 1)
    }
    if unit == .day {
      guard count != 0 else { return nil }
      return Found(DayMeaning(span.first), at + 2)
    }
    var meaning = DayMeaning(span.first, to: span.last)
    if unit == .weekend, count == 1 { meaning.other = span.first - 7 }
    return Found(meaning, at + 2)
  }

  private func monthSpan(_ month: Int, _ count: Int, _ end: Int) -> Found<DayMeaning>? {
    let date = CivilDate(daysSince1970: today)
    var year = date.year
    switch count {
    case 1: if month <= date.month { year += 1 }
    case -1: if month >= date.month { year -= 1 }
    default: break
    }
    guard let first = PhraseDays.day(year, month, 1) else { return nil }
    return Found(DayMeaning(first, to: PhraseDays.lastOfMonth(first)), end)
  }

  /// "end of month", "beginning of next week", "end of march".
  private func endOfUnit(_ at: Int) -> Found<DayMeaning>? {
    let isEnd: Bool
    switch text(at) {
    case "end": isEnd = true
    case "beginning", "start": isEnd = false
    case "close" where text(at + 1) == "of" && text(at + 2) == "business": return Found(endOfDay(today), at + 3)
    default: return nil
    }
    guard text(at + 1) == "of" else { return nil }
    let place = text(at + 2) == "the" ? at + 3 : at + 2
    let count = text(place) == "next" ? 1 : text(place) == "last" ? -1 : 0
    let word = count != 0 || text(place) == "this" ? place + 1 : place
    if let unit = unit(word) {
      if unit == .day { return isEnd ? Found(endOfDay(today), word + 1) : nil }
      guard let span = PhraseDays.span(unit, today, by: count) else { return nil }
      var meaning = DayMeaning(isEnd ? span.last : span.first)
      // The week of work ends on a Friday.
      if isEnd, unit == .week, span.first + 4 >= today { meaning.other = span.first + 4 }
      return Found(meaning, word + 1)
    }
    if case .relative(let days) = lexeme(word) { return isEnd ? Found(endOfDay(today + days), word + 1) : nil }
    guard let (month, _) = month(word), let span = monthAndYear(month, word + 1) else { return nil }
    return Found(DayMeaning(isEnd ? span.value.last ?? span.value.first : span.value.first), span.end)
  }
}
