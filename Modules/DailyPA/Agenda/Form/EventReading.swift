internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform
internal import Recurrence

// The values of an event's form.
extension FormValues<EventField> {
  /// Those of a new event: at the next full hour of today, or in the morning of another day.
  init(on day: CalendarDay, at now: Moment) {
    let hour = day == now.day ? min(now.clock.minutes / 60 + 1, 22) : 9
    self.init([.day: day.text, .start: TimeOfDay.at(hour).text, .end: TimeOfDay.at(hour + 1).text])
  }

  /// Those of an event, or of one occurrence, in the person's zone, or in its own if the two differ.
  init(_ event: CalendarEvent, _ key: OccurrenceKey?, _ name: EventFormName, at moment: Moment) {
    let zone = event.timeZone
    let isAbroad = !event.isAllDay && zone.identifier != moment.zone.identifier
    let begin = event.start(of: key)
    let end = begin.addingTimeInterval(event.length)
    let (first, ending) = (Moment(begin, in: zone), Moment(end, in: zone))
    let last = event.isAllDay ? max(first.day, ending.day.following(-1)) : ending.day
    self.init([
      .title: event.title, .allDay: event.isAllDay ? "on" : "", .day: first.day.text,
      .endDay: last == first.day ? "" : last.text, .start: event.isAllDay ? "" : first.clock.text,
      .end: event.isAllDay ? "" : ending.clock.text, .place: event.place ?? "", .notes: event.details ?? "",
      .abroad: isAbroad ? "on" : "", .zone: isAbroad ? zone.identifier : "",
    ])
    guard !name.isOfOne, let rule = key.flatMap({ event.rule(from: $0) }) ?? event.rule else { return }
    guard let plan = RepeatPlan(rule, from: first.day), plan.hasPlainEnd else {
      self[.repeats] = Repeats.custom.rawValue
      self[.rule] = rule
      return
    }
    self[.repeats] = plan.repeats.rawValue
    self[.every] = plan.every == 1 ? "" : String(plan.every)
    self[.weekdays] = FormValues.text(of: plan.weekdays.map { Repeats.codes[$0] })
    self[.until] = plan.until?.text ?? ""
  }

  /// Moves the end along with the start, so that the event keeps its length. A text that is no day or time moves nothing.
  mutating func move(_ field: EventField, to text: String) {
    let former = self[field]
    self[field] = String(text.prefix(16))
    switch field {
    case .day:
      guard let from = CalendarDay(former), let to = CalendarDay(self[.day]), let last = CalendarDay(self[.endDay])
      else { return }
      self[.endDay] = last.following(to.days(since: from)).text
    case .start:
      guard let from = TimeOfDay(typed: former), let to = TimeOfDay(typed: self[.start]),
        let end = TimeOfDay(typed: self[.end]), self[.endDay].isEmpty
      else { return }
      let moved = end.minutes + to.minutes - from.minutes
      // An event that would end after midnight is left for the person to end.
      if end > from, let moved = TimeOfDay(minutes: moved), moved > to { self[.end] = moved.text }
    default: break
    }
  }
}

// Reading an event's form.
extension FormReader<EventField> {
  /// The event of the form, which is an edited one, a part of a series or a new one.
  mutating func event(_ name: EventFormName, _ edited: CalendarEvent?) -> CalendarEvent {
    let title = required(.title, longest: CalendarEvent.longestTitle, else: "Enter a title.")
    let isAllDay = values.isOn(.allDay)
    let zone = isAllDay ? now.zone : zone()
    let span = isAllDay ? wholeDays() : span(in: zone, name, edited)
    let first = isAllDay ? CalendarDay(span.start, in: .gmt) : CalendarDay(span.start, in: zone)
    return CalendarEvent(
      id: edited?.id ?? ID(.nobody), title: title, details: text(.notes, longest: CalendarEvent.longestDetails),
      place: text(.place, longest: CalendarEvent.longestPlace), startsAt: span.start, endsAt: span.end,
      isAllDay: isAllDay, zone: zone.identifier, rule: name.isOfOne ? nil : rule(from: first))
  }

  private mutating func zone() -> TimeZone {
    guard values.isOn(.abroad), let typed = text(.zone, longest: CalendarEvent.longestZone) else { return now.zone }
    let named = typed.split(separator: " ").joined(separator: "_")
    if let zone = TimeZone(named: named) { return zone }
    complain(.zone, "There is no time zone “\(typed.brief(30))”. Enter one such as America/New_York.")
    return now.zone
  }

  private mutating func reachable(_ field: EventField) -> CalendarDay? {
    guard let day = day(field) else { return nil }
    if !CalendarDay.reachable.contains(day) { complain(field, "Choose a day from 1900 to 2199.") }
    return day
  }

  /// The first and the last day; equal if there is no last one.
  private mutating func days() -> (first: CalendarDay, last: CalendarDay) {
    let first = reachable(.day) ?? now.day
    let last = reachable(.endDay) ?? first
    if last < first { complain(.endDay, "This is before the first day. Choose a later day, or leave it empty.") }
    return (first, max(first, last))
  }

  private mutating func wholeDays() -> DateInterval {
    let (first, last) = days()
    func midnight(_ day: CalendarDay) -> Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }
    return DateInterval(start: midnight(first), end: midnight(last.following(1)))
  }

  private mutating func span(
    in zone: TimeZone, _ name: EventFormName, _ edited: CalendarEvent?
  ) -> DateInterval {
    let (first, last) = days()
    let (startTime, endTime) = (time(.start, such: "09:00"), time(.end, such: "10:00"))
    let fallback = first.start(in: zone) ?? now.date
    guard let startTime, let endTime else { return DateInterval(start: fallback, duration: 0) }
    // Untouched times stay as they are, to the second, and the second of two equal times stays the second.
    let parts: [EventField] = [.allDay, .day, .start, .abroad, .zone]
    let isSameStart = original != nil && parts.allSatisfy { values[$0] == before[$0] }
    let start = isSameStart ? original ?? fallback : instant(startTime, on: first, in: zone)
    let isSameEnd = isSameStart && values[.endDay] == before[.endDay] && values[.end] == before[.end]
    let end =
      isSameEnd ? start.addingTimeInterval(edited?.length ?? 0) : instant(endTime, on: last, in: zone)
    guard end >= start else {
      complain(
        .end,
        last == first
          ? "This is before the start. Choose a later time, or a last day after the first."
          : "This is before the start. Choose a later time.")
      return DateInterval(start: start, duration: 0)
    }
    return DateInterval(start: start, end: end)
  }

  /// The instant of a local time, the first of two. The person is asked about a time that the clock leaves out.
  private mutating func instant(_ time: TimeOfDay, on day: CalendarDay, in zone: TimeZone) -> Date {
    let instant = day.instant(at: time, in: zone) ?? now.date
    let clock = Moment(instant, in: zone).clock
    if clock != time {
      doubt(
        "Clocks are set forward on \(day.long), so \(time.text) does not exist then. It is saved as \(clock.text).")
    }
    return instant
  }

  // MARK: Repeating

  private mutating func rule(from first: CalendarDay) -> String? {
    let repeats = Repeats(rawValue: values[.repeats]) ?? .never
    var rule: String
    switch repeats {
    case .never: return nil
    case .custom: return customRule()
    case .day: rule = "FREQ=DAILY"
    case .week: rule = "FREQ=WEEKLY" + weekdays(with: first)
    case .month: rule = "FREQ=MONTHLY"
    case .weekday: rule = "FREQ=MONTHLY;BYDAY=\(Repeats.nth(of: first))\(Repeats.codes[first.weekday])"
    case .year: rule = "FREQ=YEARLY"
    }
    if let every = whole(.every, in: 1...1_000), every > 1 { rule += ";INTERVAL=\(every)" }
    if let until = reachable(.until) {
      if until < first { complain(.until, "This is before the first day. Choose a later day, or leave it empty.") }
      rule += ";UNTIL=\(EventRule.basic(until))"
    }
    return rule
  }

  private mutating func weekdays(with first: CalendarDay) -> String {
    let chosen = Repeats.codes.filter(values.list(.weekdays).contains)
    guard !chosen.isEmpty else { return "" }
    if !chosen.contains(Repeats.codes[first.weekday]) {
      complain(
        .weekdays, "The first day is a \(first.weekdayName). Choose \(first.weekdayName) too, or change the day.")
    }
    return ";BYDAY=\(chosen.joined(separator: ","))"
  }

  private mutating func customRule() -> String? {
    let typed = required(
      .rule, longest: CalendarEvent.longestRule, else: "Enter a rule, such as FREQ=MONTHLY;BYDAY=-1FR.")
    guard !typed.isEmpty else { return nil }
    do throws(Problem) {
      let rule = try RecurrenceRule(text: typed)
      if rule.frequency < .daily {
        complain(.rule, "Events repeat once a day at most. Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.")
      }
      return typed.uppercased().hasPrefix("RRULE:") ? String(typed.dropFirst(6)) : typed
    } catch {
      complain(.rule, error.sentence)
      return nil
    }
  }
}

extension UUID {
  fileprivate static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
