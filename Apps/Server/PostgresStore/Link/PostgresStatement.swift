internal import CPostgres
internal import Relational

/// A statement to send: its SQL, and its parameters.
struct PostgresStatement {
  let sql: String
  var values: [Parameter] = []
  /// Whether it is prepared and cached, for texts that recur.
  var isKept = true

  init(_ sql: String, _ values: [Parameter] = [], isKept: Bool = true) {
    self.sql = sql
    self.values = values
    self.isKept = isKept
  }
}

/// A parameter in text format; nil is null. PostgreSQL infers its type unless given.
struct Parameter: Hashable {
  let type: Oid
  /// Zero-terminated, as libpq requires.
  let text: [UInt8]?

  init(_ text: String?, type: Oid = 0) {
    self.type = type
    self.text = text.map { Array($0.utf8) + [0] }
  }

  init(bytes: [UInt8]) {
    type = 0
    text = bytes + [0]
  }
}

enum ObjectType {
  static let bool: Oid = 16
  static let bytes: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let json: Oid = 114
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let jsonb: Oid = 3802
}
