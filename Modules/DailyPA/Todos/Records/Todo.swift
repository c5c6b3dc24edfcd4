public import Days
public import Hours
public import Kernel
public import Platform
internal import Recurrence
public import Storage

/// Something to do, on a day if there is one.
public struct Todo: Syncable {
  public static let collection = "todos"
  public static let longestTitle = 500
  public static let longestNotes = 20_000
  public static let longestList = 100
  public static let longestRule = 1_000
  /// The minutes of the earliest reminder before the due time.
  public static let longestLead = 40_320

  public enum Status: String, Sendable, Codable, CaseIterable { case open, done }

  public let id: ID<Todo>
  public var title: String
  public var notes: String?
  /// The name of a `TodoColour`, or one that a newer version knows.
  public var color: String
  /// The name of the list that holds it.
  public var list: String?
  public var dueOn: CalendarDay?
  /// The time on that day, as `08:30`. It is the same wherever the person is.
  public var dueTime: String?
  /// The rule of RFC 5545 by which it repeats, counted from its due day.
  public var repeats: String?
  /// Minutes before the due time at which the person is reminded; nil for the time of the settings.
  public var lead: Int?
  /// The todo of which this is a step; nil for one that stands alone.
  public var parent: ID<Todo>?
  /// The event and the expense that it is for.
  public var event: UUID?
  public var expense: UUID?
  public var status: Status
  public var completedAt: Date?
  public let createdAt: Date

  public var when: Date { createdAt }

  public init(id: ID<Todo>, title: String, color: String = TodoColour.blue.rawValue, createdAt: Date) {
    self.id = id
    self.title = title
    self.color = color
    self.createdAt = createdAt
    status = .open
  }

  public enum CodingKeys: String, ColumnKey {
    case id, title, notes, color, repeats, status
    case lead = "reminder_lead"
    case parent = "parent_id"
    case event = "event_id"
    case expense = "expense_id"
    case list = "list_name"
    case dueOn = "due_on"
    case dueTime = "due_time"
    case completedAt = "completed_at"
    case createdAt = "created_at"
  }

  // MARK: Derived

  public var isDone: Bool { status == .done }
  public var time: TimeOfDay? { dueTime.flatMap { TimeOfDay($0) } }

  /// The identifier of the todo that follows when this one is done. It depends on nothing but this one, so that two
  /// devices that complete it make the same todo.
  public var follower: ID<Todo> { ID(named: "after \(id)") }

  mutating func complete(at now: Date) { (status, completedAt) = (.done, now) }
  mutating func reopen() { (status, completedAt) = (.open, nil) }

  /// The next one of a series, when this one is completed on a day; nil when it does not repeat or the series is over.
  func next(completedOn today: CalendarDay, at now: Date) -> Todo? {
    guard let dueOn, let repeats, let next = DayRule.next(after: dueOn, by: repeats, beyond: today) else { return nil }
    var todo = Todo(id: follower, title: title, color: color, createdAt: now)
    (todo.notes, todo.list, todo.dueTime, todo.lead) = (notes, list, dueTime, lead)
    (todo.dueOn, todo.repeats, todo.event, todo.expense) = (next.day, next.rule, event, expense)
    return todo
  }
}

/// The colours of todos. Each is shown with its word.
public enum TodoColour: String, Sendable, CaseIterable {
  case blue, orange, teal, purple, yellow, pink

  public var title: String { Self.title(of: rawValue) }

  /// The name of the colour in the palette.
  public var hue: String {
    switch self {
    case .blue: "first"
    case .orange: "second"
    case .teal: "third"
    case .purple: "fourth"
    case .yellow: "fifth"
    case .pink: "sixth"
    }
  }

  /// The word for a stored colour, also for one of a newer version.
  static func title(of color: String) -> String { color.prefix(1).uppercased() + color.dropFirst() }
}
