/// How much of the server one client, one channel and all of them together may take.
public struct RealtimeLimits: Sendable {
  /// WebSockets in all; whoever comes then hears 429.
  public var sockets = 20_000
  /// Channels of one socket.
  public var joins = 100
  /// What one channel listens to in the database.
  public var bindings = 100
  /// Of one message, in bytes.
  public var message = 262_144
  /// Of a topic's name, in bytes.
  public var topic = 255
  /// Messages a second of one socket in the long run, and how many at once.
  public var rate = 100.0
  public var burst = 500.0
  /// How many messages beyond that are refused before the socket is closed.
  public var patience = 1_000
  /// What somebody says of themselves in a channel, its key, and how many keys a channel has.
  public var presence = 3_072
  public var presenceKey = 255
  public var presenceKeys = 1_000
  /// How many bytes may wait for one client that reads slowly, and for all of them. Beyond it the slow are let go.
  public var backlog = 1 << 20
  public var backlogs = 64 << 20
  /// Messages in one request over HTTP, and its bytes.
  public var posted = 100
  public var body = 1 << 20
  /// After how many seconds a token is judged again, at the latest.
  public var tokenCheck = 300
  /// Of one instance from which nothing was heard: when its people count as gone.
  public var silence = 30

  public init() {}
}
