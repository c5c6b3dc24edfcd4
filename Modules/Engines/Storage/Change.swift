public import FoundationEssentials
internal import Kernel

/// One change on its way to the server: a row of the outbox.
public struct Change: Sendable, Hashable {
  public enum Kind: Int, Sendable, Hashable, Codable {
    case insert, update, delete
  }

  public enum State: Sendable, Hashable {
    case waiting
    case claimed
    /// Refused, with the server's words; a person mends or discards it.
    case aside(reason: String)
    case conflict
  }

  /// Under which the server remembers that it has done this.
  public let op: UUID
  public let collection: String
  public let id: UUID
  public let kind: Kind
  public let priority: Priority
  /// The server's revision that the change was made on; nil for what it has not seen.
  public let base: String?
  /// What changed; all of it for an insert, what was there for a delete.
  public let fields: Fields
  public let attempts: Int
  public let notBefore: Date
  public let editedAt: Date
  public let state: State
}

/// How much waits, by one query.
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

/// A record's version on its way into the store: coded already, on the caller's own thread.
struct Draft: Sendable {
  let collection: Registered
  let id: UUID
  let when: Double
  let row: Row
  let over: Over
  /// A row of an older form in this version's.
  let upgraded: @Sendable (Row) throws -> Row
  /// The fields that this version's type asks for, found out only when one is missing.
  let asked: @Sendable (Row) -> Set<String>
}

/// A collection as the store knows it.
struct Registered: Sendable {
  let number: Int
  let name: String
  let holding: Holding
  /// The row that fields from elsewhere make in this version, and its instant; throws when they make no such record.
  let row: @Sendable (_ id: UUID, Fields) throws -> (row: Row, when: Double)
  /// A row of an older form in this version's.
  let upgraded: @Sendable (Row) throws -> Row
}
