import Audit
import FeatureTesting
import Forms
import Foundation
import ICalendar
import Interface
import Kernel
import Storage
import Testing

@testable import Agenda

@Suite("The calendar as a file") struct EventFileTests {
  private static let path = "/work.ics"

  private func file(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private func event(_ uid: String, _ title: String, _ more: String...) -> String {
    (["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(title)", "DTSTART;TZID=Europe/Berlin:20261123T090000", "DURATION:PT1H"]
      + more + ["END:VEVENT"]).joined(separator: "\r\n")
  }

  private func read(_ text: String, _ bench: AgendaBench) async {
    bench.files.withLock { $0[Self.path] = text }
    await bench.do(.file(.type(Self.path)))
    await bench.tap("Read file", at: AgendaPlaces.importing)
  }

  private func rows(_ bench: AgendaBench) -> [String: String] {
    let rows = bench.screen(AgendaPlaces.importing).all.filter { $0.role == .listitem }
    return Dictionary(rows.map { ($0.label, $0.value ?? "") }, uniquingKeysWith: { one, _ in one })
  }

  @Test("a file is shown before anything is stored, imported once, found again by its UIDs, and taken back")
  func importing() async throws {
    let bench = try await AgendaBench()
    let text = file(
      event("a@example.org", "Dentist"),
      event("b@example.org", "Run", "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20261124T090000"),
      "BEGIN:VEVENT", "UID:b@example.org", "SUMMARY:Long run", "RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000",
      "DTSTART;TZID=Europe/Berlin:20261125T080000", "DTEND;TZID=Europe/Berlin:20261125T100000", "END:VEVENT",
      "BEGIN:VEVENT", "UID:c", "SUMMARY:No start", "END:VEVENT", "BEGIN:VTODO", "UID:d", "END:VTODO")
    await read(text, bench)
    #expect(rows(bench)["New"] == "2 events" && rows(bench)["Not readable"] == "1 event")
    #expect(
      rows(bench)["No start"] == "Its start cannot be read." && rows(bench)["Todos and other entries"] == "1, left out")
    #expect(rows(bench)["Run"]?.hasSuffix("every day, 5 times") == true || rows(bench)["Run"] != nil)
    #expect(Audit.findings(of: bench.screen(AgendaPlaces.importing), theme: .plain) == [])
    #expect(try await bench.stored().isEmpty)
    await bench.tap("Import 2 events", at: AgendaPlaces.importing)
    #expect(bench.toasts == ["2 events imported from work.ics."])
    #expect(try await bench.stored().map(\.title) == ["Dentist", "Run", "Long run"])
    #expect(try await bench.waiting().count == 3)
    try await bench.choose("2026-11-25")
    #expect(bench.rows() == ["Long run (08:00 to 10:00)"])
    try await bench.choose("2026-11-24")
    #expect(bench.rows() == [])
    await read(text, bench)
    #expect(rows(bench)["New"] == "0 events" && rows(bench)["Unchanged"] == "2 events")
    await bench.tap("Cancel import", at: AgendaPlaces.importing)
    await bench.do(.file(.undo))
    #expect(try await bench.stored().isEmpty)
  }

  @Test("an event that differs here is replaced only when the person asks for it, and Undo brings it back")
  func updates() async throws {
    let bench = try await AgendaBench()
    await read(file(event("a", "Dentist"), event("b", "Run", "RRULE:FREQ=DAILY")), bench)
    await bench.tap("Import 2 events", at: AgendaPlaces.importing)
    let before = try await bench.stored()
    await read(file(event("a", "Dentist, again"), event("n", "New one")), bench)
    #expect(rows(bench)["Different here"] == "1 event")
    #expect(bench.sees("Import 1 event", at: AgendaPlaces.importing))
    await bench.tap("Replace those that differ", at: AgendaPlaces.importing)
    await bench.tap("Import 2 events", at: AgendaPlaces.importing)
    #expect(try await Set(bench.stored().map(\.title)) == ["Dentist, again", "New one", "Run"])
    await bench.do(.file(.undo))
    #expect(try await bench.stored() == before)
    #expect(bench.toasts.last == "The import was taken back.")
  }

  @Test("what is exported is read again as what is there, also by another person")
  func roundTrip() async throws {
    let bench = try await AgendaBench()
    await bench.add("Trip", on: "2026-11-23", [(.allDay, "on"), (.endDay, "2026-11-25")])
    await bench.add("Call", [(.abroad, "on"), (.zone, "America/New_York"), (.notes, "a, b; c\\d\nand more")])
    await bench.add("Run", [(.repeats, "day"), (.until, "2026-12-01")])
    try await bench.choose("2026-11-25")
    let form = EventFormName.edit(try bench.event("Run").id, try bench.key("Run"), .one)
    await bench.fill([(.title, "Long run")], in: form)
    await bench.save(form)
    await bench.tap("Export calendar")
    let out = try #require(bench.handed.withLock { $0.last })
    #expect("\(out.name)" == "calendar-2026-11-22.ics" && bench.toasts.last == "Saved as calendar-2026-11-22.ics.")
    let text = String(decoding: out.bytes, as: UTF8.self)
    #expect(text.contains("RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000") && text.contains("BEGIN:VTIMEZONE"))
    await read(text, bench)
    #expect(rows(bench)["Unchanged"] == "3 events" && rows(bench)["New"] == "0 events")
    let other = try await AgendaBench()
    await read(text, other)
    await other.tap("Import 3 events", at: AgendaPlaces.importing)
    #expect(try await other.stored() == bench.stored())
  }

  @Test("a file that is no calendar says why, and nothing is imported")
  func rubbish() async throws {
    let bench = try await AgendaBench()
    await bench.tap("Read file", at: AgendaPlaces.importing)
    #expect(
      bench.sees("or enter a path here", at: AgendaPlaces.importing)
        || bench.state.windows[bench.window].importing.isPathMissing)
    await read("date,amount\n", bench)
    #expect(bench.sees("This is no calendar that can be read: line 1 is no property.", at: AgendaPlaces.importing))
    await bench.do(.file(.type("/nowhere.ics")))
    await bench.tap("Read file", at: AgendaPlaces.importing)
    #expect(bench.sees("There is no file at this path that can be read.", at: AgendaPlaces.importing))
    #expect { _ = try EventFile.bytes(at: "/dev/zero") } throws: { ($0 as? Problem)?.code == "calendar-missing" }
  }
}
