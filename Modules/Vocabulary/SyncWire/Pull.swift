public import FoundationEssentials
public import JSON

/// What a device asks: what changed in these collections since it heard of them last.
public struct Pull: Sendable, Hashable {
  public static let most = 1000

  public let device: UUID
  public let epoch: String?
  /// Nil for a collection that is asked for from its beginning.
  public let cursors: [String: String?]
  public let limit: Int

  public init(device: UUID, epoch: String?, cursors: [String: String?], limit: Int = most) {
    self.device = device
    self.epoch = epoch
    self.cursors = cursors
    self.limit = min(max(1, limit), Pull.most)
  }
}

/// One page of what changed, all of one moment.
public struct PullAnswer: Sendable, Hashable {
  public struct Change: Sendable, Hashable {
    public let collection: String
    public let id: UUID
    public let rev: String
    /// Nil when the record was deleted.
    public let row: [String: JSON]?

    public init(collection: String, id: UUID, rev: String, row: [String: JSON]?) {
      self.collection = collection
      self.id = id
      self.rev = rev
      self.row = row
    }
  }

  public let epoch: String
  public let changes: [Change]
  /// Where to go on.
  public let cursors: [String: String]
  public let more: Bool
  /// Collections that are told from their beginning, since the cursor was of another life or too old. What is not told
  /// of them by the end of the last page is gone.
  public let resync: [String]

  public init(epoch: String, changes: [Change], cursors: [String: String], more: Bool, resync: [String]) {
    self.epoch = epoch
    self.changes = changes
    self.cursors = cursors
    self.more = more
    self.resync = resync
  }
}
