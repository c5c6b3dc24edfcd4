public import JSON
public import Platform

/// A device's request for the changes in some collections since its last pull.
public struct Pull: Sendable, Hashable {
  public static let most = 1000
  /// Bytes of a pull that are parsed.
  static let mostBytes = 1 << 20

  public let device: UUID
  public let epoch: String?
  /// The cursor of each collection; nil to pull it from the beginning.
  public let cursors: [String: String?]
  public let limit: Int

  public init(device: UUID, epoch: String?, cursors: [String: String?], limit: Int = most) {
    self.device = device
    self.epoch = epoch
    self.cursors = cursors
    self.limit = min(max(1, limit), Pull.most)
  }
}

/// One page of changes, all from one snapshot.
public struct PullAnswer: Sendable, Hashable {
  public struct Change: Sendable, Hashable {
    public let collection: String
    public let id: UUID
    public let rev: String
    /// The fields of the record; nil if it was deleted.
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
  /// The cursors for the next pull.
  public let cursors: [String: String]
  public let more: Bool
  /// Collections sent from the beginning, since the cursor was from another epoch or too old. A record of theirs that
  /// is not sent by the end of the last page has been deleted.
  public let resync: [String]

  public init(epoch: String, changes: [Change], cursors: [String: String], more: Bool, resync: [String]) {
    self.epoch = epoch
    self.changes = changes
    self.cursors = cursors
    self.more = more
    self.resync = resync
  }
}
