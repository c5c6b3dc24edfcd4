// The title: what is left of the text.
extension PhraseScanner {
  /// The words that belong to no piece, in the order of the text, and the spans of all.
  func title(lead: Int, dropping dropped: Set<Int>, isExpense: Bool) -> (text: String?, spans: [PhraseSpan]) {
    var taken = Array(repeating: false, count: tokens.count)
    var spans: [PhraseSpan] = []
    if lead > 0 { spans.append(span(.lead, 0..<lead)) }
    for place in 0..<lead { taken[place] = true }
    for (place, piece) in pieces.enumerated() where !dropped.contains(place) {
      for token in piece.tokens { taken[token] = true }
      spans.append(span(meaning(piece), piece.tokens))
    }
    var rest = tokens.indices.filter { !taken[$0] }
    trim(&rest, isExpense)
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
    return (text.isEmpty ? nil : text, spans)
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
        trimEnd(&rest)
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

  private func trimEnd(_ rest: inout [Int]) {
    while let last = rest.last {
      let isTaken = last + 1 < tokens.count
      switch text(last) {
      case ",", "-", ";", "@", "~", ":", "|", "(": rest.removeLast()
      case ".", "!": rest.removeLast()
      case "and" where isTaken, "for" where isTaken, "at" where isTaken, "on" where isTaken, "from" where isTaken,
        "by" where isTaken, "in" where isTaken, "is" where isTaken, "due" where isTaken, "costs" where isTaken,
        "cost" where isTaken,
        "until" where isTaken, "was" where isTaken, "to" where isTaken:
        rest.removeLast()
      default: return
      }
    }
  }

  /// The words with one space where the text has any.
  private func joined(_ rest: [Int]) -> String {
    var text: [UInt8] = []
    var before = -1
    for token in rest {
      if before >= 0, !(tokens[token].isGlued && before == token - 1) {
        // A sign that closes stands directly behind the word.
        let closes = tokens[token].kind == .sign && [",", ".", ")", "!", "?"].contains(tokens[token].text)
        if !closes { text.append(0x20) }
      }
      // Marks of direction and other bytes between glued tokens stay out, the token itself is kept as it is.
      text += bytes[tokens[token].bytes]
      before = token
    }
    return String(decoding: text, as: UTF8.self)
  }
}
