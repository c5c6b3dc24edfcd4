internal import Kernel
internal import Platform

/// The todos of a file of another app, compared with those that are here.
public struct TodoSheet: Sendable, Equatable {
  enum App: String, Sendable {
    case todoist = "Todoist"
    case productivity = "Super Productivity"
  }

  /// The most todos that are taken from one file.
  static let most = 5_000

  let app: App
  /// Those that are not here yet, in the order of the file.
  let new: [ForeignTodo]
  /// The number of those that are here, or twice in the file.
  let known: Int

  init(_ bytes: [UInt8], called file: String, _ existing: [Todo], at now: Moment) throws(Problem) {
    let project = file.split(separator: ".").first.map { String($0.prefix(Todo.longestList)) } ?? "Imported"
    let found: [ForeignTodo]
    if let todos = ProductivityData.todos(bytes, at: now) {
      (app, found) = (.productivity, todos)
    } else if let todos = TodoistTable.todos(bytes, project: project, at: now) {
      (app, found) = (.todoist, todos)
    } else {
      throw TodoFile.unknown
    }
    guard found.count <= TodoSheet.most else { throw TodoFile.tooMany }
    var met = Set(existing.map { ForeignTodo.key(of: $0) })
    new = found.filter { met.insert($0.key).inserted }
    known = found.count - new.count
  }
}
