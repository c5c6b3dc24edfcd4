import Covers
import FoundationEssentials
import Health
import Interface
import Kernel
import Notifications
import Permissions
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("Notifications in yHealth", .timeLimit(.minutes(5)))
struct NotificationsInYHealthTests {
  private let clock = ManualTime(noon)
  private let device = Route(["notifications", "device"])
  private let why = Route(["notifications", "why"])

  private func before(_ days: Int, hours: Double = 0) -> Date {
    noon.date.addingTimeInterval(-Double(days) * 86_400 + hours * 3600)
  }

  private func turnOn(_ window: Window) async throws {
    try await window.perform(.open(device))
    try await window.perform(.tap(.label("Turn on notifications")))
  }

  /// The log is summed after the entries are read, which settling does not wait for.
  private func explained(_ words: String, in window: Window) async throws {
    try await window.perform(.open(why))
    let isThere = await window.shows(within: 10) { frame in
      frame.everything.contains { $0.label.contains(words) || ($0.value ?? "").contains(words) }
    }
    #expect(isThere, "\(words)")
  }

  @Test(
    "a milestone is told at once and once, with its button and a signed link, in place of the plain message",
    .covers(
      "yh-S04.4.2-AC3", "yh-S04.4.2-AC4", "yh-S04.4.2-AC5", "yh-S04.4.2-B3", "yh-S04.4.2-B8", "yh-S04.4.2-B11",
      "yh-S04.4.2-L9"))
  func milestone() async throws {
    // In the afternoon no reminder is due.
    let afternoon = ManualTime(noon.advanced(by: .seconds(5 * 3600)))
    let person = try await Person.test(clock: afternoon)
    let moods = try await person.store.collection(MoodEntry.self, .owned(.entered))
    for day in 1...6 { try await moods.save(MoodEntry(id: ID(UUID()), mood: 7, feltAt: before(day))) }
    let window = await person.window()
    let recorder = OutletRecorder(window)
    try await turnOn(window)
    try await moods.save(MoodEntry(id: ID(UUID()), mood: 7, feltAt: before(0)))
    let words = "Congrats! 7-day logging streak achieved!"
    let banner = Command.Target.label("Goal milestone: \(words)")
    try await window.perform(.wait(banner, seconds: 10))
    let push = try #require(recorder.pushes.first { $0.title == "Goal milestone" })
    #expect(push.body == words && push.actions == ["View Milestone"] && push.link != nil && push.name != nil)
    #expect(push.image == "medal")
    #expect(window.frames.value.toasts.contains { $0.state.icon == .medal })
    let frame = try await window.perform(.tap(.label("View Milestone")))
    #expect(frame.route.text == "/pillars/goals" && frame.toast == nil)
    #expect(recorder.pushes.count { $0.body == words } == 1 && !recorder.toasts.contains(words))
  }

  @Test("what leads to content that is gone ends on the dashboard, with its message", .covers("yh-S04.4.2-E1"))
  func gone() async throws {
    let person = try await Person.test(clock: clock)
    let history = try await person.store.collection(NotificationEntry.self, .owned(.background))
    try await history.save(
      NotificationEntry(
        name: "insight gone", kind: "insight", body: "New insight: none.",
        link: Route(["insights", "finding"], ["id": "0190d000-0000-7000-8000-00000000000d"]), action: "View Insight",
        why: "It was found.", sentAt: before(0)))
    let window = await person.window()
    let opened = try await window.perform(.open(Route(["notifications"])))
    #expect(opened.everything.contains { $0.label == "New insight: none." && $0.state.isUnread })
    #expect(opened.node("top.bell")?.value == "1 new" || opened.everything.contains { $0.value == "1 new" })
    let frame = try await window.perform(.tap(.label("New insight: none.")))
    #expect(frame.route.text == "/dashboard")
    #expect(frame.toast == "Content unavailable. Showing your dashboard.")
  }

  @Test(
    "workout and dinner are asked for when the person usually has them, with the evidence, until it is forgotten",
    .covers("yh-S04.4.3-B16", "yh-S04.4.3-B17", "yh-S04.4.3-E4"))
  func usual() async throws {
    let person = try await Person.test(clock: clock)
    let workouts = try await person.store.collection(Workout.self, .owned(.entered))
    let meals = try await person.store.collection(Meal.self, .owned(.entered))
    // Fridays at 18:00; noon is a Friday, 08:00.
    for week in 1...4 {
      try await workouts.save(
        Workout(id: ID(UUID()), kind: "Run", minutes: 40, startedAt: before(7 * week, hours: 10)))
    }
    for day in 1...6 {
      try await meals.save(
        Meal(id: ID(UUID()), kind: .dinner, description: "Soup", eatenAt: before(day, hours: 11)))
    }
    let window = await person.window()
    try await turnOn(window)
    try await explained("You usually begin around 18:00 on Fridays (4 workouts lately).", in: window)
    try await explained("You usually have it around 19:00 (6 dinners lately).", in: window)
    try await explained("Meal reminder, Today 19:45", in: window)
    try await window.perform(.tap(.label("Forget learned times")))
    try await explained("Meal reminder, Today 19:00", in: window)
  }

  @Test(
    "where the device denies them, the settings explain it and lead to the device's own",
    .covers("yh-S04.4.1-AC4", "yh-S04.4.1-B12", "yh-S04.4.1-B13", "yh-S04.4.1-E1"))
  func denied() async throws {
    let opened = Locked(0)
    let port = PermissionPort(
      standing: { _ throws(Problem) in .denied }, ask: { _ throws(Problem) in .denied },
      openSettings: { _ throws(Problem) in opened.withLock { $0 += 1 } })
    let person = try await Person.open(.yhealth, home: .memory, clock: clock, seed: 1, permissions: port)
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "notifications"])))
    let frame = try await window.perform(.tap(.label("Notifications on this device")))
    #expect(frame.labels.contains { $0.contains("reaches you when it matters") })
    #expect(frame.labels.contains { $0.contains("Your device's settings change that.") })
    try await window.perform(.tap(.label("Open device settings")))
    #expect(opened.withLock { $0 } == 1)
  }
}
