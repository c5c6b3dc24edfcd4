internal import Kernel

// Days of a month without its name, months, quarters, years and feasts.
extension PhraseScanner {
  // MARK: Days of a month

  /// "the 3rd", "15th of next month", "first monday of march", "last day of the month".
  func monthDay(_ at: Int) -> Found<DayMeaning>? {
    let isArticled = text(at) == "the"
    return nthOfMonth(isArticled ? at + 1 : at, needsNoLead: false)
  }

  /// An ordinal number as a day of this month or the next one.
  func nthOfMonth(_ at: Int, needsNoLead: Bool) -> Found<DayMeaning>? {
    guard let number = number(ofDay: at), number.isOrdinal || text(number.end) == "of", isFreeNumber(at) else {
      return nil
    }
    let date = CivilDate(daysSince1970: today)
    if text(number.end) == "of" {
      let place = text(number.end + 1) == "the" ? number.end + 2 : number.end + 1
      switch (text(place), text(place + 1)) {
      case ("month", _): return found(number.day, inMonths: 0, place + 1)
      case ("this", "month"): return found(number.day, inMonths: 0, place + 2)
      case ("next", "month"): return found(number.day, inMonths: 1, place + 2)
      case ("last", "month"): return found(number.day, inMonths: -1, place + 2)
      default: return nil
      }
    }
    if text(number.end) == "next", text(number.end + 1) == "month" {
      return found(number.day, inMonths: 1, number.end + 2)
    }
    guard needsNoLead || isOrdinalADay(at, number.end) else { return nil }
    for months in (number.day >= date.day ? 0 : 1)...12 {
      guard let day = day(number.day, inMonths: months) else { continue }
      var meaning = DayMeaning(day)
      meaning.isOfMonth = true
      for earlier in 0...12 {
        guard let past = self.day(number.day, inMonths: -earlier), past <= today else { continue }
        meaning.past = past
        break
      }
      return Found(meaning, number.end)
    }
    return nil
  }

  private func isFreeNumber(_ at: Int) -> Bool { at == 0 || !isGlued(at) || text(at - 1) == "(" }

  private func day(_ day: Int, inMonths months: Int) -> Int? {
    let date = CivilDate(daysSince1970: PhraseDays.adding(months: months, to: PhraseDays.firstOfMonth(today)))
    return PhraseDays.day(date.year, date.month, day)
  }

  private func found(_ day: Int, inMonths months: Int, _ end: Int) -> Found<DayMeaning>? {
    self.day(day, inMonths: months).map { Found(DayMeaning($0), end) }
  }

  /// "the 3rd" is a day unless a word follows that it counts: "the 3rd floor".
  private func isOrdinalADay(_ at: Int, _ end: Int) -> Bool {
    var before = text(at - 1)
    let isArticled = before == "the"
    if isArticled { before = text(at - 2) }
    switch before {
    case "on", "by", "until", "till", "due", "before", "from", "since", "after": break
    default:
      // A number word needs more than an article: "the second".
      guard isArticled, digits(at) != nil else { return false }
    }
    guard end < tokens.count, isWord(end) else { return true }
    switch text(end) {
    case "at", "from", "to", "until", "till", "for", "and", "with", "in", "by", "of", "or", "around", "between", "as",
      "if":
      return true
    default: return clock(end) != nil || amount(end) != nil || repeats(end) != nil
    }
  }

  /// "first monday of march", "last friday of next month", "last day of the month", "first week of March".
  func weekdayOfMonth(_ at: Int) -> Found<DayMeaning>? {
    guard let (nth, end) = nth(at) else { return nil }
    var place = end + 1
    let isDay = unit(end) == .day
    let isWeek = unit(end) == .week || unit(end) == .weekend
    guard isDay || isWeek || weekday(end) != nil, text(place) == "of" || text(place) == "in" else { return nil }
    place += 1
    if text(place) == "the" { place += 1 }
    if text(place) == "advent", let (day, _) = weekday(end), day == 0, 1...4 ~= nth {
      return firstOfAdvent.map { Found(DayMeaning($0 + 7 * (nth - 1)), place + 1) }
    }
    let month: Found<DayMeaning>
    let isOpen: Bool
    switch (text(place), unit(place), unit(place + 1)) {
    case (_, .month, _): (month, isOpen) = (Found(DayMeaning(PhraseDays.firstOfMonth(today)), place + 1), true)
    case ("this", _, .month): (month, isOpen) = (Found(DayMeaning(PhraseDays.firstOfMonth(today)), place + 2), false)
    case ("next", _, .month), ("last", _, .month):
      let first = PhraseDays.adding(months: text(place) == "next" ? 1 : -1, to: PhraseDays.firstOfMonth(today))
      (month, isOpen) = (Found(DayMeaning(first), place + 2), false)
    default:
      guard let name = self.month(place), let found = monthAndYear(name.month, place + 1) else { return nil }
      (month, isOpen) = (found, false)
    }
    func day(_ first: Int) -> Int? {
      if isDay {
        let day = nth > 0 ? first + nth - 1 : PhraseDays.lastOfMonth(first) + nth + 1
        return day >= first && day <= PhraseDays.lastOfMonth(first) ? day : nil
      }
      return weekday(end).flatMap { PhraseDays.nth(nth, $0.day, in: first) }
    }
    if isWeek {
      // A weekend counts by its Saturday, and a week from the 1st on.
      let (first, last) = (month.value.first, PhraseDays.lastOfMonth(month.value.first))
      if unit(end) == .weekend {
        return PhraseDays.nth(nth, 6, in: first).map { Found(DayMeaning($0, to: $0 + 1), month.end) }
      }
      let start = nth > 0 ? first + 7 * (nth - 1) : last - 6
      return start <= last ? Found(DayMeaning(start, to: min(start + 6, last)), month.end) : nil
    }
    guard var found = day(month.value.first) else { return nil }
    if isOpen, found < today { found = day(PhraseDays.adding(months: 1, to: month.value.first)) ?? found }
    return Found(DayMeaning(found), month.end)
  }

  /// The fourth Sunday before Christmas, of this year or the next one.
  private var firstOfAdvent: Int? {
    let year = CivilDate(daysSince1970: today).year
    for candidate in [year, year + 1] {
      guard let eve = PhraseDays.day(candidate, 12, 24) else { continue }
      let fourth = eve - CivilDate.weekday(ofDay: eve)
      if fourth >= today { return fourth - 21 }
    }
    return nil
  }

  /// "first", "2nd", "last", "second to last" before a weekday: its number and the token of what is counted.
  func nth(_ at: Int) -> (nth: Int, end: Int)? {
    if text(at) == "last" { return (-1, at + 1) }
    guard let number = number(ofDay: at), number.isOrdinal, number.day <= 31 else { return nil }
    if text(number.end) == "last" || text(number.end) == "to" && text(number.end + 1) == "last" {
      return (-number.day, text(number.end) == "last" ? number.end + 1 : number.end + 2)
    }
    return (number.day, number.end)
  }

  // MARK: Whole months, quarters and years

  /// A month with or without a year, from its first to its last day: the next one that is not over.
  func monthAndYear(_ month: Int, _ at: Int) -> Found<DayMeaning>? {
    let date = CivilDate(daysSince1970: today)
    let isPlain = length(at) == 2
    let year = isPlain ? nil : year(at)
    let number = year?.year ?? (month < date.month ? date.year + 1 : date.year)
    guard let first = PhraseDays.day(number, month, 1) else { return nil }
    var meaning = DayMeaning(first, to: PhraseDays.lastOfMonth(first))
    if year == nil, let past = PhraseDays.day(month > date.month ? date.year - 1 : date.year, month, 1) {
      meaning.past = past
    }
    return Found(meaning, year?.end ?? at)
  }

  func wholeMonth(_ at: Int) -> Found<DayMeaning>? {
    if let (month, isLoose) = month(at) {
      // "32 August 2014" is no date.
      if digits(at - 1) != nil, length(at - 1) <= 2 { return nil }
      let end = text(at + 1) == "." && isGlued(at + 1) && length(at) <= 4 ? at + 2 : at + 1
      guard let found = monthAndYear(month, end) else { return nil }
      let isAlone = tokens.count == 1 && (text(at) == "may" || text(at) == "march")
      guard found.end > end || !isLoose || isAlone || isDate(looseAt: at, end) else { return nil }
      // "April" alone may be a name.
      guard found.end > end || isMonthLed(at) || tokens.count == 1 else { return nil }
      return found
    }
    switch text(at) {
    case "q":
      guard isGlued(at + 1), let quarter = digits(at + 1), 1...4 ~= quarter else { return nil }
      let year = year(at + 2)
      guard year != nil || isMonthLed(at) || tokens.count == 2 else { return nil }
      return self.quarter(quarter, year?.year, year?.end ?? at + 2)
    case "mid":
      let place = text(at + 1) == "-" ? at + 2 : at + 1
      guard let (month, _) = month(place), let found = monthAndYear(month, place + 1) else { return nil }
      return Found(DayMeaning(found.value.first + 14), found.end)
    default: break
    }
    guard let year = digits(at), length(at) == 4, 1990...2100 ~= year, text(at - 1) == "in" || text(at - 1) == "by",
      at + 1 == tokens.count, let first = PhraseDays.day(year, 1, 1), let last = PhraseDays.day(year, 12, 31)
    else { return nil }
    return Found(DayMeaning(first, to: last), at + 1)
  }

  private func isMonthLed(_ at: Int) -> Bool {
    switch text(at - 1) {
    case "in", "by", "until", "till", "before", "since", "during", "after", "of", "from", "early", "late", "for": true
    default: false
    }
  }

  private func quarter(_ quarter: Int, _ year: Int?, _ end: Int) -> Found<DayMeaning>? {
    let date = CivilDate(daysSince1970: today)
    let number = year ?? (quarter < (date.month + 2) / 3 ? date.year + 1 : date.year)
    guard let first = PhraseDays.day(number, quarter * 3 - 2, 1) else { return nil }
    return Found(DayMeaning(first, to: PhraseDays.adding(months: 3, to: first) - 1), end)
  }

  // MARK: Names

  /// Whether a day or an hour is a part of a name, as in "the Sunday Times" and "Dinner at Noon Café": it and the next word have
  /// capitals, which not all words of the text have, and no word before it asks for a time.
  func isInName(_ at: Int, _ end: Int) -> Bool {
    guard isCapitalised(at), isCapitalised(end), !isFunction(end) else { return false }
    let hasHour: Bool = if case .clock = lexeme(at) { true } else { false }
    switch text(at - 1) {
    case "at", "the": if !hasHour, text(at - 1) == "at" { return false }
    case "on", "next", "this", "last", "every", "each", "by", "until", "till", "from", "due", "coming", "before",
      "after", "since",
      "and", "or", "-", "to", "between":
      return false
    default: break
    }
    guard
      tokens.indices.dropFirst().contains(where: { isWord($0) && !isCapitalised($0) && !isFunction($0) })
        || isWord(0) && !isCapitalised(0)
    else { return false }
    switch lexeme(end) {
    case nil: return true
    // "Friday Night Lights"
    case .part: return isCapitalised(end + 1) && lexeme(end + 1) == nil && !isFunction(end + 1)
    default: return false
    }
  }

  private func isCapitalised(_ at: Int) -> Bool { isWord(at) && 0x41...0x5A ~= bytes[tokens[at].bytes.lowerBound] }

  /// A word that joins parts of a sentence.
  func isFunction(_ at: Int) -> Bool {
    switch text(at) {
    case "at", "on", "in", "for", "with", "and", "or", "to", "from", "until", "till", "by", "of", "as", "if", "because",
      "around", "about", "before", "after", "every", "between", "the":
      true
    default: false
    }
  }
}
