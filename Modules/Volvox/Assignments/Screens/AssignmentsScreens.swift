internal import Days
public import Interface
public import Kernel
internal import Peers
public import Platform

typealias AssignmentsNode = Node<AssignmentsWindowAction>

extension AssignmentsState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AssignmentsWindowAction> {
    let local = windows[window]
    switch route.path {
    case AssignmentsPlaces.task.path: return taskScreen(route, surroundings, local)
    case AssignmentsPlaces.give.path: return giveSheet(route, surroundings, local)
    case AssignmentsPlaces.finish.path: return finishSheet(route, surroundings, local)
    default: return home(route, surroundings, local)
    }
  }

  func problem(_ local: AssignmentsWindowState) -> [AssignmentsNode] {
    guard let problem = local.problem else { return [] }
    return [.problem(problem, dismiss: .dismissProblem)]
  }

  /// The node shown in place of everything while nothing is known; nil once there is something to show.
  func unready() -> AssignmentsNode? {
    if session == nil {
      return .empty(
        "Sign in to see your tasks.", because: "They are between two people, so both need an account.", icon: .list,
        .link("Account", to: Route(["account"]), id: "sign-in", icon: .person))
    }
    switch reading {
    case .failed(let problem):
      return .unread(problem, retry: .refresh)
    case .unread, .underWay: return .skeleton("Loading your tasks", lines: 4)
    case .done: return nil
    }
  }

  // MARK: All tasks

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: AssignmentsWindowState
  ) -> Screen<AssignmentsWindowAction> {
    var nodes: [AssignmentsNode] = [.heading("Tasks", level: 1)] + problem(local)
    if let unready = unready() {
      nodes.append(unready)
    } else if !correspondents.contains(where: \.isActive) {
      nodes.append(
        .empty(
          "No tasks yet.", because: "A sponsor gives tasks to the people they are connected with.", icon: .list,
          .link("Connections", to: Route(["connections"]), id: "connections", icon: .link)))
    } else {
      if !isSponsor || !toDo.isEmpty {
        nodes.append(section("To do", "to-do", toDo, none: "Nothing is open.", surroundings))
      }
      if isSponsor { nodes.append(givenSection(surroundings)) }
      nodes.append(doneSection(surroundings, local))
      nodes.append(
        .note(
          "Tasks and notes are sealed like messages. The server sees who gives whom a task, when it is due and when it is done, not what it says.",
          icon: .lock, id: "sealed"))
    }
    return Screen(route, title: "Tasks", nodes: nodes, refresh: .refresh)
  }

  private func section(
    _ title: String, _ id: String, _ tasks: [AssignedTask], none: String, _ surroundings: Surroundings,
    _ more: [AssignmentsNode] = []
  ) -> AssignmentsNode {
    let content: AssignmentsNode =
      tasks.isEmpty ? .text(none, id: "none") : .list(title, id: "tasks", tasks.map { row($0, surroundings) })
    return .section(title, id: id, [content] + more)
  }

  private func givenSection(_ surroundings: Surroundings) -> AssignmentsNode {
    let ways = correspondents.filter { $0.isActive && !$0.isSponsor }.map { person in
      AssignmentsNode.link(
        "Give \(person.name) a task", to: AssignmentsPlaces.give(person.connection),
        id: "give-\(person.connection.uuidString.lowercased())", icon: .add)
    }
    return section("Given", "given", given, none: "No task that you gave is open.", surroundings, ways)
  }

  private func doneSection(_ surroundings: Surroundings, _ local: AssignmentsWindowState) -> AssignmentsNode {
    let all = done
    let more: [AssignmentsNode] =
      all.count > local.extent ? [.button("Show earlier tasks", id: "more", icon: .back, does: .more)] : []
    return section(
      "Done", "done", Array(all.prefix(local.extent)), none: "Tasks that are done are kept here.", surroundings, more)
  }

  /// A row of a task, which leads to its page.
  func row<Action: Sendable>(_ task: AssignedTask, _ surroundings: Surroundings) -> Node<Action> {
    let name = person(task.connection)?.name ?? "Somebody"
    let title = task.text.words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    var about = [task.isOwn ? "From \(name)" : name]
    if let doneAt = task.doneAt {
      about.append("done on \(DateWords(surroundings.now).day(doneAt))")
    } else if let day = task.dueOn {
      about.append(Self.due(day, at: surroundings.now))
    }
    let isLate = task.isOpen && task.dueOn.map { $0 < surroundings.now.day } ?? false
    return .row(
      Self.shortened(title), id: task.id.description, value: about.joined(separator: ", "),
      to: AssignmentsPlaces.task(task.id.uuid),
      (isLate ? [.note("Past its day", icon: .clock, id: "late")] : [])
        + (task.refusal == nil ? [] : [.note("Not sent", tone: .warning, icon: .warning, id: "refused")])
    ).with { $0.icon = task.isOpen ? .list : .success }
  }

  private static func shortened(_ text: String) -> String { text.count <= 80 ? text : text.prefix(79) + "…" }

  static func due(_ day: CalendarDay, at now: Moment) -> String {
    day == now.day ? "due today" : day == now.day.following(1) ? "due tomorrow" : "due on \(DateWords(now).day(day))"
  }

  // MARK: On the screens of others

  /// The tasks of this person, for the home screen; nil when nothing is open.
  public func summary<Action: Sendable>(_ surroundings: Surroundings) -> Node<Action>? {
    let open = toDo
    guard reading == .done, !open.isEmpty else { return nil }
    return .section(
      "Tasks", id: "sponsor-tasks",
      [
        .list("Open tasks", id: "open", open.prefix(3).map { row($0, surroundings) }),
        .link(
          open.count > 3 ? "All \(open.count) tasks" : "All tasks", to: AssignmentsPlaces.home, id: "all", icon: .list),
      ])
  }

  /// The open tasks of one connection, for its page; nil when it is not active.
  public func section<Action: Sendable>(of connection: UUID, _ surroundings: Surroundings) -> Node<Action>? {
    guard reading == .done, let person = person(connection) else { return nil }
    let open = (toDo + given).filter { $0.connection == connection }
    let give: [Node<Action>] =
      person.isSponsor
      ? []
      : [.link("Give a task", to: AssignmentsPlaces.give(connection), id: "give", icon: .add)]
    return .section(
      "Tasks", id: "sponsor-tasks",
      [
        open.isEmpty
          ? .text("None is open.", id: "none") : .list("Open tasks", id: "open", open.map { row($0, surroundings) })
      ] + give + [.link("All tasks", to: AssignmentsPlaces.home, id: "all", icon: .list)])
  }
}
