public import Transport

/// The bearer token of a request's `Authorization` header.
public enum Bearer: Sendable, Hashable {
  /// No token, or another scheme, such as a proxy's own password.
  case none
  case token(String)
  /// Two different tokens, or an empty one.
  case malformed

  private static let scheme = Array("bearer".utf8)

  public init(_ headers: Headers) {
    let fields = headers.all("authorization").compactMap(Bearer.token)
    switch fields.count {
    case 0: self = .none
    case 1 where !fields[0].isEmpty: self = .token(fields[0])
    default: self = .malformed
    }
  }

  /// Returns what follows the scheme's name, which is case-insensitive (RFC 9110, 11.1); nil for other schemes.
  private static func token(_ field: String) -> String? {
    let bytes = field.utf8
    guard bytes.count >= scheme.count, zip(bytes, scheme).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
    let rest = bytes.dropFirst(scheme.count)
    guard let next = rest.first else { return "" }
    guard next == UInt8(ascii: " ") else { return nil }
    return String(Substring(rest.drop { $0 == UInt8(ascii: " ") }))
  }
}
