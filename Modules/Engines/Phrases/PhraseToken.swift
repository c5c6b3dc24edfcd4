/// A word, a number or a sign of a text.
struct PhraseToken {
  enum Kind { case word, number, sign }

  let kind: Kind
  /// The word in lower case with a straight apostrophe, or the digits of a number.
  let text: String
  let bytes: Range<Int>
  /// Nothing stands between it and the token before.
  let isGlued: Bool
  /// The value of a number; -1 if it is too large for a date.
  let value: Int
  let lexeme: Lexeme?
  /// A word of time with an apostrophe and an s: "Friday's".
  var isPossessive = false
  /// A word without a lexeme at which a time or an amount may begin: "next", "in", "tenner".
  var isStarter = false

  /// Splits a text. Bytes beyond ASCII are letters, but for spaces, dashes and currency signs.
  static func all(_ bytes: [UInt8]) -> [PhraseToken] {
    var tokens: [PhraseToken] = []
    tokens.reserveCapacity(bytes.count / 4 + 1)
    var at = 0
    var isGlued = false
    while at < bytes.count {
      let start = at
      let (shape, length) = Shape.of(bytes, at)
      switch shape {
      case .space:
        at += length
        isGlued = false
        continue
      case .digit:
        var value = 0
        while at < bytes.count, 0x30...0x39 ~= bytes[at] {
          if value >= 0 { value = value < 100_000_000 ? value * 10 + Int(bytes[at] - 0x30) : -1 }
          at += 1
        }
        if value == 2, !isGlued, let end = spelledTwo(bytes, start, at) {
          at = end
          tokens.append(word(bytes, start..<at, false))
        } else {
          tokens.append(number(bytes, start..<at, value, isGlued))
        }
      case .letter:
        at = word(bytes, from: at)
        // "b4"
        if at == start + 1, !isGlued, bytes[start] | 0x20 == 0x62, at < bytes.count, bytes[at] == 0x34,
          at + 1 == bytes.count || bytes[at + 1] == 0x20
        {
          at += 1
        }
        tokens.append(word(bytes, start..<at, isGlued))
      case .dash, .sign:
        at += length
        let text = shape == .dash ? "-" : String(decoding: bytes[start..<at], as: UTF8.self)
        tokens.append(PhraseToken(kind: .sign, text: text, bytes: start..<at, isGlued: isGlued, value: -1, lexeme: nil))
      }
      isGlued = true
    }
    return tokens
  }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>, _ value: Int, _ isGlued: Bool) -> PhraseToken {
    let text = String(decoding: bytes[range].prefix(20), as: UTF8.self)
    return PhraseToken(kind: .number, text: text, bytes: range, isGlued: isGlued, value: value, lexeme: nil)
  }

  /// The end of a word that begins with the digit 2: "2moro", "2nite".
  private static func spelledTwo(_ bytes: [UInt8], _ start: Int, _ at: Int) -> Int? {
    guard at == start + 1, at < bytes.count, [0x4D, 0x4E, 0x6D, 0x6E].contains(bytes[at]) else { return nil }
    let end = word(bytes, from: at)
    guard end - at <= 6 else { return nil }
    return Lexeme.spelledTwos.contains(String(decoding: bytes[at..<end], as: UTF8.self).lowercased()) ? end : nil
  }

  private static func word(_ bytes: [UInt8], from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      let (shape, length) = Shape.of(bytes, at)
      if shape == .letter {
        at += length
        continue
      }
      // An apostrophe within a word belongs to it.
      let apostrophe = Shape.apostrophe(bytes, at)
      guard apostrophe > 0, at + apostrophe < bytes.count, Shape.of(bytes, at + apostrophe).shape == .letter else {
        break
      }
      at += apostrophe
    }
    return at
  }

  private static func word(_ bytes: [UInt8], _ range: Range<Int>, _ isGlued: Bool) -> PhraseToken {
    var letters: [UInt8] = []
    letters.reserveCapacity(min(range.count, 32))
    var at = range.lowerBound
    while at < range.upperBound, letters.count < 32 {
      let apostrophe = Shape.apostrophe(bytes, at)
      if apostrophe > 0 {
        letters.append(0x27)
        at += apostrophe
      } else {
        let byte = bytes[at]
        letters.append(0x41...0x5A ~= byte ? byte + 0x20 : byte)
        at += 1
      }
    }
    var text = String(decoding: letters, as: UTF8.self)
    var isPossessive = false
    if letters.count > 3, letters.last == 0x73, letters[letters.count - 2] == 0x27 {
      let stem = String(text.dropLast(2))
      if let near = Lexeme.table[stem] == nil ? Lexeme.near(letters.dropLast(2)) : stem {
        (text, isPossessive) = (near, true)
      }
    }
    var lexeme = letters.count <= 12 ? Lexeme.table[text] : nil
    var isStarter = false
    if lexeme == nil {
      if letters.count <= 4, let whole = Lexeme.short[text] {
        text = whole
        isStarter = Lexeme.starters.contains(text)
      } else if let near = Lexeme.near(letters[...]) {
        text = near
        lexeme = Lexeme.table[near]
        isStarter = lexeme == nil
      } else {
        isStarter =
          letters.count <= 11 && Lexeme.starters.contains(text)
          || range.count == 3 && bytes[range].allSatisfy { 0x41...0x5A ~= $0 }
      }
    }
    return PhraseToken(
      kind: .word, text: text, bytes: range, isGlued: isGlued, value: -1, lexeme: lexeme, isPossessive: isPossessive,
      isStarter: isStarter)
  }
}

/// The kinds of characters that are told apart.
private enum Shape {
  case space, digit, letter, dash, sign

  static func apostrophe(_ bytes: [UInt8], _ at: Int) -> Int {
    if bytes[at] == 0x27 { return 1 }
    guard at + 2 < bytes.count, bytes[at] == 0xE2, bytes[at + 1] == 0x80, bytes[at + 2] == 0x99 else { return 0 }
    return 3
  }

  /// The shape of the character at that place and its length in bytes.
  static func of(_ bytes: [UInt8], _ at: Int) -> (shape: Shape, length: Int) {
    let byte = bytes[at]
    switch byte {
    case 0x30...0x39: return (.digit, 1)
    case 0x41...0x5A, 0x61...0x7A: return (.letter, 1)
    case 0...0x20, 0x7F: return (.space, 1)
    case 0x2D: return (.dash, 1)
    case 0x21..<0x80: return (.sign, 1)
    case 0xC2 where at + 1 < bytes.count:
      switch bytes[at + 1] {
      case 0xA0: return (.space, 2)
      case 0xA3, 0xA5: return (.sign, 2)
      default: return (.letter, 2)
      }
    case 0xE2 where at + 2 < bytes.count:
      switch (bytes[at + 1], bytes[at + 2]) {
      // Thin spaces and marks of direction.
      case (0x80, 0x80...0x8F), (0x80, 0xA8...0xAF), (0x81, 0xA6...0xA9): return (.space, 3)
      case (0x80, 0x90...0x95): return (.dash, 3)
      case (0x80, 0x98...0x9F): return (.sign, 3)
      case (0x82, 0xA0...0xBF): return (.sign, 3)
      default: return (.letter, 3)
      }
    case 0xF0...0xF7: return (.letter, min(4, bytes.count - at))
    case 0xE0...0xEF: return (.letter, min(3, bytes.count - at))
    case 0xC0...0xDF: return (.letter, min(2, bytes.count - at))
    default: return (.letter, 1)
    }
  }
}
