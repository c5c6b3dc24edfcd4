internal import Kernel
internal import Platform
internal import Recurrence

/// A piece of the text with its meaning, by tokens.
struct PhrasePiece {
  enum Meaning {
    case day(DayMeaning)
    case clock(ClockMeaning)
    case part(PartOfDay)
    /// An instant that counts from now, as a local time.
    case instant(LocalTime)
    case duration(PhraseShift)
    case repeats(RepeatMeaning)
    case amount(PhraseAmount)
  }

  var meaning: Meaning
  var tokens: Range<Int>
  /// The word before it that belongs to it: "by", "until".
  var lead: String?
  /// It describes the next word, and stays in the title: "the Sunday matinee", "Friday's paper".
  var isAttributive = false
}

/// A value and the token behind it.
struct Found<Value> {
  let value: Value
  let end: Int

  init(_ value: Value, _ end: Int) {
    self.value = value
    self.end = end
  }
}

/// The state of reading one text: its tokens and the pieces that were found.
struct PhraseScanner {
  let text: String
  let bytes: [UInt8]
  let tokens: [PhraseToken]
  let now: Moment
  /// Days since 1970 and seconds since midnight, in the zone.
  let today: Int
  let second: Int
  let settings: PhraseSettings
  var pieces: [PhrasePiece] = []

  init(_ text: String, at now: Moment, _ settings: PhraseSettings) {
    self.text = text
    bytes = Array(text.utf8)
    tokens = PhraseToken.all(bytes)
    self.now = now
    self.settings = settings
    let local = PhraseScanner.local(now.date, now.zone)
    (today, second) = (local.day, local.second)
  }

  /// The local time of an instant. Instants beyond the years 1 to 9999 are the nearest within.
  static func local(_ date: Date, _ zone: TimeZone) -> LocalTime {
    let seconds = min(max(date.timeIntervalSince1970, -62_000_000_000), 253_000_000_000)
    let (day, rest) = CivilDate.split(Int(seconds.rounded(.down)) + zone.secondsFromGMT(for: date))
    return LocalTime(day: day, second: rest)
  }

  // MARK: Tokens

  /// The text of a token; empty behind the last one and for a negative place.
  func text(_ at: Int) -> String { tokens.indices.contains(at) ? tokens[at].text : "" }

  func lexeme(_ at: Int) -> Lexeme? { tokens.indices.contains(at) ? tokens[at].lexeme : nil }

  func isGlued(_ at: Int) -> Bool { tokens.indices.contains(at) && tokens[at].isGlued }

  func isWord(_ at: Int) -> Bool { tokens.indices.contains(at) && tokens[at].kind == .word }

  /// The number in digits at that place; nil for anything else and for one too large.
  func digits(_ at: Int) -> Int? {
    guard tokens.indices.contains(at), tokens[at].kind == .number, tokens[at].value >= 0 else { return nil }
    return tokens[at].value
  }

  func length(_ at: Int) -> Int { tokens.indices.contains(at) ? tokens[at].bytes.count : 0 }

  func unit(_ at: Int) -> PhraseUnit? {
    if case .unit(let unit) = lexeme(at) { return unit }
    return nil
  }

  func weekday(_ at: Int) -> (day: Int, isLoose: Bool)? {
    if case .weekday(let day, let isLoose) = lexeme(at) { return (day, isLoose) }
    return nil
  }

  func month(_ at: Int) -> (month: Int, isLoose: Bool)? {
    if case .month(let month, let isLoose) = lexeme(at) { return (month, isLoose) }
    return nil
  }

  // MARK: Scanning

  /// Finds the pieces from left to right; at each token the first rule that matches takes its words.
  mutating func scan() {
    var at = 0
    while at < tokens.count {
      guard let piece = piece(at), piece.tokens.upperBound > at else {
        at += 1
        continue
      }
      pieces.append(piece)
      at = piece.tokens.upperBound
    }
  }

  private func piece(_ at: Int) -> PhrasePiece? {
    // The glued rest of a word or number is no beginning: "7up", "v2".
    if tokens[at].isGlued, at > 0, tokens[at].kind != .sign, tokens[at - 1].kind != .sign { return nil }
    guard mayBegin(at) else { return nil }
    let lead = leading(at)
    func made(_ meaning: PhrasePiece.Meaning, _ end: Int) -> PhrasePiece {
      PhrasePiece(meaning: meaning, tokens: lead.start..<end, lead: lead.word)
    }
    if let found = amount(at) { return PhrasePiece(meaning: .amount(found.value), tokens: at..<found.end) }
    if let found = repeats(at) { return made(.repeats(found.value), found.end) }
    if let found = shifted(at) {
      return PhrasePiece(meaning: found.value, tokens: withArticle(at, lead.start)..<found.end, lead: lead.word)
    }
    if let found = duration(at) { return PhrasePiece(meaning: .duration(found.value), tokens: at..<found.end) }
    // "from 12 to 19 June" are two days and no hours.
    let isDays = digits(at) != nil && ["to", "-", "until", "till"].contains(text(at + 1)) && month(at + 3) != nil
    if !isDays || day(at) == nil, let found = clock(at), isWhole(found.end) {
      if isDescribing(at, found.end) { return attribute(.clock(found.value), at..<found.end) }
      return made(.clock(found.value), trailing(found.end))
    }
    if let found = daySpan(at) { return made(.day(found.value), found.end) }
    if let found = day(at), isWhole(found.end) {
      if isAttributive(at, found.end) { return attribute(.day(found.value), at..<found.end) }
      return PhrasePiece(
        meaning: .day(found.value), tokens: withArticle(at, lead.start)..<trailing(found.end), lead: lead.word)
    }
    if let found = part(at) { return made(.part(found.value), found.end) }
    return nil
  }

  /// Most words begin nothing: this one has a meaning of its own, or is one of few.
  private func mayBegin(_ at: Int) -> Bool {
    if tokens[at].kind != .word || tokens[at].lexeme != nil || tokens[at].isStarter { return true }
    // "C$ 12", "Tu/Th"
    return isGlued(at + 1) && length(at) <= 2 && (text(at + 1) == "$" || text(at + 1) == "/")
  }

  private func attribute(_ meaning: PhrasePiece.Meaning, _ tokens: Range<Int>) -> PhrasePiece {
    PhrasePiece(meaning: meaning, tokens: tokens, isAttributive: true)
  }

  /// The article belongs to "the day after tomorrow".
  private func withArticle(_ at: Int, _ start: Int) -> Int {
    start == at && at > 0 && text(at - 1) == "the" && (text(at) == "day" || text(at) == "week") ? at - 1 : start
  }

  /// The words behind a day or time that belong to it: "sharp", "at the latest".
  private func trailing(_ end: Int) -> Int {
    guard isWord(end), lexeme(end) == nil || text(end) == "first" else { return end }
    switch text(end) {
    case "sharp", "prompt", "latest", "onwards", "onward": return end + 1
    case "at" where text(end + 1) == "the" && ["latest", "earliest"].contains(text(end + 2)): return end + 3
    case "or" where text(end + 1) == "so": return end + 2
    case "first" where text(end + 1) == "thing": return end + 2
    default: return end
    }
  }

  /// A piece ends where a word or number does: "3am" of "3am3io" is none.
  private func isWhole(_ end: Int) -> Bool { !isGlued(end) || tokens[end].kind == .sign }

  /// The words directly before a date that belong to it, and the one of them that says most.
  func leading(_ at: Int) -> (start: Int, word: String?) {
    var (start, word) = (at, String?.none)
    let floor = pieces.last?.tokens.upperBound ?? 0
    while start > floor {
      switch tokens[start - 1].text {
      case "on", "at", "by", "from", "until", "till", "til", "due", "before", "for", "in", "starting", "beginning",
        "around", "since", "after", "between", "@", "during", "deadline", "starts", "ends", "ending", "approx",
        "sometime":
        let found = tokens[start - 1].text
        if word == nil || found == "until" || found == "by" { word = found }
        start -= 1
      case "thing" where ["first", "last"].contains(text(start - 2)) && start - 2 >= floor: start -= 2
      case "all" where text(at) == "next" || text(at) == "this": start -= 1
      case "doors" where start == at && clock(at) != nil: start -= 1
      case "early" where isNamingDay(at), "later" where isNamingDay(at): start -= 1
      case "start" where !isWord(start - 2) || start - 1 == floor:
        word = word ?? "start"
        start -= 1
      case "the", "about", "~":
        guard start - 1 > floor || start == at else { return (start, word) }
        start -= 1
      case ",":
        // A comma between two pieces of a date is part of neither title.
        guard start - 1 == floor, floor > 0 else { return (start, word) }
        return (start - 1, word)
      default: return trimmed(start, at, word)
      }
    }
    return trimmed(start, at, word)
  }

  /// Leaves an article at the beginning to the title unless a preposition stands before it.
  private func trimmed(_ start: Int, _ at: Int, _ word: String?) -> (start: Int, word: String?) {
    var start = start
    while start < at, tokens[start].text == "the" || tokens[start].text == "about" {
      if word != nil, tokens[start].text == "about" {
        start += 1
        continue
      }
      if word == nil, tokens[start].text == "about" { start += 1 } else { break }
    }
    return (start, word)
  }
}
