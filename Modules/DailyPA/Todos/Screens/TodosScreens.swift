internal import Days
internal import Forms
public import Interface
public import Kernel
internal import Platform

typealias TodosNode = Node<TodosWindowAction>

extension TodosState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<TodosWindowAction> {
    let local = windows[window]
    switch route.path {
    case TodosPlaces.todo.path: return todoScreen(route, surroundings, local)
    case TodosPlaces.statistics.path: return statisticsScreen(route, surroundings)
    case TodosPlaces.importing.path: return importSheet(route, surroundings, local)
    case TodosPlaces.add.path, TodosPlaces.edit.path: return formScreen(route, surroundings, window)
    default: return home(route, surroundings, local)
    }
  }

  /// The node shown in place of everything while nothing is known; nil once there is something to show.
  func unready() -> TodosNode? {
    switch reading {
    case .failed(let problem):
      .unread(problem, retry: .refresh)
    case .unread, .underWay: .skeleton("Loading your todos", lines: 4)
    case .done: nil
    }
  }

  static let addLink = TodosNode.link("Add todo", to: TodosPlaces.add, id: "add", icon: .add)
    .with { $0.isProminent = true }

  // MARK: All todos

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: TodosWindowState
  ) -> Screen<TodosWindowAction> {
    var nodes: [TodosNode] = [.heading("Todos", level: 1)]
    if let unready = unready() {
      nodes.append(unready)
    } else if todos.isEmpty {
      nodes.append(
        .empty(
          "Nothing to do yet.",
          because: "Add what you want to remember. It is saved on this device at once, also without a network.",
          icon: .list, Self.addLink))
      nodes.append(Self.importLink)
    } else {
      nodes += head(local) + content(surroundings.now, local)
      nodes += [
        .link("Statistics", to: TodosPlaces.statistics, id: "statistics", icon: .activity), Self.importLink,
      ]
    }
    return Screen(route, title: "Todos", nodes: nodes, refresh: .refresh)
  }

  private func head(_ local: TodosWindowState) -> [TodosNode] {
    var nodes: [TodosNode] = [
      Self.addLink,
      .tabs(
        "Layout", id: "layout", [("list", "List", .list), ("grid", "Grid", .layers)], selected: layout.rawValue
      ) { .layout(TodoLayout(rawValue: $0) ?? .list) },
      TodosNode(
        .toolbar, "What is shown", id: "tools",
        children: [
          .button("Filter", id: "filters", icon: .filter, does: .toggleFilters)
            .with { $0.isExpanded = local.isFilterOpen },
          .note(counts.words, id: "counts"),
        ]),
    ]
    if local.isFilterOpen { nodes.append(filters(local.filter)) }
    if !local.filter.isEmpty {
      nodes += [
        .note("Showing: \(local.filter.summary)", icon: .filter, id: "filtered").with { $0.live = .polite },
        .button("Show all todos", id: "show-all", icon: .close, does: .filter(TodoFilter())),
      ]
    }
    return nodes
  }

  private func filters(_ filter: TodoFilter) -> TodosNode {
    let all = "all"
    var choices: [TodosNode] = [
      .choice(
        "Status", id: "status", TodoFilter.Status.allCases.map { ($0.rawValue, $0.title) },
        selected: filter.status.rawValue, isFolded: true
      ) { choice in
        var filter = filter
        filter.status = TodoFilter.Status(rawValue: choice) ?? .any
        return .filter(filter)
      },
      .choice(
        "Colour", id: "colour", [(all, "All colours")] + colors.map { ($0, TodoColour.title(of: $0)) },
        selected: filter.color ?? all, isFolded: true
      ) { choice in
        var filter = filter
        filter.color = choice == all ? nil : choice
        return .filter(filter)
      },
    ]
    let lists = lists
    if !lists.isEmpty {
      let options = lists.enumerated().map { (id: "list-\($0.offset + 1)", title: $0.element) }
      choices.append(
        .choice(
          "List", id: "list", [(all, "All lists")] + options,
          selected: filter.list.flatMap { list in options.first { $0.title == list }?.id } ?? all, isFolded: true
        ) { choice in
          var filter = filter
          filter.list = options.first { $0.id == choice }?.title
          return .filter(filter)
        })
    }
    return .group("Filter", id: "filter", choices)
  }

  private func content(_ now: Moment, _ local: TodosWindowState) -> [TodosNode] {
    let (groups, completed) = (groups(local.filter, at: now), completed(local.filter))
    if groups.isEmpty, completed.isEmpty {
      return [
        .empty(
          "No todo matches.", because: "None of your todos has all that you chose.", icon: .filter,
          .button("Show all todos", id: "show-every", icon: .close, does: .filter(TodoFilter())))
      ]
    }
    var rows = TodoRows(now: now, layout: layout, revealed: local.revealed, steps: steps)
    var nodes = groups.map { group in
      TodosNode.section(group.title, id: group.id, [rows.holder(group.title, group.todos.prefix(local.extent))])
    }
    if groups.isEmpty, local.filter.status != .completed { nodes.append(.text("Nothing is left to do.", id: "none")) }
    if !completed.isEmpty { nodes.append(done(completed, local, &rows)) }
    let isLong = groups.contains { $0.todos.count > local.extent }
    let isDoneLong = completed.count > local.extent && showsDone(local)
    if isLong || isDoneLong { nodes.append(.button("Show more todos", id: "more", icon: .more, does: .more)) }
    return nodes
  }

  private func showsDone(_ local: TodosWindowState) -> Bool { local.isDoneOpen || local.filter.status == .completed }

  private func done(_ todos: [StoredTodo], _ local: TodosWindowState, _ rows: inout TodoRows) -> TodosNode {
    var nodes: [TodosNode] = []
    if local.filter.status != .completed {
      let words = local.isDoneOpen ? "Hide completed todos" : "Show completed todos (\(todos.count))"
      nodes.append(
        .button(words, id: "fold", icon: .success, does: .toggleDone).with { $0.isExpanded = local.isDoneOpen })
    }
    if showsDone(local) {
      let latest = todos.sorted { Todo.isDoneLater($0.todo, $1.todo) }
      nodes.append(rows.holder("Completed", latest.prefix(local.extent)))
    }
    return .section("Completed", id: "completed", nodes)
  }
}
