public import Kernel

/// The address and credentials of a NATS server: `nats://host:4222`, `nats://person:password@host`,
/// `nats://token@host`, and with TLS `tls://host:4222`. Its description never contains the secret.
public struct NatsAddress: Sendable, CustomStringConvertible {
  let isSecure: Bool
  let host: String
  let port: String
  let user: String?
  let secret: String?

  public init(_ text: String) throws(Problem) {
    isSecure = text.hasPrefix("tls://")
    let scheme = isSecure ? "tls://" : "nats://"
    guard text.utf8.count <= 2048, text.hasPrefix(scheme), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw NatsAddress.unreadable
    }
    var rest = text.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let parts = rest.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, !rest.contains("/"), !rest.contains("?"), !rest.contains("#") else {
      throw NatsAddress.unreadable
    }
    if parts.count == 2 {
      let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let plain = words.compactMap { NatsAddress.plain($0) }
      guard plain.count == words.count, !plain[0].isEmpty else { throw NatsAddress.unreadable }
      (user, secret) = words.count == 2 ? (plain[0], plain[1]) : (nil, plain[0])
    } else {
      (user, secret) = (nil, nil)
    }
    let place = parts[parts.count - 1]
    let isBracketed = place.hasPrefix("[")
    let end = isBracketed ? place.firstIndex(of: "]") : place.firstIndex(of: ":") ?? place.endIndex
    guard let end else { throw NatsAddress.unreadable }
    host = String(isBracketed ? place[..<end].dropFirst() : place[..<end])
    let behind = isBracketed ? place[end...].dropFirst() : place[end...]
    guard !host.isEmpty, behind.isEmpty || behind.hasPrefix(":") else { throw NatsAddress.unreadable }
    port = behind.isEmpty ? "4222" : String(behind.dropFirst())
    guard let number = UInt16(port), number > 0 else { throw NatsAddress.unreadable }
  }

  public var description: String { "\(host):\(port)" }

  /// Decodes percent-encoding; nil when it is malformed.
  private static func plain(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(Substring(rest.prefix(2))), radix: 16), rest.count >= 2 else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static let unreadable = Problem(
    "nats-address", "The address of the bus cannot be read.",
    remedy:
      "Use nats:// or tls://user:password@host:4222, with characters such as @ / : # of the password encoded (%40).")
}
