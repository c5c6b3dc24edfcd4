/// Header fields in the order received. Names are in lower case, since they are case-insensitive.
public struct Headers: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  public private(set) var fields: [Field] = []

  public init() {}

  init(fields: [Field]) { self.fields = fields }

  /// The first value of that name. Setting replaces all fields of that name; nil removes them.
  public subscript(name: String) -> String? {
    get {
      let name = Headers.lower(name)
      return fields.first { $0.name == name }?.value
    }
    set {
      let name = Headers.lower(name)
      fields.removeAll { $0.name == name }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// All values of that name; `set-cookie` has several.
  public func all(_ name: String) -> [String] {
    let name = Headers.lower(name)
    return fields.filter { $0.name == name }.map(\.value)
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: Headers.lower(name), value: value))
  }

  /// Merges two lists; where both have a field, the right side's value is used.
  public static func + (left: Headers, right: Headers) -> Headers {
    guard !right.fields.isEmpty else { return left }
    let named = Set(right.fields.map(\.name))
    return Headers(fields: left.fields.filter { !named.contains($0.name) } + right.fields)
  }

  /// The members of a list field (RFC 9110, 5.6.1) in lower case, over all fields of that name.
  public func list(_ name: String) -> [String] {
    all(name).flatMap { $0.split(separator: ",") }.map { Headers.trimmed($0).lowercased() }.filter { !$0.isEmpty }
  }

  /// Most names are in lower case already, and checking costs less than converting.
  private static func lower(_ name: String) -> String {
    name.utf8.contains(where: \.isUpperCase) ? name.lowercased() : name
  }

  static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (byte: Character) in byte == " " || byte == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  /// Returns false for a field that a client would read as something else: a line break in a value ends the field, and
  /// what follows could forge a response.
  static func isWritable(_ field: Field) -> Bool {
    !field.name.isEmpty && field.name.utf8.allSatisfy(\.isTokenCharacter)
      && field.value.utf8.allSatisfy(\.isFieldCharacter)
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }
}
