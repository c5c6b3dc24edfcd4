internal import Days
internal import Forms
internal import Hours
internal import JSON
internal import Kernel
internal import Platform

/// The data of Super Productivity as JSON: its tasks, those of the archive, and the projects they belong to.
enum ProductivityData {
  /// Nil for anything else.
  static func todos(_ bytes: [UInt8], at now: Moment) -> [ForeignTodo]? {
    guard let read = try? JSON(bytes: bytes), read.object != nil else { return nil }
    let data = read["data"]?.object == nil ? read : read["data"] ?? read
    guard let tasks = data["task"]?["entities"]?.object else { return nil }
    let archives = [data["taskArchive"], data["archiveYoung"]?["task"], data["archiveOld"]?["task"]]
      .compactMap { $0?["entities"]?.object }
    let projects = data["project"]?["entities"]?.object ?? [:]
    let all = archives.reduce(tasks) { $0.merging($1) { one, _ in one } }
    // The order of an object is not known, so that of their making is taken.
    let sorted = all.sorted { (created($0.value), $0.key) < (created($1.value), $1.key) }
    return sorted.compactMap { todo($0.value, all, projects, now) }
  }

  private static func created(_ task: JSON) -> Double { task["created"]?.number ?? 0 }

  private static func todo(
    _ task: JSON, _ all: [String: JSON], _ projects: [String: JSON], _ now: Moment
  ) -> ForeignTodo? {
    guard var todo = ForeignTodo(task["title"]?.string ?? "") else { return nil }
    if let notes = task["notes"]?.string, !notes.trimmed.isEmpty { todo.notes.append(notes) }
    if let parent = task["parentId"]?.string, let title = all[parent]?["title"]?.string {
      todo.notes.insert("Part of: \(title.prefix(Todo.longestTitle))", at: 0)
    }
    todo.list = ForeignTodo.list(task["projectId"]?.string.flatMap { projects[$0]?["title"]?.string })
    todo.isDone = task["isDone"]?.bool == true
    todo.createdAt = date(task["created"])
    todo.completedAt = date(task["doneOn"])
    if let due = date(task["dueWithTime"]) ?? date(task["plannedAt"]) {
      let moment = Moment(due, in: now.zone)
      (todo.day, todo.time) = (moment.day, moment.clock)
    } else {
      todo.day = task["dueDay"]?.string.flatMap { CalendarDay($0) }
    }
    return todo
  }

  /// An instant in milliseconds, between the years 2000 and 2100.
  private static func date(_ json: JSON?) -> Date? {
    guard let milliseconds = json?.number, (946_684_800_000...4_102_444_800_000).contains(milliseconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}
