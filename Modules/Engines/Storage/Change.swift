internal import Kernel
public import Platform

/// A pending change of a record: a row of the outbox.
public struct Change: Sendable, Hashable {
  public enum Kind: Int, Sendable, Hashable, Codable {
    case insert, update, delete
  }

  public enum State: Sendable, Hashable {
    case waiting
    case claimed
    /// Refused, with the server's reason; the person edits the record or discards the change.
    case aside(reason: String)
    case conflict
  }

  /// The idempotency key under which the server remembers that it has applied the change.
  public let op: UUID
  public let collection: String
  public let id: UUID
  public let kind: Kind
  public let priority: Priority
  /// The server's revision that the change was based on; nil for a record that the server has not seen.
  public let base: String?
  /// The changed fields; all fields for an insert, the last ones for a delete.
  public let fields: Fields
  public let attempts: Int
  public let notBefore: Date
  public let editedAt: Date
  public let state: State
}

/// The number of changes by state, from a single query.
public struct QueueCounts: Sendable, Hashable {
  public var waiting = 0
  public var claimed = 0
  public var aside = 0
  public var conflicts = 0

  public init(waiting: Int = 0, claimed: Int = 0, aside: Int = 0, conflicts: Int = 0) {
    self.waiting = waiting
    self.claimed = claimed
    self.aside = aside
    self.conflicts = conflicts
  }

  public var unsent: Int { waiting + claimed + aside + conflicts }
}

/// A record on its way into the store, encoded on the caller's thread.
struct Draft: Sendable {
  let collection: Registered
  let id: UUID
  let when: Double
  let row: Row
  let over: Over
  /// Converts a row of an older form to this version's.
  let upgraded: @Sendable (Row) throws -> Row
  /// Returns the fields that this version's type reads; called only when one is missing.
  let asked: @Sendable (Row) -> Set<String>
}

/// A collection's registration with the store.
struct Registered: Sendable {
  let number: Int
  let name: String
  let holding: Holding
  /// The version of the form that this version writes.
  let form: Int
  /// Encodes fields from another source as a row of this version, with its instant; throws when they form no valid
  /// record.
  let row: @Sendable (_ id: UUID, Fields) throws -> (row: Row, when: Double)
  /// Decodes a row of this version's form, and returns the record's identifier.
  let decoded: @Sendable (Row) throws -> UUID
  /// Reads the group of a row of this version's form; nil in a collection without groups.
  let group: (@Sendable (Row) throws -> UUID)?
  /// Converts a row of an older form to this version's.
  let upgraded: @Sendable (Row) throws -> Row
}
