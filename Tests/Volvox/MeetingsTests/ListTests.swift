import Audit
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Meetings

@Suite("Finding a meeting") struct ListTests {
  private func names(_ bench: MeetingsBench) -> [String] {
    bench.nodes().filter { $0.role == .listitem }.map { String($0.label.split(separator: ",")[0]) }
  }

  @Test("the list is filtered by day, way and kind, and searched by name and place")
  func filters() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    #expect(bench.node("Day") == nil && bench.node("Filter")?.state.isExpanded == false)
    await bench.tap("Filter")
    #expect(bench.node("Filter")?.state.isExpanded == true)
    await bench.tap("Day", .choose, .text("Wednesday"))
    #expect(bench.shown == ["# Wednesday, 25 November", "Lunch Hour | 12:15", "Serenity | 19:00"])
    #expect(bench.node("2 meetings found: Wednesday") != nil)
    await bench.tap("Day", .choose, .text("Sunday"))
    #expect(names(bench) == ["Early Birds", "Serenity"])
    await bench.tap("Day", .choose, .text("Monday"))
    #expect(names(bench) == ["Night Owls", "Lunch Hour"], "the day is that of the person's clock")
    await bench.tap("Day", .choose, .text("Any day"))
    await bench.tap("Way to take part", .choose, .text("Online"))
    #expect(names(bench) == ["Night Owls", "Lunch Hour"])
    await bench.tap("Way to take part", .choose, .text("In person"))
    #expect(names(bench) == ["Early Birds", "Serenity", "Serenity"], "the closed place is none to go to")
    await bench.tap("Kind", .choose, .text("Big Book"))
    #expect(names(bench) == ["Serenity"] && bench.shown.first == "# Wednesday, 25 November")
    await bench.tap("Kind", .choose, .text("Women"))
    #expect(bench.node("No meeting matches.") != nil)
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Show all meetings")
    #expect(bench.node("6 meetings") != nil && bench.node("Show all meetings") == nil)
    for (text, found) in [
      ("high", ["Serenity"]), ("SERENITY town", ["Serenity"]), ("mill", ["By the River"]),
      ("owls night", ["Night Owls"]),
      ("north st", ["Serenity"]), ("xyz", []), ("  ", names(bench)),
    ] {
      await bench.do(.search(text))
      #expect(names(bench) == found, "\(text)")
    }
    #expect(
      bench.nodes().first { $0.label == "Kind" }?.children.map(\.label) == [
        "Any kind", "Big Book", "Closed", "Discussion", "Newcomer", "Open", "Women",
      ])
  }

  @Test("a meeting shows its times, place, kinds, notes and how to join")
  func meeting() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    let night = bench.nodes(try bench.route(of: "Night Owls"))
    #expect(night.node(labelled: "Next")?.value == "Tomorrow, 05:30 to 06:30")
    #expect(night.node(labelled: "Times")?.value == "Every Sunday, 23:30 to 00:30 (New York time)")
    let lunch = bench.nodes(try bench.route(of: "Lunch Hour"))
    #expect(
      lunch.node(labelled: "Times")?.value
        == "Every Monday, Tuesday, Wednesday, Thursday and Friday, 12:15 to 13:15")
    #expect(lunch.node(labelled: "Link to join")?.value == "https://example.org/j/1")
    #expect(lunch.node(labelled: "Telephone to join")?.state.purpose == .phone)
    #expect(lunch.node(labelled: "Notes on joining")?.value == "Code 123")
    #expect(lunch.node(labelled: "Kind")?.value == "Women")
    #expect(!lunch.contains { $0.label == "Place" && $0.role == .region })
    let serenity = bench.nodes(try bench.route(of: "Serenity"))
    #expect(
      serenity.node(labelled: "Location")?.value == "St Mary's" && serenity.node(labelled: "Region")?.value == "North")
    #expect(serenity.node(labelled: "Notes")?.value == "Bring a book.\nTea after.")
    #expect(serenity.node(labelled: "Kind")?.value == "Open, Discussion")
    let river = bench.nodes(try bench.route(of: "By the River"))
    #expect(river.contains { $0.label == "The location is temporarily closed." })
    #expect(river.node(labelled: "Times")?.value == "By appointment")
    #expect(bench.node("All meetings", at: MeetingsPlaces.meeting)?.destination == MeetingsPlaces.home)
    #expect(
      bench.screen(try bench.route(of: "Night Owls"), locale: "en-US").all
        .node(labelled: "Next")?.value == "Tomorrow, 5:30 AM to 6:30 AM")
    func american(_ date: String) -> String? {
      let now = bench.clock.time.now()
      return CalendarDay(date).map(MeetingWords(Moment(now.date, in: now.zone, locale: "en-US")).day)
    }
    #expect(american("2026-11-25") == "Wednesday, November 25" && american("2026-11-23") == "Tomorrow")
  }

  @Test(
    "only a number that can be dialled as it is is offered for a call",
    arguments: [
      ("+1 555 0100", true), ("(030) 123-456", true), ("+1 555 0100,,123#", false), ("call us", false), ("12", false),
      ("1+555 0100", false), ("٠١٢٣٤", false), ("", false),
    ])
  func phones(_ text: String, isPlain: Bool) { #expect(MeetingsState.isPlainNumber(text) == isPlain) }

  @Test("a star is set and removed, outlives a restart, and is the same in another window")
  func stars() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    let route = try bench.route(of: "By the River")
    await bench.tap("Starred", at: route)
    #expect(bench.shown.prefix(2) == ["# Starred", "By the River | By appointment"])
    let after = try await MeetingsBench(over: bench)
    #expect(after.node("Starred", at: route)?.value == "on" && after.shown == bench.shown)
    await after.tap("Starred", at: route)
    #expect(after.shown.first == "# Under way")
    #expect(try await MeetingsBench(over: bench).shown == after.shown)
  }

  @Test("a long list has pages of fifty, and a filter begins at the first")
  func pages() async throws {
    let bench = try await MeetingsBench()
    let entries = (100..<220).map { #"{"name":"Meeting \#($0)","slug":"\#($0)","day":1,"time":"08:00"}"# }
    await bench.choose("[\(entries.joined(separator: ","))]")
    #expect(names(bench) == (100..<150).map { "Meeting \($0)" } && bench.node("Earlier meetings") == nil)
    await bench.tap("Later meetings")
    await bench.tap("Later meetings")
    #expect(names(bench) == (200..<220).map { "Meeting \($0)" } && bench.node("Later meetings") == nil)
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.do(.search("meeting"))
    #expect(names(bench) == (100..<150).map { "Meeting \($0)" })
    await bench.do(.turnPage(.max))
    #expect(names(bench) == (200..<220).map { "Meeting \($0)" }, "beyond the last page is the last one")
  }

  @Test("the screens shut nobody out, whatever a feed holds")
  func audited() async throws {
    let bench = try await MeetingsBench()
    func audit(_ routes: [Route]) {
      for route in routes { #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)") }
    }
    let routes = MeetingsPlaces.all.flatMap { $0.pattern.examples }
    audit(routes)
    await bench.choose(sampleFeed)
    await bench.tap("Starred", at: try bench.route(of: "Serenity"))
    audit(routes + bench.state.book.meetings.map { MeetingsPlaces.meeting($0.id) })
    let long = String(repeating: "long ", count: 2000)
    await bench.choose(
      #"""
      [{"name":"Same","slug":"a","day":0,"time":"10:00"},{"name":"Same","slug":"b","day":0,"time":"10:00"},
       {"name":"Same","slug":"b"},{"name":"Same","slug":"c"},{"name":"Starred","slug":"d"},{"name":"\#(long)","slug":"e"},
       {"name":"שלום","slug":"f","types":["ZZ","B","BB","ONL"],"notes":"\#(long)","location":"\#(long)"},
       {"name":"Import meetings","slug":"g","day":9,"types":[1]}, 7]
      """#)
    audit([MeetingsPlaces.importing])
    await bench.tap("Replace list", at: MeetingsPlaces.importing)
    await bench.do(.importTyped)
    audit(routes + bench.state.book.meetings.map { MeetingsPlaces.meeting($0.id) })
  }

  @Test("twenty thousand meetings are imported, searched and replaced")
  func large() async throws {
    let bench = try await MeetingsBench()
    let entries = (0..<MeetingFeed.most).map {
      #"{"name":"Meeting \#($0)","slug":"\#($0)","day":\#($0 % 7),"time":"1\#($0 % 10):00"}"#
    }
    let feed = "[\(entries.joined(separator: ","))]"
    await bench.choose(feed)
    #expect(bench.node("20,000 meetings") != nil)
    await bench.do(.search("meeting 19999"))
    #expect(names(bench) == ["Meeting 19999"])
    await bench.choose(#"[{"name":"One","slug":"19999"}]"#)
    #expect(bench.question?.label == "Replace 20,000 meetings?")
    await bench.tap("Replace list", at: MeetingsPlaces.importing)
    await bench.do(.search(""))
    #expect(names(bench) == ["One"])
  }
}
