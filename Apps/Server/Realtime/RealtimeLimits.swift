internal import Gate

/// Limits per client, per channel and in total.
public struct RealtimeLimits: Sendable {
  /// WebSockets in total; further ones are refused with 429.
  public var sockets = 20_000
  /// Channels per socket.
  public var joins = 100
  /// Database bindings per channel.
  public var bindings = 100
  /// Size of a message, in bytes.
  public var message = 262_144
  /// Length of a topic, in bytes.
  public var topic = 255
  /// Messages per second of one socket on average, and the largest burst.
  public var rate = 100.0
  public var burst = 500.0
  /// Messages refused beyond that before the socket is closed.
  public var patience = 1_000
  /// Bytes of one presence entry, bytes of its key, and keys per channel.
  public var presence = 3_072
  public var presenceKey = 255
  public var presenceKeys = 1_000
  /// Bytes that may wait for one slow client, and for all clients. Beyond that, slow clients are disconnected.
  public var backlog = 1 << 20
  public var backlogs = 64 << 20
  /// Messages in one HTTP request, and its size in bytes.
  public var posted = 100
  public var body = BodyLimits.usual
  /// The longest interval between two checks of a token, in seconds.
  public var tokenCheck = 300
  /// Seconds without a message after which an instance, and the presence of its clients, counts as gone.
  public var silence = 30

  public init() {}
}
