import Agenda
import CalDAV
import Catalog
import Connectivity
import Embedded
import Expenses
import Fetch
import Foundation
import ICalendar
import Interface
import JSON
import Kernel
import ShellTesting
import Storage
import Testing
import Todos

@testable import DailyPA
@testable import Shell

@Suite("Versions in Daily PA", .timeLimit(.minutes(10))) struct VersionsInDailyPATests {
  private static let history = Route(["history"])

  private func add(_ title: String, in window: Window) async throws {
    try await window.perform(.open(TodosPlaces.add))
    try await window.perform(.type(.label("Title"), title))
    try await window.perform(.tap(.label("Save todo")))
  }

  private func todos(of window: Window) async throws -> [Todo] {
    try await window.person.store.collection(Todo.self, .owned(.entered)).records()
  }

  @Test("the page of a todo leads to its history, which restores a title and, after its deletion, the todo")
  func restoring() async throws {
    let window = await (try await Person.test(.dailypa)).window()
    try await add("Buy milk", in: window)
    let id = try #require(try await todos(of: window).first).id.uuid
    try await window.perform(.advance(seconds: 60))
    try await window.perform(.open(Route(["todos", "edit"], ["id": id.uuidString.lowercased()])))
    try await window.perform(.type(.label("Title"), "Buy bread"))
    try await window.perform(.tap(.label("Save todo")))
    try await window.perform(.open(TodosPlaces.todo(id)))
    var frame = try await window.perform(.tap(.label("History")))
    #expect(frame.everything.contains { $0.value == "Buy milk → Buy bread" })
    frame = try await window.perform(.tap(.label("Restore this")))
    #expect(try await todos(of: window).map(\.title) == ["Buy milk"])
    try await window.perform(.open(TodosPlaces.todo(id)))
    try await window.perform(.advance(seconds: 60))
    try await window.perform(.tap(.label("Delete")))
    try await window.perform(.open(VersionsInDailyPATests.history))
    try await window.perform(.tap(.label("Todo “Buy milk” deleted")))
    try await window.perform(.tap(.label("Restore the entry")))
    try await window.perform(.tap(.label("Restore")))
    #expect(try await todos(of: window).map(\.title) == ["Buy milk"])
  }

  @Test("where a change of another calendar loses against one here, the versions of the event hold it")
  func lost() async throws {
    let person = try await Person.test(.dailypa)
    _ = await person.window()
    let exchange = EventExchange(person.store)
    let start = Date(timeIntervalSince1970: 1_795_000_000)
    func item(_ title: String) -> CalendarItem {
      CalendarItem(
        uid: "a",
        content: CalendarContent(title: title, startsAt: start, endsAt: start.addingTimeInterval(3_600), zone: "GMT"))
    }
    let (base, here, there) = (item("Lunch"), item("Long lunch"), item("Brunch"))
    for (before, after) in [(nil, base), (base, here)] {
      _ = try await exchange.apply([EventChange(uid: "a", before: before, after: after)], own: .gmt)
    }
    var plan = CalendarPlan(
      calendar: "/c/", local: [here], marked: [],
      copies: [
        CalendarCopy(
          name: "/c/a.ics", uid: "a", etag: "1", text: ICalendar.text(of: base.calendar(own: .gmt, at: start)),
          isHeld: true)
      ], own: .gmt, at: start)
    let settled = plan.settle(
      RemoteCalendar.Resource(
        name: "/c/a.ics", etag: "2", text: ICalendar.text(of: there.calendar(own: .gmt, at: start))))
    let change = try #require(settled.change)
    let made = try await exchange.apply(
      [EventChange(uid: change.uid, before: change.before, after: change.after, lost: change.lost)], own: .gmt)
    #expect(made == [0])
    #expect(try await exchange.items(own: .gmt) == [here])
    let titles = try await person.store.collection(RecordVersion.self, .owned(.background)).records()
      .flatMap(\.fields).filter { $0.name == "title" }.compactMap(\.new)
    #expect(titles.contains("Brunch"))
  }

  @Test("the rule for replaced versions ends old versions")
  func pruned() async throws {
    let person = try await Person.test(.dailypa)
    let window = await person.window()
    try await add("Buy milk", in: window)
    let versions = try await person.store.collection(RecordVersion.self, .owned(.background))
    #expect(try await versions.count() == 1)
    try await window.perform(.advance(seconds: 20 * 86_400))
    try await add("Buy bread", in: window)
    try await window.perform(.open(Route(["settings", "privacy"])))
    try await window.perform(.advance(seconds: 20 * 86_400))
    #expect(try await versions.records().flatMap(\.fields).filter { $0.name == "title" }.map(\.new) == ["Buy bread"])
    #expect(try await todos(of: window).count == 2)
  }

  @Test("two devices of an account show each other's versions with the device and the person")
  func devices() async throws {
    let fetch = try Fetch()
    let clock = ManualTime(noon)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    func device(_ seed: UInt64, _ way: String, _ button: String) async throws -> Window {
      let person = try await Person.open(
        .dailypa(CalendarAccess()), home: .memory, clock: clock, seed: seed, server: server.port)
      let window = await person.window()
      try await window.perform(.network(.online))
      try await window.perform(.open(Route(["account", way])))
      try await window.perform(.type(.label("E-mail"), "maria@example.org"))
      try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
      try await window.perform(.tap(.label(button)))
      try await window.perform(.wait(.label("Sign out"), seconds: 60))
      if way == "sign-up" { try await window.consent() }
      return window
    }
    func sync(_ window: Window) async throws {
      try await window.perform(.open(Route(["settings", "sync"])))
      try await window.perform(.tap(.label("Sync Now")))
      try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 60))
    }
    func versions(_ window: Window) async throws -> [RecordVersion] {
      try await window.person.store.collection(RecordVersion.self, .owned(.background)).records()
    }
    let phone = try await device(1, "sign-up", "Create account")
    try await add("Buy milk", in: phone)
    let tablet = try await device(2, "sign-in", "Sign in")
    while try await versions(tablet).isEmpty {
      try await sync(phone)
      try await sync(tablet)
    }
    let version = try #require(try await versions(tablet).first)
    #expect(
      version.device == "Daily PA on Linux" && version.person == "maria@example.org" && version.change == .created)
    let (one, other) = (try await phone.person.store.versionOrigin(), try await tablet.person.store.versionOrigin())
    #expect(version.origin == one && one != other)
    let frame = try await tablet.perform(.open(VersionsInDailyPATests.history))
    #expect(
      frame.everything.contains {
        $0.value?.hasSuffix("maria@example.org, on another device, Daily PA on Linux") == true
      })
    for window in [phone, tablet] {
      await window.close()
      await window.person.close()
    }
    await server.stop()
    await fetch.close()
  }
}
