/// The texts of a form's fields, as typed. Empty fields are absent, except a standing day or time that was emptied.
/// A password is never among them.
public struct FormValues<Field: FormFieldName>: Sendable, Hashable {
  private var texts: [Field: String] = [:]

  public init(_ texts: [Field: String] = [:]) {
    self.texts = texts.filter { !$0.value.isEmpty || Field.standing.contains($0.key) }
  }

  public subscript(field: Field) -> String {
    get { texts[field] ?? "" }
    set { texts[field] = newValue.isEmpty && !Field.standing.contains(field) ? nil : newValue }
  }

  /// Whether the field was emptied, rather than never touched.
  public func isEmptied(_ field: Field) -> Bool { texts[field].map(\.trimmed.isEmpty) ?? false }

  public var isEmpty: Bool { texts.isEmpty }

  // Several words in one text, one per line.

  public static func text(of list: [String]) -> String { list.joined(separator: "\n") }

  public func list(_ field: Field) -> [String] { self[field].split(separator: "\n").map(String.init) }

  public mutating func tick(_ word: String, in field: Field, _ isOn: Bool) {
    let others = list(field).filter { $0 != word }
    self[field] = Self.text(of: isOn ? others + [word] : others)
  }

  // A toggle is "on" or empty.

  public func isOn(_ field: Field) -> Bool { self[field] == "on" }
}

extension FormValues: Codable {
  /// Fields of a newer version are dropped.
  public init(from decoder: any Decoder) throws {
    let kept = try [String: String](from: decoder)
    self.init(
      Dictionary(
        kept.compactMap { name, text in Field(rawValue: name).map { ($0, text) } },
        uniquingKeysWith: { first, _ in first }))
  }

  public func encode(to encoder: any Encoder) throws {
    try Dictionary(texts.map { ($0.rawValue, $1) }, uniquingKeysWith: { first, _ in first }).encode(to: encoder)
  }
}

extension String {
  /// The string without surrounding whitespace.
  public var trimmed: String {
    // A fast path for thousands of source names, which have no whitespace at their ends.
    if let first = utf8.first, let last = utf8.last, isInk(first), isInk(last) { return self }
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private func isInk(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

  /// The beginning of the text on one line, at most `longest` characters.
  public func brief(_ longest: Int = 80) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= longest ? line : line.prefix(longest - 1) + "…"
  }

  /// "walking" as "Walking".
  public var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
