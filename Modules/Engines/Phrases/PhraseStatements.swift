internal import Recurrence

// What is nothing to do, to attend or to pay: greetings, statements, records and orders to a machine.
extension PhraseScanner {
  /// The certainty that the text is of no kind; nil if it is of one.
  func nothing(_ words: [String], _ times: PhraseTimes, _ takesPlace: Bool) -> Double? {
    let hasStart = times.start != nil
    if !hasStart, PhraseWords.isGreeting(words) { return 0.9 }
    let (first, second) = (words[0], words.count > 1 ? words[1] : "")
    if PhraseWords.isWish(words) { return 0.8 }
    if !hasStart, first.hasSuffix("'s"), PhraseWords.states.contains(second) { return 0.7 }
    if !hasStart, PhraseWords.interjections.contains(first), words.count == 1 || !PhraseWords.doing.contains(second) {
      return 0.8
    }
    if ["thanks", "thank"].contains(first), !hasStart, second != "-", !words.contains("card"), !words.contains("cards")
    {
      if first == "thanks" || second == "you" || second == "god" { return 0.8 }
    }
    if isOrder(first, second, words, hasStart) { return 0.85 }
    if isRecord(first, second, words, times) { return 0.75 }
    if let sure = isStatement(first, second, words, times, takesPlace) { return sure }
    return nil
  }

  /// An order that a machine carries out at once: "tell me a joke", "play some jazz", "set a timer for 10 minutes".
  private func isOrder(_ first: String, _ second: String, _ words: [String], _ hasStart: Bool) -> Bool {
    switch first {
    case "tell", "show", "give":
      return second == "me" && !hasStart || first == "show" && ["my", "all", "the"].contains(second)
    case "convert", "calculate", "define", "translate", "sing", "explain", "spell": return !hasStart
    case "play":
      return !hasStart
        && (["some", "music", "my", "that"].contains(second)
          || words.contains {
            ["music", "song", "songs", "playlist", "album", "radio", "podcast", "jazz"].contains($0)
          })
    case "set", "start", "stop", "cancel": return words.contains("timer") || words.contains("stopwatch")
    case "timer", "stopwatch": return true
    case "turn":
      return words.contains { ["up", "down"].contains($0) }
        && words.contains { ["volume", "music", "radio"].contains($0) }
    case "skip", "pause", "volume", "roll", "flip": return !hasStart && words.count <= 4
    default: return false
    }
  }

  /// Whether something was done or measured: "weigh 72.4 kg this morning", "ran 5k", "slept 7 hours".
  private func isRecord(_ first: String, _ second: String, _ words: [String], _ times: PhraseTimes) -> Bool {
    if let start = times.start, start.day > today { return false }
    if ["weigh", "weighed", "weight", "weighs"].contains(first) {
      return tokens.contains { $0.kind == .number } && !words.contains("parcel") && !words.contains("the")
    }
    if first == "spent" { return true }
    if first == "blood", second == "pressure" { return tokens.contains { $0.kind == .number } }
    if ["lost", "forgot", "broke", "won", "made", "found", "left"].contains(first) {
      return ["my", "the", "a", "our", "his", "her", "it"].contains(second)
    }
    return words.count > 1 && PhraseWords.isRecord(first)
  }

  /// Whether something is said of somebody or something: "I feel a bit tired today", "Wifi password is sunflower22".
  private func isStatement(
    _ first: String, _ second: String, _ words: [String], _ times: PhraseTimes, _ takesPlace: Bool
  ) -> Double? {
    let isAhead = times.start.map { $0.day > today || !$0.isDay && !times.isPart } ?? false
    let subject = PhraseWords.subject(of: first)
    if let subject {
      if subject.isShort {
        // "I'm tired today", and "we're having lunch with the Smiths on Sunday".
        if ["it", "that", "this", "there"].contains(subject.word), !(isAhead && takesPlace) { return 0.8 }
        return isAhead ? nil : 0.75
      }
      if words.count > 1, PhraseWords.isPast(second) { return isAhead && takesPlace ? nil : 0.75 }
      if PhraseWords.stating.contains(second) { return 0.75 }
      if ["it", "that", "this", "there"].contains(first), ["is", "was", "seems", "looks"].contains(second) {
        return isAhead && takesPlace ? nil : 0.8
      }
      return isAhead ? nil : 0.6
    }
    if PhraseWords.doing.contains(first), !PhraseWords.isCompound(words) { return nil }
    // "Zoe said she's allergic to nuts", and not "mum says I have to practise"
    if ["said", "says", "thinks", "hates", "loves", "likes", "prefers"].contains(second), times.start == nil,
      !words.contains(where: { ["have", "need", "must", "should"].contains($0) })
    {
      return 0.65
    }
    if first == "sat", ["down", "in", "on", "up", "at", "there", "by"].contains(second) { return 0.6 }
    if times.start == nil, words.dropFirst().prefix(2).contains(where: PhraseWords.telling.contains) { return 0.65 }
    guard
      let verb = words.dropFirst().prefix(5).firstIndex(where: {
        ["is", "are", "was", "were", "isn't", "aren't"].contains($0)
      })
    else { return words == ["the", words.last ?? ""] && times.start == nil ? 0.55 : nil }
    if ["called", "named"].contains(verb + 1 < words.count ? words[verb + 1] : "") { return 0.7 }
    if ["was", "were"].contains(words[verb]) { return 0.75 }
    return times.start == nil ? 0.75 : nil
  }

  /// Whether an amount is to be told in another currency: "convert 50 pounds to euros", "100 usd in eur".
  var isConversion: Bool {
    if text(0) == "convert" { return true }
    guard tokens.count >= 4, pieces.contains(where: { if case .amount = $0.meaning { true } else { false } }) else {
      return false
    }
    return ["in", "to", "into"].contains(text(tokens.count - 2)) && currency(tokens.count - 1) != nil
  }

  /// The certainty that something takes place, by its verb: "arrives Friday", "out of office", "closed".
  func happens(_ words: [String], _ times: PhraseTimes) -> Double? {
    guard times.start != nil else { return nil }
    if PhraseWords.subject(of: words[0]) != nil { return 0.7 }
    if words.contains(where: PhraseWords.eventVerbs.contains) { return 0.75 }
    if words.prefix(3) == ["out", "of", "office"] || words.prefix(2) == ["off", "work"] || words.first == "ooo" {
      return 0.85
    }
    // "Grandpa's 80th"
    if let last = words.last, ["off", "away", "th", "st"].contains(last) { return 0.75 }
    return words.dropFirst().contains { ["is", "are"].contains($0) } ? 0.7 : nil
  }

  // MARK: Trust

  /// The part of the sureness that is left by what stands in the title: words of time, numbers like times, and joints without
  /// anything to join.
  func trust(in rest: [Int], _ times: PhraseTimes) -> Double {
    var trust = 1.0
    if rest.contains(where: isTimely) { trust *= 0.75 }
    guard let first = rest.first, let last = rest.last else { return trust }
    if isFunction(last) || isDangling(last) { trust *= 0.6 }
    if isWord(first), isFunction(first), first > 0 { trust *= 0.8 }
    for (one, two) in zip(rest, rest.dropFirst())
    where two > one + 1 && isFunction(one) && (isFunction(two) || !isWord(two)) {
      trust *= 0.7
      break
    }
    if tokens[last].kind == .number, tokens[last].bytes.count <= 2 { trust *= 0.85 }
    return trust
  }

  private func isDangling(_ at: Int) -> Bool {
    ["&", "/", "+", "a", "an", "the", "my", "through", "till", "than", "under", "next", "this", "or", "sometime"]
      .contains(text(at))
  }

  /// A token that could be a time and was not taken for one.
  private func isTimely(_ at: Int) -> Bool {
    switch lexeme(at) {
    case .weekday, .weekdays, .relative, .clock, .feast: return true
    case .month(_, let isLoose): return !isLoose || text(at) == "march" && !isDoing
    case .unit(let unit): return unit == .week || unit == .weekend && digits(at - 1) == nil
    case .part: return true
    default: break
    }
    if tokens[at].kind == .number {
      if [".", "/", ":"].contains(text(at + 1)), isGlued(at + 1), isGlued(at + 2), digits(at + 2) != nil {
        return true
      }
      return text(at + 1) == "-" && digits(at + 2) != nil
    }
    return ["am", "pm", "half", "o'clock", "till", "until", "ish", "every", "each", "twice", "daily", "weekly"]
      .contains(text(at))
  }
}
