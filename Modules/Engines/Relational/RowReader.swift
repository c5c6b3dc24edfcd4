public import JSON

/// Reads a JSON object, or an array of them, into the rows of an insert without building a tree.
///
/// Values are returned as they were sent, those of JSON columns as their own text; the caller normalises them to the
/// column's type.
public struct RowReader: Sendable {
  public static let mostRows = 5_000

  /// In the order of the values in each row.
  public private(set) var columns: [Column] = []
  public private(set) var rows: [[Value]] = []

  private let table: Table
  private let missing: Value
  private let isGiven: Bool
  private var names: [[UInt8]] = []
  private var refusal: Failure?

  /// With `columns`, only these keys are read, and `missing` stands for absent ones. Without, the first object
  /// determines the columns, and the others must have the same.
  public init(_ bytes: [UInt8], of table: Table, columns: [String]? = nil, missing: Value = .null) throws(Failure) {
    self.table = table
    self.missing = missing
    isGiven = columns != nil
    for name in columns ?? [] {
      guard let column = table.column(name) else { throw .unknownKey(name, of: table) }
      add(column)
    }
    var reader = JSONReader(bytes)
    do throws(JSONFlaw) {
      try read(&reader)
    } catch {
      refusal = refusal ?? Failure("PGRST102", "Empty or invalid json", details: error.sentence)
    }
    if let refusal { throw refusal }
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONFlaw) {
    switch try reader.peek() {
    case .object: try object(&reader)
    case .array:
      try reader.openArray()
      while try reader.nextItem() {
        guard try reader.peek() == .object else { throw reader.flaw("has something other than an object in its list") }
        try object(&reader)
        guard refusal == nil else { return }
        guard rows.count <= Self.mostRows else {
          return refusal = Compiler.tooComplex("at most \(Self.mostRows) rows in one insert")
        }
      }
    default: throw reader.flaw("is neither an object nor a list of them")
    }
    if refusal == nil { try reader.finish() }
  }

  private mutating func object(_ reader: inout JSONReader) throws(JSONFlaw) {
    let isFirst = rows.isEmpty && !isGiven
    var row = [Value](repeating: missing, count: columns.count)
    var given = [Bool](repeating: false, count: columns.count)
    var count = 0
    // Most objects have their keys in the same order as the previous one.
    var expected = 0
    try reader.openObject()
    while let key = try reader.nextKey() {
      var index = place(of: key, expected, reader)
      if index == nil, !isGiven {
        let name = reader.string(key)
        guard let column = table.column(name) else { return refusal = .unknownKey(name, of: table) }
        guard isFirst else { return refusal = Self.otherKeys }
        add(column)
        row.append(missing)
        given.append(false)
        index = columns.count - 1
      }
      guard let index else {
        try reader.skip()
        continue
      }
      row[index] = try Self.value(&reader, columns[index].type)
      if !given[index] { count += 1 }
      given[index] = true
      expected = index + 1
    }
    guard isGiven || count == columns.count else { return refusal = Self.otherKeys }
    rows.append(row)
  }

  private func place(of key: JSONReader.Text, _ expected: Int, _ reader: JSONReader) -> Int? {
    if expected < names.count, reader.says(key, names[expected]) { return expected }
    return names.firstIndex { reader.says(key, $0) }
  }

  private mutating func add(_ column: Column) {
    guard !columns.contains(where: { $0.name == column.name }) else { return }
    columns.append(column)
    names.append(Array(column.name.utf8))
  }

  /// Reads one value for a column of that type.
  public static func value(_ reader: inout JSONReader, _ type: ColumnType) throws(JSONFlaw) -> Value {
    switch try reader.peek() {
    case .null:
      try reader.null()
      return .null
    case _ where type == .json: return .json(reader.string(try reader.skip()))
    case .bool: return .bool(try reader.bool())
    case .string: return .text(try reader.string())
    case .number:
      let text = reader.string(try reader.number())
      // A number that is not an integer keeps its text until the type of its column is known.
      return Int64(text).map(Value.int) ?? .text(text)
    case .array, .object: return .json(reader.string(try reader.skip()))
    }
  }

  private static let otherKeys = Failure("PGRST102", "All object keys must match")
}

extension Failure {
  /// The body names an unknown column.
  public static func unknownKey(_ name: String, of table: Table) -> Failure {
    Failure("PGRST204", "Could not find the '\(name)' column of '\(table.name)' in the schema cache")
  }
}
