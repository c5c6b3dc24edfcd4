public import Interface
internal import Kernel
public import Platform

/// The places of the calendar.
public enum AgendaPlaces {
  public static let home = Route(["calendar"])
  public static let new = Route(["calendar", "new"])
  public static let event = Route(["calendar", "event"])
  static let edit = Route(["calendar", "edit"])
  static let importing = Route(["calendar", "import"])

  /// The page of an event; of a series its first one.
  public static func event(_ id: UUID) -> Route { event(ID(id)) }

  /// The place of an event, or of one occurrence of a series.
  static func event(_ id: ID<CalendarEvent>, _ key: OccurrenceKey? = nil) -> Route {
    Route(event.path, parameters(id, key))
  }

  static func edit(_ id: ID<CalendarEvent>, _ key: OccurrenceKey?, _ scope: EventScope) -> Route {
    Route(edit.path, parameters(id, key).merging(["scope": scope.rawValue]) { $1 })
  }

  private static func parameters(_ id: ID<CalendarEvent>, _ key: OccurrenceKey?) -> [String: String] {
    var parameters = ["id": "\(id)"]
    if let key { parameters["on"] = key.text }
    return parameters
  }

  static func id(_ route: Route) -> ID<CalendarEvent>? { route.parameters["id"].flatMap { ID($0) } }

  static func key(_ route: Route) -> OccurrenceKey? {
    route.parameters["on"].flatMap { UUID(uuidString: $0) }.flatMap(OccurrenceKey.init)
  }

  static func scope(_ route: Route) -> EventScope {
    route.parameters["scope"].flatMap(EventScope.init(rawValue:)) ?? .all
  }

  public static let all: [Place] = [
    Place("/calendar", title: "Calendar", keywords: ["events", "month", "week", "day", "agenda", "appointments"]),
    Place("/calendar/new", title: "New event", isSheet: true, keywords: ["add event", "appointment"]),
    Place("/calendar/import", title: "Import events", isSheet: true, keywords: ["ics", "icalendar", "file"]),
    sheet("event", "Event"),
    sheet("edit", "Edit event", ["scope": .one(name: "scope", of: EventScope.allCases.map(\.rawValue))]),
  ]

  private static func sheet(_ word: String, _ title: String, _ more: [String: RoutePattern.Part] = [:]) -> Place {
    let known: [String: RoutePattern.Part] = ["id": .id(name: "id"), "on": .id(name: "on")]
    return Place(
      RoutePattern([.word("calendar"), .word(word)], parameters: known.merging(more) { $1 }), title: title,
      isSheet: true)
  }
}
