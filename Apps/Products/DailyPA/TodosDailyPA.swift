internal import Agenda
internal import Connectivity
internal import Interface
internal import Kernel
internal import Offline
internal import Platform
package import ProductKit
internal import Shell
internal import Support
internal import Todos

/// The synced records of todos. Their rows are visible to their owner only.
package enum TodoRecords {
  package static let all = [todos]

  /// The newest change to a field applies when two devices made one.
  static let todos = SyncedRecord(
    Todo.self, one: "todo", many: "todos", icon: .list, editing: Route(["todos", "edit"]), conflicts: .newest,
    columns: [
      .text(.title, "Title", length: 1...Todo.longestTitle).required,
      .text(.notes, "Notes", length: 0...Todo.longestNotes),
      .text(.color, "Colour", length: 1...30).required.usually(TodoColour.blue),
      .text(.list, "List", length: 1...Todo.longestList),
      .date(.dueOn, "Due day"),
      .text(.dueTime, "Time", length: 5...5),
      .text(.repeats, "Repeats", length: 1...Todo.longestRule),
      .integer(.lead, "Reminder before", in: 0...Todo.longestLead, as: .unit("min")),
      .uuid(.parent, .hidden), .uuid(.event, .hidden), .uuid(.expense, .hidden),
      .word(.status, "Status", of: Todo.Status.self) { $0 == .done ? "Completed" : "Active" }
        .required.usually(Todo.Status.open),
      .timestamp(.completedAt, "Completed"),
      .timestamp(.createdAt, "Added").filled(.now).required,
    ])
}

/// The todos in the product: the feature of a person, its pages and messages, and its way to the sync.
struct DailyPATodos: Sendable {
  let todos: Todos
  private let member: Member

  init(_ environment: PersonEnvironment, _ member: Member) {
    self.member = member
    todos = Todos(on: environment.context, needs: TodosNeeds(environment.store))
  }

  func begin() async { await todos.send(.begin) }

  /// Syncs when the person pulls the screen, while the person is open. It subscribes at once.
  var going: @Sendable () async -> Void {
    member.offline.syncing(with: todos.events, on: .syncAsked)
  }

  /// Shows the todos with a day in the calendar whenever they change, while the person is open. It subscribes at once.
  func telling(_ agenda: Agenda) -> @Sendable () async -> Void {
    let states = todos.states.listen()
    return {
      var before: [DatedTodo]?
      for await state in states {
        let dated = state.due
        guard dated != before else { continue }
        before = dated
        await agenda.send(.todos(dated.map { DueTodo($0) }))
      }
    }
  }

  /// Tells the help centre of an import and of a list that is done, good moments to ask for a rating. It subscribes at once.
  func pleasing(_ support: Support) -> @Sendable () async -> Void {
    let heard = todos.events.listen()
    return {
      await heard.hear { news in
        switch news {
        case .said(.imported), .said(.listDone): await support.send(.joy)
        case .said, .missed: break
        }
      }
    }
  }

  func pages(in window: WindowID) -> [Page] {
    Page.all(of: todos, at: TodosPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  func eventRoute(in window: WindowID) -> EventRoute {
    let (todos, at) = (todos, window)
    return .from(todos, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: todos.bound(undo, in: at))
      case .opens(let route): await window.open(route)
      case .finished(let route): await window.closeSheets([route])
      case .gone(let route): await window.back(from: route)
      case .readThrough(let path): await window.letGo(path)
      case .syncAsked, .imported, .listDone: break
      }
    }
  }
}

extension DueTodo {
  fileprivate init(_ todo: DatedTodo) {
    self.init(
      id: todo.id.uuidString.lowercased(), title: todo.title, day: todo.day, time: todo.time, isDone: todo.isDone,
      route: TodosPlaces.todo(todo.id))
  }
}
