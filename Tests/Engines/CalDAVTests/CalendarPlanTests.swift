import Chance
import Foundation
import ICalendar
import Kernel
import Testing

@testable import CalDAV

@Suite("What a sync with a calendar decides") struct CalendarPlanTests {
  private let start = Date(timeIntervalSince1970: 1_795_000_000)

  private func item(_ uid: String = "a", _ change: (inout CalendarItem) -> Void = { _ in }) -> CalendarItem {
    var item = CalendarItem(
      uid: uid,
      content: CalendarContent(title: "Lunch", startsAt: start, endsAt: start.addingTimeInterval(3_600), zone: "GMT"))
    change(&item)
    return item
  }

  private func text(_ item: CalendarItem) -> String { ICalendar.text(of: item.calendar(own: .gmt, at: start)) }

  private func pair() -> (ModelCalendar, ModelDevice) { (ModelCalendar(Seeded(1)), ModelDevice(Seeded(2))) }

  @Test(
    "fields that only one side changed are both kept; of one that both changed this device's stays and the other is told"
  )
  func merge() {
    let base = item()
    let local = item { ($0.content.place, $0.content.title) = ("Canteen", "Long lunch") }
    let remote = item { ($0.content.details, $0.content.title) = ("With Noor", "Brunch") }
    let merge = CalendarMerge(base: base, local: local, remote: remote)
    #expect(merge.item.content.place == "Canteen" && merge.item.content.details == "With Noor")
    #expect(merge.item.content.title == "Long lunch" && merge.losers == ["The calendar had the title “Brunch”."])
    let first = CalendarMerge(base: nil, local: local, remote: remote)
    #expect(first.item == remote && first.losers.contains("The title here was “Long lunch”."))
  }

  @Test("exceptions and changed occurrences of both sides are kept, and go with a series that was moved")
  func series() {
    let days = (0..<4).map { Date(timeIntervalSince1970: start.timeIntervalSince1970 + Double($0) * 86_400) }
    let keys = days.map { String($0.ISO8601Format().dropLast()) }
    let base = item { ($0.rule, $0.exceptions) = ("FREQ=DAILY", [keys[0]]) }
    let local = item { ($0.rule, $0.exceptions) = ("FREQ=DAILY", [keys[0], keys[1]]) }
    let remote = item { item in
      (item.rule, item.exceptions) = ("FREQ=DAILY;COUNT=9", [])
      item.changed[keys[2]] = item.content
    }
    let merged = CalendarMerge(base: base, local: local, remote: remote).item
    #expect(
      merged.rule == "FREQ=DAILY;COUNT=9" && merged.exceptions == [keys[1]] && merged.changed.keys.sorted() == [keys[2]]
    )
    var moved = remote
    moved.content.startsAt = start.addingTimeInterval(600)
    #expect(CalendarMerge(base: base, local: local, remote: moved).item.exceptions == moved.exceptions)
  }

  @Test("a change counts more than a deletion, on either side")
  func deletions() async throws {
    let (calendar, device) = pair()
    device.state.withLock { $0.items = ["a": item("a"), "b": item("b"), "c": item("c"), "d": item("d")] }
    try await device.sync(calendar)
    #expect(calendar.items().count == 4)
    let path = ModelCalendar.path
    device.state.withLock { state in
      (state.items["a"], state.items["c"]) = (nil, nil)
      state.items["b"]?.content.title = "Changed here"
    }
    calendar.state.withLock { state in
      state.set(path + "a.ics", text(item("a") { $0.content.title = "Changed there" }))
      state.set(path + "b.ics", nil)
      state.set(path + "d.ics", nil)
    }
    let report = try await device.sync(calendar)
    #expect(
      device.state.withLock { $0.items.mapValues(\.content.title) } == ["a": "Changed there", "b": "Changed here"])
    #expect(Set(calendar.items().map(\.content.title)) == ["Changed there", "Changed here"])
    #expect(report.notes.count == 2 && report.notes.allSatisfy { $0.contains("deleted") })
  }

  @Test("many deletions at once wait until they are confirmed, here and there")
  func manyDeletions() async throws {
    let (calendar, device) = pair()
    let all = (0..<20).map { item("e\($0)") }
    device.state.withLock { $0.items = Dictionary(uniqueKeysWithValues: all.map { ($0.uid, $0) }) }
    try await device.sync(calendar)
    device.state.withLock { $0.items = [:] }
    #expect(try await device.sync(calendar, isConfirmed: false).held == 20)
    #expect(calendar.items().count == 20)
    device.state.withLock { $0.items = Dictionary(uniqueKeysWithValues: all.map { ($0.uid, $0) }) }
    calendar.state.withLock { state in for name in state.resources.keys { state.set(name, nil) } }
    #expect(try await device.sync(calendar, isConfirmed: false).held == 20)
    #expect(device.state.withLock { $0.items.count } == 20)
    try await device.sync(calendar, isConfirmed: true)
    #expect(device.state.withLock { $0.items.isEmpty })
  }

  @Test("a resource that was moved keeps its event, and one that cannot be held is left alone on both sides")
  func odd() async throws {
    let (calendar, device) = pair()
    device.state.withLock { $0.items = ["a": item("a")] }
    try await device.sync(calendar)
    let path = ModelCalendar.path
    let broken =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nSUMMARY:Odd\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    calendar.state.withLock { state in
      let moved = state.resources[path + "a.ics"]?.text
      state.set(path + "a.ics", nil)
      state.set(path + "moved.ics", moved)
      state.set(path + "odd.ics", broken)
      state.set(path + "rubbish.ics", "hello")
    }
    let report = try await device.sync(calendar)
    #expect(
      report.notes.contains("Odd: Its start cannot be read.") && report.notes.contains { $0.contains("is no property") }
    )
    #expect(device.state.withLock { $0.items.keys.sorted() } == ["a"])
    device.state.withLock { $0.items["a"]?.content.title = "Supper" }
    try await device.sync(calendar)
    #expect(calendar.state.withLock { $0.resources[path + "moved.ics"]?.text.contains("SUMMARY:Supper") } == true)
    #expect(calendar.state.withLock { $0.resources[path + "odd.ics"]?.text } == broken)
    #expect(calendar.state.withLock { $0.resources.count } == 3)
  }

  @Test("todos go as events, follow their changes, and never come in")
  func todos() throws {
    let todo = item(CalendarPlan.mark + "1") { $0.content.title = "☐ Post" }
    var plan = CalendarPlan(
      calendar: "https://c.example.org/w/", local: [], marked: [todo], copies: [], own: .gmt, at: start)
    let write = try #require(plan.writes().first)
    #expect(write.name == "/w/troupe-todo-1.ics")
    let settlement = plan.settle(.init(name: write.name, etag: "1", text: text(todo)))
    #expect(settlement.change == nil && settlement.copy?.isHeld == true)
    let kept = try #require(settlement.copy)
    var done = CalendarPlan(
      calendar: "https://c.example.org/w/", local: [], marked: [], copies: [kept], own: .gmt, at: start)
    #expect(done.writes() == [.delete(name: write.name, etag: "1")])
  }

  @Test("the name of a resource follows from the UID, whatever is in it")
  func names() {
    let home = "https://c.example.org/cal/"
    #expect(CalDAVClient.resourceName(uid: "019a-x_Y", in: home) == "/cal/019a-x_Y.ics")
    let odd = CalDAVClient.resourceName(uid: "../a b@example.org", in: home)
    #expect(odd == CalDAVClient.resourceName(uid: "../a b@example.org", in: home) && odd.hasPrefix("/cal/event-"))
    #expect(odd != CalDAVClient.resourceName(uid: "../a c@example.org", in: home))
  }
}
