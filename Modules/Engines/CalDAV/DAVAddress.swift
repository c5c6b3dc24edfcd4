/// The address of a server or of a resource on it: `https`, or `http` on this machine alone, since a password goes with it.
public struct DAVAddress: Sendable, Hashable {
  public let scheme: String
  /// With its port, in lower case.
  public let host: String
  /// From the first slash, with the escapes that every server reads alike.
  public let path: String

  /// Reads an address as a person types it: without a scheme it is `https`. Nil for anything else.
  public init?(_ text: String) {
    let typed = text.filter { !$0.isWhitespace }
    guard !typed.isEmpty, typed.utf8.count <= 2_000, !typed.contains("\\") else { return nil }
    let parts = typed.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let scheme: String
    let rest: Substring
    if parts.count == 3, parts[0].hasSuffix(":"), parts[1].isEmpty {
      scheme = parts[0].dropLast().lowercased()
      rest = parts[2]
    } else {
      guard !typed.contains("://") else { return nil }
      (scheme, rest) = ("https", typed[...])
    }
    let host = rest.prefix { !"/?#".contains($0) }.lowercased()
    let isHere = ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
    guard scheme == "https" || scheme == "http" && isHere, DAVAddress.isHost(host) else { return nil }
    self.init(scheme: scheme, host: host, path: DAVAddress.normal(rest.dropFirst(host.count)))
  }

  private init(scheme: String, host: String, path: String) {
    (self.scheme, self.host, self.path) = (scheme, host, path)
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty && host.utf8.count <= 253
      && host.utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyz0123456789-._:[]".utf8.contains(byte)
      }
  }

  public var text: String { "\(scheme)://\(host)\(path)" }

  /// The address that an `href` or a `Location` names; nil for one that leads to another server.
  public func resolving(_ href: String) -> DAVAddress? {
    let href = href.filter { !$0.isNewline }
    if href.hasPrefix("/"), !href.hasPrefix("//") { return at(href) }
    guard href.contains("://") else {
      let folder = path.hasSuffix("/") ? path : path.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/"
      return href.isEmpty || href.hasPrefix("//") ? nil : at(folder + href)
    }
    guard let other = DAVAddress(href), isTrusted(other) else { return nil }
    return other
  }

  public func at(_ path: String) -> DAVAddress {
    DAVAddress(scheme: scheme, host: host, path: DAVAddress.normal(path[...]))
  }

  /// Whether a password may go there as well: the same host, or one of the same domain, over TLS.
  private func isTrusted(_ other: DAVAddress) -> Bool {
    if host == other.host, scheme == other.scheme { return true }
    func domain(_ host: String) -> String? {
      let labels = host.prefix { $0 != ":" }.split(separator: ".")
      // Under a name such as co.uk anyone has a domain, so three labels must agree.
      let count = (labels.dropLast().last?.count ?? 0) <= 3 ? 3 : 2
      return labels.count >= count && !labels.allSatisfy { Int($0) != nil }
        ? labels.suffix(count).joined(separator: ".") : nil
    }
    guard scheme == "https", other.scheme == "https", let own = domain(host) else { return false }
    return own == domain(other.host)
  }

  /// A path whose escapes are those that RFC 3986 leaves no choice about, so that two spellings of one path are equal.
  static func normal(_ path: Substring) -> String {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    var plain: [UInt8] = []
    let bytes = Array(path.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        // An escaped slash is part of a name.
        if value == UInt8(ascii: "/") { plain += Array("%2F".utf8) } else { plain.append(value) }
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    var out = ""
    let digits = Array("0123456789ABCDEF")
    for (place, byte) in plain.enumerated() {
      let isEscapedSlash = byte == UInt8(ascii: "%") && plain[place...].starts(with: Array("%2F".utf8))
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/@:!$&'()*+,;=".utf8.contains(byte) || isEscapedSlash:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default: out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return out.isEmpty ? "/" : out.hasPrefix("/") ? out : "/" + out
  }
}
