internal import JSON
public import Kernel

/// A list of meetings read from a file in the Meeting Guide format, with what could not be read of it.
public struct MeetingFeed: Sendable, Equatable {
  /// The largest file that is read, in bytes.
  public static let largest = 16 << 20
  /// Number of meetings that are read of one file.
  public static let most = 20_000
  /// Number of sentences that are kept about what could not be read.
  static let mostFlaws = 50

  public private(set) var meetings: [MeetingListing] = []
  /// Sentences about what could not be read, the first of them.
  public private(set) var flaws: [String] = []
  public private(set) var flawCount = 0

  /// Reads a whole file. Throws when it is no list of meetings or ends in the middle; an entry that cannot be read
  /// becomes a flaw, and the others are read.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= MeetingFeed.largest else { throw FeedProblem.huge }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes.dropFirst(start).first(where: { !MeetingFeed.blanks.contains($0) }) else {
      throw FeedProblem.empty
    }
    guard first == UInt8(ascii: "[") else {
      throw first == UInt8(ascii: "<") ? FeedProblem.webPage : FeedProblem.foreign
    }
    var reader = JSONReader(bytes, in: start..<bytes.count)
    do throws(JSONFlaw) { try read(&reader) } catch { throw FeedProblem.damaged(error) }
    if meetings.isEmpty { throw flawCount == 0 ? FeedProblem.noEntries : FeedProblem.noMeetings(flaws) }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  private mutating func read(_ reader: inout JSONReader) throws(JSONFlaw) {
    var entries = 0
    var copies: [String: Int] = [:]
    try reader.openArray()
    while try reader.nextItem() {
      entries += 1
      guard meetings.count < MeetingFeed.most else {
        _ = try reader.skip()
        continue
      }
      guard try reader.peek() == .object else {
        refuse("Entry \(entries) is \(try FeedEntry.value(&reader).kind) and no meeting. It was left out.")
        continue
      }
      var entry = try FeedEntry(&reader)
      guard var listing = entry.listing() else {
        refuse(MeetingFeed.refusal(of: entry, number: entries))
        continue
      }
      listing.copy = copies[listing.slug, default: 0]
      copies[listing.slug] = listing.copy + 1
      meetings.append(listing)
      for flaw in entry.flaws { note("Entry \(entries), “\(listing.name)”: \(flaw).") }
    }
    try reader.finish()
    let rest = entries - meetings.count - refused
    if rest > 0 {
      note("The file has \(entries) entries. \(rest) after the first \(MeetingFeed.most) meetings were left out.")
    }
  }

  /// Number of entries that were left out for what is in them.
  private var refused = 0

  private static func refusal(of entry: FeedEntry, number: Int) -> String {
    switch (entry.name, entry.slug) {
    case (let name?, _): "Entry \(number), “\(name)”, has no slug. It was left out."
    case (nil, let slug?): "Entry \(number), “\(slug)”, has no name. It was left out."
    case (nil, nil): "Entry \(number) has no name and no slug. It was left out."
    }
  }

  private mutating func refuse(_ sentence: String) {
    refused += 1
    note(sentence)
  }

  private mutating func note(_ sentence: String) {
    flawCount += 1
    if flaws.count < MeetingFeed.mostFlaws { flaws.append(sentence) }
  }
}
