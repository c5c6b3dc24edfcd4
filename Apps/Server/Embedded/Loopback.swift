/// Loopback addresses, as servers write them.
public enum Loopback {
  private static let hosts = ["127.0.0.1", "localhost", "[::1]"]

  /// Splits off the host; nil for other hosts.
  private static func split(_ address: String) -> (host: String, rest: Substring)? {
    for scheme in ["http://", "https://"] where address.hasPrefix(scheme) {
      let rest = address.dropFirst(scheme.count)
      guard let host = hosts.first(where: { rest.hasPrefix($0) }) else { return nil }
      let tail = rest.dropFirst(host.count)
      return tail.isEmpty || tail.hasPrefix(":") || tail.hasPrefix("/") ? (host, tail) : nil
    }
    return nil
  }

  /// Whether an address is on this machine.
  public static func holds(_ address: String) -> Bool {
    guard let (_, rest) = split(address) else { return false }
    return rest.isEmpty || rest.hasPrefix("/") || port(address) != nil
  }

  static func port(_ address: String) -> UInt16? {
    guard let (_, rest) = split(address), rest.hasPrefix(":") else { return nil }
    return UInt16(rest.dropFirst().prefix { $0 != "/" })
  }
}
