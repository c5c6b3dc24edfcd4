internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Platform

// The sheet in which the file of another app is chosen and looked at.
extension TodosState {
  static let importLink = TodosNode.link("Import todos", to: TodosPlaces.importing, id: "import", icon: .forward)

  func importSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: TodosWindowState
  ) -> Screen<TodosWindowAction> {
    var nodes: [TodosNode] = [.heading("Import todos", level: 1)]
    let work = local.importing
    if let notice = work.notice(does: TodosWindowAction.file) { nodes.append(notice) }
    nodes +=
      unready().map { [$0] }
      ?? work.nodes(TodosState.importWords, does: { .file($0) }) { preview($0, work, surroundings.now) }
    return Screen(route, title: "Import todos", nodes: nodes)
  }

  private static let importWords = FileImportWords(
    about: "A project that Todoist exported as CSV, or the data of Super Productivity as JSON.",
    hint: "A file of at most 8 MB.", example: "/home/me/Errands.csv", saving: "Saving your todos")

  private func preview(_ sheet: TodoSheet, _ work: FileImport<TodoSheet>, _ now: Moment) -> [TodosNode] {
    func count(_ count: Int) -> String { count == 1 ? "1 todo" : "\(count) todos" }
    let dates = DateWords(now)
    let rows = sheet.new.prefix(FileImport<TodoSheet>.mostRows).enumerated().map { index, todo in
      let due = todo.day.map { day in
        "due on \(dates.day(day))" + (todo.time.map { " at \(dates.time($0))" } ?? "")
      }
      let about = [todo.isDone ? "completed" : nil, due, todo.list].compactMap(\.self).joined(separator: ", ")
      return TodosNode.row(todo.title.brief(), id: "new-\(index + 1)", value: about.isEmpty ? nil : about)
    }
    var nodes: [TodosNode] = [
      .list(
        work.file, id: "counts",
        [
          .row("From", id: "app", value: sheet.app.rawValue), .row("New", id: "new", value: count(sheet.new.count)),
          .row("Already here", id: "known", value: "\(count(sheet.known)), left out"),
        ]),
      work.ways(sheet.new.isEmpty ? nil : count(sheet.new.count), does: TodosWindowAction.file),
    ]
    if let new = FileImport<TodoSheet>.section("New", id: "todos", rows, of: sheet.new.count) { nodes.append(new) }
    return nodes
  }
}
