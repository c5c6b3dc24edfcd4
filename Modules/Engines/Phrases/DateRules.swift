internal import Kernel
internal import Platform
internal import Recurrence

// Days by their numbers: dates with a month, of the calendar and in digits.
extension PhraseScanner {
  // MARK: In digits

  /// "2026-03-12", "12.03.2026", "3/12/26", "3/12".
  func numericDay(_ at: Int) -> Found<DayMeaning>? {
    guard let first = digits(at) else { return nil }
    if length(at) == 8, !isGlued(at), !isGlued(at + 1), at == 0 || ["on", "by", "due", "until"].contains(text(at - 1)) {
      guard 1990...2100 ~= first / 10_000 else { return nil }
      return PhraseDays.day(first / 10_000, first / 100 % 100, first % 100).map { Found(DayMeaning($0), at + 1) }
    }
    // A year of four digits begins a date within a name too: "report-2026-03-12".
    guard at == 0 || !isGlued(at) || text(at - 1) == "(" || length(at) == 4 && digits(at - 2) == nil else { return nil }
    guard isGlued(at + 1), isGlued(at + 2), let middle = digits(at + 2) else { return nil }
    let sign = text(at + 1)
    guard sign == "-" || sign == "/" || sign == "." else { return nil }
    if sign == "/", length(at) <= 2, length(at + 2) == 4, let month = PhraseDays.day(middle, first, 1),
      !isGlued(at + 3) || isPunctuation(at + 3)
    {
      return Found(DayMeaning(month, to: PhraseDays.lastOfMonth(month)), at + 3)
    }
    guard length(at) <= 4, length(at + 2) <= 2, !isVersion(at) else { return nil }
    if text(at + 3) == sign, isGlued(at + 3), isGlued(at + 4), let last = digits(at + 4) {
      guard !(isGlued(at + 5) && text(at + 5) == sign && digits(at + 6) != nil) else { return nil }
      return fullNumericDay(at, first, middle, last, sign)
    }
    if sign == ".", let found = dotted(at, first, middle) { return found }
    guard sign == "/", length(at) <= 2, !isGlued(at + 3) || isPunctuation(at + 3) else { return nil }
    guard !(first == 24 && middle == 7), unit(at + 3) == nil, !isFraction(at), !isSize(at, first, middle) else {
      return nil
    }
    return ambiguous(first, middle, nil, at + 3)
  }

  /// "24.11.", and "on 24.11": the day first, as wherever dates have points.
  private func dotted(_ at: Int, _ first: Int, _ middle: Int) -> Found<DayMeaning>? {
    guard length(at) <= 2, 1...12 ~= middle, let day = yearless(middle, first) else { return nil }
    let isClosed = text(at + 3) == "." && isGlued(at + 3)
    guard isClosed else {
      let isLed =
        ["on", "due"].contains(text(at - 1)) || ["by", "until", "till", "from"].contains(text(at - 1)) && first > 23
      guard isLed, length(at + 2) == 2, !isGlued(at + 3), isAlone(at + 3) else { return nil }
      return settings.isMonthFirst ? ambiguous(first, middle, nil, at + 3) : Found(day, at + 3)
    }
    guard !(isGlued(at + 4) && tokens[at + 4].kind != .sign) else { return nil }
    // "lunch 8.12." may be a price at the end of a sentence.
    let hasAmount = pieces.contains { if case .amount = $0.meaning { true } else { false } }
    return at + 4 == tokens.count && hasBought && !hasAmount && !["on", "due", "by"].contains(text(at - 1))
      ? nil : Found(day, at + 4)
  }

  private func isPunctuation(_ at: Int) -> Bool {
    switch text(at) {
    case ".", ",", ")", "!", "?", ";", ":": !(isGlued(at + 1) && digits(at + 1) != nil)
    default: false
    }
  }

  private func isVersion(_ at: Int) -> Bool {
    switch text(text(at - 1) == ":" ? at - 2 : at - 1) {
    case "version", "v", "release", "ip", "section", "chapter", "build", "$", "€", "£": true
    default: false
    }
  }

  private func isFraction(_ at: Int) -> Bool {
    switch text(at + 3) {
    case "of", "cup", "cups", "inch", "inches", "tsp", "tbsp", "teaspoon", "tablespoon", "lb", "kg", "l", "litre",
      "liter",
      "price", "size":
      true
    default: false
    }
  }

  /// A fraction that measures the next word: "a 9/16 wrench", "2 3/4 inch". Its lower number is one of a ruler or a cook.
  private func isSize(_ at: Int, _ first: Int, _ middle: Int) -> Bool {
    guard first < middle, [2, 3, 4, 5, 6, 8, 10, 16, 32, 64].contains(middle), isWord(at + 3), lexeme(at + 3) == nil,
      !isFunction(at + 3), !isGlued(at + 3)
    else { return false }
    switch text(at - 1) {
    case "on", "by", "due", "until", "till", "before", "from", "since", ",", "": return false
    case "a", "an", "the", "some", "of", "with", "my": return true
    default: return isDoing || digits(at - 1) != nil
    }
  }

  private func fullNumericDay(
    _ at: Int, _ first: Int, _ middle: Int, _ last: Int, _ sign: String
  ) -> Found<DayMeaning>? {
    if length(at) == 4 {
      guard length(at + 4) <= 2, let day = PhraseDays.day(first, middle, last) else { return nil }
      return isoTime(DayMeaning(day), at + 5)
    }
    guard length(at) <= 2 else { return nil }
    guard length(at + 4) == 4 || length(at + 4) == 2 && (sign != "-" || text(at - 1) == "on" || tokens.count == 5)
    else { return nil }
    let year = length(at + 4) == 4 ? last : full(last)
    // Points are written where the day comes first.
    if sign == ".", let day = PhraseDays.day(year, middle, first) { return Found(DayMeaning(day), at + 5) }
    return ambiguous(first, middle, year, at + 5)
  }

  /// The year of two digits: 50 years back to 49 ahead.
  private func full(_ year: Int) -> Int {
    let now = CivilDate(daysSince1970: today).year
    let century = now / 100 * 100 + year
    return century > now + 49 ? century - 100 : century <= now - 51 ? century + 100 : century
  }

  private func ambiguous(_ first: Int, _ second: Int, _ year: Int?, _ end: Int) -> Found<DayMeaning>? {
    func day(_ month: Int, _ day: Int) -> DayMeaning? {
      year.map { PhraseDays.day($0, month, day).map { DayMeaning($0) } } ?? yearless(month, day)
    }
    let (american, european) = (day(first, second), day(second, first))
    let (wanted, other) = settings.isMonthFirst ? (american, european) : (european, american)
    guard var meaning = wanted ?? other else { return nil }
    if wanted != nil, let other, other.first != meaning.first { meaning.other = other.first }
    return Found(meaning, end)
  }

  /// The time of an ISO instant: "T09:30", "T09:30:00Z", "T09:30+01:00".
  private func isoTime(_ day: DayMeaning, _ at: Int) -> Found<DayMeaning> {
    guard text(at) == "t", isGlued(at), isGlued(at + 1), let hour = digits(at + 1), hour < 24, text(at + 2) == ":",
      let minute = digits(at + 3), minute < 60
    else { return Found(day, at) }
    var (end, second) = (at + 4, 0)
    if text(end) == ":", isGlued(end), let seconds = digits(end + 1), seconds < 60 {
      (second, end) = (seconds, end + 2)
      if text(end) == ".", isGlued(end), digits(end + 1) != nil { end += 2 }
    }
    var meaning = day
    let local = hour * 3600 + minute * 60 + second
    meaning.second = local
    guard isGlued(end) else { return Found(meaning, end) }
    var offset: Int?
    if text(end) == "z" {
      (offset, end) = (0, end + 1)
    } else if text(end) == "+" || text(end) == "-", let hours = digits(end + 1), hours <= 18 {
      let minutes = text(end + 2) == ":" ? digits(end + 3) ?? 0 : 0
      offset = (hours * 3600 + minutes * 60) * (text(end) == "-" ? -1 : 1)
      end += text(end + 2) == ":" ? 4 : 2
    }
    if let offset {
      let instant = Double(day.first * 86_400 + local - offset)
      let here = PhraseScanner.local(.init(timeIntervalSince1970: instant), now.zone)
      (meaning.first, meaning.second) = (here.day, here.second)
    }
    return Found(meaning, end)
  }

  // MARK: With the name of a month

  /// The number of a day: "12", "12th", "third", "twenty-first".
  func number(ofDay at: Int) -> (day: Int, end: Int, isOrdinal: Bool)? {
    if let day = digits(at), 1...31 ~= day, length(at) <= 2 {
      guard isGlued(at + 1), isWord(at + 1), month(at + 1) == nil else { return (day, at + 1, false) }
      switch text(at + 1) {
      case "st", "nd", "rd", "th": return (day, at + 2, true)
      default: return nil
      }
    }
    switch lexeme(at) {
    case .ordinal(let day): return (day, at + 1, true)
    case .unit(.second) where text(at) == "second": return (2, at + 1, true)
    case .number(let tens) where tens == 20 || tens == 30:
      let next = text(at + 1) == "-" ? at + 2 : at + 1
      if case .ordinal(let one) = lexeme(next), one < 10, tens + one <= 31 { return (tens + one, next + 1, true) }
      if text(next) == "second", tens == 20 { return (22, next + 1, true) }
      return nil
    default: return nil
    }
  }

  /// The year at a token, with a comma or an apostrophe before it.
  func year(_ at: Int) -> (year: Int, end: Int)? {
    var place = at
    switch text(place) {
    case ",", "'", "’", "of", "in": place += 1
    case "-" where isGlued(place), "/" where isGlued(place): place += 1
    default: break
    }
    guard let number = digits(place) else { return nil }
    // The number that begins a time or an amount is no year.
    if text(place + 1) == ":", isGlued(place + 1) { return nil }
    if length(place) == 4, 1900...2200 ~= number { return (number, place + 1) }
    if length(place) == 2, place == at, at + 1 == tokens.count, !isGlued(at) { return (full(number), place + 1) }
    if length(place) == 2, text(at) == "'" || text(at) == "’" || text(at) == "/" || text(at) == "-" {
      return (full(number), place + 1)
    }
    return nil
  }

  /// The next such day, with the one before it.
  func yearless(_ month: Int, _ day: Int) -> DayMeaning? {
    let year = CivilDate(daysSince1970: today).year
    var (next, before): (Int?, Int?)
    for candidate in (year - 4)...(year + 8) {
      guard let found = PhraseDays.day(candidate, month, day) else { continue }
      if found < today {
        before = found
      } else if next == nil {
        next = found
      }
    }
    guard let next else { return nil }
    var meaning = DayMeaning(next, past: next == today ? today : before)
    meaning.isYearless = true
    // A day a few weeks ago may be meant as well as the one in nearly a year.
    if let before, today - before <= 45, next - today > 180 { meaning.other = before }
    return meaning
  }

  private func isMonthSeparator(_ at: Int) -> Bool {
    switch text(at) {
    case "-", "/", ".": isGlued(at)
    default: false
    }
  }

  /// "12 March 2026", "March 12th", "12 to 14 March", "March 12-14", "12-Mar-2026".
  func datedDay(_ at: Int) -> Found<DayMeaning>? {
    if let (month, _) = month(at) {
      var place = text(at + 1) == "." && isGlued(at + 1) ? at + 2 : at + 1
      if isMonthSeparator(place) { place += 1 }
      if text(place) == "the" || text(place) == ",", number(ofDay: place + 1) != nil { place += 1 }
      guard let first = number(ofDay: place), !isClock(place) else { return nil }
      let range = rangeEnd(first.end)
      return dated(month, first.day, range?.day, range?.end ?? first.end)
    }
    if length(at) == 4, let found = yearFirst(at) { return found }
    guard let first = number(ofDay: at), isFree(at) else { return nil }
    let range = rangeEnd(first.end)
    var place = range?.end ?? first.end
    if text(place) == "of" || isMonthSeparator(place) { place += 1 }
    guard let (month, _) = month(place) else { return nil }
    let end = text(place + 1) == "." && isGlued(place + 1) ? place + 2 : place + 1
    return dated(month, first.day, range?.day, end)
  }

  /// Nothing is directly before the token but a bracket or a colon behind a word.
  private func isFree(_ at: Int) -> Bool {
    at == 0 || !isGlued(at) || text(at - 1) == "(" || text(at - 1) == ":" && digits(at - 2) == nil
  }

  /// "2026-Mar-12", "2026/march/12".
  private func yearFirst(_ at: Int) -> Found<DayMeaning>? {
    guard let year = digits(at), isMonthSeparator(at + 1), let (month, _) = month(at + 2), text(at + 3) == text(at + 1),
      let number = digits(at + 4), let day = PhraseDays.day(year, month, number)
    else { return nil }
    return Found(DayMeaning(day), at + 5)
  }

  private func rangeEnd(_ at: Int) -> (day: Int, end: Int)? {
    switch text(at) {
    case "-", "to", "until", "till", "through", "and", "thru", "&": break
    default: return nil
    }
    let place = text(at + 1) == "the" ? at + 2 : at + 1
    guard let last = number(ofDay: place), !isClock(place) else { return nil }
    return (last.day, last.end)
  }

  private func dated(_ month: Int, _ first: Int, _ last: Int?, _ end: Int) -> Found<DayMeaning>? {
    let year = year(end)
    let named = year.map { PhraseDays.day($0.year, month, first).map { DayMeaning($0) } }
    guard var meaning = named ?? yearless(month, first) else { return nil }
    if let last {
      guard last > first else { return nil }
      meaning.last = meaning.first + last - first
      meaning.isRange = true
    }
    return Found(meaning, year?.end ?? end)
  }

  /// A number that begins a time: "10:30", "10am".
  private func isClock(_ at: Int) -> Bool {
    if text(at + 1) == ":", isGlued(at + 1) { return true }
    switch text(at + 1) {
    case "am", "pm", "a.m", "h": return true
    default: return false
    }
  }
}
