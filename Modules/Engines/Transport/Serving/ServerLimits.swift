/// The limits of a server, per client and in total.
public struct ServerLimits: Sendable {
  public var request = RequestLimits()
  public var connections = 1_000
  /// Connections of one peer; for IPv6, of one /64 network.
  public var connectionsPerPeer = 100
  /// Whether that limit applies to loopback. All clients of a proxy on this machine come from there.
  public var limitsLoopback = false
  /// Bytes of all request bodies in memory together. Requests beyond it get 503.
  public var bodyMemory = 32 << 20
  public var bodyShares = BodyShares()
  /// Bytes of pending output per client before its writers are suspended.
  public var highWater = 65_536

  /// From the connection to the end of the TLS handshake.
  public var handshakeTime = Duration.seconds(10)
  /// From the first byte of a request to the end of its header fields, however slowly they arrive.
  public var headTime = Duration.seconds(10)
  /// The window in which the rate of a body is measured: in each, it ends or brings `bodyRate` bytes for every second.
  public var bodyTime = Duration.seconds(20)
  public var bodyRate = 4_096
  /// Between two requests.
  public var idleTime = Duration.seconds(60)
  /// The window in which a client must read its pending output, or `sendRate` bytes of it for every second.
  public var sendTime = Duration.seconds(30)
  public var sendRate = 2_048
  /// The interval of keep-alive comments on an event stream.
  public var pulse = Duration.seconds(15)
  /// The time for which input is still read after the last response, so that the client receives that rather than a
  /// reset.
  public var lingerTime = Duration.seconds(2)

  public init() {}
}

/// The address of a server, its TLS files and its limits.
public struct ServerConfiguration: Sendable {
  public var host: String
  /// Zero chooses a free port.
  public var port: UInt16
  public var tls: TLSFiles?
  /// Whether other machines may connect without TLS. Must be enabled explicitly.
  public var allowsPlainBeyondLoopback: Bool
  public var limits: ServerLimits
  /// The proxies in front of the server. Their own connections are not limited per peer.
  public var proxies: TrustedProxies
  /// The response to a request that is refused before it reaches the handler: one in memory.
  public var refused: @Sendable (RequestRefusal) -> Response = { Response.refused($0) }

  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, tls: TLSFiles? = nil, allowsPlainBeyondLoopback: Bool = false,
    limits: ServerLimits = ServerLimits(), proxies: TrustedProxies = TrustedProxies()
  ) {
    self.host = host
    self.port = port
    self.tls = tls
    self.allowsPlainBeyondLoopback = allowsPlainBeyondLoopback
    self.limits = limits
    self.proxies = proxies
  }
}
