internal import Days
public import Forms
internal import Interface
public import Kernel
public import Platform
public import Storage

/// The identity of a form: one for a new event, and one for each event, or part of a series, that is edited.
public enum EventFormName: Sendable, Hashable {
  case new
  case edit(ID<CalendarEvent>, OccurrenceKey?, EventScope)

  /// Nil for a route that shows no form.
  init?(_ route: Route) {
    switch route.path {
    case AgendaPlaces.new.path: self = .new
    case AgendaPlaces.edit.path:
      guard let id = AgendaPlaces.id(route) else { return nil }
      self = .edit(id, AgendaPlaces.key(route), AgendaPlaces.scope(route))
    default: return nil
    }
  }

  var route: Route {
    switch self {
    case .new: AgendaPlaces.new
    case .edit(let id, let key, let scope): AgendaPlaces.edit(id, key, scope)
    }
  }

  var title: String {
    switch self {
    case .new: "New event"
    case .edit(_, nil, _): "Edit event"
    case .edit(_, _, .one): "Edit this event"
    case .edit(_, _, .following): "Edit this and following events"
    case .edit(_, _, .all): "Edit all events of the series"
    }
  }

  /// The occurrence whose times the form shows; nil for those of the event or the whole series.
  var key: OccurrenceKey? {
    switch self {
    case .new, .edit(_, _, .all): nil
    case .edit(_, let key, _): key
    }
  }

  /// Whether the form is about one occurrence, which does not repeat.
  var isOfOne: Bool { if case .edit(_, .some, .one) = self { true } else { false } }
}

public typealias EventForm = Form<EventFormName>
public typealias EventDraft = FormDraft<EventFormName>

public enum EventField: String, FormFieldName, CaseIterable {
  case title, day, start, end, repeats, every, weekdays, until, rule, place, notes, abroad, zone
  case allDay = "all-day"
  case endDay = "end-day"
}

/// The ways to repeat that a form offers. The raw values are in drafts, so they never change.
enum Repeats: String, CaseIterable {
  case never, day, week, month, weekday, year, custom
}

extension EventFormName: FormIdentity {
  public typealias Field = EventField
  public typealias Stored = KeptEvent

  public static let drafts = "event_drafts"
  public static let mostDrafts = 20
  public static let columns = ["form", "editing", "occurrence"]

  public init?(columns: [String: String]) {
    guard let editing = columns["editing"] else {
      guard columns["form"] == "new" else { return nil }
      self = .new
      return
    }
    guard let id = ID<CalendarEvent>(editing), let scope = columns["form"].flatMap(EventScope.init(rawValue:)) else {
      return nil
    }
    self = .edit(id, columns["occurrence"].flatMap { UUID(uuidString: $0) }.flatMap(OccurrenceKey.init), scope)
  }

  public var columns: [String: String] {
    switch self {
    case .new: return ["form": "new"]
    case .edit(let id, let key, let scope):
      var columns = ["form": scope.rawValue, "editing": "\(id)"]
      if let key { columns["occurrence"] = key.text }
      return columns
    }
  }

  public var isNew: Bool { self == .new }

  public func version(of stored: KeptEvent) -> Version? { stored.version }
  public func instant(of stored: KeptEvent) -> Date? { stored.event.start(of: key) }

  public func check(_ form: EventForm, _ reader: inout FormReader<EventField>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
    _ = reader.event(self, form.opened?.event)
  }

  public func values(of stored: KeptEvent, at moment: Moment) -> FormValues<EventField> {
    FormValues(stored.event, key, self, at: moment)
  }

  // MARK: Fields

  public func inputs(_ values: FormValues<EventField>, at now: Moment) -> [FormInput<EventField>] {
    let isAllDay = values.isOn(.allDay)
    var inputs: [FormInput<EventField>] = [
      FormInput(.title, "Title", .text(longest: CalendarEvent.longestTitle)) {
        $0.isRequired = true
        $0.missing = "Enter a title."
        $0.example = "Dentist"
      },
      FormInput(.allDay, "All day", .toggle),
      FormInput(.day, "First day", .day) {
        $0.isRequired = true
        $0.missing = "Enter the day, such as \(now.day.text)."
      },
    ]
    if !isAllDay { inputs.append(time(.start, "Starts at", "09:00")) }
    inputs.append(FormInput(.endDay, "Last day", .day) { $0.hint = "Leave empty if it ends on the first day." })
    if !isAllDay { inputs.append(time(.end, "Ends at", "10:00")) }
    if !isOfOne { inputs += repetition(values) }
    inputs += [
      FormInput(.place, "Place", .text(longest: CalendarEvent.longestPlace)) { $0.purpose = .place },
      FormInput(.notes, "Description", .text(longest: CalendarEvent.longestDetails, isLong: true)),
    ]
    if !isAllDay {
      inputs.append(
        FormInput(.abroad, "In another time zone", .toggle) { $0.hint = "Yours is \(now.zone.identifier)." })
      if values.isOn(.abroad) {
        inputs.append(
          FormInput(.zone, "Time zone", .text(longest: CalendarEvent.longestZone)) {
            $0.isRequired = true
            $0.missing = "Enter a time zone, such as America/New_York."
            $0.example = "America/New_York"
          })
      }
    }
    return inputs
  }

  private func time(_ field: EventField, _ title: String, _ example: String) -> FormInput<EventField> {
    FormInput(field, title, .time) {
      $0.isRequired = true
      $0.missing = "Enter a time, such as \(example)."
    }
  }

  private func repetition(_ values: FormValues<EventField>) -> [FormInput<EventField>] {
    let options = Repeats.allCases.map { FormOption($0.rawValue, $0.title(on: CalendarDay(values[.day]))) }
    var inputs: [FormInput<EventField>] = [
      FormInput(.repeats, "Repeats", .one(options, isFolded: true) { _ in Repeats.never.rawValue })
    ]
    let repeats = Repeats(rawValue: values[.repeats]) ?? .never
    switch repeats {
    case .never: return inputs
    case .custom:
      inputs.append(
        FormInput(.rule, "Rule", .text(longest: CalendarEvent.longestRule)) {
          $0.isRequired = true
          $0.missing = "Enter a rule, such as FREQ=MONTHLY;BYDAY=-1FR."
          $0.example = "FREQ=MONTHLY;BYDAY=-1FR"
          $0.hint = "As calendars exchange it (RFC 5545). This example is the last Friday of each month."
        })
      return inputs
    case .day, .week, .month, .weekday, .year: break
    }
    inputs.append(
      FormInput(.every, "Every", .number(repeats.unit, in: 1...1_000, isWhole: true)) {
        $0.hint = "Number of \(repeats.unit). Empty means every one."
      })
    if repeats == .week {
      let days = (0..<7).map { FormOption(Repeats.codes[$0], CalendarDay.sunday.following($0).weekdayName) }
      // As most calendars do, the week of the choice begins on Monday.
      inputs.append(FormInput(.weekdays, "On", .several(Array(days.dropFirst()) + days.prefix(1))))
    }
    inputs.append(FormInput(.until, "Until", .day) { $0.hint = "Leave empty if it does not end." })
    return inputs
  }
}

extension Repeats {
  /// The names of weekdays in rules; Sunday is 0.
  static let codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  private static let ordinals = ["first", "second", "third", "fourth"]

  func title(on day: CalendarDay?) -> String {
    switch self {
    case .never: "Never"
    case .day: "By days"
    case .week: "By weeks"
    case .month: day.map { "By months, on day \($0.day)" } ?? "By months, on the same day"
    case .weekday:
      day.map { "By months, on the \(Repeats.ordinal(of: $0)) \($0.weekdayName)" } ?? "By months, on the same weekday"
    case .year: "By years"
    case .custom: "By a rule of your own"
    }
  }

  var unit: String {
    switch self {
    case .never, .custom: ""
    case .day: "days"
    case .week: "weeks"
    case .month, .weekday: "months"
    case .year: "years"
    }
  }

  /// The number of a day's weekday within its month; the fifth counts as the last.
  static func nth(of day: CalendarDay) -> Int { day.day > 28 ? -1 : (day.day - 1) / 7 + 1 }

  static func ordinal(of day: CalendarDay) -> String { ordinal(nth(of: day)) }

  static func ordinal(_ nth: Int) -> String { nth > 0 && nth <= 4 ? ordinals[nth - 1] : "last" }
}

extension CalendarDay {
  static let sunday = CalendarDay(number: 3)
}
