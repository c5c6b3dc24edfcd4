import FoundationEssentials
import Hours
import JSON
import Testing

@testable import Notices

@Suite("Rules from kept settings") struct NoticeSettingsTests {
  @Test("what was never changed has its default")
  func defaults() {
    let rules = NoticeRules(settings: [:])
    #expect(rules.isOn && rules.kinds.isEmpty && rules.quiet == .night && rules.cap == 3)
  }

  @Test("switches, quiet hours and the number a day are read")
  func read() throws {
    let rules = NoticeRules(settings: [
      "notifications": false, "notifications.message": false, "notifications.tasks": true, "theme": "dark",
      "notifications.quiet-hours": ["start": "23:30", "end": "06:00"], "notifications.frequency": 8,
    ])
    #expect(!rules.isOn && rules.kinds == ["message": false, "tasks": true] && rules.cap == 8)
    #expect(rules.quiet == TimeWindow(from: try #require(TimeOfDay("23:30")), to: .at(6)))
    #expect(!NoticeRules(settings: ["notifications.message": false]).allows(NoticeKind("message")))
  }

  @Test(
    "rubbish has the default",
    arguments: [
      ["notifications": "off", "notifications.quiet-hours": "never", "notifications.frequency": "many"],
      [
        "notifications": .null, "notifications.quiet-hours": ["start": "7:00", "end": "7:00"],
        "notifications.frequency": 1.5,
      ],
      ["notifications.quiet-hours": [1], "notifications.frequency": .number(1e300)],
    ] as [[String: JSON]])
  func rubbish(_ settings: [String: JSON]) {
    let rules = NoticeRules(settings: settings)
    #expect(rules.isOn && rules.quiet == .night && rules.cap == 3)
  }

  @Test("a pause is read as its end in seconds, and rubbish or 0 is none")
  func pause() {
    func end(_ json: JSON) -> Double? {
      NoticeRules(settings: ["notifications.paused-until": json]).silentUntil?.timeIntervalSince1970
    }
    #expect(end(1_843_819_200) == 1_843_819_200)
    for none: JSON in [0, -5, .number(1e300), "soon", .null, true] { #expect(end(none) == nil) }
  }

  @Test("a number below none is none")
  func negative() { #expect(NoticeRules(settings: ["notifications.frequency": -5]).cap == 0) }
}
