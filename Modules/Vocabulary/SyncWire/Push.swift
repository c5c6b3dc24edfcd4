public import FoundationEssentials
public import JSON

/// What a device sends: its changes, oldest first.
public struct Push: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case insert, update, delete
  }

  public struct Entry: Sendable, Hashable {
    /// Under which the server remembers that it has done this.
    public let op: UUID
    public let collection: String
    public let id: UUID
    public let kind: Kind
    /// The server's revision that the change was made on; nil for what the server has not seen.
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

  /// The server takes no more at once.
  public static let mostEntries = 500
  public static let mostBytes = 1_048_576

  public let device: UUID
  /// The life of the server that the device knows; nil for a device that knows none.
  public let epoch: String?
  public let entries: [Entry]

  public init(device: UUID, epoch: String?, entries: [Entry]) {
    self.device = device
    self.epoch = epoch
    self.entries = entries
  }
}

/// What became of them, in the order in which they were sent.
public struct PushAnswer: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// With the revision that was made.
    case applied(rev: String)
    /// Done before, with the revision that was made then.
    case alreadyApplied(rev: String)
    /// The server has another version; no row when it has none any more.
    case conflict(rev: String?, row: [String: JSON]?)
    case refused(code: String, reason: String)
    /// It stands behind one of the same record that was refused.
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
  /// Empty when the device knows another life of the server: nothing was done then.
  public let results: [Result]

  public init(epoch: String, results: [Result]) {
    self.epoch = epoch
    self.results = results
  }
}
