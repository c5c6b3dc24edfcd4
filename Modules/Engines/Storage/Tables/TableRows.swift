internal import Platform

/// Whether a record equals the server's last version.
public enum SyncState: Int, Sendable, Hashable, Codable {
  case clean, dirty
}

struct RecordRow: Equatable {
  /// A number of the whole store, increased with every change of any record; no two changes share one.
  var version: Int64
  var collection: Int
  var id: UUID
  var when: Double
  var editedAt: Double
  var state = SyncState.clean
  var rev: String?
  /// The server's last version, sealed, while the record differs from it.
  var base: [UInt8]?
  /// The hash of its group; nil in a collection without groups.
  var grouping: [UInt8]?
  var sealed: [UInt8]
}

struct TombstoneRow: Equatable {
  var version: Int64
  var collection: Int
  var id: UUID
  var rev: String?
  /// The server's last version, sealed, until it knows of the deletion, which can be taken back until then.
  var base: [UInt8]?
}

struct OutboxRow: Equatable {
  enum State: Int { case waiting, claimed, aside, conflict }

  /// In seconds. A longer wait means that the clock has been set back since.
  static let longestWait = 3700.0

  var seq: Int64
  var op: UUID
  var collection: Int
  var id: UUID
  var kind: Change.Kind
  var priority: Int
  var base: String?
  var attempts = 0
  var notBefore: Double = 0
  var state = State.waiting
  /// True when the server may have it already: such a row is never merged with a later edit.
  var isSent = false
  /// The server's reason, sealed, since it may repeat what the person wrote.
  var reason: [UInt8]?
  var editedAt: Double
  var sealed: [UInt8]
}

struct ConflictRow: Equatable {
  var op: UUID
  var collection: Int
  var id: UUID
  var at: Double
  var rev: String?
  /// The server's fields; nil when the server has deleted the record.
  var sealed: [UInt8]?
}

struct LoserRow: Equatable {
  var number: Int64
  var collection: Int
  var id: UUID
  var at: Double
  var sealed: [UInt8]
}

/// The server's version of a record with unsent changes.
struct HeldRow: Equatable {
  var collection: Int
  var id: UUID
  var rev: String
  /// The time of the edit, according to the server.
  var editedAt: Double?
  /// Nil when the server has deleted it.
  var sealed: [UInt8]?
}

/// A collection that is being pulled from the beginning.
struct SweepRow: Equatable {
  /// The server has a new epoch: records that it lacks were lost there, not deleted.
  var isAnew: Bool
}

struct CursorRow: Equatable {
  var cursor: String?
  var epoch: String?
}

/// A damaged row that was set aside.
struct AsideRow: Equatable {
  var number: Int64
  var place: Int
  var collection: Int
  var id: UUID
  var at: Double
  var bytes: [UInt8]
}

struct BlobRow: Equatable {
  var name: [UInt8]
  var size: Int
  var at: Double
}
