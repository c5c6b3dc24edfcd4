/// The names and values of a query or a form (`application/x-www-form-urlencoded`), in order.
public struct FormFields: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public let fields: [Field]

  public init(_ fields: [Field] = []) { self.fields = fields }

  /// The first value of that name.
  public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Parses a form's body. `most` bounds the number of fields, since each costs more than its bytes.
  public init(form body: [UInt8], most: Int = 1000) throws(RequestRefusal) {
    guard body.count(where: { $0 == UInt8(ascii: "&") }) < most else {
      throw RequestRefusal(.contentTooLarge, "the form has too many fields")
    }
    guard body.allSatisfy(\.isVisible), let text = FormFields.valid(body[...]) else {
      throw .bad("the form is not encoded UTF-8")
    }
    self.init(valid: text)
  }

  /// The text must have been accepted by `valid`.
  init(valid text: String) {
    let bytes = Array(text.utf8)
    fields = bytes.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = PercentCoding.decoded(pair[..<mark], plusIsSpace: true),
        let value = PercentCoding.decoded(pair[min(mark + 1, pair.endIndex)...], plusIsSpace: true)
      else { return nil }
      return Field(name, value)
    }
  }

  /// Returns the text if every name and value in it can be decoded, so that reading it later cannot fail.
  static func valid(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.contains(UInt8(ascii: "%")) {
      for part in bytes.split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "=") })
      where PercentCoding.decoded(part, plusIsSpace: true) == nil { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The encoded form or query.
  public var text: String {
    fields.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
  }
}
