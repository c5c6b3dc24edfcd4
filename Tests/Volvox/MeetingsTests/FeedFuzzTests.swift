import Chance
import JSON
import Kernel
import Testing

@testable import Meetings

/// Random and broken feeds.
@Suite struct FeedFuzzTests {
  static let samples = [
    #"[{"name":"Serenity","slug":"serenity","day":0,"time":"19:00","types":["O","D"]}]"#,
    #"[{"name":"A","slug":"a","day":[1,5],"time":"07:30","end_time":"08:15","timezone":"Europe/Berlin"},{"name":"B","slug":"b"}]"#,
    #"[{"name":"C","slug":"c","conference_url":"https://example.org","notes":"x\ny","latitude":1.5,"longitude":-2}]"#,
    "[]", "{}",
  ].map { Array($0.utf8) }
  static let words = [
    "[", "]", "{", "}", ",", ":", "\"", "\\u0000", "\\u202e", "null", "-1", "7", "1e9", "\"\"", "25:00",
    "\"day\":", "\"time\":", "\"types\":", "\"name\":", "\"slug\":", "\"timezone\":", "\"end_time\":", "[[]]", "ä",
  ].map { Array($0.utf8) }

  @Test("whatever is read is within its bounds, and nothing is lost without a sentence")
  func bounds() throws {
    var read = 0
    try Fuzzer("MeetingFeed", inputs: 6_000).run { random in
      mutated(Self.samples, inserting: Self.words, using: &random)
    } check: { bytes, _ in
      let feed: MeetingFeed
      do throws(Problem) { feed = try MeetingFeed(bytes) } catch {
        try hold(error.safe != nil && !error.remedy.isEmpty, "the refusal lacks a part")
        return
      }
      read += 1
      let entries = try JSON(bytes: Array(bytes)).array ?? []
      let whole = entries.count { $0["name"] != nil && $0["slug"] != nil }
      try hold(!feed.meetings.isEmpty && feed.meetings.count <= whole, "meetings were made up")
      try hold(
        entries.count - feed.meetings.count <= feed.flawCount, "an entry was left out without a sentence")
      for listing in feed.meetings { try check(listing) }
      for flaw in feed.flaws { try hold(flaw.hasSuffix(".") && isClean(flaw), "a sentence is not clean: \(flaw)") }
    }
    #expect(read > 0)
  }

  private func check(_ listing: MeetingListing) throws {
    let lines = [
      listing.name, listing.slug, listing.group, listing.location, listing.address, listing.region,
      listing.conferencePhone,
      listing.updated,
    ].compactMap(\.self)
    try hold(
      lines.allSatisfy { !$0.isEmpty && $0.unicodeScalars.count <= 301 && isClean($0) }, "a line is out of bounds")
    try hold(listing.days.allSatisfy { 0...6 ~= $0 } && listing.days == listing.days.sorted(), "a day is out of bounds")
    let notes = [listing.notes, listing.locationNotes, listing.conferenceNotes].compactMap(\.self)
    try hold(notes.allSatisfy { $0.unicodeScalars.count <= 4001 }, "notes are out of bounds")
    let addresses = [listing.conferenceAddress, listing.page].compactMap(\.self)
    try hold(addresses.allSatisfy { $0.lowercased().hasPrefix("http") && isClean($0) }, "an address is of another kind")
  }

  private func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" }
  }
}
