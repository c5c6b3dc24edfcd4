internal import CSodium

/// A person's key phrase: nine pronounceable words that hold the 16 bytes from which all of the person's message keys
/// are derived, and a checksum.
///
/// Each word is five letters, consonants and vowels in turn, and holds 16 bits.
public struct RecoveryPhrase: Sendable, Hashable {
  public static let length = 16
  public static let words = 9

  public let seed: [UInt8]

  /// Returns nil unless there are 16 bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == RecoveryPhrase.length else { return nil }
    self.seed = seed
  }

  /// Returns a new phrase from the system's random number generator.
  public static func random() -> RecoveryPhrase {
    Libsodium.ready()
    var seed = [UInt8](repeating: 0, count: length)
    randombytes_buf(&seed, length)
    return RecoveryPhrase(checked: seed)
  }

  private init(checked seed: [UInt8]) { self.seed = seed }

  /// The words in lower case, separated by spaces.
  public var text: String {
    let bytes = seed + RecoveryPhrase.checksum(of: seed)
    return stride(from: 0, to: bytes.count, by: 2)
      .map { RecoveryPhrase.word(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])) }.joined(separator: " ")
  }

  /// Reads typed words, in any case, separated by anything but letters.
  public init(typed text: String) throws(RecoveryPhraseProblem) {
    // The longest text that nine words and their separators can reasonably have.
    let typed = text.prefix(1_000).lowercased().split { !$0.isLetter }.map(String.init)
    guard typed.count == RecoveryPhrase.words else { throw .count(typed.count) }
    var bytes: [UInt8] = []
    for (index, word) in typed.enumerated() {
      guard let bits = RecoveryPhrase.bits(word) else { throw .word(number: index + 1) }
      bytes += [UInt8(bits >> 8), UInt8(bits & 0xff)]
    }
    let seed = Array(bytes.prefix(RecoveryPhrase.length))
    guard RecoveryPhrase.checksum(of: seed) == Array(bytes.suffix(2)) else { throw .checksum }
    self.seed = seed
  }

  // MARK: Words

  private static let consonants = Array("bdfghjklmnprstvz")
  private static let vowels = Array("aiou")

  private static func word(_ bits: UInt16) -> String {
    String([
      consonants[Int(bits >> 12)], vowels[Int(bits >> 10 & 3)], consonants[Int(bits >> 6 & 15)],
      vowels[Int(bits >> 4 & 3)], consonants[Int(bits & 15)],
    ])
  }

  /// The 16 bits of a word; nil when it is none.
  private static func bits(_ word: String) -> UInt16? {
    guard word.count == 5 else { return nil }
    var bits: UInt16 = 0
    for (index, letter) in word.enumerated() {
      let isVowel = index % 2 == 1
      guard let value = (isVowel ? vowels : consonants).firstIndex(of: letter) else { return nil }
      bits = bits << (isVowel ? 2 : 4) | UInt16(value)
    }
    return bits
  }

  private static func checksum(of seed: [UInt8]) -> [UInt8] {
    Array(Libsodium.hash([seed], for: "Troupe key phrase").prefix(2))
  }
}

extension RecoveryPhrase: CustomStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A fault of a typed key phrase.
public enum RecoveryPhraseProblem: Error, Sendable, Hashable {
  case count(Int)
  case word(number: Int)
  case checksum

  public var sentence: String {
    switch self {
    case .count(let count):
      "A key phrase has \(RecoveryPhrase.words) words, and this has \(count). Enter all of them, in their order."
    case .word(let number): "Word \(number) is no word of a key phrase. Compare it with what you wrote down."
    case .checksum: "One of the words is not right, or their order. Compare them with what you wrote down."
    }
  }
}
