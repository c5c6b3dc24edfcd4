public import Kernel
public import Platform
public import Storage

/// A meeting of the imported list. It stays on the device. Its identifier is random, since identifiers are stored
/// unsealed and one made of the slug would tell which meetings are in the list.
public struct Meeting: Kept {
  public static let collection = "meetings"

  public let id: ID<Meeting>
  public let listing: MeetingListing
  public var isStarred: Bool

  public var when: Date { Date(timeIntervalSince1970: 0) }

  public init(id: ID<Meeting>, _ listing: MeetingListing, isStarred: Bool = false) {
    self.id = id
    self.listing = listing
    self.isStarred = isStarred
  }
}

/// The result of the last import. There is one record of it, and it stays on the device.
public struct MeetingImport: Kept {
  public static let collection = "meeting_imports"

  /// The name of the file, without its folder.
  public let file: String
  public let at: Date
  public let meetings: Int
  /// Sentences about what could not be read, the first of them.
  public let flaws: [String]
  public let flawCount: Int

  public var id: ID<MeetingImport> { MeetingImport.id }
  public var when: Date { at }
  static var id: ID<MeetingImport> { ID(named: "last") }

  init(_ feed: MeetingFeed, from file: String, at: Date) {
    self.file = file
    self.at = at
    meetings = feed.meetings.count
    flaws = feed.flaws
    flawCount = feed.flawCount
  }

  private enum CodingKeys: String, CodingKey {
    case file, at, meetings, flaws
    case flawCount = "flaw_count"
  }
}
