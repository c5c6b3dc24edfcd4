public import JSON
internal import Kernel
public import Platform

/// One field of a record without its static type, as used in changes, server data and merges.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  case bytes(Data)
  case date(Date)
  case uuid(UUID)
  case list([Value])
  case object([String: Value])

  /// The value as sent to a server: instants as ISO 8601, identifiers in lower case, bytes as base64.
  public var json: JSON {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .number(Double(number))
    case .double(let number): .number(number)
    case .text(let text): .string(text)
    case .bytes(let data): .string(data.base64EncodedString())
    case .date(let date): .string(Moment(date).text)
    case .uuid(let uuid): .string(uuid.uuidString.lowercased())
    case .list(let values): .array(values.map(\.json))
    case .object(let values): .object(values.mapValues(\.json))
    }
  }

  /// The value of a server's JSON. Instants and identifiers stay text, which a record decodes as well.
  public init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = Int64(exactly: number).map(Value.int) ?? .double(number)
    case .string(let text): self = .text(text)
    case .array(let items): self = .list(items.map(Value.init))
    case .object(let members): self = .object(members.mapValues(Value.init))
    }
  }
}

/// A record's fields by name.
public typealias Fields = [String: Value]

extension Value {
  func write(to bytes: inout [UInt8], depth: Int = 0) throws {
    guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
    switch self {
    case .null: bytes.put(.null)
    case .bool(let flag): bytes.put(flag ? .yes : .no)
    case .int(let number): bytes.put(int: number)
    case .double(let number): bytes.put(double: number)
    case .text(let text): bytes.put(text: text)
    case .bytes(let data): bytes.put(bytes: data)
    case .date(let date): bytes.put(double: date.timeIntervalSinceReferenceDate, as: .date)
    case .uuid(let uuid): bytes.put(uuid: uuid)
    case .list(let values):
      bytes.put(.list)
      for value in values { try value.write(to: &bytes, depth: depth + 1) }
      bytes.put(.end)
    case .object(let fields):
      bytes.put(.object)
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        bytes.put(name: name)
        try value.write(to: &bytes, depth: depth + 1)
      }
      bytes.put(.end)
    }
  }

  init(_ source: RowSource, at start: Int, depth: Int = 0) throws {
    guard depth < Bounds.depth else { throw Unreadable("nested too deep") }
    var at = start
    switch try source.tag(&at) {
    case .null: self = .null
    case .no: self = .bool(false)
    case .yes: self = .bool(true)
    case .int: self = .int(source.zigzag(try source.varint(&at)))
    case .uint: self = .double(Double(try source.varint(&at)))
    case .double, .float: self = .double(try source.number(start))
    case .text: self = .text(try source.text(start))
    case .bytes: self = .bytes(try source.data(start))
    case .date: self = .date(try source.date(start))
    case .uuid: self = .uuid(try source.uuid(at))
    case .list:
      var values: [Value] = []
      while try source.byte(at) != Tag.end.rawValue {
        values.append(try Value(source, at: at, depth: depth + 1))
        at = try source.end(of: at)
      }
      self = .list(values)
    case .object:
      var fields: Fields = [:]
      while try source.byte(at) != Tag.end.rawValue {
        let name = try source.name(&at)
        fields[name] = try Value(source, at: at, depth: depth + 1)
        at = try source.end(of: at)
      }
      self = .object(fields)
    case .end: throw Unreadable("a value is missing")
    }
  }
}
