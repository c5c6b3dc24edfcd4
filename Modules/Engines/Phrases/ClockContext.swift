// Whether a number is a time of day, by the words around it.
extension PhraseScanner {
  // MARK: With a point

  /// "9.15" as a time and not as an amount: it fits a clock, and a day stands beside it, another time behind a dash, or the
  /// text says that something takes place or is to be done.
  func isDotTime(_ at: Int) -> Bool {
    guard let hour = digits(at), hour < 24, length(at) <= 2, text(at + 1) == ".", isGlued(at + 1), isGlued(at + 2),
      length(at + 2) == 2, let minute = digits(at + 2), minute < 60, !isMeasured(at + 3),
      !["$", "€", "£", "version", "v", "#"].contains(text(at - 1)), !hasSpending
    else { return false }
    if let range = rangeEnd(at + 3), minute % 5 == 0, range % 5 == 0, isBehindDay(at) || !hasBought { return true }
    if tokens.contains(where: {
      ["departs", "leaves", "arrives", "boards", "boarding", "lands", "arriving", "leaving"].contains($0.text)
    }) {
      return true
    }
    if ["train", "bus", "flight", "ferry", "coach", "tram", "plane", "showing", "performance", "slot"].contains(
      text(at + 3))
    {
      return true
    }
    // "the 8.30 from Paddington"
    if text(at - 1) == "the", minute % 5 == 0, text(at + 3) == "from" || text(at + 3) == "to" { return true }
    let isOnlyBought = hasBought && !hasHappening
    if let day = dayBefore(at) { return !isPastOnly(day) && !isOnlyBought }
    guard minute % 5 == 0, hour > 0 else { return false }
    if let found = dayBehind(at + 3) { return !isPastOnly(found) && !hasBought }
    guard isAlone(at + 3), !["to", "of", "chapter", "section"].contains(text(at - 1)) else { return false }
    // "next Friday cinema with Kate 8.20"
    let isAhead = pieces.contains {
      if case .day(let day) = $0.meaning {
        day.first > today && (day.past == nil || day.isYearless && !isPastOnly(day))
      } else {
        false
      }
    }
    if isAhead, hasHappening { return true }
    if isDoing { return !isPaying }
    return hasHappening && (!hasBought || minute % 15 == 0 && 7...21 ~= hour)
  }

  private func isPastOnly(_ day: DayMeaning) -> Bool {
    day.first < today || day.isYearless && day.first - today > 180 && day.past.map { today - $0 <= 45 } ?? false
  }

  /// A unit of something else, a sign of money or more digits: "9.15 km", "3.11.2".
  func isMeasured(_ at: Int) -> Bool {
    guard at < tokens.count else { return false }
    if isGlued(at) {
      if text(at) == "." || text(at) == "," { return isGlued(at + 1) && at + 1 < tokens.count }
      return tokens[at].kind != .sign || ["%", "€", "$", "£", "°", "/", ":"].contains(text(at))
    }
    if currencyBehind(at) != nil || unit(at) != nil { return true }
    switch text(at) {
    case "%", "percent", "km", "kg", "g", "mg", "m", "cm", "mm", "miles", "mile", "l", "ml", "litres", "liters", "lb",
      "lbs", "x", "points", "degrees", "k":
      return true
    default: return false
    }
  }

  private func rangeEnd(_ at: Int) -> Int? {
    guard ["-", "to", "till", "until", "and"].contains(text(at)), let hour = digits(at + 1), hour < 24,
      length(at + 1) <= 2
    else { return nil }
    guard text(at + 2) == ".", isGlued(at + 2), length(at + 3) == 2, let minute = digits(at + 3), minute < 60 else {
      return isAlone(at + 2) ? 0 : nil
    }
    return isMeasured(at + 4) ? nil : minute
  }

  private func isBehindDay(_ at: Int) -> Bool { dayBefore(at) != nil }

  /// The day that ends directly before a token, or a comma before it.
  func dayBefore(_ at: Int) -> DayMeaning? {
    guard let last = pieces.last else { return nil }
    let end = last.tokens.upperBound
    guard end == at || end == at - 1 && [",", "at", "@", "-", "from"].contains(text(at - 1)) else { return nil }
    switch last.meaning {
    case .day(let day): return day.second == nil ? day : nil
    case .repeats: return DayMeaning(today)
    default: return nil
    }
  }

  /// The day that begins behind a time: "9.15 tomorrow", "9.15 on Friday".
  func dayBehind(_ at: Int) -> DayMeaning? {
    let place = text(at) == "on" || text(at) == "," ? at + 1 : at
    return day(place)?.value
  }

  // MARK: Bare hours

  /// A bare hour that a day makes one: "tues 8", "brunch sun 11 with Jo".
  func isBareHour(_ at: Int, _ end: Int, _ isBehindDay: Bool) -> Bool {
    guard isBehindDay, let hour = digits(at), 1...12 ~= hour, isAlone(end) else { return false }
    if case .repeats? = pieces.last?.meaning { return true }
    guard case .day(let day)? = pieces.last?.meaning else { return false }
    return day.last == nil && day.first >= today && !day.isYearless
  }

  /// Nothing follows that a number could count: the end, a sign, a word that joins, a day, or what is to be done.
  func isAlone(_ at: Int) -> Bool {
    guard at < tokens.count else { return true }
    if tokens[at].kind == .sign {
      return !(isGlued(at) && isGlued(at + 1)) && !["%", "x", "+", "°", "/"].contains(text(at))
    }
    guard isWord(at), !isGlued(at) else { return false }
    switch lexeme(at) {
    case .weekday, .relative, .part, .weekdays: return true
    case nil: break
    default: return false
    }
    if isFunction(at) || PhraseWords.doing.contains(text(at)) { return true }
    return ["w", "sharp", "prompt", "ish", "this", "next", "tonight", "onwards", "latest", "please", "thanks"].contains(
      text(at))
  }

  /// A bare range of hours before a day: "10-12 on Sunday", "2 to 4 tomorrow".
  func isBeforeDay(_ at: Int) -> Bool {
    guard digits(at) != nil, let last = digits(at + 2), 1...24 ~= last, length(at + 2) <= 2,
      ["-", "to", "till", "until"].contains(text(at + 1)), !isNumbering(at - 1)
    else { return false }
    let place = text(at + 3) == "on" || text(at + 3) == "," ? at + 4 : at + 3
    switch lexeme(place) {
    case .weekday(_, let isLoose): return !isLoose || text(at + 3) == "on"
    case .relative, .weekdays: return true
    default: return text(at + 3) == "on" && day(place) != nil || text(place) == "this" || text(place) == "every"
    }
  }

  /// Something that has numbers of its own: "pages 10-12".
  private func isNumbering(_ at: Int) -> Bool {
    switch text(at) {
    case "page", "pages", "chapter", "chapters", "question", "questions", "exercise", "exercises", "room", "rooms",
      "ages",
      "aged", "size", "sizes", "episode", "episodes", "level", "levels", "line", "lines", "verse", "verses", "p", "pp",
      "#",
      "number", "numbers", "section", "sections", "part", "parts", "read", "gate", "year", "years", "class", "task",
      "tasks", "lesson", "lessons", "units", "unit", "weeks", "week", "items", "beat", "won", "lost":
      true
    default: false
    }
  }

  /// "1430" behind a day, "0930" as well; a year is none.
  func isFourDigits(_ at: Int) -> Bool {
    guard let number = digits(at), number % 5 == 0, let day = dayBefore(at), day.first >= today, isAlone(at + 1) else {
      return false
    }
    return !(1990...2060 ~= number && day.isYearless)
  }

  /// The number of a house: "at 21 Jump Street".
  func isAddress(_ at: Int, _ end: Int) -> Bool {
    guard let number = digits(at), isWord(end), lexeme(end) == nil, !isFunction(end) else { return false }
    if number > 12, 0x41...0x5A ~= bytes[tokens[end].bytes.lowerBound] { return true }
    return (end..<min(end + 3, tokens.count)).contains {
      ["street", "st", "road", "rd", "avenue", "ave", "lane", "square", "drive", "boulevard", "downing"].contains(
        text($0))
    }
  }

  // MARK: Words beside hours

  /// "half seven" is half past seven: behind a day, a preposition or at an end, and not as a part of an amount.
  func isHalfHour(_ at: Int, _ end: Int) -> Bool {
    guard !["a", "one", "the", "and", "other", "first", "second", "my", "your"].contains(text(at - 1)),
      digits(at - 1) == nil,
      isAlone(end) || meridiem(end) != nil || text(end) == "for"
    else { return false }
    return text(at - 1) == "at" || !isDoing || pieces.last?.tokens.upperBound == at || isLedByAt(at) || at == 0
      || end == tokens.count || lexeme(end) != nil
  }

  /// The end of "ish" behind a number: "3ish", "3-ish", "3 ish".
  func vague(_ at: Int) -> Int? {
    if text(at) == "ish" { return at + 1 }
    return text(at) == "-" && isGlued(at) && text(at + 1) == "ish" ? at + 2 : nil
  }

  /// "sat am", "tomorrow pm": a half of the day.
  func half(behindDay at: Int) -> Found<PartOfDay>? {
    guard text(at) == "am" || text(at) == "pm", let last = pieces.last,
      last.tokens.upperBound == at || last.tokens.upperBound == at - 1 && text(at - 1) == ",",
      case .day = last.meaning
    else { return nil }
    return Found(text(at) == "am" ? .morning : .afternoon, at + 1)
  }

  // MARK: The text

  /// Money is what the verb is about.
  private var isPaying: Bool {
    guard let first = tokens.first(where: { $0.kind == .word }) else { return false }
    return ["pay", "buy", "give", "send", "transfer", "lend", "order", "get", "return", "deposit", "collect"].contains(
      first.text)
  }

  var hasHappening: Bool { tokens.contains { $0.kind == .word && PhraseWords.happening.contains($0.text) } }
}
