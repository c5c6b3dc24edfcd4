public import Days
public import Hours
public import Interface

/// A todo with a due day, which another feature has and the calendar shows.
public struct DueTodo: Sendable, Hashable, Identifiable {
  public let id: String
  public let title: String
  public let day: CalendarDay
  /// Nil for a todo that is due some time of the day.
  public let time: TimeOfDay?
  public let isDone: Bool
  /// The place of the todo.
  public let route: Route

  public init(
    id: String, title: String, day: CalendarDay, time: TimeOfDay? = nil, isDone: Bool = false, route: Route
  ) {
    self.id = id
    self.title = title
    self.day = day
    self.time = time
    self.isDone = isDone
    self.route = route
  }
}
