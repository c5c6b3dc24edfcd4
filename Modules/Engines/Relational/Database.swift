public import Kernel
public import Tokens

/// Where everything is kept. What a `write` has answered is on disk.
public protocol Database: Sendable {
  var schema: Schema { get }
  /// Changes with every restore from a backup, so that devices notice.
  var epoch: String { get async throws(Failure) }
  /// What was committed, in order, of the tables being watched, by whichever instance.
  var changes: Broadcast<[RowChange]> { get }

  /// Only changes of these tables are told; nobody pays for what nobody hears.
  func watch(_ tables: Set<String>) async

  func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows
  func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows
  func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows
  func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows
  /// A function of the database by its name, with its arguments as a JSON object; nil when there is none of that name.
  /// The answer is JSON. A function that only reads may be asked with GET.
  func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]?

  /// Deletes every row that this person owns, of whichever table, as its owner would.
  func forget(_ person: String) async throws(Failure)

  /// The server's own tables: all of it happens, or nothing. `body` runs on a thread of the database and waits for
  /// nothing else.
  @discardableResult
  func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result
  /// The same for what only reads.
  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result

  /// Throws away what every device has had time to hear of: old tombstones, and operations that nobody sends again.
  func purge() async throws(Failure)

  /// Whether it answers.
  func check() async throws(Failure)
  func close() async
}

/// An open transaction of the server itself. Statements are SQL in the subset that both stores share, with `$1`, `$2`
/// for their values; a text of the program, never put together from what somebody sent.
public protocol Session: AnyObject {
  /// How many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [Value]) throws(Failure) -> Int
  func rows(_ sql: String, _ values: [Value]) throws(Failure) -> [[Value]]
}

extension Session {
  public func row(_ sql: String, _ values: [Value]) throws(Failure) -> [Value]? { try rows(sql, values).first }
}

/// Tables of the server itself, which no caller reaches: a service hands over its own. `sql` is of the shared subset;
/// its types are `text` and `bigint`. Once released, a migration stays as it is.
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
  /// The row's identifier.
  public let id: String
  /// The people named in its `viewers` columns (before it went, for one that is deleted).
  public let viewers: [String]
  /// All columns as a JSON object; of a deleted row its key only.
  public let record: [UInt8]
  /// When it was committed, as PostgreSQL writes it in JSON.
  public let committed: String

  public init(table: String, kind: Kind, id: String, viewers: [String], record: [UInt8], committed: String) {
    self.table = table
    self.kind = kind
    self.id = id
    self.viewers = viewers
    self.record = record
    self.committed = committed
  }
}

/// How several instances on one database tell each other what passes through one only. What is published arrives at all
/// of them, the publisher too; an instance that is away misses it.
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
