public import Hours

/// A meeting as a feed describes it. All texts are cleaned and bounded by `FeedText`.
public struct MeetingListing: Sendable, Hashable, Codable {
  /// The name of the meeting within its feed, which stays the same from one import to the next.
  public let slug: String
  /// The number of earlier entries of the same slug in the same file, usually 0.
  public internal(set) var copy = 0
  public let name: String
  /// Days of the week from 0, Sunday, to 6, in order. Empty for a meeting by appointment.
  public internal(set) var days: [Int] = []
  /// The local time of the start; nil when the feed gives none.
  public internal(set) var time: TimeOfDay?
  /// The local time of the end; nil when the feed gives none.
  public internal(set) var end: TimeOfDay?
  /// The IANA name of the time zone; nil for the zone of the person.
  public internal(set) var zone: String?
  /// Codes such as "O", upper-case, each once, in the order of the feed.
  public internal(set) var types: [String] = []
  public internal(set) var group: String?
  public internal(set) var groupNotes: String?
  public internal(set) var location: String?
  public internal(set) var address: String?
  /// Whether the address only says from which area an online meeting is.
  public internal(set) var isApproximate = false
  public internal(set) var region: String?
  public internal(set) var notes: String?
  public internal(set) var locationNotes: String?
  /// An address that begins with http:// or https://.
  public internal(set) var conferenceAddress: String?
  public internal(set) var conferenceNotes: String?
  public internal(set) var conferencePhone: String?
  public internal(set) var latitude: Double?
  public internal(set) var longitude: Double?
  /// The page of the meeting on the web, which begins with http:// or https://.
  public internal(set) var page: String?
  /// When the entry was last changed, as the feed writes it.
  public internal(set) var updated: String?

  public init(slug: String, name: String) {
    self.slug = slug
    self.name = name
  }

  /// Whether one can take part by a link or telephone.
  public var isOnline: Bool { types.contains("ONL") || conferenceAddress != nil || conferencePhone != nil }

  /// Whether the place is closed for the time being.
  public var isPlaceClosed: Bool { types.contains("TC") }

  /// Whether one can go there.
  public var isInPerson: Bool {
    !isPlaceClosed && (location != nil || address != nil) && !(isOnline && isApproximate)
  }
}
