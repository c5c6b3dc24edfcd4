public import Relational
public import Testing

/// One requirement on every `Database`, tested on a fresh one.
public struct Clause: Sendable, CustomTestStringConvertible {
  public let name: String
  private let body: @Sendable (any Database) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (any Database) async throws -> Void) {
    self.name = name
    self.body = body
  }

  public var testDescription: String { name }

  /// Runs the test on a database that has `RelationalContract.schema` and `RelationalContract.migrations` and no rows.
  /// Fails when the database does not meet the requirement.
  public func check(_ database: any Database) async throws { try await body(database) }
}

/// The contract of any `Database`. A store's tests run every clause on a fresh one:
///
///     @Test("It keeps the contract", arguments: RelationalContract.clauses)
///     func keeps(_ clause: Clause) async throws { try await clause.check(fresh()) }
public enum RelationalContract {
  public static let clauses: [Clause] =
    values + rules + writes + filters + lists + policies + transitions + changes + sessions + pushes + mixes + pulls
    + sharing + histories + embeddings
}
