/// Decodes the bytes that a terminal sends into keys. Unknown sequences, control characters without a meaning and invalid
/// UTF-8 are dropped.
struct KeyDecoder {
  /// The longest escape sequence that is waited for, in bytes.
  private static let longestSequence = 32
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  private let longestPaste: Int
  private var bytes: [UInt8] = []
  /// The text of an unfinished paste.
  private var pasted: [UInt8]?
  private var isPasteTooLong = false

  init(longestPaste: Int = Typed.longest) { self.longestPaste = longestPaste }

  /// True while an escape sequence may be unfinished. If nothing follows, it was the Escape key.
  var isPending: Bool { pasted == nil && bytes.first == 0x1B }

  mutating func take(_ new: some Sequence<UInt8>) -> [KeyPress] {
    bytes += new
    var keys: [KeyPress] = []
    var start = 0
    loop: while start < bytes.count || pasted != nil {
      if pasted != nil {
        guard let key = endPaste(from: &start) else { break }
        keys.append(key)
        continue
      }
      switch next(bytes[start...]) {
      case .key(let key, let count):
        if let key { keys.append(key) }
        start += count
      case .paste(let count):
        pasted = []
        start += count
      case .incomplete: break loop
      }
    }
    bytes.removeFirst(start)
    return keys
  }

  /// Ends a sequence that nothing follows.
  mutating func flush() -> [KeyPress] {
    guard isPending else { return [] }
    let isEscape = bytes.count == 1
    bytes = []
    return isEscape ? [.escape] : []
  }

  mutating func reset() { self = KeyDecoder(longestPaste: longestPaste) }

  // MARK: Paste

  /// Consumes the bytes of a paste. Returns it when its end was reached.
  private mutating func endPaste(from start: inout Int) -> KeyPress? {
    let left = bytes[start...]
    guard let end = left.firstRange(of: KeyDecoder.endOfPaste) else {
      // The last bytes may be the beginning of the end mark.
      let count = max(0, left.count - KeyDecoder.endOfPaste.count + 1)
      keep(left.prefix(count))
      start += count
      return nil
    }
    keep(left[..<end.lowerBound])
    start = end.upperBound
    defer { (pasted, isPasteTooLong) = (nil, false) }
    guard !isPasteTooLong, let pasted else { return .paste(nil) }
    return .paste(String(decoding: pasted, as: UTF8.self).pasteable)
  }

  private mutating func keep(_ more: ArraySlice<UInt8>) {
    guard !isPasteTooLong else { return }
    if (pasted?.count ?? 0) + more.count > longestPaste {
      isPasteTooLong = true
      pasted = []
    } else {
      pasted?.append(contentsOf: more)
    }
  }

  // MARK: Keys

  private enum Decoded {
    /// Nil for bytes without a meaning.
    case key(KeyPress?, count: Int)
    case paste(count: Int)
    case incomplete
  }

  private func next(_ bytes: ArraySlice<UInt8>) -> Decoded {
    guard let first = bytes.first else { return .incomplete }
    if first == 0x1B { return sequence(bytes.dropFirst()) }
    if first < 0x20 || first == 0x7F { return .key(KeyDecoder.controls[first], count: 1) }
    return scalar(bytes)
  }

  private func scalar(_ bytes: ArraySlice<UInt8>) -> Decoded {
    let first = bytes.first ?? 0
    let count = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    let rest = bytes.dropFirst().prefix(count - 1)
    guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .key(nil, count: 1) }
    guard rest.count == count - 1 else { return .incomplete }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self), let scalar = text.unicodeScalars.first,
      scalar.properties.generalCategory != .control
    else { return .key(nil, count: 1) }
    return .key(.text(scalar), count: count)
  }

  /// Decodes what follows an escape character.
  private func sequence(_ rest: ArraySlice<UInt8>) -> Decoded {
    guard let first = rest.first else { return .incomplete }
    switch first {
    case 0x1B: return .key(.escape, count: 1)
    case UInt8(ascii: "["):
      let body = rest.dropFirst().prefix(KeyDecoder.longestSequence)
      guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
        return body.count < KeyDecoder.longestSequence ? .incomplete : .key(nil, count: body.count + 2)
      }
      guard (0x40...0x7E).contains(body[end]) else { return .key(nil, count: end - rest.startIndex + 1) }
      let count = end - rest.startIndex + 2
      let parameters = String(decoding: body[..<end], as: UTF8.self)
      if body[end] == UInt8(ascii: "~"), parameters == "200" { return .paste(count: count) }
      return .key(KeyDecoder.cursorKey(body[end], parameters), count: count)
    case UInt8(ascii: "O"):
      guard let last = rest.dropFirst().first else { return .incomplete }
      return .key(KeyDecoder.cursorKey(last, ""), count: 3)
    default: return .key(KeyDecoder.alternates[first], count: 2)
    }
  }

  private static func cursorKey(_ last: UInt8, _ parameters: String) -> KeyPress? {
    // The second parameter is the modifier: 3 is Alt, 5 is Control.
    let isByWord = parameters.hasSuffix(";5") || parameters.hasSuffix(";3")
    switch (Character(Unicode.Scalar(last)), parameters) {
    case ("A", _): return .up
    case ("B", _): return .down
    case ("C", _): return isByWord ? .wordRight : .right
    case ("D", _): return isByWord ? .wordLeft : .left
    case ("H", _), ("~", "1"), ("~", "7"): return .home
    case ("F", _), ("~", "4"), ("~", "8"): return .end
    case ("~", "3"): return .delete
    case ("~", "5"): return .pageUp
    case ("~", "6"): return .pageDown
    default: return nil
    }
  }

  private static let controls: [UInt8: KeyPress] = [
    0x01: .home, 0x02: .left, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace, 0x0A: .enter,
    0x0B: .cutToEnd, 0x0C: .redraw, 0x0D: .enter, 0x0E: .down, 0x10: .up, 0x15: .cutToStart, 0x17: .cutWord,
    0x7F: .backspace,
  ]

  private static let alternates: [UInt8: KeyPress] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight, UInt8(ascii: "d"): .cutNextWord, 0x7F: .cutWord,
    0x08: .cutWord,
  ]
}

extension String {
  /// The text with "\n" for every line break, a space for every tab, and without other control characters.
  fileprivate var pasteable: String {
    var text = ""
    for character in self {
      if character.isNewline {
        text += "\n"
      } else {
        for scalar in character.unicodeScalars {
          if scalar == "\t" { text += " " }
          if scalar.properties.generalCategory != .control { text.unicodeScalars.append(scalar) }
        }
      }
    }
    return text
  }
}
