public import Transport

/// How a server is to run.
public struct BackendOptions: Sendable {
  public static let usualPort: UInt16 = 8788

  public var host = "127.0.0.1"
  /// Zero takes one that is free.
  public var port = usualPort
  public var tls: TLSFiles?
  /// Whether other machines may reach it without TLS. Somebody has to say so.
  public var allowsPlainBeyondLoopback = false
  /// Where keys, files, mails and, unless there is a `database`, everything else is kept.
  public var folder: String
  /// `postgres://...`; nil keeps all in the folder.
  public var database: String?
  /// `nats://...`; nil tells other instances through the database.
  public var bus: String?
  /// `smtp://user:password@host:587`; nil puts mails into the folder, and sign-ups confirm themselves.
  public var mailServer: String?
  /// Whom mails come from.
  public var mailFrom = "troupe@localhost"
  /// Where links in mails lead when they name no other allowed place.
  public var site: String?
  /// Where else a sign-in may lead back to: beginnings of addresses.
  public var redirects: [String] = []
  /// A file that names the providers with whom people may sign in.
  public var providers: String?
  /// For how many seconds a refresh token that was used is still taken, for an answer that was lost. After that it is stolen.
  public var reuseInterval = 10
  /// What looks at pictures of meals: an address that gets a picture and answers what is on it. Nil when nobody does.
  public var mealModel: String?
  /// Whether every request is written to the log, without what it was about.
  public var logsRequests = false
  public var connections = 12_000
  /// How long a client may take to notice that the server has closed its connection.
  public var farewell = Duration.seconds(2)

  public init(folder: String) { self.folder = folder }

  var configuration: ServerConfiguration {
    var limits = ServerLimits()
    limits.connections = connections
    limits.lingerTime = farewell
    limits.bodyMemory = 64 << 20
    // A tab at a time writes; a proxy's connections stay.
    limits.idleTime = .seconds(75)
    return ServerConfiguration(
      host: host, port: port, tls: tls, allowsPlainBeyondLoopback: allowsPlainBeyondLoopback, limits: limits)
  }
}
