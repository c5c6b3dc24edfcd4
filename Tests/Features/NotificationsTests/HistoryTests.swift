import Audit
import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Hours
import Interface
import Kernel
import Notices
import Permissions
import Storage
import Testing

@testable import Notifications

@Suite("The history of notifications")
struct HistoryTests {
  private func sent() async throws -> NotificationsBench {
    let bench = try await NotificationsBench()
    await bench.send(.candidates([bench.milestone(), try NotificationsBench.meal()]))
    await bench.advance(hours: 11.2)
    #expect(bench.state.shown.count == 2)
    return bench
  }

  @Test("entries are marked as read and unread, and all at once", .covers("yh-S04.4.2-B15"))
  func read() async throws {
    let bench = try await sent()
    #expect(bench.words().contains("2 unread"))
    await bench.act(.read(["meal 2026-03-02"]))
    #expect(bench.words().contains("1 unread") && bench.device.withdrawn == ["meal 2026-03-02"])
    await bench.act(.unread("meal 2026-03-02"))
    #expect(bench.state.unread == 2)
    await bench.act(.read(Set(bench.state.entries.map(\.name))))
    #expect(bench.words().contains("All read"))
    let again = try await NotificationsBench(in: bench.store, on: bench.clock, isAllowed: false, seed: 2)
    #expect(again.state.shown.count == 2 && again.state.unread == 0)
  }

  @Test("clearing can be undone, and what was cleared is not sent again")
  func clear() async throws {
    let bench = try await sent()
    await bench.act(.clear(Set(bench.state.entries.map(\.name))))
    #expect(bench.state.shown.isEmpty && bench.words().contains("You are up to date."))
    guard
      case .offered(let toast, let undo)? = bench.recorder.events.last(where: {
        if case .offered = $0 { true } else { false }
      })
    else { throw Problem("none", "There is no Undo.", remedy: "Look.") }
    #expect(toast.text == "2 notifications cleared.")
    await bench.send(.candidates([try NotificationsBench.meal()]))
    #expect(bench.device.shown.count == 2)
    await bench.act(undo)
    #expect(bench.state.shown.count == 2 && bench.state.unread == 2)
  }

  @Test("opening leads to the place once and is learnt from once; a link that cannot be read leads nowhere")
  func open() async throws {
    let bench = try await sent()
    await bench.act(.open("meal 2026-03-02"))
    await bench.act(.open("meal 2026-03-02"))
    #expect(bench.state.memory.opens.count == 1 && bench.state.unread == 1)
    #expect(bench.recorder.events.filter { $0 == .opened(Route(["log", "meal"])) }.count == 2)
    await bench.act(.open("gone"))
    #expect(bench.recorder.events.last == .opened(nil))
  }

  @Test("Snooze sends it again in an hour, and quiet hours hold for it too")
  func snooze() async throws {
    let bench = try await sent()
    await bench.act(.snooze("meal 2026-03-02"))
    #expect(bench.device.shown.count == 2)
    await bench.advance(hours: 0.9)
    #expect(bench.device.shown.count == 2)
    await bench.advance(hours: 0.2)
    #expect(bench.device.shown.count == 3 && bench.device.bodies.last == "Don't forget to log dinner!")
    #expect(bench.state.shown.first?.why == "You asked to be reminded again then.")
    // A milestone has nothing to do later.
    await bench.act(.snooze("milestone 1"))
    await bench.advance(hours: 2)
    #expect(bench.device.shown.count == 3)
  }

  @Test("after 30 days an entry is deleted")
  func days() async throws {
    let bench = try await sent()
    await bench.advance(hours: 24 * 30 - 1)
    await bench.act(.appeared(NotificationsPlaces.history))
    #expect(bench.state.entries.count == 1, "the milestone of the morning is older")
    await bench.advance(hours: 2)
    await bench.act(.appeared(NotificationsPlaces.history))
    #expect(bench.state.entries.isEmpty)
    let collection = try await bench.store.collection(NotificationEntry.self, .owned(.background))
    #expect(try await collection.records().isEmpty)
  }

  @Test("after 30 days all entries are deleted, also those that are more than are read")
  func many() async throws {
    let clock = ManualTime(Moment(try #require(Moment.date("2026-03-02T07:00:00Z")), in: NotificationsBench.rome))
    let store = try await Store.memory(FeatureContext(time: clock.time))
    let collection = try await store.collection(NotificationEntry.self, .owned(.background))
    for number in 0..<1_100 {
      let entry = NotificationEntry(
        name: "meal \(number)", kind: "meal", body: "Dinner?", link: Route(["log", "meal"]), action: "Log Now", why: "",
        sentAt: clock.now.date.addingTimeInterval(-Double(number) * 1800))
      try await collection.save(entry, over: .anything)
    }
    let bench = try await NotificationsBench(in: store, on: clock)
    #expect(bench.state.entries.count == NotificationsNeeds.most)
    #expect(try await collection.count() == 1_100)
    // Those that were not read are the oldest ones, so they go first.
    await bench.advance(hours: 24 * 9)
    await bench.act(.appeared(NotificationsPlaces.history))
    await bench.context.settling.settled()
    let left = try await collection.count()
    #expect(left > 900 && left < 1_050)
    await bench.advance(hours: 24 * 22)
    await bench.act(.appeared(NotificationsPlaces.history))
    await bench.context.settling.settled()
    #expect(try await collection.count() == 0)
  }

  @Test("openings move a reminder slowly, the screen says so, and the times are forgotten on request")
  func learned() async throws {
    let bench = try await NotificationsBench()
    #expect(bench.words(NotificationsPlaces.why).contains("Nothing is learned from openings yet"))
    for day in 2..<9 {
      await bench.send(.candidates([try NotificationsBench.meal(day)]))
      // Opened at 20:30 each evening.
      await bench.clock.advance(
        to: try #require(Moment.date("2026-03-0\(day)T19:30:00Z")), settling: bench.context.settling)
      await bench.act(.open("meal 2026-03-0\(day)"))
    }
    await bench.send(.candidates([try NotificationsBench.meal(9)]))
    #expect(bench.words(NotificationsPlaces.why).contains("You usually open these around 20:30 (7 times lately)."))
    let planned = try #require(bench.state.planned.first { $0.id == "meal 2026-03-09" }?.at)
    // Three openings beyond the least move it by three quarters of an hour.
    #expect(Moment(planned, in: NotificationsBench.rome).clock.text == "19:45")
    await bench.act(.forgetTimes)
    let forgotten = try #require(bench.state.planned.first { $0.id == "meal 2026-03-09" }?.at)
    #expect(Moment(forgotten, in: NotificationsBench.rome).clock.text == "19:00")
    #expect(bench.state.learnsSince == bench.now.date)
  }

  @Test("what leaves the device holds no learned time and no instant of an opening; the explanation is shown here")
  func neutral() async throws {
    let bench = try await NotificationsBench()
    for day in 2..<10 {
      var candidate = try NotificationsBench.meal(day)
      candidate.learned = "You usually have it around 18:15 (6 dinners lately)."
      await bench.send(.candidates([candidate]))
      // Opened at 20:30 each evening.
      await bench.clock.advance(
        to: try #require(Moment.date("2026-03-0\(day)T19:30:00Z")), settling: bench.context.settling)
      await bench.act(.open("meal 2026-03-0\(day)"))
    }
    let entry = try #require(bench.state.shown.first)
    #expect(entry.why == "No dinner is logged yet. At your usual time." && entry.isOpened)
    let changes = try await bench.store.outbox.claim(1_000)
    let fields = changes.filter { $0.collection == NotificationEntry.collection }.map { "\($0.fields)" }.joined()
    #expect(fields.contains("At your usual time."))
    // The instant at which it was shown is in it, since it is the history of all devices.
    for learned in ["lately", "usually"] { #expect(!fields.contains(learned), "\(learned)") }
    let words = bench.words(NotificationsPlaces.why(entry))
    #expect(
      words.contains(
        "No dinner is logged yet. You usually have it around 18:15 (6 dinners lately). You usually open these around 20:30"
      ))
  }

  @Test("what the server sends during a pause is in the history once, and nothing comes in front")
  func arrived() async throws {
    let bench = try await NotificationsBench()
    await bench.act(.pause(until: .hour))
    let arrival = NotificationArrival("milestone 1", kind: "milestone", "A week.", opens: Route(["goals"]))
    await bench.send(.arrived(arrival))
    await bench.send(.arrived(arrival))
    await bench.send(.arrived(NotificationArrival("rubbish", kind: "unknown", "?", opens: Route(["goals"]))))
    #expect(bench.state.shown.map(\.body) == ["A week."] && bench.state.unread == 1)
    await bench.send(.candidates([bench.milestone()]))
    await bench.advance(hours: 2)
    #expect(bench.device.shown.isEmpty)
  }

  /// An entry as it was kept before the flags.
  private struct FormerEntry: Syncable {
    static let collection = NotificationEntry.collection
    let name: String
    let sentAt: Date
    let readAt: Date?
    let openedAt: Date?

    var id: ID<FormerEntry> { ID(named: name) }
    var when: Date { sentAt }

    enum CodingKeys: String, ColumnKey {
      case id, name, kind, body, link, action, why
      case isSnoozable = "is_snoozable"
      case sentAt = "sent_at"
      case readAt = "read_at"
      case openedAt = "opened_at"
      case isCleared = "is_cleared"
    }

    init(_ name: String, sentAt: Date, readAt: Date? = nil, openedAt: Date? = nil) {
      (self.name, self.sentAt, self.readAt, self.openedAt) = (name, sentAt, readAt, openedAt)
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      name = try fields.decode(String.self, forKey: .name)
      sentAt = try fields.decode(Date.self, forKey: .sentAt)
      readAt = try fields.decodeIfPresent(Date.self, forKey: .readAt)
      openedAt = try fields.decodeIfPresent(Date.self, forKey: .openedAt)
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(id, forKey: .id)
      for key in [CodingKeys.name, .body, .action, .why] { try fields.encode(name, forKey: key) }
      try fields.encode("milestone", forKey: .kind)
      try fields.encode("/goals", forKey: .link)
      for key in [CodingKeys.isSnoozable, .isCleared] { try fields.encode(false, forKey: key) }
      try fields.encode(sentAt, forKey: .sentAt)
      try fields.encode(readAt, forKey: .readAt)
      try fields.encode(openedAt, forKey: .openedAt)
    }
  }

  @Test("what was read and opened before there were flags is read and opened still")
  func former() async throws {
    let first = try await NotificationsBench()
    let now = first.now.date
    let store = try await Store.memory(first.context)
    let kept = try await store.collection(FormerEntry.self, .owned(.background))
    try await kept.save(FormerEntry("unread", sentAt: now))
    try await kept.save(FormerEntry("read", sentAt: now, readAt: now))
    try await kept.save(FormerEntry("opened", sentAt: now, readAt: now, openedAt: now))
    let bench = try await NotificationsBench(in: store)
    let flags = Dictionary(uniqueKeysWithValues: bench.state.entries.map { ($0.name, [$0.isRead, $0.isOpened]) })
    #expect(flags == ["unread": [false, false], "read": [true, false], "opened": [true, true]])
    // A change keeps them.
    await bench.act(.clear(["opened"]))
    let again = try await NotificationsBench(in: store, seed: 2)
    #expect(again.state.entries.first { $0.name == "opened" }?.isOpened == true && again.state.unread == 1)
  }

  @Test("each entry explains itself, with the device's answer if it was not shown")
  func explained() async throws {
    let bench = try await NotificationsBench()
    bench.device.answer.withLock { $0 = .noWindow }
    await bench.send(.candidates([bench.milestone()]))
    let entry = try #require(bench.state.shown.first)
    let words = bench.words(NotificationsPlaces.why(entry))
    #expect(words.contains("You reached it today.") && words.contains("Milestone, sent Today 08:00"))
    #expect(words.contains("No window was open, so it waited here."))
  }
}

@Suite("Notifications on a device")
struct DeviceTests {
  @Test("nothing is planned or sent before notifications are on, and turning them off ends it")
  func choice() async throws {
    let bench = try await NotificationsBench(isAllowed: false)
    await bench.send(.candidates([bench.milestone()]))
    await bench.advance(hours: 2)
    #expect(bench.device.shown.isEmpty && bench.state.entries.isEmpty && bench.state.planned.isEmpty)
    #expect(bench.words().contains("Turn on notifications"))
    await bench.act(.permission(.allow))
    #expect(bench.device.shown.count == 1)
    await bench.act(.turnOff)
    await bench.send(.candidates([bench.milestone("milestone 2")]))
    await bench.advance(hours: 2)
    #expect(bench.device.shown.count == 1)
  }

  @Test("the system is asked after the explanation, and a denial leads to its settings")
  func system() async throws {
    let answers = Locked<(standing: PermissionStanding, asked: Int)>((.undecided, 0))
    let (opened, openings) = AsyncStream.makeStream(of: Void.self)
    let port = PermissionPort(
      standing: { _ throws(Problem) in answers.withLock { $0.standing } },
      ask: { _ throws(Problem) in
        answers.withLock {
          $0.asked += 1
          $0.standing = .denied
          return .denied
        }
      }, openSettings: { _ throws(Problem) in openings.yield() })
    let bench = try await NotificationsBench(permissions: port)
    await bench.send(.candidates([bench.milestone()]))
    #expect(answers.withLock { $0.asked } == 0 && bench.device.shown.isEmpty)
    #expect(bench.words(NotificationsPlaces.device).contains("Your device asks you next."))
    await bench.act(.permission(.allow))
    await bench.until { bench.words(NotificationsPlaces.device).contains("Open device settings") }
    #expect(answers.withLock { $0.asked } == 1 && !bench.state.isAllowed)
    await bench.act(.permission(.openSettings))
    for await _ in opened { break }
    // Allowed in the device's settings meanwhile.
    answers.withLock { $0.standing = .granted }
    await bench.act(.appeared(NotificationsPlaces.device))
    #expect(bench.state.isAllowed && bench.device.shown.count == 1)
  }

  @Test("a history that cannot be read says so, sends nothing, and is read again")
  func unreadable() async throws {
    let refusal = Problem("damaged", "The history is damaged.", remedy: "Try again.")
    let isBroken = Locked(true)
    let bench = try await NotificationsBench { needs in
      let load = needs.load
      needs.load = { () throws(Problem) in
        if isBroken.withLock({ $0 }) { throw refusal }
        return try await load()
      }
    }
    await bench.send(.candidates([bench.milestone()]))
    #expect(bench.device.shown.isEmpty && bench.words().contains("The history is damaged."))
    isBroken.withLock { $0 = false }
    await bench.act(.retry)
    #expect(bench.state.reading == .done)
  }
}

@Suite("Screens of notifications")
struct NotificationScreenTests {
  @Test("no state of a screen has a finding", arguments: NotificationsPlaces.all.indices)
  func audit(_ index: Int) async throws {
    let routes = [NotificationsPlaces.history, NotificationsPlaces.why, NotificationsPlaces.device]
    let bench = try await NotificationsBench(isAllowed: false)
    #expect(Audit.findings(of: bench.screen(routes[index]), theme: .plain) == [])
    await bench.act(.permission(.allow))
    #expect(Audit.findings(of: bench.screen(routes[index]), theme: .plain) == [])
    for day in 2..<7 {
      await bench.send(.candidates([bench.milestone("milestone \(day)"), try NotificationsBench.meal(day)]))
      await bench.advance(hours: 24)
    }
    await bench.send(
      .candidates([
        bench.milestone("m"), try NotificationsBench.meal(9), try NotificationsBench.meal(8, withheld: "Off."),
      ]))
    #expect(bench.state.shown.count > 5)
    #expect(Audit.findings(of: bench.screen(routes[index]), theme: .plain) == [])
    await bench.act(.pause(until: .tomorrow))
    #expect(Audit.findings(of: bench.screen(routes[index]), theme: .plain) == [])
  }
}
