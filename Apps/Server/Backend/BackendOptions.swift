internal import Gate
internal import JSON
public import Relational
public import ServerFunctions
public import Transport

/// The configuration of a server.
public struct BackendOptions: Sendable {
  public static let usualPort: UInt16 = 8788

  public var host = "127.0.0.1"
  /// Zero selects a free port.
  public var port = usualPort
  public var tls: TLSFiles?
  /// Whether other machines may connect without TLS. Off unless set explicitly.
  public var allowsPlainBeyondLoopback = false
  /// The folder for keys, files, mails and, without a `database`, everything else.
  public var folder: String
  /// The address by which clients reach it, where a proxy or another port stands between; nil is that of the socket.
  public var publicAddress: PublicAddress?
  /// The proxies in front of it, whose word about a client's address is believed.
  public var proxies = TrustedProxies()
  /// `postgres://...`; nil stores everything in the folder.
  public var database: String?
  /// `postgres://...` of a pooler in transaction mode before the `database`; nil connects to that for everything.
  public var pooler: String?
  /// Where the key is with which the rows in the folder are sealed; nil keeps them readable. Not for a `database`.
  public var sealing: RowKeys?
  /// `nats://...` or `tls://...`; nil notifies other instances through the database.
  public var bus: String?
  /// `smtp://user:password@host:587`; nil writes mails to the folder and confirms sign-ups automatically.
  public var mailServer: String?
  /// The sender of mails.
  public var mailFrom = "troupe@localhost"
  /// The target of links in mails that name no other allowed address.
  public var site: String?
  /// Further allowed redirect targets of a sign-in, as address prefixes.
  public var redirects: [String] = []
  /// The path of a file that lists the sign-in providers.
  public var providers: String?
  /// The path of a file that holds the keys of push services; nil sends no push notifications.
  public var push: String?
  /// The notices of the products that one person receives because of another.
  public var notices: [ServerNotice] = []
  /// Seconds for which a used refresh token is still accepted, in case the response was lost. Later use counts as
  /// theft.
  public var reuseInterval = 10
  /// The functions that it serves beneath `/functions/v1`, each with a name of its own.
  public var functions: [ServerFunction] = []
  /// The buckets for files that no function reads. The server makes them when it starts.
  public var buckets: [ServerBucket] = []
  /// Whether every request is logged, without its content.
  public var logsRequests = false
  public var connections = 12_000
  /// Bytes of all request bodies in memory together. Uploaded files are not among them.
  public var bodyMemory = 64 << 20
  /// The largest file that arrives in several requests, in bytes.
  public var largestUpload = 50 << 20
  /// Time a client has to notice that the server has closed its connection.
  public var farewell = Duration.seconds(2)

  /// The tables it serves.
  public let schema: Schema

  public init(folder: String, schema: Schema) {
    self.folder = folder
    self.schema = schema
  }

  var configuration: ServerConfiguration {
    var limits = ServerLimits()
    limits.connections = connections
    limits.lingerTime = farewell
    limits.bodyMemory = bodyMemory
    // Browser tabs write rarely; connections of proxies stay open.
    limits.idleTime = .seconds(75)
    // Clients list many identifiers in a filter.
    limits.request.requestLine = 32_768
    var configuration = ServerConfiguration(
      host: host, port: port, tls: tls, allowsPlainBeyondLoopback: allowsPlainBeyondLoopback, limits: limits,
      proxies: proxies)
    configuration.refused = { BackendOptions.response($0) }
    return configuration
  }

  /// An error that the clients of all services can read, each of which looks for other members.
  static func response(_ refusal: RequestRefusal) -> Response {
    let status = "\(refusal.status.code)"
    let error: JSON = [
      "code": .string(status), "statusCode": .string(status), "error": .string(refusal.status.phrase),
      "message": .string("\(refusal.reason)."), "msg": .string("\(refusal.reason)."), "details": .null, "hint": .null,
    ]
    // A page of another origin may read it, too: it is said before anybody knows whose request it is.
    return .json(
      error, status: refusal.status,
      headers: ["access-control-allow-origin": "*", "access-control-expose-headers": "retry-after"])
  }
}
