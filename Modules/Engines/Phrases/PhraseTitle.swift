internal import Recurrence

// The title: what is left of the text.
extension PhraseScanner {
  /// The words that belong to no piece, in the order of the text, and the spans of all.
  func title(
    lead: Range<Int>, dropping times: PhraseTimes, keeping kept: Set<Int>, isExpense: Bool
  ) -> (text: String?, spans: [PhraseSpan], rest: [Int]) {
    var taken = Array(repeating: false, count: tokens.count)
    var spans: [PhraseSpan] = []
    if !lead.isEmpty { spans.append(span(.lead, lead)) }
    for place in lead { taken[place] = true }
    for (place, piece) in pieces.enumerated() where !times.dropped.contains(place) && !kept.contains(place) {
      for token in piece.tokens { taken[token] = true }
      spans.append(span(meaning(piece), piece.tokens))
    }
    for place in times.joins { taken[place] = true }
    if times.start?.isDay == true, taken.contains(false), let whole = wholeDay {
      for place in whole { taken[place] = true }
      spans.append(span(.time, whole))
    }
    var rest = tokens.indices.filter { !taken[$0] }
    trim(&rest, isExpense)
    // "could you remind me to call Bea?"
    if !lead.isEmpty, let last = rest.last, text(last) == "?" { rest.removeLast() }
    let text = joined(rest)
    // Runs of the title between the pieces.
    var run: Range<Int>?
    for token in rest {
      if let open = run, open.upperBound == token {
        run = open.lowerBound..<(token + 1)
      } else {
        if let open = run { spans.append(span(.title, open)) }
        run = token..<(token + 1)
      }
    }
    if let open = run { spans.append(span(.title, open)) }
    spans.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
    return (text.isEmpty ? nil : text, spans, rest)
  }

  /// "all day", "the whole day".
  private var wholeDay: Range<Int>? {
    for at in tokens.indices where text(at) == "all" || text(at) == "whole" {
      let place = text(at + 1) == "-" ? at + 2 : at + 1
      if unit(place) == .day, !pieces.contains(where: { $0.tokens.contains(at) || $0.tokens.contains(place) }) {
        return (text(at - 1) == "the" ? at - 1 : at)..<(place + 1)
      }
    }
    return nil
  }

  private func meaning(_ piece: PhrasePiece) -> PhraseSpan.Meaning {
    switch piece.meaning {
    case .day: .day
    case .clock, .part, .instant: .time
    case .duration: .duration
    case .repeats: .repeats
    case .amount: .amount
    }
  }

  private func span(_ meaning: PhraseSpan.Meaning, _ range: Range<Int>) -> PhraseSpan {
    let here = tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound - 1].bytes.upperBound
    return PhraseSpan(meaning: meaning, bytes: here, words: String(decoding: bytes[here], as: UTF8.self))
  }

  /// Takes away what joined the title to the pieces: signs and prepositions at its ends.
  private func trim(_ rest: inout [Int], _ isExpense: Bool) {
    while let first = rest.first {
      if tokens[first].kind == .sign, !isOpening(first) {
        rest.removeFirst()
        continue
      }
      let isTaken = first > 0
      switch text(first) {
      case "to" where isTaken, "and" where isTaken, "then" where isTaken: rest.removeFirst()
      case "of" where isTaken, "that" where isTaken, "on" where isTaken && isExpense, "for" where isTaken,
        "at" where isTaken && isExpense:
        rest.removeFirst()
      case "i" where isExpense, "we" where isExpense: rest.removeFirst()
      case let word where isExpense && PhraseWords.spending.contains(word): rest.removeFirst()
      case "on" where isExpense, "for" where isExpense: rest.removeFirst()
      default:
        trimEnd(&rest, isExpense)
        return
      }
    }
  }

  private func isOpening(_ at: Int) -> Bool {
    switch text(at) {
    case "\"", "“", "(", "#", "@", "*", "[": !(text(at) == "(" && text(at + 1) == ")")
    default: false
    }
  }

  private func trimEnd(_ rest: inout [Int], _ isExpense: Bool) {
    while let last = rest.last {
      let isTaken = last + 1 < tokens.count
      if isExpense, isTaken, let count = priced(rest) {
        rest.removeLast(count)
        continue
      }
      switch text(last) {
      case ",", "-", ";", "@", "~", ":", "|", "(": rest.removeLast()
      case ".", "!": rest.removeLast()
      case "and" where isTaken, "for" where isTaken, "at" where isTaken, "on" where isTaken, "from" where isTaken,
        "by" where isTaken, "in" where isTaken, "is" where isTaken, "due" where isTaken, "costs" where isTaken,
        "cost" where isTaken,
        "until" where isTaken, "of" where isTaken, "was" where isTaken, "to" where isTaken, "or" where isTaken,
        "till" where isTaken,
        "through" where isTaken, "starts" where isTaken && rest.count > 1, "between" where isTaken,
        "sometime" where isTaken:
        rest.removeLast()
      case "&" where isTaken, "/" where isTaken, "+" where isTaken, "start" where isTaken && text(last - 1) == ",":
        rest.removeLast()
      default: return
      }
    }
  }

  /// The number of words at the end that say that a price follows: "cost me", "came to", "set me back".
  private func priced(_ rest: [Int]) -> Int? {
    let words = rest.suffix(3).map { text($0) }
    if words == ["set", "me", "back"] || words == ["set", "us", "back"] { return rest.count > 3 ? 3 : nil }
    let two = Array(words.suffix(2))
    let phrases = [
      ["cost", "me"], ["cost", "us"], ["came", "to"], ["comes", "to"], ["in", "total"], ["for", "only"],
      ["total", "of"],
    ]
    if phrases.contains(two) { return rest.count > 2 ? 2 : nil }
    return ["altogether", "total", "paid"].contains(words.last ?? "") && rest.count > 2 ? 1 : nil
  }

  /// The words with one space where the text has any.
  private func joined(_ rest: [Int]) -> String {
    var title: [UInt8] = []
    var before = -1
    for token in rest {
      // "parents evening, 5.50 with Mrs Cole": the comma stood before the time.
      if before >= 0, token > before + 1, text(before) == ",", title.last == 0x2C,
        isFunction(token) || text(token) == ","
      {
        title.removeLast()
      }
      if before >= 0, !(tokens[token].isGlued && before == token - 1) {
        // A sign that closes stands directly behind the word.
        let closes = tokens[token].kind == .sign && [",", ".", ")", "!", "?"].contains(tokens[token].text)
        if !closes { title.append(0x20) }
      }
      // Marks of direction and other bytes between glued tokens stay out, the token itself is kept as it is.
      title += bytes[tokens[token].bytes]
      before = token
    }
    return String(decoding: title, as: UTF8.self)
  }
}
