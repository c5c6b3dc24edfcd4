internal import Days
internal import Forms
internal import FoundationEssentials
internal import Interface
internal import Kernel

// The sheet in which the file of another app is chosen and looked at.
extension TodosState {
  static let importLink = TodosNode.link("Import todos", to: TodosPlaces.importing, id: "import", icon: .forward)
  /// Rows that are shown; the others are counted.
  private static let mostRows = 20

  func importSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: TodosWindowState
  ) -> Screen<TodosWindowAction> {
    var nodes: [TodosNode] = [.heading("Import todos", level: 1)]
    if let problem = local.fileProblem {
      nodes.append(
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning, dismiss: .file(.dismissProblem)))
    }
    if let unready = unready() {
      nodes.append(unready)
    } else {
      switch local.importing?.phase {
      case .reading: nodes.append(.progress("Reading \(local.importing?.file ?? "the file")", id: "progress"))
      case .saving: nodes.append(.progress("Saving your todos", id: "progress"))
      case .asking(let sheet): nodes += preview(sheet, local, surroundings.now)
      case nil: nodes += choosing(local)
      }
    }
    return Screen(route, title: "Import todos", nodes: nodes)
  }

  private func choosing(_ local: TodosWindowState) -> [TodosNode] {
    [
      .text(
        "A project that Todoist exported as CSV, or the data of Super Productivity as JSON. You see what is in it before anything is stored.",
        id: "about"),
      .handover("Choose a file", id: "file", hint: "A file of at most 8 MB.") { .file(.handed(path: $0, name: $1)) },
      .field(
        "Path on this machine", id: "path", holds: local.path, draft: { .file(.type($0)) },
        commit: { .file(.type($0)) }
      ) { field in
        field.example = "/home/me/Errands.csv"
        field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
        field.longest = TodoFile.longestPath
        field.invalid =
          local.isPathMissing ? "Choose a file above, or enter a path here, such as /home/me/Errands.csv." : nil
      },
      .button("Read file", id: "read", icon: .forward, isProminent: true, does: .file(.readTyped)),
    ]
  }

  private func preview(_ sheet: TodoSheet, _ local: TodosWindowState, _ now: Moment) -> [TodosNode] {
    func count(_ count: Int) -> String { count == 1 ? "1 todo" : "\(count) todos" }
    let dates = DateWords(now)
    let rows = sheet.new.prefix(TodosState.mostRows).enumerated().map { index, todo in
      let due = todo.day.map { day in
        "due on \(dates.day(day))" + (todo.time.map { " at \(dates.time($0))" } ?? "")
      }
      let about = [todo.isDone ? "completed" : nil, due, todo.list].compactMap(\.self).joined(separator: ", ")
      return TodosNode.row(todo.title.brief(), id: "new-\(index + 1)", value: about.isEmpty ? nil : about)
    }
    let more = sheet.new.count - rows.count
    var nodes: [TodosNode] = [
      .list(
        local.importing?.file ?? "File", id: "counts",
        [
          .row("From", id: "app", value: sheet.app.rawValue), .row("New", id: "new", value: count(sheet.new.count)),
          .row("Already here", id: "known", value: "\(count(sheet.known)), left out"),
        ]),
      .group(
        id: "ways",
        [
          sheet.new.isEmpty
            ? .disabledButton("Import", id: "confirm", icon: .save, because: "Nothing in this file is new.")
            : .button(
              "Import \(count(sheet.new.count))", id: "confirm", icon: .save, isProminent: true, does: .file(.confirm)),
          .button("Cancel import", id: "cancel", icon: .close, does: .file(.cancel)),
        ]),
    ]
    if !rows.isEmpty {
      nodes.append(
        .section(
          "New", id: "todos",
          [.list("New", id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))]))
    }
    return nodes
  }
}
