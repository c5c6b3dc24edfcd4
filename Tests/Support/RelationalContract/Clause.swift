public import Relational
public import Testing

/// One promise that every database keeps, shown on a fresh one.
public struct Clause: Sendable, CustomTestStringConvertible {
  public let name: String
  private let body: @Sendable (any Database) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (any Database) async throws -> Void) {
    self.name = name
    self.body = body
  }

  public var testDescription: String { name }

  /// Fails where the database does not keep it. It must be empty, and hold `RelationalContract.schema` and
  /// `RelationalContract.migrations`.
  public func hold(_ database: any Database) async throws { try await body(database) }
}

/// What any `Database` promises. A store's tests run every clause on a fresh one:
///
///     @Test("It keeps the contract", arguments: RelationalContract.clauses)
///     func keeps(_ clause: Clause) async throws { try await clause.hold(fresh()) }
public enum RelationalContract {
  public static let clauses: [Clause] =
    values + rules + writes + filters + lists + policies + transitions + changes + sessions + pushes + pulls
}
