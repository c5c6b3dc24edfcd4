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
    switch lexeme(at) {
    case .relative(let days):
      // "tomorrow week"
      if days >= 0, let weeks = weeksBehind(at + 1) { return Found(DayMeaning(today + days + 7 * weeks), at + 2) }
      return Found(DayMeaning(today + days), at + 1)
    case .unit where text(at) == "day", nil: break
    default: return nil
    }
    guard isWord(at) else { return nil }
    switch text(at) {
    case "now" where at + 1 >= tokens.count || tokens[at + 1].kind == .sign, "right" where text(at + 1) == "now",
      "just" where text(at + 1) == "now":
      var day = DayMeaning(today)
      day.second = second
      return Found(day, text(at) == "now" ? at + 1 : at + 2)
    case "tonight", "tonite", "2nite", "2night":
      var day = DayMeaning(today)
      day.part = .night
      return Found(day, at + 1)
    case "day":
      if text(at + 1) == "after", case .relative(1) = lexeme(at + 2) { return Found(DayMeaning(today + 2), at + 3) }
      if text(at + 1) == "before", case .relative(-1) = lexeme(at + 2) { return Found(DayMeaning(today - 2), at + 3) }
      return nil
    case "overmorrow": return Found(DayMeaning(today + 2), at + 1)
    case "eod", "cob", "eob", "cop": return endOfDay(behind: at + 1)
    case "eow": return Found(DayMeaning(PhraseDays.week(today) + 6), at + 1)
    case "eom": return Found(DayMeaning(PhraseDays.lastOfMonth(today)), at + 1)
    case "eoy": return PhraseDays.span(.year, today, by: 0).map { Found(DayMeaning($0.last), at + 1) }
    default: return partOfThis(at)
    }
  }

  /// "EOD", "EOD Friday".
  private func endOfDay(behind at: Int) -> Found<DayMeaning> {
    let place = text(at) == "on" || text(at) == "of" ? at + 1 : at
    guard let found = namedDay(place) ?? weekdayDay(place), found.value.second == nil else {
      return Found(endOfDay(today), at)
    }
    return Found(endOfDay(found.value.first), found.end)
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

  /// "Thursday week", "Saturday fortnight": the weeks that are added.
  private func weeksBehind(_ at: Int) -> Int? {
    guard unit(at) != nil, text(at) == "week" || text(at) == "fortnight",
      isAlone(at + 1) || tokens[at + 1].kind == .number
    else {
      return nil
    }
    return text(at) == "week" ? 1 : 2
  }

  /// The next such weekday after today.
  func coming(_ weekday: Int) -> Int {
    let days = (weekday - CivilDate.weekday(ofDay: today) + 7) % 7
    return today + (days == 0 ? 7 : days)
  }

  /// The weekday in the week that begins on a Monday, so many weeks from now.
  private func weekday(_ weekday: Int, inWeek weeks: Int) -> Int {
    PhraseDays.week(today) + 7 * weeks + (weekday + 6) % 7
  }

  func weekdayDay(_ at: Int) -> Found<DayMeaning>? {
    switch text(at) {
    case "next", "nxt", "following":
      guard let (day, _) = weekday(at + 1) else { return nil }
      var meaning = DayMeaning(weekday(day, inWeek: 1))
      let near = coming(day)
      // Many people mean the coming one.
      if near != meaning.first { meaning.other = near }
      return Found(meaning, at + 2)
    case "coming" where at > 0 && !["this", "the", "on", "by", ","].contains(text(at - 1)): return nil
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
    case ("week", _) where weeksBehind(end) != nil, ("fortnight", _) where weeksBehind(end) != nil:
      return Found(DayMeaning(coming(day) + 7 * (weeksBehind(end) ?? 0)), end + 1)
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
    guard let number = digits(at), 13...31 ~= number, length(at) <= 2, !isGlued(at),
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
    if month(at) == nil, text(end) == "am" || text(end) == "pm" || isBareAfter(end) { return true }
    if month(at) == nil, ["by", "before", "from", "until", "around", "after"].contains(text(end)),
      hour(end + 1, isBareAllowed: true) != nil
    {
      return true
    }
    // "Mon-Fri"
    if month(at) == nil, ["-", "to", "till", "through", "thru", "until", "or"].contains(text(end)),
      weekday(end + 1) != nil
    {
      return true
    }
    if text(end) == "at" || text(end) == "@", hour(end + 1, isBareAllowed: true) != nil { return true }
    // "gig sat doors 7.30"
    if month(at) == nil, PhraseWords.happening.contains(text(at - 1)), !isFunction(end), isWord(end),
      lexeme(end) == nil,
      !["the", "a", "my", "our", "his", "her"].contains(text(at - 2)),
      !["down", "still", "there", "around", "up", "next"].contains(text(end))
    {
      return true
    }
    if case .part = lexeme(end) { return true }
    if case .clock = lexeme(end) { return true }
    // At the end of the text, behind something else: "buy milk sat".
    if month(at) == nil { return end >= tokens.count || text(end) == "," && at == 0 }
    return false
  }

  /// A bare hour or range of hours behind a weekday: "sun 11", "sat 10 till 2".
  private func isBareAfter(_ at: Int) -> Bool {
    guard let first = digits(at), 1...12 ~= first, length(at) <= 2 else { return false }
    if ["-", "to", "till", "until"].contains(text(at + 1)), let last = digits(at + 2), last <= 24 {
      return !isGlued(at + 3) || tokens[at + 3].kind == .sign || meridiem(at + 3) != nil
    }
    return isAlone(at + 1)
  }

  // MARK: Weeks, months and years

  /// "next week", "this weekend", "last month", "the week after next".
  private func counted(_ at: Int) -> Found<DayMeaning>? {
    let count: Int
    switch text(at) {
    case "next", "coming", "following": count = 1
    case "this", "current": count = 0
    case "all" where unit(at + 1) == .weekend || unit(at + 1) == .week && isAlone(at + 2): count = 0
    case "last", "previous", "past": count = -1
    default:
      if text(at) == "w", text(at + 1) == "/", text(at + 2) == "c" {
        guard let found = datedDay(at + 3) ?? numericDay(at + 3) ?? plainWeekday(at + 3) else { return nil }
        return Found(DayMeaning(found.value.first, to: found.value.first + 6), found.end)
      }
      guard let unit = unit(at), text(at - 1) != "a", text(at - 1) != "an" else { return nil }
      if text(at + 1) == "after", text(at + 2) == "next", unit.rawValue >= PhraseUnit.day.rawValue {
        return PhraseDays.span(unit, today, by: 2).map { Found(DayMeaning($0.first, to: $0.last), at + 3) }
      }
      if let found = weekOf(unit, at + 1) { return found }
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

  /// "weekend of 12 December", "week commencing 7 December", "w/c 7 December".
  private func weekOf(_ unit: PhraseUnit, _ at: Int) -> Found<DayMeaning>? {
    guard unit == .week || unit == .weekend, ["of", "commencing", "beginning", "starting"].contains(text(at)) else {
      return nil
    }
    let place = text(at + 1) == "the" ? at + 2 : at + 1
    guard let found = numericDay(place) ?? datedDay(place) ?? nthOfMonth(place, needsNoLead: true),
      found.value.last == nil
    else { return nil }
    return Found(DayMeaning(found.value.first, to: found.value.first + (unit == .week ? 6 : 1)), found.end)
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

  /// "middle of next week", "mid next week", "midweek": the Wednesday, or the 15th of a month.
  private func middle(_ at: Int) -> Found<DayMeaning>? {
    if text(at) == "midweek" {
      let here = weekday(3, inWeek: 0)
      return isAlone(at + 1) ? Found(DayMeaning(here >= today ? here : here + 7), at + 1) : nil
    }
    var place = text(at + 1) == "of" || text(at + 1) == "-" ? at + 2 : at + 1
    if text(place) == "the" { place += 1 }
    let count = text(place) == "next" ? 1 : 0
    let word = count == 1 || text(place) == "this" ? place + 1 : place
    switch unit(word) {
    case .week: return Found(DayMeaning(weekday(3, inWeek: count)), word + 1)
    case .month: return PhraseDays.span(.month, today, by: count).map { Found(DayMeaning($0.first + 14), word + 1) }
    default:
      guard text(at) == "middle", let (month, _) = month(place), let found = monthAndYear(month, place + 1) else {
        return nil
      }
      return Found(DayMeaning(found.value.first + 14), found.end)
    }
  }

  /// "end of month", "beginning of next week", "end of march".
  private func endOfUnit(_ at: Int) -> Found<DayMeaning>? {
    let isEnd: Bool
    switch text(at) {
    case "end": isEnd = true
    case "beginning", "start": isEnd = false
    case "middle", "mid", "midweek": return middle(at)
    case "close" where text(at + 1) == "of" && ["business", "play"].contains(text(at + 2)):
      return endOfDay(behind: at + 3)
    default: return nil
    }
    guard text(at + 1) == "of" else { return nil }
    let place = text(at + 2) == "the" ? at + 3 : at + 2
    let count = text(place) == "next" ? 1 : text(place) == "last" ? -1 : 0
    let word = count != 0 || text(place) == "this" ? place + 1 : place
    if let unit = unit(word) {
      if unit == .day { return isEnd ? endOfDay(behind: word + 1) : nil }
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
