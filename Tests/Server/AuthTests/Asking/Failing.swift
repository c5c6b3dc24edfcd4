import Kernel
import Relational
import Tokens

/// A database whose operations throw a given failure.
final class Failing: Database {
  private let below: any Database
  private let failure: Failure

  init(_ below: any Database, _ failure: Failure) {
    self.below = below
    self.failure = failure
  }

  var schema: Schema { below.schema }
  var epoch: String { get async throws(Failure) { throw failure } }
  var changes: Broadcast<[RowChange]> { below.changes }

  func watch(_ tables: Set<String>) async {}
  func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows { throw failure }
  func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows { throw failure }
  func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows { throw failure }
  func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows { throw failure }
  func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]? { throw failure }
  func forget(_ person: String) async throws(Failure) { throw failure }
  func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw failure }
  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result { throw failure }
  func check() async throws(Failure) { throw failure }
  func purge() async throws(Failure) {}
  func close() async { await below.close() }
}
