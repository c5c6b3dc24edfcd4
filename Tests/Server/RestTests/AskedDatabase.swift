import Kernel
import Relational
import Tokens

/// A database that records its requests, and returns answers that a test has prepared.
final class AskedDatabase: Database {
  enum Question: Sendable, Equatable {
    case select(Select)
    case insert(Insert)
    case update(Update)
    case delete(Delete)
    case call(String, String, mayWrite: Bool)
  }

  struct Held {
    var questions: [Question] = []
    var callers: [Caller] = []
    var rows: Result<Rows, Failure> = .success(Rows(json: Array("[]".utf8), count: 0))
    var called: Result<[UInt8]?, Failure> = .success(nil)
  }

  static let todos: Table = {
    var table = Table(
      "todos",
      [
        .uuid("id").filled(.identifier).required, .uuid("owner").filled(.caller), .text("title").required,
        .boolean("done").usually("false"), .integer("rank"), .timestamp("at"), .json("meta"), .texts("tags"),
        .text("weird col"), Column("rev", .revision).filled(.revision),
      ], policies: .owner)
    table.uniques = [["owner", "title"]]
    return table
  }()

  /// The steps of a todo.
  static let steps = Table(
    "steps",
    [
      .uuid("id").filled(.identifier).required, .uuid("owner").filled(.caller), .uuid("todo").refers(to: "todos"),
      .text("title"), .integer("rank"), .boolean("done"), .double("ratio"), .timestamp("at"),
    ], policies: .owner)

  static let tables = Schema([todos, steps])

  let schema = AskedDatabase.tables
  let held = Locked(Held())
  private let source = Broadcast<[RowChange]>.Source()

  var changes: Broadcast<[RowChange]> { source.broadcast }
  var epoch: String { get async throws(Failure) { "epoch" } }

  func put(_ json: String, count: Int, total: Int? = nil, inserted: Int = 0) {
    let rows = Rows(json: Array(json.utf8), count: count, total: total, inserted: inserted)
    held.withLock { $0.rows = .success(rows) }
  }

  func put(_ failure: Failure) {
    held.withLock { held in
      held.rows = .failure(failure)
      held.called = .failure(failure)
    }
  }

  func put(called answer: String) { held.withLock { $0.called = .success(Array(answer.utf8)) } }

  var last: Question? { held.withLock { $0.questions.last } }
  var count: Int { held.withLock { $0.questions.count } }

  private func answer(_ question: Question, _ caller: Caller) throws(Failure) -> Rows {
    let rows = held.withLock { held in
      held.questions.append(question)
      held.callers.append(caller)
      return held.rows
    }
    return try rows.get()
  }

  func watch(_ tables: Set<String>) async {}
  func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows {
    try answer(.select(select), caller)
  }
  func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows {
    try answer(.insert(insert), caller)
  }
  func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows {
    try answer(.update(update), caller)
  }
  func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows {
    try answer(.delete(delete), caller)
  }
  func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]? {
    let called = held.withLock { held in
      held.questions.append(.call(function, String(decoding: arguments, as: UTF8.self), mayWrite: mayWrite))
      return held.called
    }
    return try called.get()
  }
  func forget(_ person: String) async throws(Failure) {}
  func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw .busy("no server's own tables here") }
  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw .busy("no server's own tables here") }
  func check() async throws(Failure) {}
  func purge() async throws(Failure) {}
  func close() async {}
}
