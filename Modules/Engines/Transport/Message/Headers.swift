/// Header fields in the order in which they came. Names are in lower case, since case means nothing in them.
public struct Headers: Sendable, Hashable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  public private(set) var fields: [Field] = []

  public init() {}

  init(fields: [Field]) { self.fields = fields }

  /// The first of that name. Set, it replaces all of that name; nil takes them away.
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

  /// All of that name, which is how cookies are set.
  public func all(_ name: String) -> [String] {
    let name = Headers.lower(name)
    return fields.filter { $0.name == name }.map(\.value)
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: Headers.lower(name), value: value))
  }

  /// Both; where both name the same field, the right side's stands.
  public static func + (left: Headers, right: Headers) -> Headers {
    guard !right.fields.isEmpty else { return left }
    let named = Set(right.fields.map(\.name))
    return Headers(fields: left.fields.filter { !named.contains($0.name) } + right.fields)
  }

  /// The members of a list (RFC 9110, 5.6.1) in lower case, over all fields of that name.
  public func list(_ name: String) -> [String] {
    all(name).flatMap { $0.split(separator: ",") }.map { Headers.trimmed($0).lowercased() }.filter { !$0.isEmpty }
  }

  /// Most names are written so already, and to find that out costs less than to write them again.
  private static func lower(_ name: String) -> String {
    name.utf8.contains(where: \.isUpperCase) ? name.lowercased() : name
  }

  static func trimmed(_ text: Substring) -> Substring {
    let isBlank = { (byte: Character) in byte == " " || byte == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  /// False for a field that would be read as something else: a line break in a value ends the field, and what follows
  /// is somebody else's answer.
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
