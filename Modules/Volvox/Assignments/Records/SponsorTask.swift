public import Days
public import Kernel
public import Platform
public import Storage

/// A task that a sponsor gives a sponsee within an active connection. Its text and the note are ciphertext, here and on the
/// server; the days are not.
public struct SponsorTask: Syncable {
  public static let collection = "sponsor_tasks"
  /// Characters of the text and of the note.
  static let longestText = 1_000

  public let id: ID<SponsorTask>
  public let connection: UUID
  /// The sponsor, who wrote it.
  public let giver: UUID
  /// The sponsee, who does it.
  public let doer: UUID
  /// The sealed text.
  public let body: String
  public let dueOn: CalendarDay?
  public let givenAt: Date
  public var doneAt: Date?
  /// The sealed note of the sponsee.
  public var note: String?

  public var when: Date { givenAt }

  public init(
    id: ID<SponsorTask>, connection: UUID, giver: UUID, doer: UUID, body: String, dueOn: CalendarDay? = nil,
    givenAt: Date, doneAt: Date? = nil, note: String? = nil
  ) {
    self.id = id
    self.connection = connection
    self.giver = giver
    self.doer = doer
    self.body = body
    self.dueOn = dueOn
    self.givenAt = givenAt
    self.doneAt = doneAt
    self.note = note
  }

  public enum CodingKeys: String, ColumnKey {
    case id, connection, giver, doer, body, note
    case dueOn = "due_on"
    case givenAt = "given_at"
    case doneAt = "done_at"
  }
}
