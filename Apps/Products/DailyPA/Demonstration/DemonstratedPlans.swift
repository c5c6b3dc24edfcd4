internal import Agenda
internal import Days
internal import Hours
internal import Kernel
internal import Platform
internal import Storage
internal import Todos

/// The todos and events of the demonstration person. They follow from the day on which they were made.
struct DemonstratedPlans {
  let mark: DailyPADemonstrationMark

  init(_ mark: DailyPADemonstrationMark) { self.mark = mark }

  private func instant(_ day: CalendarDay, _ time: TimeOfDay) -> Date {
    day.instant(at: time, in: mark.timeZone) ?? Date(timeIntervalSince1970: Double(day.number) * 86_400)
  }

  // MARK: Todos

  var todos: [Todo] { done + open }

  private static let tasks: [(title: String, list: String, colour: TodoColour)] = [
    ("Return library books", "Home", .blue), ("Send the invoice", "Work", .orange), ("Call grandma", "Family", .pink),
    ("Descale the kettle", "Home", .teal), ("Write the report", "Work", .orange), ("Buy a present", "Family", .purple),
    ("Book the dentist", "Health", .yellow),
  ]

  /// Three a week over the year.
  private var done: [Todo] { (1...52).flatMap { week in (0..<3).map { done(week, $0) } } }

  private func done(_ week: Int, _ place: Int) -> Todo {
    let day = mark.made.following(-7 * week + 2 * place)
    var chance = DemonstratedChance(day, 2)
    let task = DemonstratedPlans.tasks[chance.whole(0...DemonstratedPlans.tasks.count - 1)]
    var todo = Todo(
      id: ID(named: "demonstration \(week) \(place)"), title: task.title, color: task.colour.rawValue,
      createdAt: instant(day.following(-2), .at(18)))
    (todo.list, todo.dueOn) = (task.list, day)
    (todo.status, todo.completedAt) = (.done, instant(day, .at(chance.whole(9...20))))
    return todo
  }

  private var open: [Todo] {
    let today = mark.made
    let added = instant(today.following(-3), .at(19))
    func todo(
      _ name: String, _ title: String, _ list: String, _ colour: TodoColour, in days: Int? = nil,
      at time: String? = nil,
      repeats: String? = nil, notes: String? = nil
    ) -> Todo {
      var todo = Todo(
        id: ID(named: "demonstration \(name)"), title: title, color: colour.rawValue, createdAt: added)
      (todo.list, todo.notes, todo.repeats) = (list, notes, repeats)
      (todo.dueOn, todo.dueTime) = (days.map(today.following), time)
      return todo
    }
    return [
      todo("plants", "Water the plants", "Home", .teal, in: 0, at: "18:00", repeats: "FREQ=WEEKLY"),
      todo("parcel", "Collect the parcel", "Home", .blue, in: 0, notes: "At the kiosk, until eight."),
      todo("tax", "Send the tax papers", "Work", .orange, in: -2),
      todo("slides", "Slides for Monday", "Work", .orange, in: 3, at: "12:00"),
      todo("ticket", "Book the train to Hamburg", "Travel", .purple, in: 6),
      todo("gift", "A present for Jonas", "Family", .pink, in: 11),
      todo("bike", "Have the bike looked at", "Home", .yellow),
      todo("album", "Sort the photos of London", "Home", .yellow, notes: "The best twenty for the album."),
    ]
  }

  // MARK: Events

  var events: [CalendarEvent] { series + trips + dates }

  private func event(
    _ name: String, _ title: String, on day: CalendarDay, from start: TimeOfDay, minutes: Int, at place: String? = nil,
    rule: String? = nil
  ) -> CalendarEvent {
    let begin = instant(day, start)
    return CalendarEvent(
      id: ID(named: "demonstration \(name)"), title: title, place: place, startsAt: begin,
      endsAt: begin.addingTimeInterval(Double(minutes) * 60), zone: mark.zone, rule: rule)
  }

  private func wholeDays(
    _ name: String, _ title: String, _ first: CalendarDay, count: Int, rule: String? = nil
  ) -> CalendarEvent {
    func midnight(_ day: CalendarDay) -> Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }
    return CalendarEvent(
      id: ID(named: "demonstration \(name)"), title: title, startsAt: midnight(first),
      endsAt: midnight(first.following(count)), isAllDay: true, zone: mark.zone, rule: rule)
  }

  /// The first day from one on with a weekday; Sunday is 0.
  private func first(_ weekday: Int) -> CalendarDay {
    mark.first.following((weekday - mark.first.weekday + 7) % 7)
  }

  private var series: [CalendarEvent] {
    [
      event("choir", "Choir", on: first(2), from: .at(19), minutes: 120, at: "Passionskirche", rule: "FREQ=WEEKLY"),
      event("team", "Team meeting", on: first(1), from: .at(10), minutes: 60, rule: "FREQ=WEEKLY"),
      event("football", "Football with Ben", on: first(4), from: .at(18), minutes: 90, rule: "FREQ=WEEKLY;INTERVAL=2"),
      wholeDays("birthday", "Jonas' birthday", mark.made.following(12 - 364), count: 1, rule: "FREQ=YEARLY"),
    ]
  }

  private var trips: [CalendarEvent] {
    let (london, newYork) = (DemonstratedLedger.london, DemonstratedLedger.newYork)
    return [
      wholeDays("london", "London", mark.made.following(-london.upperBound), count: london.count),
      wholeDays("new york", "New York", mark.made.following(-newYork.upperBound), count: newYork.count),
      wholeDays("hamburg", "Hamburg with Mina", mark.made.following(19), count: 3),
    ]
  }

  /// One date a week, to four weeks ahead, and those around today.
  private var dates: [CalendarEvent] {
    let weekly = (-4...51).map { week in
      let day = mark.made.following(-7 * week + 4)
      var chance = DemonstratedChance(day, 3)
      let (title, place) = chance.pick(
        ("Lunch with Mina", "Markthalle Neun"), ("Dentist", "Dr. Okafor"), ("Parents' evening", "School"),
        ("Haircut", "Salon Ida"), ("Dinner with Ben", "Il Casolare"), ("Concert", "Festsaal Kreuzberg"))
      return event(
        "date \(week)", title, on: day, from: .at(chance.whole(11...19)), minutes: chance.pick(45, 60, 90), at: place)
    }
    return weekly + [
      event("today", "Coffee with Noor", on: mark.made, from: .at(16), minutes: 60, at: "Café Kranz"),
      event(
        "tomorrow", "Viewing of the flat", on: mark.made.following(1), from: .at(17), minutes: 30, at: "Urbanstr. 64"),
    ]
  }
}
