public import JSON
public import Platform

/// A device's changes for the server, oldest first.
public struct Push: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case insert, update, delete
  }

  public struct Entry: Sendable, Hashable {
    /// The idempotency key under which the server remembers that it applied this change.
    public let op: UUID
    public let collection: String
    public let id: UUID
    public let kind: Kind
    /// The server's revision on which the change is based; nil for a record the server has not seen.
    public let base: String?
    public let fields: [String: JSON]
    public let editedAt: Date

    public init(
      op: UUID, collection: String, id: UUID, kind: Kind, base: String?, fields: [String: JSON], editedAt: Date
    ) {
      self.op = op
      self.collection = collection
      self.id = id
      self.kind = kind
      self.base = base
      self.fields = fields
      self.editedAt = editedAt
    }
  }

  /// Entries of one push: a device sends no more, and a server accepts no more.
  public static let mostEntries = 500
  /// Bytes that the rows of several changes, as a device keeps them, may have together for one push. A larger row is
  /// sent alone. As JSON a row may have six times as many bytes.
  public static let mostStoredBytes = 384 << 10
  /// Bytes of one push that a server accepts: room for the largest row that a device keeps, of 1 MiB, as JSON.
  public static let mostBytes = 8 << 20

  public let device: UUID
  /// The server epoch that the device knows; nil for a device that knows none.
  public let epoch: String?
  public let entries: [Entry]

  public init(device: UUID, epoch: String?, entries: [Entry]) {
    self.device = device
    self.epoch = epoch
    self.entries = entries
  }
}

/// The server's answer to a push: one result per entry, in the order sent.
public struct PushAnswer: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// Applied; `rev` is the new revision.
    case applied(rev: String)
    /// Applied by an earlier push; `rev` is the revision created then.
    case alreadyApplied(rev: String)
    /// The server has another version; `row` is nil if the record was deleted there.
    case conflict(rev: String?, row: [String: JSON]?)
    case refused(code: String, reason: String)
    /// Not applied, because an earlier change to the same record was refused.
    case blocked
  }

  public struct Result: Sendable, Hashable {
    public let op: UUID
    public let outcome: Outcome

    public init(op: UUID, outcome: Outcome) {
      self.op = op
      self.outcome = outcome
    }
  }

  public let epoch: String
  /// Empty if the device knows another epoch: nothing was applied then.
  public let results: [Result]

  public init(epoch: String, results: [Result]) {
    self.epoch = epoch
    self.results = results
  }
}
