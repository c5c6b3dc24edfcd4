import CalDAV
import Covers
import Foundation
import Interface
import Kernel
import ShellTesting
import Testing

@testable import DailyPA
@testable import Shell

/// The calendar of a device in memory, as a shell hands it in.
private final class DeviceCalendar: Sendable {
  private struct Contents {
    var texts: [String: String] = [:]
    var versions: [String: Int] = [:]
    var count = 0
  }

  private let contents = Locked(Contents())

  var texts: [String: String] { contents.withLock { $0.texts } }

  func set(_ name: String, _ text: String?) {
    contents.withLock { contents in
      contents.count += 1
      contents.texts[name] = text
      contents.versions[name] = contents.count
    }
  }

  private func etag(_ name: String) -> String { contents.withLock { "\($0.versions[name] ?? 0)" } }

  var port: RemoteCalendar {
    RemoteCalendar(
      changes: { [self] _ throws(Problem) in
        RemoteCalendar.Changes(
          changed: Dictionary(uniqueKeysWithValues: texts.keys.map { ($0, etag($0)) }), isWhole: true, token: nil)
      },
      fetch: { [self] names throws(Problem) in
        names.compactMap { name in
          texts[name].map { RemoteCalendar.Resource(name: name, etag: etag(name), text: $0) }
        }
      },
      put: { [self] name, text, known throws(Problem) in
        guard known == nil ? texts[name] == nil : known == etag(name) else { return .conflict }
        set(name, text)
        return .done(etag(name))
      },
      delete: { [self] name, known throws(Problem) in
        guard known == etag(name) else { return .conflict }
        set(name, nil)
        return .done(nil)
      })
  }

  static func event(_ uid: String, _ title: String, day: String) -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//Device//EN\r
    BEGIN:VEVENT\r
    UID:\(uid)\r
    DTSTAMP:20260101T000000Z\r
    DTSTART:\(day)T090000Z\r
    DTEND:\(day)T100000Z\r
    SUMMARY:\(title)\r
    X-DEVICE-COLOUR:green\r
    END:VEVENT\r
    END:VCALENDAR\r

    """
  }
}

@Suite("Daily PA with a calendar elsewhere") struct CalendarSyncInDailyPATests {
  private func syncs(_ window: Window) async throws {
    try await window.perform(.open(Route(["calendar", "sync"])))
    try await window.perform(.tap(.label("Sync now")))
  }

  private func sees(_ part: String, in window: Window) async throws -> Bool {
    try await window.perform(.screen).everything.contains {
      $0.label.contains(part) || $0.value?.contains(part) == true
    }
  }

  private func link(_ device: DeviceCalendar) async throws -> (Person, Window) {
    let person = try await Person.test(.dailypa(CalendarAccess(device: device.port)))
    let window = await person.window()
    try await window.perform(.open(Route(["calendar", "sync"])))
    try await window.perform(.choose(.label("Sync with"), .text("Apple Calendar")))
    try await window.perform(.tap(.label("Use this device's calendar")))
    try await window.perform(.tap(.label("Start syncing")))
    return (person, window)
  }

  @Test(
    "the calendar of the device and Daily PA have the same events after each sync, whichever side changed them",
    .covers("pa-R4.7"))
  func device() async throws {
    let device = DeviceCalendar()
    device.set("/there.ics", DeviceCalendar.event("there", "Choir", day: "20270120"))
    let (person, window) = try await link(device)
    #expect(try await sees("This device's calendar", in: window))
    try await window.perform(.open(Route(["calendar"])))
    #expect(try await sees("Choir", in: window))
    // New here.
    try await window.perform(.open(Route(["calendar", "new"])))
    try await window.perform(.type(.label("Title"), "Dentist"))
    try await window.perform(.type(.label("First day"), "2027-01-21"))
    try await window.perform(.type(.label("Starts at"), "09:00"))
    try await window.perform(.type(.label("Ends at"), "10:00"))
    try await window.perform(.tap(.label("Save")))
    try await syncs(window)
    #expect(device.texts.count == 2 && device.texts.values.contains { $0.contains("SUMMARY:Dentist") })
    // Changed there.
    device.set("/there.ics", DeviceCalendar.event("there", "Choir practice", day: "20270120"))
    try await syncs(window)
    try await window.perform(.open(Route(["calendar"])))
    #expect(try await sees("Choir practice", in: window))
    // Changed here: what Daily PA does not know stays.
    try await window.perform(.tap(.label("Wednesday 20 January 2027, 1 entry")))
    try await window.perform(.tap(.label("Choir practice")))
    try await window.perform(.tap(.label("Edit")))
    try await window.perform(.type(.label("Title"), "Concert"))
    try await window.perform(.tap(.label("Save")))
    try await syncs(window)
    let text = try #require(device.texts["/there.ics"])
    #expect(text.contains("SUMMARY:Concert") && text.contains("X-DEVICE-COLOUR:green"))
    // Deleted there.
    device.set("/there.ics", nil)
    try await syncs(window)
    try await window.perform(.open(Route(["calendar"])))
    #expect(try await !sees("Concert", in: window))
    #expect(try await sees("Dentist", in: window))
    await person.close()
  }

  @Test(
    "Apple Calendar is that of the device where a shell hands it in, and iCloud by its address elsewhere",
    .covers("pa-R11.5"))
  func apple() async throws {
    for (device, shown) in [(DeviceCalendar().port, "Use this device's calendar"), (nil, "App password")] {
      let person = try await Person.test(.dailypa(CalendarAccess(device: device)))
      let window = await person.window()
      try await window.perform(.open(Route(["calendar", "sync"])))
      try await window.perform(.choose(.label("Sync with"), .text("Apple Calendar")))
      for words in ["Use this device's calendar", "App password"] {
        #expect(try await sees(words, in: window) == (words == shown), "\(words)")
      }
      await person.close()
    }
  }

  @Test("a todo with a due day is in the other calendar with its mark, and goes when it is deleted")
  func todos() async throws {
    let device = DeviceCalendar()
    let (person, window) = try await link(device)
    try await window.perform(.open(Route(["todos", "add"])))
    try await window.perform(.type(.label("Title"), "Buy milk"))
    try await window.perform(.type(.label("Due day"), "2027-01-22"))
    try await window.perform(.tap(.label("Save todo")))
    try await syncs(window)
    #expect(device.texts.count == 1 && device.texts.values.allSatisfy { $0.contains("☐ Buy milk") })
    try await window.perform(.open(Route(["todos"])))
    try await window.perform(.tap(.label("Complete: Buy milk")))
    try await syncs(window)
    #expect(device.texts.values.allSatisfy { $0.contains("☑ Buy milk") })
    try await window.perform(.open(Route(["calendar"])))
    #expect(try await !sees("☑", in: window))
    await person.close()
  }

  @Test("the events of a demonstration go to no calendar")
  func demonstration() async throws {
    let device = DeviceCalendar()
    let (person, window) = try await link(device)
    try await Demonstration.dailypa.fill(person.store, noon)
    try await syncs(window)
    #expect(device.texts.isEmpty)
    #expect(try await sees("This profile shows a demonstration person", in: window))
    await person.close()
  }

  @Test("the client of Google is read from the environment, and rubbish is none")
  func environment() {
    let access = CalendarAccess(#"{"google-calendar": {"client": "c", "secret": "s"}, "strava": {"client": "1"}}"#)
    #expect(access.google?.client == "c" && access.google?.secret == "s" && access.google?.address == nil)
    for rubbish in ["", "{", "[]", "null", #"{"google-calendar": 3}"#, String(repeating: "x", count: 20_000)] {
      #expect(CalendarAccess(rubbish).google == nil)
    }
  }
}
