// Times of the day.
extension PhraseScanner {
  /// An hour as it was said, in seconds, with what is known of its half.
  typealias Hour = (second: Int, half: ClockMeaning.Half, end: Int, isBare: Bool)

  // MARK: One time

  /// A time of day at a token; a number alone only where the words before it ask for a time.
  func hour(_ at: Int, isBareAllowed: Bool, isPointAllowed: Bool = false) -> Hour? {
    if case .clock(let second) = lexeme(at) { return isInName(at, at + 1) ? nil : (second, .known, at + 1, false) }
    if let found = spoken(at) { return found }
    // "18 Dec EOD"
    if isWord(at), tokens[at].isStarter, ["eod", "cob", "eob", "cop"].contains(text(at)), dayBefore(at) != nil {
      return (17 * 3600, .known, at + 1, false)
    }
    guard let (hour, minute, second, place, hasMinutes) = numeric(at, isPointAllowed: isPointAllowed) else {
      return nil
    }
    let count = hour * 3600 + minute * 60 + second
    // "3ish", "7:30-ish"
    if let end = vague(place), 1...12 ~= hour { return (count % 86_400, .open, end, false) }
    if let (isAfternoon, end) = meridiem(place) {
      guard 1...12 ~= hour else { return hour < 24 && hour > 12 && isAfternoon ? (count, .known, end, false) : nil }
      return (count % 43_200 + (isAfternoon ? 43_200 : 0), .known, end, false)
    }
    if isWord(place), ["o'clock", "oclock", "uhr"].contains(text(place)) {
      guard hour <= 24 else { return nil }
      return (count % 86_400, 1...12 ~= hour ? .open : .known, place + 1, false)
    }
    if case .clock(let named) = lexeme(place), hour == 12, minute == 0 { return (named, .known, place + 1, false) }
    let isLong = !isGlued(place) && (text(place) == "hours" || text(place) == "hrs")
    if isLong, hasMinutes { return hour < 24 ? (count, .known, place + 1, false) : nil }
    if !hasMinutes, text(place) == "h", isGlued(place), !(isGlued(place + 1) && digits(place + 1) != nil) {
      return hour < 25 ? (count % 86_400, .known, place + 1, false) : nil
    }
    guard hour < 24 || hour == 24 && minute == 0 else { return nil }
    guard hasMinutes || isBareAllowed && isHourFree(at, place) else { return nil }
    let isOpen =
      1...12 ~= hour && !(hasMinutes && text(at + 1) == "h") && !(length(at) == 2 && tokens[at].text.hasPrefix("0"))
    return (count % 86_400, isOpen ? .open : .known, place, !hasMinutes)
  }

  /// "3", "3:30", "3:30:15", "15h30", "9.30 am", "1530h", "three", "three thirty".
  private func numeric(
    _ at: Int, isPointAllowed: Bool
  ) -> (hour: Int, minute: Int, second: Int, end: Int, hasMinutes: Bool)? {
    guard let hour = digits(at) else {
      guard case .number(let hour) = lexeme(at), 1...12 ~= hour || 13...23 ~= hour && isLedByAt(at) else { return nil }
      if isLedByAt(at) || meridiem(at + 2) != nil || meridiem(at + 3) != nil, case .number(let minute) = lexeme(at + 1),
        [10, 15, 20, 30, 40, 45, 50].contains(minute)
      {
        if case .number(let one) = lexeme(at + 2), one < 10, minute % 10 == 0, minute > 10 {
          return (hour, minute + one, 0, at + 3, true)
        }
        return (hour, minute, 0, at + 2, true)
      }
      return hour > 12 ? nil : (hour, 0, 0, at + 1, false)
    }
    let isNamed = meridiem(at + 1) != nil && hour / 100 <= 12
    if length(at) == 4, hour < 2400, hour % 100 < 60, !isNamed {
      let isMarked = text(at + 1) == "h" && isGlued(at + 1) || text(at + 1) == "hours" || text(at + 1) == "hrs"
      guard isMarked || isFourDigits(at) || isLedByAt(at) && !(1900...2100 ~= hour && text(at - 1) != "at") else {
        return nil
      }
      return (hour / 100, hour % 100, 0, text(at + 1) == "h" ? at + 2 : at + 1, true)
    }
    if length(at) == 3 || length(at) == 4, hour % 100 < 60, hour >= 100, isNamed {
      return (hour / 100, hour % 100, 0, at + 1, true)
    }
    guard length(at) <= 2, hour <= 24,
      !(at > 0 && isGlued(at)
        && (tokens[at - 1].kind == .number || isWord(at - 1) || text(at - 1) == "." && digits(at - 2) != nil))
    else { return nil }
    let isPoint = text(at + 1) == "."
    if text(at + 1) == ":" || isPoint || text(at + 1) == "h", isGlued(at + 1), isGlued(at + 2), length(at + 2) == 2,
      let minute = digits(at + 2), minute < 60
    {
      let isMarked =
        meridiem(at + 3) != nil
        || isLedByAt(at) && text(at + 3) != "percent" && text(at + 3) != "%"
          && !(isGlued(at + 3) && text(at + 3) == ".")
      guard !isPoint || isMarked || isPointAllowed || isDotTime(at) else { return nil }
      if !isPoint, text(at + 3) == ":", isGlued(at + 3), let second = digits(at + 4), second < 60, length(at + 4) == 2 {
        return (hour, minute, second, at + 5, true)
      }
      // A longer run of numbers and colons is something else.
      guard !(text(at + 3) == ":" && isGlued(at + 3) && digits(at + 4) != nil && isGlued(at + 4)) else { return nil }
      return (hour, minute, 0, text(at + 3) == "h" && isGlued(at + 3) ? at + 4 : at + 3, true)
    }
    return (hour, 0, 0, at + 1, false)
  }

  func isLedByAt(_ at: Int) -> Bool {
    switch text(at - 1) {
    case "at", "@", "by", "from", "until", "till", "around", "between": true
    default: false
    }
  }

  /// The words behind a bare number do not count something: "at 3 places".
  func isHourFree(_ at: Int, _ end: Int) -> Bool {
    guard end < tokens.count else { return true }
    if tokens[end].kind == .sign {
      switch tokens[end].text {
      case "%", "/", "°", "€", "$", "£", "#", "+", "x": return false
      case ".", ":", ",": return !(isGlued(end) && isGlued(end + 1) && digits(end + 1) != nil)
      default: return true
      }
    }
    if isGlued(end) { return false }
    if unit(end) != nil { return false }
    switch tokens[end].lexeme {
    case .weekday, .part, .relative, .weekdays: return true
    case .month: return false
    default: break
    }
    switch text(end) {
    case "at", "on", "in", "for", "with", "and", "to", "from", "until", "till", "by", "tonight", "every", "this",
      "next",
      "sharp", "because", "as", "about", "or", "re", "then", "o", "the", "near", "via", "each":
      return true
    default: return isWord(end) && tokens[end].lexeme == nil && !isCounted(end)
    }
  }

  /// A word in the plural is counted by the number before it.
  func isCounted(_ at: Int) -> Bool {
    text(at).hasSuffix("s")
      || ["people", "percent", "euro", "eur", "usd", "gbp", "kg", "km", "st", "nd", "rd", "th"].contains(text(at))
  }

  /// "half past six", "quarter to 5", "ten past three", "20 minutes before 9".
  private func spoken(_ at: Int) -> Hour? {
    var place = at
    if text(place) == "a", unit(place + 1) == .quarter { place += 1 }
    let minutes: Int
    if text(place) == "half" {
      minutes = 30
    } else if unit(place) == .quarter {
      minutes = 15
    } else if let number = digits(place) ?? spokenNumber(place), 1..<60 ~= number {
      minutes = number
    } else {
      return nil
    }
    let isNumber = text(place) != "half" && unit(place) != .quarter
    place += 1
    let hasUnit = unit(place) == .minute
    if hasUnit { place += 1 }
    let sign: Int
    switch text(place) {
    case "past": sign = 1
    case "after" where !isNumber || hasUnit: sign = 1
    case "to", "before", "til":
      // "20 to 5" may be a range.
      guard minutes != 30,
        !isNumber || hasUnit
          || [5, 10, 20, 25].contains(minutes)
            && (text(at - 1) == "at" || digits(at) == nil
              || dayBefore(at) != nil
                && (minutes >= 20 || digits(place + 1) == minutes))
      else { return nil }
      sign = -1
    default:
      // "half six"
      guard minutes == 30, text(at) == "half", let hour = hourName(place), isHalfHour(at, hour.end) else { return nil }
      return finished(hour.hour * 3600 + 1800, hour.end)
    }
    if case .clock(let named) = lexeme(place + 1) {
      return ((named + sign * minutes * 60 + 86_400) % 86_400, .known, place + 2, false)
    }
    guard let hour = hourName(place + 1) else { return nil }
    let second = (hour.hour % 12 * 3600 + sign * minutes * 60 + 43_200) % 43_200
    return finished(second, hour.end)
  }

  private func finished(_ second: Int, _ end: Int) -> Hour {
    guard let (isAfternoon, behind) = meridiem(end) else { return (second, .open, end, false) }
    return (second % 43_200 + (isAfternoon ? 43_200 : 0), .known, behind, false)
  }

  private func spokenNumber(_ at: Int) -> Int? {
    guard case .number(let number) = lexeme(at) else { return nil }
    if number == 20, case .number(let one) = lexeme(at + 1), one < 10 { return nil }
    return number
  }

  func hourName(_ at: Int) -> (hour: Int, end: Int)? {
    if let hour = digits(at), 1...12 ~= hour { return (hour, at + 1) }
    if case .number(let hour) = lexeme(at), 1...12 ~= hour { return (hour, at + 1) }
    return nil
  }

  /// "am", "p.m.", "p": whether it is the afternoon.
  func meridiem(_ at: Int) -> (isAfternoon: Bool, end: Int)? {
    switch text(at) {
    case "am": return (false, at + 1)
    case "pm": return (true, at + 1)
    case "a", "p":
      if text(at + 1) == ".", isGlued(at + 1), text(at + 2) == "m" {
        return (text(at) == "p", text(at + 3) == "." && isGlued(at + 3) ? at + 4 : at + 3)
      }
      guard isGlued(at), digits(at - 1) != nil,
        text(at) == "p" || isLedByAt(at - 1) || text(at - 2) == ":" || isLetterRange(at) || dayBefore(at - 1) != nil
      else { return nil }
      return (text(at) == "p", at + 1)
    default: return nil
    }
  }

  /// "9a-10a"
  private func isLetterRange(_ at: Int) -> Bool {
    func isHalf(_ at: Int) -> Bool {
      ["a", "p", "am", "pm"].contains(text(at)) && isGlued(at) && digits(at - 1) != nil
    }
    return text(at + 1) == "-" && isHalf(at + 3) || text(at - 2) == "-" && isHalf(at - 3)
  }

  // MARK: With its range and part of the day

  /// A time of day or a range of two.
  func clock(_ at: Int) -> Found<ClockMeaning>? {
    guard let first = hour(at, isBareAllowed: true) else { return nil }
    let isAsked: Bool
    switch text(at - 1) {
    case "at", "@", "by", "until", "till", "til", "around", "from", "between", "before", "after", "~": isAsked = true
    case "about": isAsked = text(at - 2) == "at"
    case "to": isAsked = isMoving(at - 2)
    default: isAsked = false
    }
    // "tomorrow 3-5", "friday 3": directly behind a day.
    var isBehindDay = false
    if let last = pieces.last, last.tokens.upperBound == at || last.tokens.upperBound == at - 1 && text(at - 1) == "," {
      switch last.meaning {
      case .day(let day): isBehindDay = day.second == nil
      case .repeats(let repeating): isBehindDay = repeating.part == nil && !repeating.weekdays.isEmpty
      default: break
      }
    }
    if first.end < tokens.count, let range = range(at, first, isFree: isAsked || isBehindDay || isBeforeDay(at)) {
      return range
    }
    let isBare = first.isBare && isBareHour(at, first.end, isBehindDay)
    guard !first.isBare || isAsked || isBare || isFollowedByPart(first.end) else { return nil }
    if first.isBare,
      text(at - 1) == "before" || text(at - 1) == "after" || text(at - 1) == "by" || text(at - 1) == "around"
    {
      guard isBare || isAlone(first.end) && !isAddress(at, first.end) else { return nil }
    }
    if first.isBare, first.end < tokens.count, isAddress(at, first.end) { return nil }
    var clock = ClockMeaning(first.second, first.half)
    if first.end > at + 2, text(at + 1) == ".", !isAsked, !isBehindDay, meridiem(first.end - 1) == nil,
      dayBehind(first.end) == nil
    {
      clock.isVague = true
    }
    // "at 3 or 4"
    if first.isBare, text(first.end) == "or", let second = hour(first.end + 1, isBareAllowed: true), second.isBare {
      clock.isVague = true
      return Found(clock, second.end)
    }
    guard let part = partBehind(first.end), clock.half == .open || part.part != .night else {
      return Found(clock, first.end)
    }
    clock.part = part.part
    return Found(clock, part.end)
  }

  private func isFollowedByPart(_ at: Int) -> Bool {
    if partBehind(at) != nil || text(at) == "tonight" { return true }
    if text(at) == "this", case .part = lexeme(at + 1) { return true }
    // "9 tomorrow"
    if case .relative = lexeme(at) { return at == 1 || PhraseWords.happening.contains(text(at - 2)) }
    return false
  }

  private func partBehind(_ at: Int) -> (part: PartOfDay, end: Int)? {
    if text(at) == "in" || text(at) == "at", text(at + 1) == "the", case .part(let part) = lexeme(at + 2) {
      return (part, at + 3)
    }
    if text(at) == "at", case .part(.night) = lexeme(at + 1) { return (.night, at + 2) }
    return nil
  }

  private func range(_ at: Int, _ first: Hour, isFree: Bool) -> Found<ClockMeaning>? {
    let sign = text(first.end)
    switch sign {
    case "-", "to", "until", "till", "til", "through": break
    case "and" where text(at - 1) == "between": break
    default: return nil
    }
    // "7 till late"
    if text(first.end + 1) == "late", sign != "-", sign != "to" {
      var clock = ClockMeaning(first.second, first.half)
      clock.part = .afternoon
      return Found(clock, first.end + 2)
    }
    guard let last = hour(first.end + 1, isBareAllowed: true, isPointAllowed: true) else { return nil }
    // Two bare numbers are a range of hours only where one is asked for.
    guard !first.isBare || !last.isBare || isFree && (text(at - 1) != "by") else { return nil }
    if first.isBare, last.isBare, unit(last.end) != nil { return nil }
    var clock = ClockMeaning(first.second, first.half)
    clock.last = last.second
    clock.lastHalf = last.half
    if first.half == .open, last.half == .known, first.isBare || !first.isBare {
      // "3 to 5 pm" are both in the afternoon, "11 to 1 pm" begins in the morning.
      let base = first.second % 43_200
      let isSame = base < last.second % 43_200
      let isAfternoon = last.second >= 43_200
      clock.first = base + (isSame == isAfternoon ? 43_200 : 0)
      clock.half = .known
    }
    guard let part = partBehind(last.end) else { return Found(clock, last.end) }
    clock.part = part.part
    return Found(clock, part.end)
  }

  /// "in the morning", "tomorrow evening": a part of the day without an hour.
  func part(_ at: Int) -> Found<PartOfDay>? {
    if length(at) != 2, lexeme(at) == nil { return nil }
    if let found = half(behindDay: at) { return found }
    guard case .part(let part) = lexeme(at) else { return nil }
    let isBehindDay = pieces.last.map { piece in
      guard piece.tokens.upperBound == at, !piece.isAttributive else { return false }
      switch piece.meaning {
      // "tomorrow evening", "every Tuesday evening"
      case .day, .repeats: return true
      default: return false
      }
    }
    if text(at) == "eve", isBehindDay != true { return nil }
    switch text(at - 1) {
    case "the": guard text(at - 2) == "in" else { return nil }
    case "at": guard part == .night else { return nil }
    default: guard isBehindDay == true else { return nil }
    }
    guard !isWord(at + 1) || isFunction(at + 1) || isBehindDay == true else { return nil }
    return Found(part, at + 1)
  }
}
