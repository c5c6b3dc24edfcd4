import Audit
import FeatureTesting
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Meetings

@Suite("The list of meetings") struct MeetingsTests {
  @Test("an empty list says where one comes from, and a file fills it at once")
  func first() async throws {
    let bench = try await MeetingsBench()
    #expect(
      bench.node("No meetings yet.") != nil && bench.node("Import meetings")?.destination == MeetingsPlaces.importing)
    #expect(bench.nodes().contains { $0.label.contains("It stays on this device.") })
    await bench.choose(sampleFeed)
    #expect(bench.question == nil, "nothing is replaced")
    #expect(bench.toasts == ["6 meetings imported from feed.json."])
    #expect(bench.events.contains(.readThrough(path: "/upload/feed.json")))
    #expect(bench.events.contains(.finished([MeetingsPlaces.importing])))
    // Sunday 22 November 2026, 08:15:30 in Berlin.
    #expect(
      bench.shown == [
        "# Under way", "Early Birds | until 08:30", "# Today", "Serenity, Today, 09:00 to 10:00 | 09:00", "# Tomorrow",
        "Night Owls | 05:30", "Lunch Hour | 12:15", "# Wednesday, 25 November",
        "Serenity, Wednesday, 25 November, 19:00 to 20:00 | 19:00", "# Without a set time",
        "By the River | By appointment",
      ])
    #expect(bench.nodes().contains { $0.value == "St Mary's, 12 High Street · Open, Discussion" })
    #expect(try await bench.waiting().isEmpty, "nothing is sent")
    let after = try await MeetingsBench(over: bench)
    #expect(after.shown == bench.shown)
  }

  @Test("a newcomer is led to the public searches of fellowships first, and nothing is fetched from them")
  func finders() async throws {
    let bench = try await MeetingsBench()
    let labels = bench.nodes().map(\.label)
    let (finder, empty) = (labels.firstIndex(of: "Find AA meetings"), labels.firstIndex(of: "No meetings yet."))
    #expect(try #require(finder) < #require(empty))
    for finder in MeetingFinder.all { #expect(OutgoingAddress(page: finder.address) != nil, "\(finder.id)") }
    await bench.tap("Find SMART Recovery meetings")
    let address = try #require(OutgoingAddress(page: "https://meetings.smartrecovery.org/meetings/"))
    #expect(bench.events == [.addressAsked(address)])
    #expect(bench.nodes().contains { $0.value == address.address || $0.label == address.address })
    #expect(Audit.findings(of: bench.screen(MeetingsPlaces.home), theme: .plain) == [])
  }

  @Test("while the list is shown it follows meetings that begin and end, and a journey")
  func time() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    await bench.do(.appeared(MeetingsPlaces.home))
    let drawn = bench.state.drawnAt
    await bench.advance(.seconds(870))
    #expect(bench.state.drawnAt != drawn)
    #expect(bench.shown.first == "# Today" && !bench.shown.contains { $0.hasPrefix("Early Birds | until") })
    #expect(bench.shown.contains("Early Birds | 07:30"), "it comes again in a week")
    await bench.advance(.seconds(1800))
    #expect(bench.shown.prefix(2) == ["# Under way", "Serenity, Under way until 10:00 | until 10:00"])
    await bench.set(Moment(bench.clock.time.now().date, in: try #require(TimeZone(named: "America/New_York"))))
    #expect(bench.shown.contains("Night Owls | 23:30"))
    await bench.do(.left(MeetingsPlaces.home))
    #expect(bench.clock.alarms == 0, "nothing wakes a list that nobody sees")
  }

  @Test("a new file asks first, replaces the whole list, and keeps the star of what is in both")
  func replaces() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    for name in ["Lunch Hour", "Early Birds"] {
      await bench.tap("Starred", at: try bench.route(of: name))
    }
    #expect(
      bench.shown.prefix(4) == ["# Starred", "Early Birds | until 08:30", "Lunch Hour | Tomorrow, 12:15", "# Today"])
    let route = try bench.route(of: "Lunch Hour")
    let smaller = #"[{"name":"Lunch Hour","slug":"lunch","day":1,"time":"13:00"},{"name":"New","slug":"new"}]"#
    await bench.choose(smaller, as: "next.json")
    #expect(bench.question?.label == "Replace 6 meetings?")
    #expect(
      bench.question?.all.contains {
        $0.label == "next.json has 2 meetings. They take the place of your list. Starred meetings that are in the file "
          + "stay starred. 1 starred meeting is not in the file and will go."
      } == true)
    #expect(Audit.findings(of: bench.screen(MeetingsPlaces.importing), theme: .plain) == [])
    await bench.tap("Keep my list", at: MeetingsPlaces.importing)
    #expect(bench.state.book.meetings.count == 6 && bench.question == nil)
    await bench.choose(smaller, as: "next.json")
    await bench.tap("Replace list", at: MeetingsPlaces.importing)
    let list = ["# Starred", "Lunch Hour | Tomorrow, 13:00", "# Without a set time", "New | By appointment"]
    #expect(bench.shown == list)
    #expect(try bench.route(of: "Lunch Hour") == route, "a link to it stays")
    #expect(bench.toasts.last == "2 meetings imported from next.json.")
    let after = try await MeetingsBench(over: bench)
    #expect(after.shown == list && after.state.book.imported?.file == "next.json")
  }

  @Test("what could not be read of a file is listed on the sheet, which then stays open")
  func flaws() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(#"[{"name":"A","slug":"a"},5,{"slug":"b"}]"#)
    #expect(!bench.events.contains(.finished([MeetingsPlaces.importing])))
    let sheet = bench.nodes(MeetingsPlaces.importing).map(\.label)
    #expect(sheet.contains("Entry 2 is a number and no meeting. It was left out."))
    #expect(sheet.contains("Entry 3, “b”, has no name. It was left out."))
    #expect(bench.node("Meetings", at: MeetingsPlaces.importing)?.value == "1")
  }

  @Test("a file that cannot be read leaves the list as it was and says what to do")
  func refused() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    let list = bench.shown
    for text in ["", "<html>", "[1", "{}"] {
      await bench.choose(text, as: "bad.json")
      #expect(bench.state.windows[bench.window].problem?.safe == "Your list of meetings is as it was.")
      #expect(bench.events.contains(.readThrough(path: "/upload/bad.json")))
    }
    await bench.do(.type("/nowhere.json"))
    await bench.tap("Import", at: MeetingsPlaces.importing)
    #expect(bench.state.windows[bench.window].problem?.code == "feed-missing")
    await bench.do(.type("  "))
    await bench.tap("Import", at: MeetingsPlaces.importing)
    #expect(bench.node("Path on this machine", at: MeetingsPlaces.importing)?.state.invalid != nil)
    #expect(bench.shown == list)
  }

  @Test("a list that cannot be saved leaves the old one, and a failed star says so")
  func notSaved() async throws {
    let fails = Locked(false)
    let bench = try await MeetingsBench { needs in
      let (replace, star) = (needs.replace, needs.star)
      needs.replace = { feed, file, at throws(Problem) in
        if fails.withLock({ $0 }) { throw .full }
        return try await replace(feed, file, at)
      }
      needs.star = { id, isStarred throws(Problem) in
        if fails.withLock({ $0 }) { throw .full }
        return try await star(id, isStarred)
      }
    }
    await bench.choose(sampleFeed)
    let list = bench.shown
    fails.withLock { $0 = true }
    await bench.choose(#"[{"name":"New","slug":"new"}]"#)
    await bench.tap("Replace list", at: MeetingsPlaces.importing)
    #expect(bench.shown == list && bench.state.work == nil)
    #expect(bench.nodes(MeetingsPlaces.importing).contains { $0.label.hasPrefix("The disk is full.") })
    await bench.tap("Starred", at: try bench.route(of: "Lunch Hour"))
    #expect(bench.toasts.last?.contains("disk is full") == true && bench.shown == list)
  }

  @Test("a store that cannot be read is reported with a way to try again")
  func unreadable() async throws {
    let fails = Locked(true)
    let bench = try await MeetingsBench { needs in
      let read = needs.read
      needs.read = { () throws(Problem) in
        if fails.withLock({ $0 }) { throw .full }
        return try await read()
      }
    }
    for route in MeetingsPlaces.all.flatMap({ $0.pattern.examples }) {
      #expect(bench.nodes(route).contains { $0.label.hasPrefix("Your meetings could not be read.") })
      #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)")
    }
    fails.withLock { $0 = false }
    await bench.tap("Retry")
    #expect(bench.node("No meetings yet.") != nil)
  }

  @Test("an import that a window leaves unanswered ends with it, and another window can import")
  func windows() async throws {
    let bench = try await MeetingsBench()
    await bench.choose(sampleFeed)
    await bench.choose(sampleFeed, as: "again.json")
    let other: WindowID = bench.context.identifiers.next()
    await bench.send(.importHanded(path: "/upload/feed.json", name: "feed.json"), from: other)
    #expect(bench.toasts.last == "Another import is in progress. Choose the file again afterwards.")
    #expect(
      bench.state.screen(MeetingsPlaces.importing, in: Surroundings(now: MeetingsBench.morning), at: other).dialog
        == nil)
    await bench.do(.left(MeetingsPlaces.importing))
    #expect(bench.question == nil && bench.state.work == nil)
    await bench.choose(sampleFeed, as: "again.json")
    await bench.close(bench.window)
    await bench.send(.importHanded(path: "/upload/feed.json", name: "feed.json"), from: other)
    await bench.send(.replace, from: other)
    #expect(bench.toasts.last == "6 meetings imported from feed.json.")
  }
}
