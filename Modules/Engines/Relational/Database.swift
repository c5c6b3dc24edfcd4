public import Kernel
public import Tokens

/// A database with tables, policies and functions. When a write returns, it is durable.
public protocol Database: Sendable {
  var schema: Schema { get }
  /// Changes with every restore from a backup, so that devices notice.
  var epoch: String { get async throws(Failure) }
  /// The committed changes of the watched tables, in order, from all server instances.
  var changes: Broadcast<[RowChange]> { get }

  /// Publishes only the changes of these tables, so unobserved tables cost nothing.
  func watch(_ tables: Set<String>) async

  func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows
  func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows
  func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows
  func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows
  /// Calls a function of the database by name, with its arguments as a JSON object. Returns JSON, or nil if there is no
  /// such function. With `mayWrite` false, as for GET, only functions that do not write may be called.
  func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]?

  /// Deletes every row that this person owns, in all tables, as its owner could.
  func forget(_ person: String) async throws(Failure)

  /// Runs a transaction on the server's own tables; all of it happens, or nothing. `body` runs on a thread of the
  /// database and must not wait for anything else. What it reads stays valid until it ends, as far as only transactions
  /// that `scope` excludes change it.
  @discardableResult
  func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result
  /// Runs a read-only transaction.
  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result

  /// Deletes what every device has had time to pull: old tombstones, and the results of operations that are not sent
  /// again.
  func purge() async throws(Failure)

  /// The columns of a table whose values are encrypted at rest. Filters and orders on them read every row.
  func sealedColumns(of table: Table) -> [String]

  /// Throws when the database does not respond.
  func check() async throws(Failure)
  func close() async
}

/// The transactions with which one of the server itself does not run at the same time.
public enum TransactionScope: Sendable, Hashable {
  /// All of them, in the whole database.
  case everything
  /// Those about the same matter, such as one account, and those about everything. Only rows of the matter may be written,
  /// new rows that nothing else decides on, and what `Session.takeTurn` guards.
  case matter(String)
}

extension Database {
  /// Runs a transaction of the server itself beside no other one.
  @discardableResult
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { try await transact(.everything, body) }

  public func sealedColumns(of table: Table) -> [String] { [] }
}

/// An open transaction of the server itself. Statements are SQL in the subset that both stores share, with `$1`, `$2`
/// for their values. They are constants of the program, never built from input.
public protocol Session: AnyObject {
  /// Returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ values: [Value]) throws(Failure) -> Int
  func rows(_ sql: String, _ values: [Value]) throws(Failure) -> [[Value]]
  /// Waits until no other transaction that took this turn is open, whatever their scopes are.
  func takeTurn(_ turn: SessionTurn) throws(Failure)
}

/// A kind of work that transactions of different matters do one after the other. A transaction takes at most one.
public enum SessionTurn: Int, Sendable {
  /// Numbering rows in the order of their commits.
  case numbering = 1
}

extension Session {
  /// Where all transactions that write are serialized there is nothing to wait for.
  public func takeTurn(_ turn: SessionTurn) throws(Failure) {}

  public func row(_ sql: String, _ values: [Value]) throws(Failure) -> [Value]? { try rows(sql, values).first }
}

/// Tables of the server itself, which no caller can reach; each service supplies its own. `sql` is in the shared
/// subset; its types are `text` and `bigint`. A released migration never changes.
public struct Migration: Sendable, Hashable {
  public let name: String
  public let statements: [String]

  public init(_ name: String, _ statements: [String]) {
    self.name = name
    self.statements = statements
  }
}

/// One committed change of one row.
public struct RowChange: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case insert = "INSERT"
    case update = "UPDATE"
    case delete = "DELETE"
  }

  public let table: String
  public let kind: Kind
  /// The identifier of the row.
  public let id: String
  /// The people in its `viewers` columns; for a deleted row, those before the deletion.
  public let viewers: [String]
  /// All columns as a JSON object; for a deleted row only its key.
  public let record: [UInt8]
  /// The time of the commit, in PostgreSQL's JSON format.
  public let committed: String
  /// Whether the row appears or disappears for `viewers` alone: for all others nothing has changed.
  public let isForViewersOnly: Bool

  public init(
    table: String, kind: Kind, id: String, viewers: [String], record: [UInt8], committed: String,
    isForViewersOnly: Bool = false
  ) {
    self.table = table
    self.kind = kind
    self.id = id
    self.viewers = viewers
    self.record = record
    self.committed = committed
    self.isForViewersOnly = isForViewersOnly
  }
}

/// A message bus between server instances that share one database. A published message reaches all connected instances,
/// including the publisher; an instance that is away misses it.
public protocol Bus: Sendable {
  func publish(_ message: [UInt8]) async throws(Problem)
  var messages: Broadcast<[UInt8]> { get }
  func close() async
}

extension Value {
  public var string: String? {
    switch self {
    case .text(let text), .json(let text): text
    default: nil
    }
  }
  public var int: Int? { if case .int(let number) = self { Int(number) } else { nil } }
}
