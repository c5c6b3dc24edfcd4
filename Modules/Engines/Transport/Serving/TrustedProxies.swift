public import Kernel

/// The networks of proxies whose word about a client's address is believed.
public struct TrustedProxies: Sendable, Hashable {
  /// A network of either family: its first address and how many leading bits its members share with it.
  private struct Network: Sendable, Hashable {
    let bytes: [UInt8]
    let bits: Int

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == bytes.count else { return false }
      let whole = bits / 8
      guard address.prefix(whole) == bytes.prefix(whole) else { return false }
      return bits % 8 == 0 || (address[whole] ^ bytes[whole]) >> UInt8(8 - bits % 8) == 0
    }
  }

  /// A forwarded chain is read so far back; what stands before it is not believed.
  private static let longestChain = 32

  private var networks: [Network] = []

  /// No proxy: a client's address is that of its connection.
  public init() {}

  /// Reads addresses and networks, separated by commas: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
  public init(_ text: String) throws(Problem) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard networks.count < 64, let network = TrustedProxies.network(Headers.trimmed(part)) else {
        throw Problem(
          "bad-proxy", "“\(part.prefix(60))” is no address or network of a proxy.", safe: "Nothing was started.",
          remedy: "Give addresses or networks, separated by commas, for instance 127.0.0.1 or 10.0.0.0/8.")
      }
      networks.append(network)
    }
  }

  private static func network(_ text: Substring) -> Network? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let bytes = ConnectionOrigin(text: first)?.bytes else { return nil }
    guard parts.count == 2 else { return Network(bytes: bytes, bits: bytes.count * 8) }
    guard let bits = Int(parts[1]), (0...bytes.count * 8).contains(bits) else { return nil }
    return Network(bytes: bytes, bits: bits)
  }

  func trusts(_ origin: ConnectionOrigin) -> Bool { networks.contains { $0.contains(origin.bytes) } }

  /// Returns where a request came from: the last address of `X-Forwarded-For` that no trusted proxy has. Whatever a client
  /// itself wrote into the field stands before that. An unreadable address ends the search at the proxy that named it.
  func client(of head: RequestHead, from origin: ConnectionOrigin) -> ConnectionOrigin {
    guard trusts(origin) else { return origin }
    var client = origin
    let chain = head.headers.all("x-forwarded-for").flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    for hop in chain.suffix(TrustedProxies.longestChain).reversed() {
      guard let named = ConnectionOrigin(text: TrustedProxies.bare(Headers.trimmed(hop))) else { return client }
      client = named
      if !trusts(named) { break }
    }
    return client
  }

  /// Returns whether the client speaks TLS, as the nearest proxy says; nil when no trusted proxy says anything.
  func isSecure(_ head: RequestHead, from origin: ConnectionOrigin) -> Bool? {
    guard trusts(origin), let said = head.headers.all("x-forwarded-proto").last else { return nil }
    return said.split(separator: ",").last.map { Headers.trimmed($0).lowercased() == "https" }
  }

  /// Removes a port and brackets, which some proxies add.
  private static func bare(_ hop: Substring) -> Substring {
    if hop.first == "[" { return hop.dropFirst().prefix { $0 != "]" } }
    let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? parts[0] : hop
  }
}
