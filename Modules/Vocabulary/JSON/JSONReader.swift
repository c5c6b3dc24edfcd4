/// A pull parser that reads JSON from bytes token by token, without building a tree. It is strict: RFC 8259 to the
/// letter, so no comma before a closing bracket; valid UTF-8 only; a bounded depth.
///
/// A number is handed out as it is written. RFC 8259 leaves its precision to the reader (section 6), and here a number
/// means the nearest `Double`, as in IEEE 754:
/// - One too small for any `Double` but zero underflows to zero and keeps its sign: `-2.5e-330` is accepted as -0.0.
/// - One that would overflow to infinity, such as `1e400`, is refused, because JSON cannot represent infinity.
/// - Zero may have an exponent, such as `0e1`.
///
///     var reader = JSONReader(bytes)
///     try reader.openObject()
///     while let key = try reader.nextKey() { ... try reader.skip() ... }
///     try reader.finish()
///
/// Every value must be read or skipped before the next key or item is requested.
public struct JSONReader: Sendable {
  public let bytes: [UInt8]
  public private(set) var position: Int
  private let end: Int
  private let deepest: Int
  private var depth = 0
  /// True until the first key or item of the container opened last has been read.
  private var isFirst = true

  /// The type of a value, known from its first byte.
  public enum Kind: Sendable, Hashable { case object, array, string, number, bool, null }

  /// The position of a string, without its quotation marks.
  public struct Text: Sendable, Hashable {
    public let range: Range<Int>
    public let hasEscapes: Bool
  }

  public init(_ bytes: [UInt8], in range: Range<Int>? = nil, deepest: Int = 128) {
    self.bytes = bytes
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    self.deepest = deepest
  }

  /// The kind of the next value, without consuming it.
  public mutating func peek() throws(JSONFlaw) -> Kind {
    guard let byte = current else { throw flaw("ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw flaw("has no value where one should be")
    }
  }

  public mutating func openObject() throws(JSONFlaw) { try open(UInt8(ascii: "{"), "object") }
  public mutating func openArray() throws(JSONFlaw) { try open(UInt8(ascii: "["), "list") }

  /// The next key of the open object, or nil at its end.
  public mutating func nextKey() throws(JSONFlaw) -> Text? {
    guard try isAnother(before: UInt8(ascii: "}")) else { return nil }
    guard current == UInt8(ascii: "\"") else { throw flaw("has no key where one should be") }
    let key = try text()
    guard current == UInt8(ascii: ":") else { throw flaw("has no colon after a key") }
    position += 1
    return key
  }

  /// Returns true if the open array has another item, which comes next.
  public mutating func nextItem() throws(JSONFlaw) -> Bool { try isAnother(before: UInt8(ascii: "]")) }

  /// Consumes a string and returns its position.
  public mutating func text() throws(JSONFlaw) -> Text {
    guard current == UInt8(ascii: "\"") else { throw flaw("has no text where one should be") }
    isFirst = false
    return try scanText()
  }

  public mutating func string() throws(JSONFlaw) -> String { string(try text()) }

  /// Consumes a number and returns the range of its digits as written.
  public mutating func number() throws(JSONFlaw) -> Range<Int> {
    _ = current
    isFirst = false
    return try scanNumber()
  }

  public mutating func bool() throws(JSONFlaw) -> Bool {
    let isTrue = current == UInt8(ascii: "t")
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  public mutating func null() throws(JSONFlaw) {
    _ = current
    try word("null")
  }

  /// Skips a whole value and returns its range.
  @discardableResult
  public mutating func skip() throws(JSONFlaw) -> Range<Int> {
    _ = current
    let start = position
    let floor = depth
    repeat {
      switch try peek() {
      case .object:
        try openObject()
        if try nextKey() != nil { continue }
      case .array:
        try openArray()
        if try nextItem() { continue }
      case .string: _ = try text()
      case .number: _ = try number()
      case .bool: _ = try bool()
      case .null: try null()
      }
      // Closes finished containers until one has another item.
      while depth > floor, try !hasMore() {}
    } while depth > floor
    return start..<position
  }

  /// Throws unless only white space follows.
  public mutating func finish() throws(JSONFlaw) {
    guard current == nil else { throw flaw("goes on after its end") }
  }

  /// An error at the current position.
  public func flaw(_ what: String) -> JSONFlaw { JSONFlaw(what: what, offset: position) }

  // MARK: - Scanning

  /// The kind of each open container, by depth; `skip` needs it to continue.
  private var shape: Shapes = Shapes()

  private mutating func hasMore() throws(JSONFlaw) -> Bool {
    shape[depth] ? try nextKey() != nil : try nextItem()
  }

  /// Skips white space and returns the next byte without consuming it.
  private var current: UInt8? {
    mutating get {
      while position < end {
        let byte = bytes[position]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        position += 1
      }
      return nil
    }
  }

  private mutating func open(_ sign: UInt8, _ what: String) throws(JSONFlaw) {
    guard current == sign else { throw flaw("has no \(what) where one should be") }
    guard depth < min(deepest, Shapes.count - 1) else { throw flaw(JSONFlaw.tooDeep) }
    depth += 1
    shape[depth] = sign == UInt8(ascii: "{")
    position += 1
    isFirst = true
  }

  private mutating func isAnother(before sign: UInt8) throws(JSONFlaw) -> Bool {
    let byte = current
    if byte == sign {
      position += 1
      depth -= 1
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
      guard byte != nil else { throw flaw("ends too early") }
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw flaw(byte == nil ? "ends too early" : "has no comma between two") }
    position += 1
    guard let next = current, next != sign else { throw flaw("has nothing after a comma") }
    return true
  }

  private mutating func word(_ word: StaticString) throws(JSONFlaw) {
    isFirst = false
    for index in 0..<word.utf8CodeUnitCount {
      guard position < end, bytes[position] == word.utf8Start[index] else { throw flaw("has a word that is none") }
      position += 1
    }
  }

  private mutating func scanNumber() throws(JSONFlaw) -> Range<Int> {
    let start = position
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = try digits()
    guard whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else {
      throw flaw("has a number that begins with 0")
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      _ = try digits()
    }
    var hasExponent = false
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      hasExponent = true
      _ = try digits()
    }
    // Refuses a number that another reader would take for infinity, or refuse together with the whole text. Only an
    // exponent or more than 308 digits can make a number so large.
    if hasExponent || whole > 308 {
      guard Double(string(start..<position))?.isFinite ?? false else { throw flaw("has a number without bounds") }
    }
    return start..<position
  }

  private mutating func digits() throws(JSONFlaw) -> Int {
    let start = position
    while position < end, 0x30...0x39 ~= bytes[position] { position += 1 }
    guard position > start else { throw flaw("has a number without its digits") }
    return position - start
  }

  private mutating func scanText() throws(JSONFlaw) -> Text {
    position += 1
    let start = position
    var hasEscapes = false
    while position < end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return Text(range: start..<position - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try scanEscape()
      case 0..<0x20: throw flaw("has a control character in a text")
      case 0x20..<0x80: position += 1
      default: try scanScalar(byte)
      }
    }
    throw flaw("ends within a text")
  }

  private mutating func scanEscape() throws(JSONFlaw) {
    guard position + 1 < end else { throw flaw("ends within a text") }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard let unit = JSONText.unit(bytes, at: position + 2, before: end) else { throw flaw("has a broken escape") }
      switch unit {
      case 0xD800...0xDBFF:
        guard position + 7 < end, bytes[position + 6] == UInt8(ascii: "\\"), bytes[position + 7] == UInt8(ascii: "u"),
          let low = JSONText.unit(bytes, at: position + 8, before: end), 0xDC00...0xDFFF ~= low
        else { throw flaw("has half a surrogate pair") }
        position += 12
      case 0xDC00...0xDFFF: throw flaw("has half a surrogate pair")
      default: position += 6
      }
    default: throw flaw("has an escape that is none")
    }
  }

  /// Consumes a multi-byte scalar, checked by table 3-7 of the Unicode standard.
  private mutating func scanScalar(_ lead: UInt8) throws(JSONFlaw) {
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: count = 2
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: count = 3
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: count = 4
    default: throw flaw("is not UTF-8")
    }
    guard position + count <= end, second ~= bytes[position + 1] else { throw flaw("is not UTF-8") }
    for index in 2..<max(count, 2) where !(0x80...0xBF ~= bytes[position + index]) { throw flaw("is not UTF-8") }
    position += count
  }
}

/// A JSON syntax error and its byte offset.
public struct JSONFlaw: Error, Sendable, Hashable {
  public let what: String
  public let offset: Int

  public init(what: String, offset: Int) {
    self.what = what
    self.offset = offset
  }

  static let tooDeep = "is nested too deeply"

  /// Whether the text is nested more deeply than the reader goes. Such a text may be valid.
  public var isDepth: Bool { what == JSONFlaw.tooDeep }

  /// The error as a sentence: "The text has no colon after a key, at byte 17."
  public var sentence: String { "The text \(what), at byte \(offset)." }
}

/// One bit for each depth: set if the container open there is an object.
struct Shapes: Sendable {
  static let count = 256
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  subscript(_ index: Int) -> Bool {
    get { word(index >> 6) >> UInt64(index & 63) & 1 == 1 }
    set {
      let bit = UInt64(1) << UInt64(index & 63)
      let old = word(index >> 6)
      let new = newValue ? old | bit : old & ~bit
      switch index >> 6 {
      case 0: words.0 = new
      case 1: words.1 = new
      case 2: words.2 = new
      default: words.3 = new
      }
    }
  }

  private func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: words.0
    case 1: words.1
    case 2: words.2
    default: words.3
    }
  }
}
