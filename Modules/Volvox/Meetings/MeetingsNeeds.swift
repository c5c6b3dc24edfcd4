public import Kernel
public import Platform
public import Storage

/// The dependencies of Meetings. What was saved is on disk when the call returns.
public struct MeetingsNeeds: Sendable {
  public var read: @Sendable () async throws(Problem) -> MeetingBook
  /// Reads a file of at most `MeetingFeed.largest` bytes.
  public var bytes: @Sendable (_ path: String) throws(Problem) -> [UInt8]
  /// Replaces the whole list in one transaction. What has a meeting of the same slug in the new list stays starred.
  public var replace: @Sendable (MeetingFeed, _ file: String, _ at: Date) async throws(Problem) -> MeetingBook
  /// Returns the meeting as it is stored; nil when it is not in the list any more.
  public var star: @Sendable (ID<Meeting>, Bool) async throws(Problem) -> Meeting?
}

/// The stored list and the result of its import.
public struct MeetingBook: Sendable, Equatable {
  /// In order of name and slug.
  public private(set) var meetings: [Meeting]
  public let imported: MeetingImport?

  public init(_ meetings: [Meeting] = [], imported: MeetingImport? = nil) {
    self.meetings = meetings.sorted {
      ($0.listing.name, $0.listing.slug, $0.listing.copy) < ($1.listing.name, $1.listing.slug, $1.listing.copy)
    }
    self.imported = imported
  }

  /// Takes over a meeting whose star was set or removed.
  mutating func update(_ meeting: Meeting) {
    guard let index = meetings.firstIndex(where: { $0.id == meeting.id }) else { return }
    meetings[index] = meeting
  }
}

extension MeetingsNeeds {
  /// Keeps the list in the person's store, on this device. `identifiers` name new meetings.
  public init(_ store: Store, naming identifiers: Identifiers) {
    let shelves = MeetingShelves(meetings: Shelf(store, .local), imports: Shelf(store, .local))
    self.init(
      read: { () throws(Problem) in try await shelves.read() },
      bytes: { path throws(Problem) in try MeetingFile.bytes(at: path) },
      replace: { feed, file, at throws(Problem) in
        try await shelves.replace(feed.meetings, MeetingImport(feed, from: file, at: at), identifiers)
      },
      star: { id, isStarred throws(Problem) in try await shelves.star(id, isStarred) })
  }
}

/// The collections of Meetings in a person's store.
private struct MeetingShelves: Sendable {
  let meetings: Shelf<Meeting>
  let imports: Shelf<MeetingImport>

  func read() async throws(Problem) -> MeetingBook {
    MeetingBook(
      try await meetings.collection().records(newest: MeetingFeed.most),
      imported: try await imports.collection().record(MeetingImport.id))
  }

  func replace(
    _ listings: [MeetingListing], _ result: MeetingImport, _ identifiers: Identifiers
  ) async throws(Problem) -> MeetingBook {
    let (all, results) = (try await meetings.collection(), try await imports.collection())
    let stored = try await all.records()
    var former = Dictionary(stored.map { (Key($0.listing), $0) }, uniquingKeysWith: { first, _ in first })
    // The identifier stays too, so that a link to the meeting does.
    let fresh = listings.map { listing in
      let known = former.removeValue(forKey: Key(listing))
      return Meeting(id: known?.id ?? identifiers.next(), listing, isStarred: known?.isStarred ?? false)
    }
    let stays = Set(fresh.map(\.id))
    try await meetings.write { batch throws(Problem) in
      for meeting in stored where !stays.contains(meeting.id) { try batch.delete(meeting.id, in: all) }
      for meeting in fresh { try batch.save(meeting, over: .anything, in: all) }
      try batch.save(result, over: .anything, in: results)
    }
    return MeetingBook(fresh, imported: result)
  }

  func star(_ id: ID<Meeting>, _ isStarred: Bool) async throws(Problem) -> Meeting? {
    let all = try await meetings.collection()
    guard let opened = try await all.opened(id) else { return nil }
    var meeting = opened.record
    meeting.isStarred = isStarred
    try await all.save(meeting, over: .version(opened.version))
    return meeting
  }

  /// The key that tells meetings of a feed apart.
  private struct Key: Hashable {
    let slug: String
    let copy: Int

    init(_ listing: MeetingListing) { (slug, copy) = (listing.slug, listing.copy) }
  }
}
