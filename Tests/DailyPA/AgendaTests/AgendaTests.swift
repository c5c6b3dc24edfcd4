import Audit
import Days
import FeatureTesting
import Forms
import Foundation
import Hours
import Interface
import Kernel
import Storage
import Testing

@testable import Agenda

@Suite("The calendar") struct AgendaTests {
  // MARK: Adding

  @Test("an event is on disk, in the outbox and on the screen when it is saved, and its form is done")
  func adding() async throws {
    let bench = try await AgendaBench()
    #expect(bench.sees("No events yet."))
    await bench.add("Dentist", [(.place, "Main Street 4"), (.notes, "Bring the card")])
    let event = try #require(try await bench.stored().first)
    #expect(event.title == "Dentist" && event.details == "Bring the card" && event.zone == "Europe/Berlin")
    #expect(event.startsAt == Moment.date("2026-11-23T08:00:00Z") && event.length == 3_600)
    #expect(try await bench.waiting().map(\.collection) == ["events"])
    // The day of the event is chosen.
    #expect(bench.rows() == ["Dentist (09:00 to 10:00, Main Street 4)"])
    #expect(bench.cell("2026-11-23") == ["09:00 Dentist"])
    #expect(
      bench.toasts == ["Event added: Dentist, tomorrow, 09:00."] && bench.events.contains(.finished([AgendaPlaces.new]))
    )
    let details = AgendaPlaces.event(event.id)
    #expect(
      bench.sees("Monday 23 November 2026, 09:00 to 10:00", at: details) && bench.sees("Bring the card", at: details))
  }

  @Test("an event is added at once, with a way to change it; one that its form would refuse opens in the form")
  func addingAtOnce() async throws {
    let bench = try await AgendaBench()
    let begin = try #require(Moment.date("2026-11-23T14:00:00Z"))
    func event(_ title: String, length: TimeInterval = 3_600) -> CalendarEvent {
      CalendarEvent(
        id: ID(named: "suggested"), title: title, startsAt: begin, endsAt: begin.addingTimeInterval(length),
        zone: "Europe/Berlin")
    }
    await bench.do(.appeared(AgendaPlaces.new))
    await bench.do(.form(.fill(.new, .title, "Half a thought")))
    await bench.do(.add(event("Dentist")))
    let stored = try #require(try await bench.stored().first)
    #expect(stored.title == "Dentist" && stored.startsAt == begin && stored.id != ID(named: "suggested"))
    #expect(bench.toasts == ["Event added: Dentist, tomorrow, 15:00."])
    let page = bench.events.compactMap { if case .offered(let toast, _) = $0 { toast.page } else { nil } }.last
    #expect(page == Toast.Page("Edit", AgendaPlaces.edit(stored.id, nil, .all)))
    #expect(bench.state.windows[bench.window].forms[.new]?.values[.title] == "Half a thought")
    await bench.do(.form(.discard(.new)))
    await bench.do(.add(event("")))
    #expect(bench.events.contains(.opens(AgendaPlaces.new)))
    #expect(try await bench.stored().count == 1)
  }

  @Test("what cannot be saved is said at its field, and nothing that was typed is lost")
  func wrong() async throws {
    let bench = try await AgendaBench()
    await bench.add("", from: "quarter past", to: "08:00")
    #expect(bench.complaint(.title) == "Enter a title.")
    #expect(bench.complaint(.start) == "Enter a time, such as 07:30.")
    await bench.fill([(.title, "Dentist"), (.start, "09:00"), (.end, "08:00")])
    #expect(bench.complaint(.end)?.hasPrefix("This is before the start.") == true)
    await bench.fill([(.end, "10:00"), (.endDay, "2026-11-22")])
    #expect(bench.complaint(.endDay)?.hasPrefix("This is before the first day.") == true)
    await bench.fill([(.endDay, ""), (.day, "2026-02-30")])
    #expect(bench.complaint(.day)?.hasPrefix("Enter the day as") == true)
    await bench.fill([(.day, "2026-11-24"), (.abroad, "on"), (.zone, "Atlantis")])
    #expect(bench.complaint(.zone)?.hasPrefix("There is no time zone “Atlantis”.") == true)
    await bench.fill([(.zone, "America/New York"), (.repeats, "week"), (.weekdays, "MO")])
    await bench.save()
    #expect(bench.sees("The first day is a Tuesday.", at: AgendaPlaces.new))
    #expect(try await bench.stored().isEmpty)
    await bench.do(.form(.tick(.new, .weekdays, "TU", true)))
    await bench.save()
    let event = try #require(try await bench.stored().first)
    #expect(event.zone == "America/New_York" && event.rule == "FREQ=WEEKLY;BYDAY=MO,TU")
    #expect(event.startsAt == Moment.date("2026-11-24T14:00:00Z"))
  }

  @Test("Undo of a new event leaves it when it was changed since")
  func changedSince() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist", from: "22:00", to: "23:30")
    let event = try bench.event("Dentist")
    let undo = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last
    await bench.do(.reschedule(event.id, try #require(CalendarDay("2026-11-27")), nil))
    await bench.do(try #require(undo))
    #expect(try await bench.stored().count == 1 && bench.toasts.last?.contains("That change is kept.") == true)
  }

  @Test("an event is moved to another day and back, with its length, and a series is not")
  func rescheduling() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist", from: "22:00", to: "23:30")
    let event = try bench.event("Dentist")
    let day = try #require(CalendarDay("2026-11-27"))
    await bench.do(.reschedule(event.id, day, nil))
    var moved = try #require(try await bench.stored().first)
    #expect(moved.startsAt == Moment.date("2026-11-27T21:00:00Z") && moved.length == 5_400)
    guard case .offered(_, let undo)? = bench.events.last else {
      Issue.record("no Undo")
      return
    }
    await bench.do(undo)
    #expect(try await bench.stored() == [event] && bench.toasts.last == "Event is back where it was.")
    await bench.do(.reschedule(event.id, day, .at(15)))
    moved = try #require(try await bench.stored().first)
    #expect(moved.startsAt == Moment.date("2026-11-27T14:00:00Z"))
    await bench.add("Gym", [(.repeats, "day")])
    let gym = try bench.event("Gym")
    await bench.do(.reschedule(gym.id, day, nil))
    #expect(try bench.event("Gym") == gym)
  }

  @Test("every event is there once for a search, however old, and a series on its next day")
  func listed() async throws {
    let bench = try await AgendaBench()
    await bench.add("Choir", on: "2019-05-01", [(.notes, "Bring the Requiem")])
    await bench.add("Gym", on: "2026-11-02", [(.repeats, "week")])
    let all = bench.state.all(at: bench.clock.time.now())
    #expect(all.map { "\($0.title) \($0.day.text)" }.sorted() == ["Choir 2019-05-01", "Gym 2026-11-23"])
    #expect(all.compactMap(\.details) == ["Bring the Requiem"])
  }

  @Test("a rule that is wrong, too frequent or never happens is said at its field")
  func wrongRules() async throws {
    let bench = try await AgendaBench()
    for (rule, part) in [
      ("every blue moon", "is not of the form NAME=VALUE"), ("FREQ=MINUTELY", "once a day at most"),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "No day matches this rule"), ("", "Enter a rule"),
    ] {
      await bench.add("Odd", [(.repeats, "custom"), (.rule, rule)])
      #expect(bench.complaint(.rule)?.contains(part) == true, "\(rule): \(bench.complaint(.rule) ?? "")")
      #expect(bench.state.windows[bench.window].forms[.new]?.values[.title] == "Odd")
    }
    #expect(try await bench.stored().isEmpty)
    await bench.add("Odd", [(.repeats, "custom"), (.rule, "RRULE:FREQ=MONTHLY;BYDAY=-1FR")])
    #expect(try await bench.stored().map(\.rule) == ["FREQ=MONTHLY;BYDAY=-1FR"])
    await bench.add("Late", [(.repeats, "day"), (.until, "2026-11-22")])
    #expect(bench.complaint(.until)?.hasPrefix("This is before the first day.") == true)
  }

  @Test("a time that the clock leaves out is asked about before it is saved")
  func gap() async throws {
    let bench = try await AgendaBench()
    await bench.add("Night", on: "2027-03-28", from: "02:30", to: "04:00")
    #expect(try await bench.stored().isEmpty)
    #expect(bench.sees("Clocks are set forward on 28 March 2027", at: AgendaPlaces.new))
    await bench.tap("Save anyway", at: AgendaPlaces.new)
    #expect(try await bench.stored().map(\.startsAt) == [Moment.date("2027-03-28T01:30:00Z")])
  }

  @Test("the second of two equal times stays the second when other fields are edited")
  func fold() async throws {
    let bench = try await AgendaBench()
    let second = try #require(Moment.date("2026-10-25T01:30:00Z"))
    let event = CalendarEvent(
      id: ID(named: "fold"), title: "Night", startsAt: second, endsAt: second.addingTimeInterval(1_800),
      zone: "Europe/Berlin")
    try await bench.put([event])
    let form = EventFormName.edit(event.id, nil, .all)
    await bench.fill([(.title, "Night watch")], in: form)
    await bench.save(form)
    #expect(
      try await bench.stored().map { "\($0.title) \($0.startsAt == second) \($0.length)" } == [
        "Night watch true 1800.0"
      ])
  }

  @Test("the end moves with the start")
  func moving() async throws {
    let bench = try await AgendaBench()
    await bench.fill([(.start, "09:00"), (.end, "10:30"), (.start, "14:00")])
    #expect(bench.state.windows[bench.window].forms[.new]?.values[.end] == "15:30")
    await bench.fill([(.endDay, "2026-11-24"), (.day, "2026-11-30")])
    #expect(bench.state.windows[bench.window].forms[.new]?.values[.endDay] == "2026-12-02")
  }

  @Test("what was typed survives a restart")
  func draft() async throws {
    let bench = try await AgendaBench()
    await bench.fill([(.title, "Half typed")])
    let again = try await AgendaBench(over: bench)
    await again.do(.appeared(AgendaPlaces.new))
    #expect(again.state.windows[again.window].forms[.new]?.values[.title] == "Half typed")
    #expect(again.sees("Recovered from your draft.", at: AgendaPlaces.new))
  }

  // MARK: Views

  @Test("month, week and day show their days, move by themselves, and the choice is kept")
  func views() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    await bench.add("Choir", on: "2026-12-03", from: "19:00", to: "20:00")
    await bench.tap("Today")
    #expect(bench.sees("November 2026") && bench.rows("later").count == 2 && bench.rows() == [])
    #expect(bench.screen().all.filter { $0.role == .gridcell }.count == 42)
    await bench.tap("Next")
    #expect(bench.sees("December 2026") && bench.cell("2026-12-03") == ["19:00 Choir"])
    await bench.tap("Week")
    #expect(bench.screen().all.filter { $0.role == .gridcell }.count == 7)
    await bench.tap("Previous")
    await bench.tap("Today")
    await bench.tap("Day")
    #expect(bench.screen().all.filter { $0.role == .gridcell }.isEmpty && bench.sees("Today, Sunday 22 November 2026"))
    await bench.tap("Next")
    #expect(bench.rows() == ["Dentist (09:00 to 10:00)"] && bench.sees("Tomorrow, Monday 23 November 2026"))
    let again = try await AgendaBench(over: bench)
    #expect(again.state.view == .day)
  }

  @Test("a date shows all of its events, and once more is shown alone")
  func choosing() async throws {
    let bench = try await AgendaBench()
    for number in 1...6 { await bench.add("Event \(number)", from: "0\(number):00", to: "0\(number):30") }
    await bench.tap("Today")
    await bench.tap("Monday 23 November 2026, 6 entries")
    #expect(bench.rows().count == 6 && bench.cell("2026-11-23") == ["01:00 Event 1", "02:00 Event 2", "4 more"])
    await bench.tap("Monday 23 November 2026, 6 entries")
    #expect(bench.state.view == .day && bench.rows().count == 6)
  }

  @Test("another day of the same month expands nothing again, and a change expands it once")
  func expandedOnce() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    let shown = try #require(bench.state.windows[bench.window].shown)
    try await bench.choose("2026-11-10")
    #expect(bench.state.windows[bench.window].shown == shown)
    await bench.add("Choir", on: "2026-11-10")
    #expect(bench.state.windows[bench.window].shown?.edition != shown.edition && bench.rows().count == 1)
  }

  @Test("events over several days, across midnight and of other zones are said with their times")
  func times() async throws {
    let bench = try await AgendaBench()
    await bench.add("Trip", on: "2026-11-23", [(.allDay, "on"), (.endDay, "2026-11-25")])
    await bench.add("Party", on: "2026-11-24", from: "22:00", to: "01:00", [(.endDay, "2026-11-25")])
    await bench.add(
      "Call", on: "2026-11-24", from: "09:00", to: "10:00", [(.abroad, "on"), (.zone, "America/New_York")])
    try await bench.choose("2026-11-24")
    #expect(
      bench.rows() == [
        "Trip (All day, day 2 of 3)", "Call (15:00 to 16:00)", "Party (From 22:00, until 25 November 2026, 01:00)",
      ])
    try await bench.choose("2026-11-25")
    #expect(bench.rows() == ["Trip (All day, day 3 of 3)", "Party (Until 01:00, since 24 November 2026)"])
    let call = try bench.event("Call")
    let details = AgendaPlaces.event(call.id)
    #expect(bench.sees("In America/New_York", at: details))
    #expect(bench.sees("Tuesday 24 November 2026, 15:00 to 16:00", at: details))
    #expect(bench.sees("Tuesday 24 November 2026, 09:00 to 10:00", at: details))
  }

  @Test("events at the same time say so")
  func overlaps() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    await bench.add("Call", from: "09:30", to: "11:00")
    await bench.add("Lunch", from: "11:00", to: "12:00")
    #expect(bench.screen().all.filter { $0.role == .note }.map(\.label) == ["Overlaps Call", "Overlaps Dentist"])
    let call = try bench.event("Call")
    #expect(bench.sees("Overlaps Dentist, 09:00 to 10:00", at: AgendaPlaces.event(call.id)))
  }

  @Test("due todos are among the events, and lead to their place")
  func todos() async throws {
    let bench = try await AgendaBench()
    await bench.add("Dentist")
    let day = try #require(CalendarDay("2026-11-23"))
    let place = Route(["todos", "todo"])
    await bench.send(
      .todos([
        DueTodo(id: "1", title: "Post", day: day, time: TimeOfDay("17:00"), route: place),
        DueTodo(id: "2", title: "Bins", day: day, isDone: true, route: place),
      ]))
    #expect(bench.cell("2026-11-23") == ["09:00 Dentist", "✓ Bins", "○ Post"])
    #expect(bench.rows() == ["Dentist (09:00 to 10:00)", "Bins (Todo, done)", "Post (Todo, due 17:00)"])
    #expect(bench.screen().all.node(labelled: "Post")?.destination == place)
  }
}
