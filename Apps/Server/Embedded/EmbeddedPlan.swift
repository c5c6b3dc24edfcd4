internal import Backend
public import Relational
public import ServerFunctions
public import Shell

/// The configuration of an embedded server.
public struct EmbeddedPlan: Sendable {
  /// The data folder; nil uses a temporary folder that is deleted when the server stops.
  public var folder: String?
  /// `postgres://...`; nil stores rows in the folder too.
  public var database: String?
  /// Where the key is with which the rows in the folder are sealed; nil keeps them readable.
  public var keys: ProfileKeys? = .file
  /// The secret that signs tokens, when it is stored elsewhere.
  public var secret: String?
  /// The functions that it serves.
  public var functions: [ServerFunction] = []
  /// The path of a file that holds the keys of push services; nil sends no push notifications.
  public var push: String?
  /// The notices that one person receives because of another.
  public var notices: [ServerNotice] = []
  /// The buckets for files that no function reads.
  public var buckets: [ServerBucket] = []

  /// The tables it serves.
  public let schema: Schema

  public init(folder: String? = nil, schema: Schema) {
    self.folder = folder
    self.schema = schema
  }

  /// Clients are on this machine and mostly in this process, where idle connections would be kept open for nothing.
  private static let farewell = Duration.milliseconds(50)

  /// Enough for the few clients of one machine.
  private static let connections = 1_000

  private static func rowKeys(_ keys: ProfileKeys) -> RowKeys {
    switch keys {
    case .file: .file
    case .passphrase(let words): .passphrase(words)
    case .custom(let store): .custom(store)
    }
  }

  func options(in path: String) -> BackendOptions {
    var options = BackendOptions(folder: path, schema: schema)
    options.database = database
    options.sealing = database == nil ? keys.map(EmbeddedPlan.rowKeys) : nil
    options.functions = functions
    options.push = push
    options.notices = notices
    options.buckets = buckets
    options.connections = EmbeddedPlan.connections
    options.farewell = EmbeddedPlan.farewell
    return options
  }
}
