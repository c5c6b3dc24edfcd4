import Foundation
import Hours
import Kernel
import Testing

@testable import Meetings

@Suite("Reading a Meeting Guide feed") struct FeedTests {
  @Test("a name and a slug are enough, and everything else has a default")
  func least() throws {
    let listing = try #require(try MeetingFeed(entry: "").only)
    #expect(listing == MeetingListing(slug: "serenity", name: "Serenity"))
    #expect(listing.days.isEmpty && listing.time == nil && !listing.isOnline && !listing.isInPerson)
  }

  @Test("every field is read")
  func whole() throws {
    let feed = try MeetingFeed(
      entry: #"""
        "day":[3,0,3],"time":"19:30","end_time":"20:45","timezone":"America/New_York","types":["O","d","O","BE"],
        "group":"Sunrise group","group_notes":"Since 1990.","location":"St Mary's","formatted_address":"12 High St, Leeds","region":"North",
        "notes":"Bring a book.\r\n\r\n\r\nTea at the end.","location_notes":"Back door.",
        "conference_url":"https://example.org/j/123?pwd=a","conference_url_notes":"Password: tea",
        "conference_phone":"+1 555 0100","conference_phone_notes":"Then 42#","latitude":53.8,"longitude":"-1.55","url":"http://example.org/m",
        "updated":"2026-05-31 14:32:23","unknown":{"a":[1]}
        """#)
    let listing = try #require(feed.only)
    #expect(feed.flaws.isEmpty)
    #expect(listing.days == [0, 3] && listing.time == TimeOfDay("19:30") && listing.end == TimeOfDay("20:45"))
    #expect(listing.zone == "America/New_York" && listing.types == ["O", "D", "BE"])
    #expect(listing.group == "Sunrise group" && listing.location == "St Mary's" && listing.region == "North")
    #expect(listing.address == "12 High St, Leeds")
    #expect(listing.notes == "Bring a book.\n\nTea at the end." && listing.locationNotes == "Back door.")
    #expect(
      listing.conferenceAddress == "https://example.org/j/123?pwd=a"
        && listing.conferenceNotes == "Password: tea\nThen 42#")
    #expect(listing.conferencePhone == "+1 555 0100" && listing.latitude == 53.8 && listing.longitude == -1.55)
    #expect(listing.groupNotes == "Since 1990." && !listing.isApproximate)
    #expect(listing.page == "http://example.org/m" && listing.updated == "2026-05-31 14:32:23")
    #expect(listing.isOnline && listing.isInPerson)
  }

  @Test(
    "days are numbers, numbers in a text, a list or nothing",
    arguments: [
      ("0", [0], 0), ("6", [6], 0), (#""4""#, [4], 0), ("[6,1]", [1, 6], 0), (#"[ "2", 2 ]"#, [2], 0), ("null", [], 0),
      (#""""#, [], 0), ("[]", [], 0), ("7", [], 1), ("-1", [], 1), ("1.5", [], 1), (#""Monday""#, [], 1),
      ("[1,9]", [1], 1), ("{}", [], 1),
    ] as [(String, [Int], Int)])
  func days(_ written: String, days: [Int], flaws: Int) throws {
    let feed = try MeetingFeed(entry: #""day":\#(written)"#)
    #expect(feed.only?.days == days && feed.flawCount == flaws)
  }

  @Test(
    "times are read as the format writes them, and a wrong one costs the time alone",
    arguments: [
      (#""00:00""#, 0, 0), (#""23:59""#, 1439, 0), (#""7:05""#, 425, 0), (#""19:00:00""#, 1140, 0), ("null", nil, 0),
      (#""""#, nil, 0), (#""24:00""#, nil, 1), (#""7pm""#, nil, 1), ("19", nil, 1), (#""19:00:30""#, nil, 1),
      (#""٠٧:٠٥""#, nil, 1), ("[]", nil, 1),
    ] as [(String, Int?, Int)])
  func times(_ written: String, minutes: Int?, flaws: Int) throws {
    let feed = try MeetingFeed(entry: #""time":\#(written)"#)
    #expect(feed.only?.time?.minutes == minutes && feed.flawCount == flaws)
  }

  @Test("an address is made of its parts where it is not whole, and of several regions one text")
  func parts() throws {
    let listing = try MeetingFeed(
      entry: #""address":"12 High St","city":"Troy","state":"NY","postal_code":12180,"regions":["East","Troy"]"#
    ).only
    #expect(listing?.address == "12 High St, Troy, NY 12180" && listing?.region == "East, Troy")
  }

  @Test("an online meeting with an approximate address, and one whose place is closed, is none to go to")
  func inPerson() throws {
    func isInPerson(_ fields: String) throws -> Bool? { try MeetingFeed(entry: fields).only?.isInPerson }
    let online = #""types":["ONL"],"formatted_address":"Leeds, UK""#
    #expect(try isInPerson(online) == true)
    #expect(try isInPerson(online + #","approximate":"yes""#) == false)
    #expect(try isInPerson(#""location":"Hall","approximate":"yes""#) == true)
    #expect(try isInPerson(#""location":"Hall","types":["TC"]"#) == false)
    #expect(try MeetingFeed(entry: #""region":"East","sub_region":"Troy""#).only?.region == "East, Troy")
  }

  @Test(
    "only addresses of the web are taken, and none that hides its host",
    arguments: [
      ("https://zoom.us/j/1", true), ("HTTP://example.org", true), (" https://example.org ", true),
      ("https://[::1]/", true), ("javascript:alert(1)", false), ("zoom.us/j/1", false), ("https://", false),
      ("https://zoom.us@evil.example/", false), ("https://a b", false), ("https:///x", false),
      ("data:text/html,x", false),
      (#"https://a\u202Egro.elpmaxe"#, false), ("https://" + String(repeating: "a", count: 2000), false),
    ])
  func addresses(_ address: String, isTaken: Bool) throws {
    let feed = try MeetingFeed(entry: #""conference_url":"\#(address)""#)
    #expect((feed.only?.conferenceAddress != nil) == isTaken && feed.flawCount == (isTaken ? 0 : 1))
  }

  @Test("control and invisible characters are removed, and long texts are cut")
  func cleaned() throws {
    let long = String(repeating: "x", count: 5000)
    let feed = try MeetingFeed(
      #"[{"name":"  A\u0000\u0007\u202E\tB\n C ","slug":"a","notes":"\#(long)","location":"\#(long)","region":" \n"}]"#)
    let listing = try #require(feed.only)
    #expect(listing.name == "A B C" && listing.region == nil)
    #expect(listing.notes?.count == 4001 && listing.location?.count == 301 && listing.notes?.hasSuffix("x…") == true)
    let family = "👨‍👩‍👧"
    #expect(try MeetingFeed(#"[{"name":"A \#(family)","slug":"a"}]"#).only?.name == "A \(family)")
  }

  @Test("an entry that cannot be read is named with the reason, and all others are read")
  func flaws() throws {
    let feed = try MeetingFeed(
      #"""
      [{"name":"First","slug":"a"}, 7, {"slug":"b"}, {"name":"No slug"}, {"name":"***","slug":"c"}, [], {},
       {"name":"Late","slug":"d","day":8,"time":"25:00","timezone":"Mars/Base"}]
      """#)
    #expect(feed.meetings.map(\.name) == ["First", "Late"])
    #expect(
      feed.flaws == [
        "Entry 2 is a number and no meeting. It was left out.", "Entry 3, “b”, has no name. It was left out.",
        "Entry 4, “No slug”, has no slug. It was left out.", "Entry 5, “c”, has no name. It was left out.",
        "Entry 6 is a list and no meeting. It was left out.", "Entry 7 has no name and no slug. It was left out.",
        "Entry 8, “Late”: 8 is no day from 0, Sunday, to 6.",
        "Entry 8, “Late”: “25:00” is no time of day, so the meeting is listed without a time.",
        "Entry 8, “Late”: the time zone “Mars/Base” is not known, so yours is assumed.",
      ])
  }

  @Test("entries of the same slug are both listed, and told apart by their number")
  func copies() throws {
    let feed = try MeetingFeed(
      #"[{"name":"A","slug":"x"},{"name":"B","slug":"x"},{"name":"C","slug":"y"}]"#)
    #expect(feed.meetings.map(\.copy) == [0, 1, 0])
  }

  @Test("no more meetings and sentences are kept than the bounds allow, and the rest is counted")
  func bounded() throws {
    let entries = (0..<MeetingFeed.most + 5).map { #"{"name":"M\#($0)","slug":"\#($0)"}"# }
    let feed = try MeetingFeed("[7,\(entries.joined(separator: ","))]")
    #expect(feed.meetings.count == MeetingFeed.most && feed.flawCount == 2)
    #expect(
      feed.flaws.last == "The file has 20006 entries. 5 after the first 20000 meetings were left out.")
    let wrong = try MeetingFeed(#"[{"name":"A","slug":"a"}\#(String(repeating: ",1", count: 200))]"#)
    #expect(wrong.flaws.count == MeetingFeed.mostFlaws && wrong.flawCount == 200)
  }

  @Test("what is not known is skipped, and a list is read up to its bound")
  func skipped() throws {
    let many = (0..<100).map { "\"T\($0)\"" }.joined(separator: ",")
    let listing = try MeetingFeed(
      entry: #""types":[\#(many)],"day":[[1],{"a":2},3],"name":"Later","x":[[{"y":[1]}]],"notes":{"a":1}"#
    ).only
    #expect(listing?.types.count == 40 && listing?.days == [3])
    #expect(listing?.name == "Later" && listing?.notes == nil, "the last of two fields of a name counts")
  }

  @Test(
    "a file that is no list of meetings is refused with what happened, what is safe and what to do",
    arguments: [
      ("", "feed-empty"), (" \n", "feed-empty"), ("[]", "feed-empty"), ("{}", "feed-foreign"),
      ("<html>", "feed-foreign"),
      ("name,slug", "feed-foreign"), ("[1,2]", "feed-foreign"), (#"[{"title":"x"}]"#, "feed-foreign"),
      (#"[{"name":"A","slug":"a"}"#, "feed-damaged"), (#"[{"name":"A","slug":"a"}] x"#, "feed-damaged"),
      (#"[{"name":"A","slug":"a"},]"#, "feed-damaged"), (String(repeating: "[", count: 1000), "feed-damaged"),
    ])
  func refused(_ text: String, code: String) throws {
    let problem = try #require(refusal(text))
    #expect(problem.code == code)
    #expect(problem.safe == "Your list of meetings is as it was." && !problem.remedy.isEmpty)
  }

  @Test("a byte order mark is skipped, other encodings and files that are too large are refused")
  func encodings() throws {
    let text = #"[{"name":"Café","slug":"a"}]"#
    #expect(try MeetingFeed([0xEF, 0xBB, 0xBF] + Array(text.utf8)).only?.name == "Café")
    #expect(refusal(Array(text.data(using: .isoLatin1) ?? Data()))?.code == "feed-damaged")
    #expect(refusal(Array(text.data(using: .utf16) ?? Data()))?.code == "feed-foreign")
    #expect(refusal([UInt8](repeating: 0x20, count: MeetingFeed.largest + 1))?.code == "feed-huge")
  }

  @Test("a file is read from the disk, and what is no file of a fitting size is refused")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("meetings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func code(_ path: String) -> String? {
      do throws(Problem) {
        _ = try MeetingFile.bytes(at: path)
        return nil
      } catch { return error.code }
    }
    let file = folder.appendingPathComponent("feed.json")
    try Data("[]".utf8).write(to: file)
    #expect(try MeetingFile.bytes(at: file.path) == Array("[]".utf8))
    #expect(code(folder.path) == "feed-irregular" && code("/dev/null") == "feed-irregular")
    #expect(code(file.path + "x") == "feed-missing" && code("") == "feed-missing" && code("/a\0b") == "feed-missing")
    let large = folder.appendingPathComponent("large.json")
    try Data().write(to: large)
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: UInt64(MeetingFeed.largest) + 1)
    try handle.close()
    #expect(code(large.path) == "feed-huge")
  }
}
