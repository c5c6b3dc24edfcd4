internal import Kernel
internal import Recurrence

// The kind of a text, its title and how sure the reading is.
extension PhraseScanner {
  func reading() -> PhraseReading {
    var reading = PhraseReading()
    let amount = chosenAmount()
    reading.amount = amount
    let words = tokens.filter { $0.kind == .word }
    guard !pieces.isEmpty || !words.isEmpty else { return reading }
    let lead = leadIn()
    let isAsking = isQuestion(lead.kind)
    let isBuying = amount != nil && !isAsking && lead.kind != .todo && isExpense()
    // What is due is ahead, also where it is paid for: "fine £70 due 10 December".
    let isDue = pieces.contains { ["due", "by", "deadline", "until"].contains($0.lead ?? "") }
    let times = times(isPast: !isDue && isBuying || settings.looksBack)
    reading.start = times.start
    reading.end = times.end
    reading.isAllDay = times.start?.isDay
    reading.repeats = times.repeats
    let title = title(lead: lead.end, dropping: times.dropped, isExpense: isBuying)
    reading.title = title.text
    reading.spans = title.spans
    let kind = kind(lead.kind, isAsking, isBuying, times, title.text)
    reading.kind = kind.kind
    if kind.kind == .expense { reading.category = category }
    reading.sure = kind.sure
    if kind.kind != .none, !isBuying { ask(&reading, times) }
    if times.guesses > 0 { reading.sure *= 0.8 }
    reading.sure = (reading.sure * 100).rounded() / 100
    return reading
  }

  /// The amount of the text. One with a currency counts before one with decimals, and both before a bare number: the number in
  /// "bought 3 shirts for 45 EUR" counts shirts.
  private func chosenAmount() -> PhraseAmount? {
    var best: (amount: PhraseAmount, rank: Int)?
    for piece in pieces {
      guard case .amount(let amount) = piece.meaning else { continue }
      let hasDecimals = piece.tokens.contains { text($0) == "." || text($0) == "," }
      let rank = amount.currency != nil ? 2 : hasDecimals ? 1 : 0
      if rank > best?.rank ?? -1 { best = (amount, rank) }
    }
    return best?.amount
  }

  // MARK: Lead-ins

  /// Words at the beginning that say what the rest is: "remind me to", "todo:", "add".
  private func leadIn() -> (end: Int, kind: PhraseKind?) {
    var at = 0
    while text(at) == "please" || text(at) == "hey" || text(at) == "ok", tokens.count > at + 1 {
      at += text(at + 1) == "," ? 2 : 1
    }
    let said: PhraseKind? =
      switch text(at) {
      case "todo", "task", "to-do", "reminder": .todo
      case "event", "appointment": .event
      case "expense": .expense
      default: nil
      }
    if let said, text(at + 1) == ":" || text(at + 1) == "-" || said == .todo && text(at) == "todo" {
      return (text(at + 1) == ":" || text(at + 1) == "-" ? at + 2 : at + 1, said)
    }
    switch (text(at), text(at + 1), text(at + 2)) {
    case ("remind", "me", "to"), ("reminder", "to", _), ("remember", "to", _), ("don't", "forget", "to"),
      ("i", "need", "to"),
      ("i", "have", "to"), ("i", "must", _), ("need", "to", _), ("have", "to", _), ("i", "should", _),
      ("we", "need", "to"):
      let end =
        ["remind", "don't"].contains(text(at)) || text(at + 2) == "to" && text(at) != "reminder" ? at + 3 : at + 2
      return (end, .todo)
    case ("remind", "me", _): return (["of", "about", "that"].contains(text(at + 2)) ? at + 3 : at + 2, .todo)
    case ("add", "a", _), ("add", "an", _), ("create", "a", _), ("create", "an", _), ("new", _, _), ("add", _, _):
      let place = text(at + 1) == "a" || text(at + 1) == "an" ? at + 2 : at + 1
      switch text(place) {
      case "todo", "task", "reminder":
        return (text(place + 1) == ":" || text(place + 1) == "to" ? place + 2 : place + 1, .todo)
      case "event", "appointment": return (text(place + 1) == ":" ? place + 2 : place + 1, .event)
      case "expense": return (text(place + 1) == ":" || text(place + 1) == "of" ? place + 2 : place + 1, .expense)
      default: return (at, nil)
      }
    default: return (at, nil)
    }
  }

  private func isQuestion(_ said: PhraseKind?) -> Bool {
    guard said == nil, let first = tokens.first, first.kind == .word else { return false }
    if tokens.last?.text == "?" { return true }
    switch (first.text, text(1)) {
    case ("what's", _), ("whats", _), ("who's", _), ("where's", _), ("when's", _), ("how's", _), ("what", _),
      ("where", _), ("who", _), ("why", _), ("how", _), ("which", _), ("when", _):
      return true
    case ("may", "i"), ("may", "we"), ("can", _), ("could", _), ("would", "you"), ("is", _), ("are", _), ("am", _),
      ("do", "i"),
      ("do", "you"), ("do", "we"), ("does", _), ("did", _), ("was", _), ("were", _), ("shall", _), ("should", "i"):
      return true
    default: return false
    }
  }

  // MARK: The kind

  /// An amount is an expense unless something is to be done about it.
  private func isExpense() -> Bool {
    if hasSpending { return true }
    guard let first = tokens.first(where: { $0.kind == .word }) else { return true }
    guard first.bytes.lowerBound == tokens.first?.bytes.lowerBound else { return true }
    return !PhraseWords.doing.contains(first.text)
  }

  private func kind(
    _ said: PhraseKind?, _ isAsking: Bool, _ isBuying: Bool, _ times: PhraseTimes, _ title: String?
  ) -> (kind: PhraseKind, sure: Double) {
    if isAsking { return (.none, 0.9) }
    if let said, said != .expense || isBuying || title == nil { return (said, 0.97) }
    if isBuying { return (.expense, hasSpending || title == nil || category != nil ? 0.96 : 0.88) }
    guard let title else { return times.start == nil ? (.none, 0.9) : (.event, 0.5) }
    let words = title.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "-" }).map(String.init)
    guard let first = words.first(where: { $0 != "a" && $0 != "the" && $0 != "my" }) else {
      return times.start == nil ? (.none, 0.7) : (.todo, 0.5)
    }
    if times.start == nil, PhraseWords.isGreeting(words) { return (.none, 0.9) }
    // What somebody has done, and what somebody wants to see, is nothing to do.
    if words.count > 1, PhraseWords.persons.contains(words[0]), PhraseWords.isPast(words[1]) { return (.none, 0.75) }
    if words.count > 1, words[0] == "show", ["me", "my", "all", "the"].contains(words[1]) { return (.none, 0.8) }
    if PhraseWords.doing.contains(first),
      !(words.count > 1 && PhraseWords.happening.contains(words.last ?? "") && first == "test"),
      !(words.prefix(2) == ["book", "club"])
    {
      return (.todo, 0.95)
    }
    let takesPlace = words.contains(where: PhraseWords.happening.contains)
    let hasClock = times.start?.isDay == false
    if times.start != nil, takesPlace { return (.event, hasClock ? 0.95 : 0.86) }
    if hasClock { return (.event, times.end != nil || words.contains("with") ? 0.93 : 0.72) }
    if times.start != nil, times.end != nil,
      pieces.contains(where: { piece in
        if case .duration = piece.meaning { return true }
        return false
      })
    {
      return (.event, 0.75)
    }
    if times.start != nil { return (.todo, times.repeats == nil ? 0.7 : 0.75) }
    // A statement says what is, and is nothing to do.
    let bare = words.drop { ["a", "the", "my"].contains($0) }
    if let verb = bare.dropFirst().first, ["is", "was", "are", "were"].contains(verb) { return (.none, 0.6) }
    if PhraseWords.persons.contains(first) { return (.none, 0.6) }
    if first == "sat" || words.count == 2 && words.first == "the" { return (.none, 0.55) }
    return (.todo, 0.6)
  }

  // MARK: Questions

  private func ask(_ reading: inout PhraseReading, _ times: PhraseTimes) {
    if let start = times.start, !start.isDay, let shown = moved(overGap: start) {
      let said = PhraseScanner.clock(start)
      reading.ask = "The clock leaves out \(said) on \(dayName(start.day)). Is \(PhraseScanner.clock(shown)) meant?"
      reading.sure *= 0.75
      return
    }
    guard let start = times.start, let other = times.other, other != start else { return }
    reading.other = other
    if start.day == other.day {
      reading.ask = "\(PhraseScanner.clock(start)) or \(PhraseScanner.clock(other))?"
    } else {
      reading.ask = "\(dayName(start.day)) or \(dayName(other.day))?"
    }
    reading.sure *= 0.75
  }

  private static func clock(_ time: LocalTime) -> String {
    let (hour, minute) = (time.second / 3600, time.second / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private func dayName(_ day: Int) -> String {
    let date = CivilDate(daysSince1970: day)
    let year = date.year == CivilDate(daysSince1970: today).year ? "" : " \(date.year)"
    let name = PhraseScanner.weekdays[CivilDate.weekday(ofDay: day) % 7]
    return "\(name) \(date.day) \(PhraseScanner.months[(date.month + 11) % 12])\(year)"
  }
}
