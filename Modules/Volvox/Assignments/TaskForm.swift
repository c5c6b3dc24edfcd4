public import Forms
internal import Interface
public import Kernel
public import Platform

/// The fields of the sheets of tasks.
public enum TaskField: String, FormFieldName { case text, day, note }

/// A sheet in which something is typed: a new task for a connection, or the note of a task that is done.
public enum TaskForm: FormIdentity {
  public typealias Field = TaskField

  public static let drafts = "task_drafts"
  public static let columns = ["give", "finish"]

  case give(UUID)
  case finish(UUID)

  public init?(columns: [String: String]) {
    func id(_ column: String) -> UUID? { columns[column].flatMap { UUID(uuidString: $0) } }
    if let connection = id("give") {
      self = .give(connection)
    } else if let task = id("finish") {
      self = .finish(task)
    } else {
      return nil
    }
  }

  /// Nil for a route without a form.
  init?(_ route: Route) {
    guard let id = AssignmentsPlaces.id(route) else { return nil }
    switch route.path {
    case AssignmentsPlaces.give.path: self = .give(id)
    case AssignmentsPlaces.finish.path: self = .finish(id)
    default: return nil
    }
  }

  public var columns: [String: String] {
    switch self {
    case .give(let connection): ["give": connection.uuidString.lowercased()]
    case .finish(let task): ["finish": task.uuidString.lowercased()]
    }
  }

  public var isNew: Bool { true }

  public func inputs(_ values: FormValues<TaskField>, at now: Moment) -> [FormInput<TaskField>] {
    switch self {
    case .give:
      [
        FormInput(.text, "Task", .text(longest: SponsorTask.longestText, isLong: true)) { $0.isRequired = true },
        FormInput(.day, "Due day", .day),
      ]
    case .finish: [FormInput(.note, "Note", .text(longest: SponsorTask.longestText, isLong: true))]
    }
  }
}
