internal import CSQLite
internal import Relational

/// A transaction of the server itself on a connection of the store.
final class OpenSession: Session {
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) { self.connection = connection }

  func run(_ sql: String, _ values: [Value]) throws(Failure) -> Int {
    do throws(SQLiteFault) {
      return try connection.run(SharedSQL.translated(sql), values)
    } catch {
      throw Self.failure(error)
    }
  }

  func rows(_ sql: String, _ values: [Value]) throws(Failure) -> [[Value]] {
    do throws(SQLiteFault) {
      return try connection.rows(SharedSQL.translated(sql), values)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Only the codes matter: the messages are not shown to clients.
  private static func failure(_ fault: SQLiteFault) -> Failure {
    switch fault.code {
    case 2067, 1555: Failure("23505", fault.message)
    case 1299: Failure("23502", fault.message)
    case 275: Failure("23514", fault.message)
    case 787: Failure("23503", fault.message)
    default: fault.failure
    }
  }
}
