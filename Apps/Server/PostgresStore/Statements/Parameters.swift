internal import Kernel
internal import Relational

extension Parameter {
  /// A value whose type the statement determines.
  init(_ value: Value) {
    switch value {
    case .null, .usual: self.init(nil)
    case .bool(let flag): self.init(flag ? "true" : "false")
    case .int(let number): self.init(String(number))
    case .real(let number): self.init(number.description)
    case .text(let text), .json(let text): self.init(text)
    case .bytes(let bytes): self.init(Parameter.hex(bytes), type: ObjectType.bytes)
    }
  }

  /// A value of the server's own statements, which use texts and integers: a boolean is 1 or 0.
  init(own value: Value) {
    switch value {
    case .bool(let flag): self.init(flag ? "1" : "0", type: ObjectType.int8)
    case .int(let number): self.init(String(number), type: ObjectType.int8)
    case .real(let number): self.init(number.description, type: ObjectType.float8)
    default: self.init(value)
    }
  }

  static func hex(_ bytes: [UInt8]) -> String { "\\x" + bytes.hexadecimal }
}

extension StatementResult {
  /// Decodes a value by its column's type.
  func value(_ row: Int, _ column: Int) -> Value {
    guard let text = text(row, column) else { return .null }
    switch type(of: column) {
    case ObjectType.int2, ObjectType.int4, ObjectType.int8: return Int64(text).map { .int($0) } ?? .text(text)
    case ObjectType.bool: return .bool(text == "t")
    case ObjectType.float4, ObjectType.float8: return Double(text).map { .real($0) } ?? .text(text)
    case ObjectType.json, ObjectType.jsonb: return .json(text)
    case ObjectType.bytes: return .bytes(StatementResult.bytes(hex: text))
    default: return .text(text)
    }
  }

  private static func bytes(hex text: String) -> [UInt8] {
    let digits = text.utf8.dropFirst(2).map { UInt8($0 < 0x3A ? $0 - 0x30 : ($0 | 0x20) - 0x61 + 10) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
