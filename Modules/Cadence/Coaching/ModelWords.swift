/// Passes on whole sentences of a model whose numbers all stand in given texts. The rest is left out, so that a model cannot
/// state a figure of its own.
///
/// It knows digits and English words for numbers from two on; other writings of numbers are refused as unknown.
struct ModelWords: Sendable {
  private let known: Set<String>
  private var buffer = ""
  /// Whether nothing was passed on.
  private(set) var isEmpty = true
  private var length = 0

  /// The longest reply that is read, and the longest sentence, in characters.
  static let longest = 8_000
  static let longestSentence = 1_000

  init(of texts: [String]) { known = Set(texts.flatMap(ModelWords.numbers)) }

  /// Takes a part of the reply, and returns the sentences that it completes and that hold.
  mutating func take(_ text: String) -> String {
    length += text.count
    guard length <= ModelWords.longest else {
      buffer = ""
      return ""
    }
    buffer += text
    var passed = ""
    while let end = ModelWords.end(of: buffer) {
      passed += checked(String(buffer[..<end]))
      buffer.removeSubrange(..<end)
    }
    return passed
  }

  /// Ends the reply, and returns its last sentence if it holds.
  mutating func finish() -> String {
    defer { buffer = "" }
    return checked(buffer)
  }

  private mutating func checked(_ sentence: String) -> String {
    guard sentence.contains(where: { !$0.isWhitespace }), sentence.count <= ModelWords.longestSentence,
      ModelWords.numbers(in: sentence).allSatisfy(known.contains)
    else { return "" }
    defer { isEmpty = false }
    // The first sentence that is shown has no space before it.
    return isEmpty ? String(sentence.drop(while: \.isWhitespace)) : sentence
  }

  /// The index behind the first sentence that has ended: behind its full stop, if a space follows, and the line break.
  private static func end(of text: String) -> String.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index].isNewline { return next }
      if ".!?…".contains(text[index]), next < text.endIndex, text[next].isWhitespace { return next }
      index = next
    }
    return nil
  }

  /// The numbers of a text: runs of digits with the points, commas and colons within them, and words for numbers.
  static func numbers(in text: String) -> [String] {
    var found: [String] = []
    var (digits, word, pending) = ("", "", "")
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    func end() {
      if !digits.isEmpty { found.append(digits) }
      if words.contains(word) { found.append(word) }
      (digits, word, pending) = ("", "", "")
    }
    for character in text.lowercased() {
      if isDigit(character) {
        if digits.isEmpty { end() }
        digits += pending + String(character)
        pending = ""
      } else if ".,:".contains(character), !digits.isEmpty, pending.isEmpty {
        pending = String(character)
      } else if character.isLetter, !character.isNumber {
        if !digits.isEmpty { end() }
        word.append(character)
      } else {
        end()
        // "½", "٣" and the like are in no trail.
        if character.isNumber { found.append(String(character)) }
      }
    }
    end()
    return found
  }

  private static let words: Set<String> = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
    "eighty", "ninety", "hundred", "thousand", "dozen", "half", "twice", "double", "triple",
  ]
}
