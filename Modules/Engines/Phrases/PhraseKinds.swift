internal import Kernel
internal import Recurrence

// The kind of a text, its title and how sure the reading is.
extension PhraseScanner {
  func reading() -> PhraseReading {
    var reading = PhraseReading()
    let amount = chosenAmount()
    reading.amount = amount
    guard !pieces.isEmpty || tokens.contains(where: { $0.kind == .word }) else { return reading }
    let lead = leadIn()
    let isAsking = isQuestion(lead.kind)
    let isDoing = isDoing(at: lead.words.upperBound)
    let isBuying = amount != nil && !isAsking && lead.kind != .todo && isExpense()
    // What is due is ahead, also where it is paid for: "fine £70 due 10 December".
    let isDue = pieces.contains { ["due", "by", "deadline", "until"].contains($0.lead ?? "") }
    let times = times(
      isPast: !isDue && isBuying || settings.looksBack, isToDo: isDoing && lead.kind == nil && !settings.looksBack)
    reading.start = times.start
    reading.end = times.end
    reading.isAllDay = times.start?.isDay
    reading.repeats = times.repeats
    let kept = isBuying ? [] : describingAmounts
    let title = title(lead: lead.words, dropping: times, keeping: kept, isExpense: isBuying)
    reading.title = title.text
    reading.spans = title.spans
    let kind = kind(lead.kind, isAsking, isBuying, times, title.text)
    reading.kind = kind.kind
    if kind.kind == .expense { reading.category = category }
    reading.sure = kind.sure
    if kind.kind != .none, !isBuying { ask(&reading, times) }
    if times.guesses > 0 { reading.sure *= 0.8 }
    if kind.kind != .none { reading.sure *= trust(in: title.rest, times) }
    reading.sure = (reading.sure * 100).rounded() / 100
    return reading
  }

  /// Amounts that describe something in what is to be done: "ask Tom for the £20 he owes", "a present under 30 euros".
  private var describingAmounts: Set<Int> {
    Set(
      pieces.indices.filter { place in
        guard case .amount = pieces[place].meaning, text(pieces[place].tokens.lowerBound) != "a" else { return false }
        switch text(pieces[place].tokens.lowerBound - 1) {
        case "the", "a", "an", "my", "his", "her", "their", "under", "over", "than", "below", "about", "around", "max",
          "least", "most", "bring", "need", "needs", "pack":
          return true
        default: return false
        }
      })
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

  // MARK: The kind

  /// An amount is an expense unless something is to be done about it.
  private func isExpense() -> Bool {
    if hasSpending { return true }
    if startsWithNoun { return true }
    // "non-uniform day, bring £1"
    if pieces.contains(where: { piece in
      guard case .amount = piece.meaning else { return false }
      return ["bring", "take", "need", "needs", "pack", "max", "under", "budget", "limit", "below"]
        .contains(text(piece.tokens.lowerBound - 1))
    }) {
      return false
    }
    guard let first = tokens.first(where: { $0.kind == .word }) else { return true }
    guard first.bytes.lowerBound == tokens.first?.bytes.lowerBound else { return true }
    return !PhraseWords.doing.contains(first.text)
  }

  private func kind(
    _ said: PhraseKind?, _ isAsking: Bool, _ isBuying: Bool, _ times: PhraseTimes, _ title: String?
  ) -> (kind: PhraseKind, sure: Double) {
    if isAsking { return (.none, 0.9) }
    if let said, said != .expense || isBuying || title == nil { return (said, 0.97) }
    if isBuying || hasCurrency {
      if isConversion { return (.none, 0.8) }
      if tokens.contains(where: { $0.text == "owes" }) { return (.none, 0.6) }
    }
    if isBuying {
      // Without a currency it may be a time or a count.
      let isClear = hasSpending || title == nil || category != nil
      return (.expense, hasCurrency || hasSpending ? (isClear ? 0.96 : 0.88) : 0.85)
    }
    guard let title else { return times.start == nil ? (.none, 0.9) : (.event, 0.5) }
    let words = title.lowercased().replacing("’", with: "'")
      .split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "-" }).map(String.init)
    guard words.contains(where: { $0 != "a" && $0 != "the" && $0 != "my" }) else {
      return times.start == nil ? (.none, 0.7) : (.todo, 0.5)
    }
    let takesPlace = PhraseWords.takesPlace(words)
    // "dinner money due Monday"
    if times.start != nil, pieces.contains(where: { ["due", "deadline"].contains($0.lead ?? "") }) {
      return (.todo, 0.85)
    }
    if let sure = nothing(words, times, takesPlace) { return (.none, sure) }
    if times.start != nil, PhraseWords.isComing(words) { return (.event, 0.75) }
    if PhraseWords.doing.contains(words[0]), !PhraseWords.isCompound(words) {
      return (.todo, hasCurrency ? 0.85 : 0.95)
    }
    let hasClock = times.start?.isDay == false
    if times.start != nil, takesPlace { return (.event, hasClock ? 0.95 : 0.86) }
    // "Nikolaus: fill the boots"
    if let colon = title.firstIndex(of: ":"),
      let verb = title[colon...].dropFirst().split(separator: " ").first, PhraseWords.doing.contains(verb.lowercased())
    {
      return (.todo, 0.8)
    }
    if let sure = happens(words, times) { return (.event, sure) }
    if ["pick up", "drop off", "hand in", "send off"].contains(words.suffix(2).joined(separator: " ")) {
      return (.todo, 0.65)
    }
    if hasClock {
      if times.isPart, !words.contains("with") { return (.todo, 0.65) }
      return (.event, times.end != nil || words.contains("with") ? 0.93 : 0.72)
    }
    if times.start != nil, times.end != nil, times.isRange || hasLength { return (.event, times.isRange ? 0.85 : 0.75) }
    if times.start != nil { return (.todo, times.repeats == nil ? 0.7 : 0.75) }
    return (.todo, 0.6)
  }

  private var hasCurrency: Bool {
    pieces.contains { if case .amount(let amount) = $0.meaning { amount.currency != nil } else { false } }
  }

  private var hasLength: Bool {
    pieces.contains { if case .duration = $0.meaning { true } else { false } }
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
