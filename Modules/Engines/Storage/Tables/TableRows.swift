internal import FoundationEssentials

/// Whether a record is what the server last said.
public enum SyncState: Int, Sendable, Hashable, Codable {
  case clean, dirty
}

struct RecordRow: Equatable {
  /// Of the store, counted up with every change of any record: no two changes share one.
  var version: Int64
  var collection: Int
  var id: UUID
  var when: Double
  var editedAt: Double
  var state = SyncState.clean
  var rev: String?
  /// What the server last said, sealed, while the record differs from it.
  var base: [UInt8]?
  var sealed: [UInt8]
}

struct TombstoneRow: Equatable {
  var version: Int64
  var collection: Int
  var id: UUID
  var rev: String?
  /// What the server last said, sealed, until it has heard of the deletion: it can be taken back until then.
  var base: [UInt8]?
}

struct OutboxRow: Equatable {
  enum State: Int { case waiting, claimed, aside, conflict }

  /// In seconds. What is to wait longer was given its time by a clock that has been put back since.
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
  /// True when the server may have it already: such a row is never joined with a later edit.
  var isSent = false
  /// In the server's words, sealed: they may repeat what the person wrote.
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

/// What the server said of a record that this device has changed meanwhile.
struct HeldRow: Equatable {
  var collection: Int
  var id: UUID
  var rev: String
  /// When it was edited, as the server has it.
  var editedAt: Double?
  /// Nil when the server has deleted it.
  var sealed: [UInt8]?
}

/// A collection that the server tells from its beginning.
struct SweepRow: Equatable {
  /// The server is in another life: what it lacks was lost there, and not deleted.
  var isAnew: Bool
}

struct CursorRow: Equatable {
  var cursor: String?
  var epoch: String?
}

/// What did not open and was moved out of the way.
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
