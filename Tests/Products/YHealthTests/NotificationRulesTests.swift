import Covers
import FoundationEssentials
import Health
import Interface
import JSON
import Kernel
import Notices
import Permissions
import ProductKit
import Relational
import Settings
import ShellTesting
import Storage
import Testing

@testable import Catalog
@testable import Notifications
@testable import Shell
@testable import YHealth

@Suite("The rules of notifications in yHealth", .timeLimit(.minutes(5)))
struct NotificationRulesTests {
  private let why = Route(["notifications", "why"])

  /// Noon is 08:00 on a Friday.
  private func at(_ hour: Double, before days: Int = 0) -> Date {
    noon.date.addingTimeInterval(-Double(days) * 86_400 + (hour - 8) * 3600)
  }

  /// A person with notifications on, in the afternoon, to whom so many were sent today.
  private func person(at hour: Double = 13, sentToday: Int = 0, _ memory: NotificationMemory? = nil) async throws
    -> Person
  {
    let clock = ManualTime(noon.advanced(by: .seconds((hour - 8) * 3600)))
    let person = try await Person.test(clock: clock)
    var allowed = memory ?? NotificationMemory()
    allowed.isAllowed = true
    try await person.store.collection(NotificationMemory.self, .local).save(allowed)
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    for number in 0..<sentToday {
      try await history.save(
        NotificationEntry(
          name: "earlier \(number)", kind: "insight", body: "Earlier.", link: Route(["insights"]),
          action: "View Insight",
          why: "It was found.", sentAt: at(7 + Double(number) / 6)))
    }
    return person
  }

  private func explained(_ words: String, in window: Window) async throws -> Bool {
    try await window.perform(.open(why))
    return await window.shows(within: 10) { frame in
      frame.everything.contains { $0.label.contains(words) || ($0.value ?? "").contains(words) }
    }
  }

  private func dinners(_ person: Person) async throws -> Int {
    try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
      .count { $0.kind == "meal" }
  }

  @Test(
    "no more are sent on a day than the mode allows: three in Light, eight in Deep",
    .covers("yh-S04.4.3-AC3", "yh-S04.4.3-AC4", "yh-S04.4.3-B4", "yh-S04.4.3-B5"), arguments: [false, true])
  func caps(_ isDeep: Bool) async throws {
    let most = isDeep ? 8 : 3
    for sent in [most - 1, most] {
      let person = try await person(sentToday: sent)
      let window = await person.window()
      if isDeep {
        try await window.perform(.open(Route(["settings", "goals-coaching"])))
        try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
        try await window.perform(.open(Route(["settings", "notifications"])))
        try await window.perform(.choose(.label("Notifications a day"), .number(8)))
      }
      #expect(
        try await explained(
          sent < most ? "Today 19:00" : "There is room for \(most) notifications on that day", in: window)
      )
      try await window.perform(.advance(seconds: 6.5 * 3600))
      #expect(try await dinners(person) == (sent < most ? 1 : 0))
      await window.close()
    }
  }

  @Test(
    "each category has a switch that silences its kinds, and no other",
    .covers(
      "yh-S04.4.3-B8", "yh-S04.4.3-B9", "yh-S04.4.3-B10", "yh-S04.4.3-B11", "yh-S04.4.3-B12", "yh-S04.4.3-B13",
      "yh-S04.4.3-B14"))
  func categories() async throws {
    let categories: [(title: String, kinds: Set<String>)] = [
      ("Check-in Reminders", ["check-in", "weight", "sleep"]), ("Insights & Discoveries", ["insight"]),
      ("Coaching Nudges", ["coaching"]), ("Goal Milestones", ["milestone"]), ("Recovery Alerts", ["recovery"]),
      ("Meal/Workout Prompts", ["meal", "workout"]),
    ]
    let person = try await person()
    let window = await person.window()
    let kept = Settings(.yhealth, on: person.context, in: person.store)
    for (title, kinds) in categories {
      try await window.perform(.open(Route(["settings", "notifications"])))
      let frame = try await window.perform(.tap(.label(title)))
      #expect(frame.value(of: title) == "off", "\(title)")
      await kept.send(.begin)
      await kept.states.wait { state in
        let rules = state.noticeRules(of: NoticeKind.yhealth)
        return Set(NoticeKind.yhealth.filter { !rules.allows($0) }.map(\.id)) == kinds
      }
      try await window.perform(.tap(.label(title)))
    }
  }

  @Test(
    "a changed setting takes effect at once: theme, text size, mode, and what is planned",
    .covers("yh-S04.6.1-B19", "yh-S04.4.3-B21"))
  func atOnce() async throws {
    let person = try await person()
    let window = await person.window()
    #expect(try await explained("Meal reminder, Today 19:00", in: window))
    try await window.perform(.open(Route(["settings", "display"])))
    #expect(try await window.perform(.choose(.label("Theme"), .text("Dark"))).appearance.scheme == .dark)
    let large = try await window.perform(.choose(.label("Text size"), .text("Extra Large")))
    #expect(large.appearance.textSize == 200)
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    try await window.perform(.open(Route(["settings", "notifications"])))
    let eight = try await window.perform(.choose(.label("Notifications a day"), .number(8)))
    #expect(eight.value(of: "Notifications a day") == "8 a day", "Light allows three")
    try await window.perform(.tap(.label("Meal/Workout Prompts")))
    #expect(try await explained("This kind is turned off.", in: window))
    try await window.perform(.open(Route(["settings", "notifications"])))
    try await window.perform(.tap(.label("Meal/Workout Prompts")))
    #expect(try await explained("Meal reminder, Today 19:00", in: window))
  }

  private func opened(_ kind: String, at hour: Double, times: Int) -> NotificationMemory {
    var memory = NotificationMemory()
    memory.opens = (1...times).map { NotificationMemory.Opening(kind: kind, at: at(hour, before: $0)) }
    return memory
  }

  @Test(
    "a workout reminder moves to when the person opens it, a little at first and the whole way with more evidence",
    .covers("yh-S04.4.3-AC7", "yh-S04.4.3-B15", "yh-S04.4.3-B18", "yh-S04.4.3-B22"),
    arguments: [(4, "17:00"), (5, "17:15"), (12, "18:00")])
  func adaptive(_ openings: Int, _ time: String) async throws {
    let person = try await person(opened("workout", at: 18, times: openings))
    let workouts = try await person.store.collection(Workout.self, .owned(.entered))
    for week in 1...4 {
      try await workouts.save(Workout(id: ID(UUID()), kind: "Run", minutes: 40, startedAt: at(17, before: 7 * week)))
    }
    let window = await person.window()
    #expect(try await explained("Workout reminder, Today \(time)", in: window))
    if openings > 4 {
      #expect(try await explained("You usually open these around 18:00 (\(openings) times lately).", in: window))
    }
  }

  @Test(
    "a workout reminder comes at the person's usual time, and leads to the screen of their workouts",
    .covers("yh-S04.4.2-B5", "yh-S04.4.3-B16"))
  func reminded() async throws {
    let person = try await person()
    let workouts = try await person.store.collection(Workout.self, .owned(.entered))
    for week in 1...4 {
      try await workouts.save(Workout(id: ID(UUID()), kind: "Run", minutes: 40, startedAt: at(17, before: 7 * week)))
    }
    let window = await person.window()
    #expect(try await explained("Workout reminder, Today 17:00", in: window))
    try await window.perform(.advance(seconds: 4.5 * 3600))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    let reminders = try await history.records().filter { $0.kind == "workout" }
    #expect(reminders.map(\.body) == ["Time for your workout? Here's today's recommendation."])
    #expect(reminders.map(\.link) == ["/pillars/fitness"])
    let sentAt = try #require(reminders.first?.sentAt)
    #expect((at(17)...at(17.5)).contains(sentAt))
  }

  @Test(
    "what is learnt of opening times is on the device alone: no table of the server has it",
    .covers("yh-S04.4.3-L3", "yh-S04.4.3-L7", "yh-S04.4.3-L8"))
  func local() async throws {
    let person = try await person(opened("meal", at: 18, times: 9))
    let window = await person.window()
    #expect(try await explained("You usually open these around 18:00", in: window))
    let tables = Set(SyncedRecord.products.map(\.table.name))
    #expect(tables.contains(NotificationEntry.collection) && !tables.contains(NotificationMemory.collection))
    #expect(try await person.store.outbox.counts().unsent == 0)
    // Nor does the entry tell of it that is sent.
    try await window.perform(.advance(seconds: 5 * 3600))
    try await window.perform(.tap(.label("Log Now")))
    let changes = try await person.store.outbox.claim(100).filter { $0.collection == NotificationEntry.collection }
    let fields = changes.map { "\($0.fields)" }.joined()
    #expect(fields.contains("No dinner is logged yet. At your usual time.") && !fields.contains("You usually"))
    let id = try #require(changes.first?.id)
    try await window.perform(.open(Route(why.path, ["id": "\(id)"])))
    #expect(
      await window.shows(within: 10) { frame in
        frame.everything.contains { "\($0.label) \($0.value ?? "")".contains("You usually open these around 18:00") }
      })
  }

  @Test("a pause is one of the person's settings, so that it holds on all devices and ends on all")
  func paused() async throws {
    let person = try await person()
    let window = await person.window()
    let device = Route(["notifications", "device"])
    try await window.perform(.open(device))
    try await window.perform(.tap(.label("Pause for 1 hour")))
    // Another device's settings.
    let kept = Settings(.yhealth, on: person.context, in: person.store)
    await kept.send(.begin)
    await kept.states.wait { $0.noticeRules(of: NoticeKind.yhealth).silentUntil == at(14) }
    #expect(await window.shows(within: 10) { $0.labels.contains("Resume notifications") })
    await kept.send(.keep(NoticeSettingName.pausedUntil, 0))
    #expect(await window.shows(within: 10) { $0.labels.contains("Pause for 1 hour") })
  }

  @Test(
    "the system is asked at the person's wish, after the reasons, and never at the first start",
    .covers("yh-S04.4.1-AC3", "yh-S04.4.1-B11", "yh-S04.4.1-L8"))
  func asking() async throws {
    let asked = Locked(0)
    let port = PermissionPort(
      standing: { _ throws(Problem) in asked.withLock { $0 } == 0 ? .undecided : .granted },
      ask: { _ throws(Problem) in
        asked.withLock { $0 += 1 }
        return .granted
      }, openSettings: { _ throws(Problem) in })
    let clock = ManualTime(noon)
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, permissions: port)
    let window = await person.window()
    try await window.perform(.advance(seconds: 86_400))
    try await window.perform(.open(Route(["settings", "notifications"])))
    #expect(asked.withLock { $0 } == 0)
    let frame = try await window.perform(.tap(.label("Notifications on this device")))
    #expect(frame.labels.contains { $0.contains("reaches you when it matters") } && asked.withLock { $0 } == 0)
    try await window.perform(.tap(.label("Turn on notifications")))
    _ = await window.shows(within: 10) { _ in asked.withLock { $0 } == 1 }
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("a nudge whose destination does not work is not sent, and the reason is told", .covers("yh-S04.4.2-E2"))
  func unlinked() async throws {
    // Before eleven, when a nudge would come.
    let person = try await person(at: 8)
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    try await moods.save(MoodEntry(id: ID(UUID()), mood: 7, feltAt: at(9, before: 5)))
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "channels"])))
    try await window.perform(.choose(.label("Preferred interaction channel"), .text("whatsapp")))
    #expect(try await explained("WhatsApp is not linked, so there is nothing to open.", in: window))
    try await window.perform(.advance(seconds: 86_400))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
    #expect(!history.contains { $0.kind == "coaching" })
  }

  @Test(
    "after three days without an entry a nudge comes once, not before, and opens the voice coach",
    .covers("yh-S04.4.2-B7", "yh-S04.4.2-AC5", "yh-S04.4.2-B11"))
  func nudged() async throws {
    let person = try await person(at: 8)
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    try await moods.save(MoodEntry(id: ID(UUID()), mood: 7, feltAt: at(10, before: 2)))
    let window = await person.window()
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    // Eleven o'clock of today, when less than three days have passed.
    try await window.perform(.advance(seconds: 4 * 3600))
    #expect(try await !history.records().contains { $0.kind == "coaching" })
    try await window.perform(.advance(seconds: 86_400))
    let nudges = try await history.records().filter { $0.kind == "coaching" }
    #expect(nudges.map(\.body) == ["Haven't chatted in a while. I'm here if you need support!"])
    #expect(nudges.map(\.link) == ["/voice"])
    try await window.perform(.open(Route(["notifications"])))
    let opened = try await window.perform(.tap(.label("Haven't chatted in a while. I'm here if you need support!")))
    #expect(opened.route == Route(["voice"]))
  }

  @Test(
    "a recovery below 50 is told of in the morning, and leads to its details",
    .covers("yh-S04.4.2-B4", "yh-S04.4.2-AC5", "yh-S04.4.2-B11"),
    arguments: [true, false])
  func recovery(_ isLow: Bool) async throws {
    let person = try await person(at: 6)
    let sleeps = try await person.store.collection(SleepEntry.self, .owned(.entered))
    for day in 0..<20 {
      let isLast = day == 0
      let hours = isLast && isLow ? 2.0 : 8.0
      let woke = at(isLast && isLow ? 5 : 5.5, before: day)
      try await sleeps.save(
        SleepEntry(id: ID(UUID()), fellAsleepAt: woke.addingTimeInterval(-hours * 3600), wokeAt: woke))
    }
    let window = await person.window()
    try await window.perform(.advance(seconds: 4 * 3600))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    let alerts = try await history.records().filter { $0.kind == "recovery" }
    guard isLow else {
      #expect(alerts.isEmpty)
      return
    }
    #expect(alerts.map(\.body) == ["Low recovery today. Consider light activity."])
    let sentAt = try #require(alerts.first?.sentAt)
    #expect((at(7)...at(12)).contains(sentAt))
    try await window.perform(.open(Route(["notifications"])))
    let opened = try await window.perform(.tap(.label("Low recovery today. Consider light activity.")))
    #expect(opened.route.path == ["pillars", "fitness"])
    #expect(opened.everything.contains { $0.role == .tabpanel && $0.label == "Recovery" })
    let score = try #require(opened.everything.first { $0.label == "Recovery score" }?.state.number)
    #expect(score < 50)
  }

  @Test("the voice coach calls at the scheduled times, and the call opens a session", .covers("yh-S04.6.1-B13"))
  func called() async throws {
    let person = try await person()
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "channels"])))
    try await window.perform(.type(.label("Add to Scheduled call times"), "15:30"))
    #expect(try await explained("You scheduled a call at 15:30.", in: window))
    try await window.perform(.advance(seconds: 2.5 * 3600))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
    let call = try #require(history.first { $0.kind == "coaching" })
    #expect(call.body == "Your voice coach calls." && call.sentAt == at(15.5))
    try await window.perform(.tap(.label("Talk")))
    #expect(try await window.perform(.screen).route == Route(["voice"]))
  }

  @Test("what is set, learnt and sent lies encrypted on disk", .covers("yh-S04.4.3-L2"))
  func sealed() async throws {
    let folder = TestFolder()
    let person = try await Person.test(
      home: .folder(folder.path), clock: ManualTime(noon.advanced(by: .seconds(5 * 3600))))
    let window = await person.window()
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.tap(.label("Turn on notifications")))
    try await window.perform(.open(Route(["settings", "notifications"])))
    try await window.perform(.tap(.label("Coaching Nudges")))
    #expect(try await explained("Today 19:00", in: window))
    try await window.perform(.advance(seconds: 6 * 3600))
    try await window.perform(.tap(.label("Log Now")))
    let memory = try #require(try await person.store.collection(NotificationMemory.self, .local).records().first)
    #expect(memory.opens.map(\.kind) == ["meal"])
    for words in ["notifications.coaching", "\"opens\"", "isAllowed", "log dinner", "No dinner"] {
      #expect(folder.holding(words) == [], "\(words)")
    }
    await window.close()
    await person.close()
    for words in ["notifications.coaching", "\"opens\"", "isAllowed", "log dinner", "No dinner"] {
      #expect(folder.holding(words) == [], "\(words)")
    }
  }

  @Test("a tap on a notification is noted with it", .covers("yh-S04.4.2-B13"))
  func tapped() async throws {
    let person = try await person()
    let window = await person.window()
    #expect(try await explained("Today 19:00", in: window))
    try await window.perform(.advance(seconds: 6 * 3600))
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    let sent = try #require(try await history.records().first { $0.kind == "meal" })
    #expect(!sent.isOpened)
    try await window.perform(.tap(.label("Log Now")))
    #expect(try await history.record(sent.id)?.isOpened == true)
  }
}
