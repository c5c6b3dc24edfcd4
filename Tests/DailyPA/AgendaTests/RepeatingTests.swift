import Audit
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Agenda

@Suite("Editing and deleting events") struct RepeatingTests {
  /// A bench with a run at nine on each day from Monday on, whose Wednesday is chosen.
  private func running() async throws -> (AgendaBench, CalendarEvent, OccurrenceKey) {
    let bench = try await AgendaBench()
    await bench.add("Run", [(.repeats, "day")])
    try await bench.choose("2026-11-25")
    return (bench, try bench.event("Run"), try bench.key("Run"))
  }

  /// The days from Monday to Friday on which there is an event, with its start.
  private func week(_ bench: AgendaBench) -> [String] {
    (23...27).flatMap { day in bench.cell("2026-11-\(day)").map { "\(day) \($0)" } }
  }

  private let whole = (23...27).map { "\($0) 09:00 Run" }

  @Test("an event is edited, deleted and restored")
  func single() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    let event = try bench.event("Dentist")
    let form = EventFormName.edit(event.id, nil, .all)
    await bench.fill([(.title, "Dentist, second time"), (.start, "11:00")], in: form)
    await bench.save(form)
    #expect(bench.rows() == ["Dentist, second time (11:00 to 12:00)"])
    let details = AgendaPlaces.event(event.id)
    await bench.tap("Delete event", at: details)
    #expect(bench.rows() == [] && bench.sees("Event deleted.") && bench.events.contains(.finished([details])))
    #expect(try await bench.stored() == [])
    #expect(bench.sees("This event is not there any more.", at: details))
    await bench.tap("Undo")
    #expect(bench.rows() == ["Dentist, second time (11:00 to 12:00)"] && !bench.sees("Event deleted."))
    #expect(try await bench.stored().map(\.id) == [event.id])
    await bench.tap("Delete event", at: details)
    await bench.advance(.seconds(11))
    #expect(!bench.sees("Event deleted."))
  }

  @Test("one occurrence is deleted, all that follow, or the whole series, and each is restored")
  func deleting() async throws {
    let (bench, event, key) = try await running()
    #expect(week(bench) == whole)
    for (button, left) in [
      ("Delete this event", ["23 09:00 Run", "24 09:00 Run", "26 09:00 Run", "27 09:00 Run"]),
      ("Delete this and following", ["23 09:00 Run", "24 09:00 Run"]), ("Delete all events", []),
    ] {
      let details = AgendaPlaces.event(event.id, key)
      await bench.tap("Delete…", at: details)
      #expect(bench.sees("“Run” repeats. This one is on 25 November 2026.", at: details))
      await bench.tap(button, at: details)
      #expect(week(bench) == left, "\(button)")
      await bench.tap("Undo")
      #expect(week(bench) == whole, "\(button)")
    }
  }

  @Test("one occurrence is edited, all that follow, or the whole series")
  func editing() async throws {
    for (scope, shown) in [
      (EventScope.one, ["23 09:00 Run", "24 09:00 Run", "25 07:00 Early run", "26 09:00 Run", "27 09:00 Run"]),
      (.following, ["23 09:00 Run", "24 09:00 Run"] + (25...27).map { "\($0) 07:00 Early run" }),
      (.all, (23...27).map { "\($0) 07:00 Early run" }),
    ] {
      let (bench, event, key) = try await running()
      let form = EventFormName.edit(event.id, key, scope)
      await bench.fill([(.title, "Early run"), (.start, "07:00")], in: form)
      await bench.save(form)
      #expect(week(bench) == shown, "\(scope)")
      #expect(bench.toasts.last?.hasPrefix("Event saved: Early run, ") == true)
    }
  }

  @Test("two devices that change the same occurrence make one event of it")
  func sameOccurrence() async throws {
    let (bench, event, key) = try await running()
    let form = EventFormName.edit(event.id, key, .one)
    await bench.fill([(.title, "Early run")], in: form)
    await bench.save(form)
    let part = try bench.event("Early run")
    let (other, same, sameKey) = try await running()
    #expect(same.id != event.id && sameKey == key)
    let name = ID<CalendarEvent>(named: "\(event.id) one \(key.text)")
    #expect(part.id == name && part.rule == nil)
    _ = other
  }

  @Test("an exception stays one when the series is moved to another time")
  func movedExceptions() async throws {
    let (bench, event, key) = try await running()
    await bench.do(.delete(event.id, key, .one))
    let form = EventFormName.edit(event.id, key, .all)
    await bench.fill([(.start, "07:00")], in: form)
    await bench.save(form)
    #expect(week(bench) == ["23 07:00 Run", "24 07:00 Run", "26 07:00 Run", "27 07:00 Run"])
  }

  @Test("an event that another device changed meanwhile is not overwritten unseen")
  func overtaken() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    let event = try bench.event("Dentist")
    let form = EventFormName.edit(event.id, nil, .all)
    await bench.fill([(.title, "Mine")], in: form)
    let all = try await bench.collection()
    var theirs = event
    theirs.title = "Theirs"
    _ = try await all.save(theirs, over: .anything)
    await bench.send(.changed)
    await bench.save(form)
    #expect(bench.sees("This was changed elsewhere since you opened it.", at: form.route))
    #expect(try await bench.stored().map(\.title) == ["Theirs"])
    await bench.save(form)
    #expect(try await bench.stored().map(\.title) == ["Mine"])
  }

  @Test("every screen passes the audit, empty, usual and full")
  func audit() async throws {
    let bench = try await AgendaBench()
    for isFull in [false, true] {
      if isFull {
        await bench.add("Run", [(.repeats, "week"), (.weekdays, "MO"), (.place, "Park")])
        for number in 1...5 { await bench.add("مرحبا \(number)", from: "0\(number):00", to: "09:30") }
        await bench.add("Call", [(.abroad, "on"), (.zone, "America/New_York")])
        await bench.add("", to: "x", [(.repeats, "custom"), (.rule, "x")])
      }
      for view in CalendarView.allCases {
        await bench.do(.show(view))
        #expect(Audit.findings(of: bench.screen(), theme: .plain) == [], "\(view)")
      }
      #expect(Audit.findings(of: bench.screen(AgendaPlaces.new), theme: .plain) == [])
      for kept in bench.state.events.values {
        await bench.do(.askDelete(kept.id, nil))
        for route in [AgendaPlaces.event(kept.id), AgendaPlaces.edit(kept.id, nil, .all)] {
          await bench.do(.appeared(route))
          #expect(Audit.findings(of: bench.screen(route), theme: .plain) == [], "\(route)")
        }
      }
    }
    #expect(Audit.findings(of: bench.screen(AgendaPlaces.event), theme: .plain) == [])
  }
}
