import Covers
import FoundationEssentials
import Health
import Interface
import Kernel
import Notifications
import ShellTesting
import Storage
import Testing

@testable import Progress
@testable import Shell
@testable import YHealth

@Suite("News of a person's log in yHealth", .timeLimit(.minutes(10)))
struct NewsInYHealthTests {
  private let device = Route(["notifications", "device"])

  /// A window of a person with a year of entries, who has notifications turned on.
  private func open(at moment: Moment, days: Int) async throws -> (Person, Window, OutletRecorder) {
    let person = try await Person.test(clock: ManualTime(moment))
    try await DemonstrationData.fill(person.store, to: moment, days: days)
    let window = await person.window()
    let recorder = OutletRecorder(window)
    try await window.perform(.open(device))
    try await window.perform(.tap(.label("Turn on notifications")))
    return (person, window, recorder)
  }

  private func explained(_ words: String, in window: Window) async throws -> Bool {
    try await window.perform(.open(Route(["notifications", "why"])))
    return await window.shows(within: 60) { frame in
      frame.everything.contains { $0.label.contains(words) || ($0.value ?? "").contains(words) }
    }
  }

  @Test(
    "a new insight is sent in full and for the lock screen, and leads to itself; each kind has its buttons",
    .covers(
      "yh-S04.4.2-B2", "yh-S04.4.2-AC2", "yh-S04.4.2-AC5", "yh-S04.4.2-B9", "yh-S04.4.2-B10", "yh-S04.4.2-B11",
      "yh-S04.4.2-L10"))
  func insight() async throws {
    let (person, window, recorder) = try await open(at: noon, days: 400)
    #expect(try await explained("It was found in your entries, and you have not seen it.", in: window))
    try await window.perform(.advance(seconds: 3 * 3600))
    while !recorder.pushes.contains(where: { $0.title == "New insight" }) { await Task.yield() }
    let push = try #require(recorder.pushes.first { $0.title == "New insight" })
    #expect(push.actions == ["View Insight"] && push.image != nil)
    let entry = try #require(
      try await person.store.collection(NotificationEntry.self, .owned(.background)).records()
        .first { $0.kind == "insight" })
    #expect(entry.link.hasPrefix("/insights/finding?id="))
    // The banner has the beginning of a long text, and the whole is a touch away.
    #expect((push.expanded ?? push.body) == entry.body && push.body.count <= PushNotification.longestBody)
    if entry.body.count > PushNotification.longestBody { #expect(push.body.hasSuffix("…")) }
    let long = String(repeating: "word ", count: 40)
    let folded = PushNotification.folded(long)
    #expect(folded.body.hasSuffix("word…") && folded.body.count <= PushNotification.longestBody)
    #expect(folded.expanded == long)
    try await window.perform(.open(Route(["notifications"])))
    let frame = try await window.perform(.tap(.label(entry.body)))
    #expect(frame.route.path == Route(["insights", "finding"]).path)
    await window.close()
    await person.close()

    // A reminder is answered at once or put off.
    let hungry = try await Person.test(clock: ManualTime(noon.advanced(by: .seconds(5 * 3600))))
    let evening = await hungry.window()
    let reminders = OutletRecorder(evening)
    try await evening.perform(.open(device))
    try await evening.perform(.tap(.label("Turn on notifications")))
    try await evening.perform(.advance(seconds: 6 * 3600))
    while !reminders.pushes.contains(where: { $0.title == "Meal reminder" }) { await Task.yield() }
    #expect(reminders.pushes.first { $0.title == "Meal reminder" }?.actions == ["Log Now", "Snooze"])
    await evening.close()
    await hungry.close()
  }
}
