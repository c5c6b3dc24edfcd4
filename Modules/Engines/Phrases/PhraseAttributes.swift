// Days and times that describe a noun: "the Sunday matinee", "Friday's paper", "the 7 pm show", "ask for Friday off".
extension PhraseScanner {
  /// Two neighbouring weekdays: "Thursday and Friday", "sat/sun".
  func daySpan(_ at: Int) -> Found<DayMeaning>? {
    // "next Wed/Thurs"
    let place = weekday(at) == nil ? at + 1 : at
    guard place == at || weekday(place) != nil && (text(at) == "next" || text(at) == "this"),
      let (days, end, isSpan) = weekdays(inRow: place), isSpan, let first = days.first
    else { return nil }
    let start = place > at ? weekdayDay(at)?.value.first ?? coming(first) : coming(first)
    return Found(DayMeaning(start, to: start + 1, past: start - 7), end)
  }

  /// The token begins a day by its name: "tomorrow", "this week", "Friday".
  func isNamingDay(_ at: Int) -> Bool {
    switch lexeme(at) {
    case .relative, .weekday: true
    default: text(at) == "this" || text(at) == "next"
    }
  }

  /// Whether the day at these tokens describes the word behind it or is a name.
  func isAttributive(_ at: Int, _ end: Int) -> Bool {
    guard isWord(end) else { return false }
    if isDescribingFeast(at, end) { return true }
    let isNamed: Bool =
      switch lexeme(end - 1) {
      case .weekday, .relative: end - at <= 2
      case .unit: tokens[end - 1].isPossessive
      default: false
      }
    guard isNamed, text(end) != "week" else { return false }
    if tokens[end - 1].isPossessive { return isWord(end) }
    // "ask for Friday off", "book Monday off"
    let isOff = text(end) == "off" || text(end + 1) == "off" && lexeme(end) != nil
    if isOff { return isDoing || text(at - 1) == "for" }
    guard isWord(end), !isGlued(end), lexeme(end) == nil, !isFunction(end), meridiem(end) == nil else { return false }
    switch text(at - 1) {
    case "the", "a", "an", "my", "our", "his", "her", "their", "your", "another":
      // "on the Friday evening", "by the Sunday before"
      guard case .weekday = lexeme(end - 1), end - at == 1 else { return false }
      return !["on", "by", "until", "till", "before", "after", "since", "due"].contains(text(at - 2))
        && !["at", "from", "w", "we", "i", "he", "she", "they"].contains(text(end))
    default:
      // "Email Wednesday Addams", "pay Sunday league subs"
      guard case .weekday = lexeme(at), end == at + 1 else { return false }
      return at == 1 && isDoing && !PhraseWords.doing.contains(text(end))
    }
  }

  func isCapital(_ at: Int) -> Bool { isWord(at) && 0x41...0x5A ~= bytes[tokens[at].bytes.lowerBound] }

  /// Whether a time describes the word behind it: "the 7 pm show", "the 9 o'clock news".
  func isDescribing(_ at: Int, _ end: Int) -> Bool {
    guard at > 0, isWord(end), lexeme(end) == nil else { return false }
    let isLeaving = text(end) == "from" && text(at - 1) == "the" && text(at + 1) == "."
    guard ["the", "a", "an", "my", "our"].contains(text(at - 1)), isWord(end), lexeme(end) == nil,
      !isFunction(end) || isLeaving,
      case let before = text(at - 2), before != "at", before != "by", before != "until"
    else { return false }
    if case .clock = lexeme(at), end == at + 1 { return false }
    return true
  }
}
