import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Notices
import Storage
import Testing

@testable import Notifications

@Suite("Sending notifications")
struct SendingTests {
  @Test("a reminder is sent at its time, once, and is in the history with its reason")
  func sent() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([try NotificationsBench.meal()]))
    await bench.advance(hours: 10.9)
    #expect(bench.device.shown.isEmpty && bench.state.unread == 0)
    await bench.advance(hours: 0.2)
    #expect(bench.device.bodies == ["Don't forget to log dinner!"])
    let delivery = try #require(bench.device.shown.first)
    #expect(delivery.title == "Meal reminder" && delivery.action == "Log Now" && delivery.isSnoozable)
    #expect(delivery.link == Route(["log", "meal"]))
    let entry = try #require(bench.state.shown.first)
    #expect(entry.why == "No dinner is logged yet." && entry.isUnread)
    await bench.advance(hours: 30)
    await bench.send(.candidates([try NotificationsBench.meal()]))
    #expect(bench.device.shown.count == 1 && bench.state.entries.count == 1)
    #expect(bench.recorder.events.filter { $0 == .counted(1) }.count == 1)
  }

  @Test("a candidate that is withdrawn before its time is not sent, and a withheld one never")
  func withdrawn() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([try NotificationsBench.meal()]))
    await bench.send(.candidates([try NotificationsBench.meal(3, withheld: "It is not set up.")]))
    await bench.advance(hours: 48)
    #expect(bench.device.shown.isEmpty)
    #expect(bench.words(NotificationsPlaces.why).contains("It is not set up."))
  }

  @Test("a milestone is sent at once, and in quiet hours when they end")
  func atOnce() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.bodies == ["7 days in a row."])
    await bench.advance(hours: 15)
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    #expect(bench.device.shown.count == 1)
    #expect(bench.words(NotificationsPlaces.why).contains("Your quiet hours last until 07:00."))
    await bench.advance(hours: 7.9)
    #expect(bench.device.shown.count == 1)
    await bench.advance(hours: 0.2)
    #expect(bench.device.shown.count == 2)
  }

  @Test("switches, the cap of a day and Do Not Disturb hold at once")
  func rules() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.rules(NoticeRules(kinds: ["milestones": false])))
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.shown.isEmpty)
    #expect(bench.words(NotificationsPlaces.why).contains("This kind is turned off."))
    await bench.send(.rules(NoticeRules(isOn: false)))
    #expect(bench.words(NotificationsPlaces.why).contains("All notifications are turned off."))
    await bench.act(.pause(until: .hour))
    // The product keeps it among the settings, from which the rules are made.
    let end = bench.now.date.addingTimeInterval(3600)
    #expect(bench.recorder.events.contains(.paused(until: end)))
    await bench.send(.rules(NoticeRules(cap: 1, silentUntil: end)))
    #expect(bench.device.shown.isEmpty)
    #expect(bench.words(NotificationsPlaces.device).contains("Paused until Today 09:00."))
    await bench.advance(hours: 1)
    #expect(bench.device.shown.count == 1)
    await bench.send(.candidates([bench.milestone(), bench.milestone("milestone 2")]))
    #expect(bench.device.shown.count == 1)
    #expect(bench.words(NotificationsPlaces.why).contains("There is room for 1 notification"))
  }

  @Test("an entry is on disk before the device gets it; one that cannot be saved is not shown")
  func saved() async throws {
    let refusal = Problem("full", "There is no room.", remedy: "Make some.")
    let bench = try await NotificationsBench { needs in
      needs.save = { _ throws(Problem) in throw refusal }
    }
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.shown.isEmpty && bench.state.unread == 1)
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.state.entries.count == 1)
  }

  @Test("after a restart nothing is sent again, and what comes late is sent while it is of use")
  func restart() async throws {
    let first = try await NotificationsBench()
    await first.send(.candidates([first.milestone()]))
    await first.advance(hours: 12)
    let second = try await NotificationsBench(in: first.store, on: first.clock, isAllowed: false, seed: 2)
    #expect(second.state.isAllowed && second.state.unread == 1)
    await second.send(.candidates([first.milestone(), try NotificationsBench.meal()]))
    #expect(second.device.bodies == ["Don't forget to log dinner!"])
  }

  @Test("what another device sends and opens is one entry, and its banner is withdrawn here")
  func twoDevices() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([try NotificationsBench.meal()]))
    await bench.advance(hours: 11.1)
    let collection = try await bench.store.collection(NotificationEntry.self, .owned(.background))
    var opened = try #require(try await collection.records().first)
    #expect(opened.id == ID(named: "meal 2026-03-02"))
    (opened.isOpened, opened.isRead) = (true, true)
    // As the sync writes it.
    try await collection.save(opened, over: .anything)
    await bench.send(.changed)
    #expect(bench.device.withdrawn == ["meal 2026-03-02"] && bench.state.unread == 0)
    let other = NotificationEntry(
      name: "meal 2026-03-03", kind: "meal", body: "Dinner?", link: Route(["log"]), action: "Log Now",
      why: "Elsewhere.",
      sentAt: bench.now.date)
    try await collection.save(other)
    await bench.send(.changed)
    await bench.send(.candidates([try NotificationsBench.meal(3)]))
    await bench.advance(hours: 40)
    #expect(bench.device.shown.count == 1 && bench.state.entries.count == 2)
  }

  @Test("the person's zone is followed on a journey")
  func travel() async throws {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([bench.milestone()]))
    // 15:00 in Rome is 23:00 in Tokyo.
    await bench.advance(hours: 7)
    let tokyo = try #require(TimeZone(named: "Asia/Tokyo"))
    await bench.clock.set(Moment(bench.now.date, in: tokyo), settling: bench.context.settling)
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    #expect(bench.device.shown.count == 1)
    await bench.advance(hours: 8.1)
    #expect(bench.device.shown.count == 2 && bench.now.clock.minutes == 7 * 60 + 6)
  }

  @Test("between two seconds what is due is sent too, and a reminder at its time is not called late")
  func fractions() async throws {
    let start = try #require(Moment.date("2026-03-02T17:59:00.25Z"))
    let bench = try await NotificationsBench(on: ManualTime(Moment(start, in: NotificationsBench.rome)))
    await bench.send(.candidates([bench.milestone(), try NotificationsBench.meal()]))
    #expect(bench.device.bodies == ["7 days in a row."])
    await bench.clock.set(
      Moment(start.addingTimeInterval(660.5), in: NotificationsBench.rome), settling: bench.context.settling)
    #expect(bench.device.shown.count == 2)
    let late = try await NotificationsBench(on: ManualTime(Moment(start + 59.753, in: NotificationsBench.rome)))
    await late.send(.candidates([try NotificationsBench.meal()]))
    #expect(late.state.shown.first?.why == "No dinner is logged yet.")
    let passed = try await NotificationsBench(on: ManualTime(Moment(start + 600.6, in: NotificationsBench.rome)))
    await passed.send(.candidates([try NotificationsBench.meal()]))
    #expect(passed.state.shown.first?.why.hasSuffix("Its time had passed, and it is still of use.") == true)
  }

  @Test("ten thousand candidates at one minute are one notification")
  func burst() async throws {
    let bench = try await NotificationsBench()
    let date = bench.now.date.addingTimeInterval(60)
    let many = (0..<10_000).map { number in
      NotificationCandidate(
        Notice("meal \(number)", kind: "meal", at: date, expires: date.addingTimeInterval(3600)), "Dinner \(number).",
        opens: Route(["log"]), action: "Log Now", because: "None.")
    }
    await bench.send(.candidates(many))
    await bench.advance(hours: 3)
    #expect(bench.device.bodies == ["Dinner 999. And 1999 more."])
    #expect(bench.state.unread == 1 && bench.state.entries.count == 1 + NotificationsState.mostParts)
  }

  @Test("of several that go together each is in the history, and on another device nothing of them comes again")
  func together() async throws {
    let bench = try await NotificationsBench()
    let at = bench.now.date.addingTimeInterval(60)
    func candidate(_ name: String, _ body: String) -> NotificationCandidate {
      NotificationCandidate(
        Notice(name, kind: "milestone", at: at), body, opens: Route(["goals"], ["id": name]), action: "See it",
        because: "It is reached.")
    }
    let all = [candidate("milestone a", "One."), candidate("milestone b", "Two."), candidate("milestone c", "One.")]
    await bench.send(.rules(NoticeRules(cap: 2)))
    await bench.send(.candidates(all + [candidate("milestone d", "Four.")]))
    await bench.advance(hours: 1)
    #expect(bench.device.bodies == ["Four. And 3 more."])
    #expect(Set(bench.state.shown.map(\.body)) == ["Four.", "One.", "Two."] && bench.state.shown.count == 3)
    #expect(bench.state.unread == 1 && bench.state.entries.count == 4)
    let why = Dictionary(uniqueKeysWithValues: bench.state.entries.map { ($0.name, $0.why) })
    #expect(why["milestone d"] == "It is reached. 3 more of its kind came with it.")
    #expect(why["milestone b"] == "It is reached. It goes together with another of its kind.")
    await bench.act(.open("milestone b"))
    #expect(bench.recorder.events.contains(.opened(Route(["goals"], ["id": "milestone b"]))))
    // A device that has the history alone.
    let memories = try await bench.store.collection(NotificationMemory.self, .local)
    for memory in try await memories.records() { try await memories.delete(memory.id) }
    let other = try await NotificationsBench(in: bench.store, on: bench.clock, seed: 2)
    await other.send(.rules(NoticeRules(cap: 2)))
    await other.send(.candidates(all + [candidate("milestone d", "Four."), other.milestone("milestone e")]))
    // They count once of the two a day.
    #expect(other.device.bodies == ["7 days in a row."])
  }
}
