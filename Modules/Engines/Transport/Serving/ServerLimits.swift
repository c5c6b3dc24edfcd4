/// What one client, and all of them together, may take of the machine.
public struct ServerLimits: Sendable {
  public var request = RequestLimits()
  public var connections = 1_000
  /// Of one machine; of one network of version 6 (/64), since whoever has one address of it has all.
  public var connectionsPerPeer = 100
  /// Whether loopback is held to that too. A proxy on this machine brings everybody from there.
  public var limitsLoopback = false
  /// How much of the bodies of all requests is in memory at once. Who sends more hears 503.
  public var bodyMemory = 32 << 20
  /// How much may wait for a client that reads slowly before whoever writes to it waits too.
  public var highWater = 65_536

  /// From the connection to the end of the TLS handshake.
  public var handshakeTime = Duration.seconds(10)
  /// From the first byte of a request to the end of its header fields, however slowly they drip.
  public var headTime = Duration.seconds(10)
  /// For a body, and beyond it a second for every `bodyRate` bytes that have come.
  public var bodyTime = Duration.seconds(20)
  public var bodyRate = 4_096
  /// Between two requests.
  public var idleTime = Duration.seconds(60)
  /// For a client to take anything at all of what waits for it.
  public var sendTime = Duration.seconds(30)
  /// How often an event stream shows whether its client is still there.
  public var pulse = Duration.seconds(15)
  /// How long we listen to a client to whom we have said all, so that it reads that and not a broken connection.
  public var lingerTime = Duration.seconds(2)

  public init() {}
}

/// Where a server listens, and under which conditions.
public struct ServerConfiguration: Sendable {
  public var host: String
  /// Zero takes one that is free.
  public var port: UInt16
  public var tls: TLSFiles?
  /// Whether it may be reached from other machines without TLS. Somebody has to say so.
  public var allowsPlainBeyondLoopback: Bool
  public var limits: ServerLimits

  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, tls: TLSFiles? = nil, allowsPlainBeyondLoopback: Bool = false,
    limits: ServerLimits = ServerLimits()
  ) {
    self.host = host
    self.port = port
    self.tls = tls
    self.allowsPlainBeyondLoopback = allowsPlainBeyondLoopback
    self.limits = limits
  }
}
