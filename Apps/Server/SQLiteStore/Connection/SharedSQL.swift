/// Translates SQL of the subset that both stores share into SQLite's: `auth.uid()` has another name, `$1` becomes
/// a numbered parameter instead of a named one, a lock on rows is left out, since only one transaction writes at a time,
/// and the functions of the schema `sync` become those of this store.
enum SharedSQL {
  private static let rowLock = " for update skip locked"
  private static let functions = [
    ("sync.tomorrow()", "date(now(), '+1 day')"), ("sync.is_line(", "sync_is_line("),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  static func translated(_ sql: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(sql.hasSuffix(rowLock) ? sql.dropLast(rowLock.count).utf8 : sql[...].utf8)
    out.reserveCapacity(bytes.count + 8)
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        out.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        out.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "$"), index + 1 < bytes.count, 0x30...0x39 ~= bytes[index + 1] {
        out.append(UInt8(ascii: "?"))
        index += 1
      } else if byte == UInt8(ascii: "a"), bytes[index...].starts(with: "auth.".utf8),
        index == 0 || !isOfName(bytes[index - 1])
      {
        out += "auth_".utf8
        index += 5
      } else if byte == UInt8(ascii: "s"), index == 0 || !isOfName(bytes[index - 1]),
        let (shared, own) = functions.first(where: { bytes[index...].starts(with: $0.0) })
      {
        out += own
        index += shared.count
      } else {
        out.append(byte)
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }
}
