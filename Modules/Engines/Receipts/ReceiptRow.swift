/// The words of one line of a receipt.
struct ReceiptRow: Sendable, Hashable {
  let words: [ReceiptWord]
  let box: ReceiptBox
  let amounts: [ReceiptAmount]

  /// Nil for no words.
  init?(_ words: [ReceiptWord]) {
    guard let box = ReceiptBox(around: words.lazy.map(\.box)) else { return nil }
    (self.words, self.box) = (words, box)
    amounts = ReceiptAmount.all(in: words)
  }

  /// The rows of all words, without what is no text: the edge of the paper, rules and noise.
  static func rows(of words: [ReceiptWord]) -> [ReceiptRow] {
    var lines: [Int: [ReceiptWord]] = [:]
    for word in words.prefix(ReceiptExtraction.mostWords) where !word.text.isEmpty {
      lines[word.line, default: []].append(word)
    }
    return lines.keys.sorted().compactMap { line in
      let kept = trimmed(joined((lines[line] ?? []).map(mended)))
      guard let row = ReceiptRow(kept), row.confidence >= 0.4, row.text.contains(where: { $0.isLetter || $0.isNumber })
      else { return nil }
      return row
    }
  }

  /// A zero with a dot or a stroke is often read as another round sign.
  private static func mended(_ word: ReceiptWord) -> ReceiptWord {
    guard word.text.contains(where: isRound) else { return word }
    let characters = Array(word.text)
    let text = characters.indices.map { place -> Character in
      let near = [place - 1, place + 1].filter(characters.indices.contains).map { characters[$0] }
      let isDigit =
        isRound(characters[place])
        && (characters.count == 1 ? false : near.contains { $0.isASCIIDigit || $0 == "." || isRound($0) })
      return isDigit ? "0" : characters[place]
    }
    return ReceiptWord(String(text), word.box, confidence: word.confidence * 0.95, line: word.line)
  }

  private static func isRound(_ character: Character) -> Bool { "@©®".contains(character) }

  /// Joins "52." and "87" to one amount.
  private static func joined(_ words: [ReceiptWord]) -> [ReceiptWord] {
    var all: [ReceiptWord] = []
    for word in words {
      if let last = all.last, let sign = last.text.last, ".,".contains(sign),
        last.text.dropLast().last?.isASCIIDigit == true,
        word.text.prefix(2).count == 2, word.text.prefix(2).allSatisfy(\.isASCIIDigit), word.text.count <= 3,
        word.box.left - last.box.left - last.box.width < word.box.height,
        let box = ReceiptBox(around: [last.box, word.box])
      {
        let confidence = min(last.confidence, word.confidence)
        all[all.count - 1] = ReceiptWord(last.text + word.text, box, confidence: confidence, line: word.line)
      } else {
        all.append(word)
      }
    }
    return all
  }

  /// The row without a sign at an end that stands far from the others: a part of the paper's edge. Nil where nothing is left.
  var inner: ReceiptRow? {
    var rest = words[...]
    let far = 1.2 * Double(words.map(\.box.height).max() ?? 0)
    func gap(_ one: ReceiptWord, _ next: ReceiptWord) -> Double { Double(next.box.left - one.box.left - one.box.width) }
    while rest.count > 1, let first = rest.first, first.text.count <= 2, gap(first, rest[rest.startIndex + 1]) > far {
      rest.removeFirst()
    }
    while rest.count > 1, let last = rest.last, last.text.count <= 2, gap(rest[rest.endIndex - 2], last) > far {
      rest.removeLast()
    }
    return ReceiptRow(Array(rest))
  }

  /// The words without what was read into the edges: doubtful ones at both ends.
  private static func trimmed(_ words: [ReceiptWord]) -> [ReceiptWord] {
    func isNoise(_ word: ReceiptWord) -> Bool {
      let letters = word.text.count { $0.isLetter || $0.isNumber }
      if word.text.allSatisfy({ "|_‘’'\"~".contains($0) }) { return true }
      if letters == 0 { return word.confidence < 0.9 && !word.text.contains { "€£$¥₹".contains($0) } }
      if word.text.contains(where: \.isNumber), letters > 2 { return word.confidence < 0.1 }
      return word.confidence < (letters <= 2 ? 0.6 : 0.25)
    }
    var rest = words[...]
    while let first = rest.first, isNoise(first) { rest.removeFirst() }
    while let last = rest.last, isNoise(last) { rest.removeLast() }
    return Array(rest)
  }

  var text: String { words.map(\.text).joined(separator: " ") }

  /// The mean of its words by their length.
  var confidence: Double {
    let length = words.reduce(0) { $0 + $1.text.count }
    guard length > 0 else { return 0 }
    return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(length)
  }

  var leastConfidence: Double { words.map(\.confidence).min() ?? 0 }

  /// The letters of the row in capitals, with digits that look like letters as such, and one space between words.
  var key: String { ReceiptRow.key(text) }

  static func key(_ text: String) -> String {
    var key = ""
    for word in text.uppercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
      let parts = word.split(separator: "-").filter { !$0.isEmpty }
      for part in parts {
        let hasLetters = part.contains(where: \.isLetter)
        let letters = String(part.map { hasLetters ? alike[$0] ?? $0 : $0 })
        key += key.isEmpty ? letters : " " + letters
      }
    }
    return key
  }

  private static let alike: [Character: Character] = ["0": "O", "1": "I", "5": "S", "8": "B"]

  /// Returns whether one of the phrases stands in the row, as whole words, of which a long one may have a wrong letter.
  func says(_ phrases: [String]) -> Bool { ReceiptRow.says(key, phrases) }

  static func says(_ key: String, _ phrases: [String]) -> Bool {
    let words = key.split(separator: " ").map(Array.init)
    return phrases.contains { phrase in
      let wanted = phrase.split(separator: " ").map(Array.init)
      guard wanted.count <= words.count else { return false }
      return (0...(words.count - wanted.count)).contains { start in
        zip(wanted, words[start...]).allSatisfy { ReceiptRow.isNear($0, $1) }
      }
    }
  }

  private static func isNear(_ wanted: [Character], _ word: [Character]) -> Bool {
    if wanted == word { return true }
    guard wanted.count >= 5, abs(wanted.count - word.count) <= 1 else { return false }
    // One letter is replaced, left out or added.
    var (start, end) = (0, 0)
    while start < min(wanted.count, word.count), wanted[start] == word[start] { start += 1 }
    while end < min(wanted.count, word.count) - start, wanted[wanted.count - 1 - end] == word[word.count - 1 - end] {
      end += 1
    }
    return max(wanted.count, word.count) - start - end <= 1
  }
}
