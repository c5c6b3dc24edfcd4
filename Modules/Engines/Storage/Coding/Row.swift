/// The encoded bytes of a record: the coding's number, the form's version, and the fields. Rows can be compared and
/// merged without the type that wrote them.
struct Row: Equatable {
  static let coding: UInt8 = 1

  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ record: some Encodable, form: Int) throws {
    bytes = Row.head(form) + (try RecordWriter.bytes(of: record))
    guard bytes.count <= Bounds.record else { throw Unreadable("too large") }
  }

  init(_ fields: Fields, form: Int) throws {
    bytes = Row.head(form)
    try Value.object(fields).write(to: &bytes)
    guard bytes.count <= Bounds.record else { throw Unreadable("too large") }
  }

  private static func head(_ form: Int) -> [UInt8] {
    var head = [coding]
    head.put(varint: UInt64(max(0, form)))
    return head
  }

  /// Reads the form and the position of the fields.
  static func open(_ source: RowSource) throws -> (form: Int, start: Int) {
    guard try source.byte(0) == coding else { throw Unreadable("an unknown coding") }
    var at = 1
    let form = try source.varint(&at)
    guard try source.byte(at) == Tag.object.rawValue else { throw Unreadable("no object where one is expected") }
    return (Int(clamping: form), at)
  }

  func read<Result>(
    asked: AskedNames? = nil, _ body: (RowSource, _ form: Int, _ start: Int) throws -> Result
  ) throws -> Result {
    let source = RowSource(asked: asked)
    return try bytes.withUnsafeBytes { buffer in
      try source.use(buffer) {
        let (form, start) = try Row.open(source)
        return try body(source, form, start)
      }
    }
  }

  func fields() throws -> Fields {
    try read { source, _, start in
      guard case .object(let fields) = try Value(source, at: start) else { return [:] }
      return fields
    }
  }

  func form() throws -> Int { try read { _, form, _ in form } }

  /// Returns each field's name with the bytes of its value.
  func parts() throws -> [(name: String, bytes: ArraySlice<UInt8>)] {
    try read { source, _, start in
      var parts: [(String, ArraySlice<UInt8>)] = []
      var at = start + 1
      while try source.byte(at) != Tag.end.rawValue {
        let name = try source.name(&at)
        let end = try source.end(of: at)
        parts.append((name, bytes[at..<end]))
        at = end
      }
      return parts
    }
  }

  func decode<Record: Decodable>(_ type: Record.Type, asked: AskedNames? = nil) throws -> Record {
    try read(asked: asked) { source, _, start in try Record(from: RecordReader(source, at: start)) }
  }

  /// Returns the fields that a type requests when it is decoded from this row.
  func asked<Record: Decodable>(by type: Record.Type) -> Set<String> {
    let asked = AskedNames()
    _ = try? decode(type, asked: asked)
    return asked.names
  }
}

/// The difference between an older and a newer version of a record, field by field.
struct RowDifference {
  /// The newer row, plus the older row's fields that its writer did not know.
  var whole: Row
  var changed: Fields

  /// `knows` is called only for fields that the newer row lacks.
  init(from old: Row, to new: Row, knows: (String) -> Bool) throws {
    var older: [String: ArraySlice<UInt8>] = [:]
    for part in try old.parts() { older[part.name] = part.bytes }
    changed = [:]
    let fields = try new.fields()
    for part in try new.parts() {
      guard let before = older.removeValue(forKey: part.name) else {
        changed[part.name] = fields[part.name]
        continue
      }
      // Dictionaries and sets encode in varying order, so different bytes may mean the same.
      if before != part.bytes, try Value(of: before) != fields[part.name] { changed[part.name] = fields[part.name] }
    }
    var kept: [(String, ArraySlice<UInt8>)] = []
    for (name, bytes) in older.sorted(by: { $0.key < $1.key }) {
      if knows(name) { changed[name] = .null } else { kept.append((name, bytes)) }
    }
    whole = new
    guard !kept.isEmpty else { return }
    whole.bytes.removeLast()
    for (name, bytes) in kept {
      whole.bytes.put(name: name)
      whole.bytes += bytes
    }
    whole.bytes.put(.end)
    guard whole.bytes.count <= Bounds.record else { throw Unreadable("too large") }
  }
}

extension Value {
  init(of bytes: ArraySlice<UInt8>) throws {
    let source = RowSource()
    self = try bytes.withUnsafeBytes { buffer in try source.use(buffer) { try Value(source, at: 0) } }
  }
}
