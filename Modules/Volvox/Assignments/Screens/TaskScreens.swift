internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Peers
internal import Platform

// One task, and the sheets in which something is typed.
extension AssignmentsState {
  /// A sheet stands in front of everything else, so it has a link to the crisis card of its own.
  private var help: AssignmentsNode { .link("Help now", to: Route(["help-now"]), id: "help-now", icon: .call) }

  private func sheet(
    _ route: Route, _ title: String, _ local: AssignmentsWindowState, _ nodes: [AssignmentsNode]
  ) -> Screen<AssignmentsWindowAction> {
    Screen(
      route, title: title, nodes: [.heading(title, level: 1)] + problem(local) + nodes + [help],
      dialog: local.forms.question?.dialog { .form($0) })
  }

  /// Says that what is typed is a draft that was found, and from when.
  private func found(
    _ name: TaskForm, _ local: AssignmentsWindowState, _ surroundings: Surroundings
  ) -> [AssignmentsNode] {
    local.forms[name]?.notices(in: surroundings) { .form($0) } ?? []
  }

  private var elsewhere: AssignmentsNode {
    .empty(
      "Choose a task.", because: "This link belongs to no task of an active connection.", icon: .list,
      .link("Tasks", to: AssignmentsPlaces.home, id: "tasks", icon: .list))
  }

  // MARK: One task

  func taskScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: AssignmentsWindowState
  ) -> Screen<AssignmentsWindowAction> {
    func screen(_ nodes: [AssignmentsNode]) -> Screen<AssignmentsWindowAction> {
      Screen(
        route, title: "Task", nodes: [.heading("Task", level: 1)] + problem(local) + nodes,
        dialog: withdrawing(local), refresh: .refresh)
    }
    if let unready = unready() { return screen([unready]) }
    guard let task = task(AssignmentsPlaces.id(route)), let person = person(task.connection) else {
      return screen([elsewhere])
    }
    let words = DateWords(surroundings.now)
    var facts: [AssignmentsNode] = [
      .row(task.isOwn ? "From" : "For", id: "who", value: person.name),
      .row("Given", id: "given", value: words.day(task.givenAt)),
    ]
    if let day = task.dueOn { facts.append(.row("Due", id: "due", value: words.day(day))) }
    if let doneAt = task.doneAt {
      facts.append(.row("Done", id: "done", value: words.day(doneAt)))
    }
    var nodes: [AssignmentsNode] = [.text(task.text.words, id: "text"), .list("About this task", id: "about", facts)]
    if let note = task.note {
      nodes.append(
        .section(
          task.isOwn ? "Your note" : "Note of \(person.name)", id: "note", [.text(note.words, id: "words")]))
    }
    if let refusal = task.refusal {
      nodes += [
        .note("Not sent: \(refusal)", tone: .warning, icon: .warning, id: "refused"),
        .link("Sync", to: Route(["settings", "sync"]), id: "sync", icon: .syncing),
      ]
    } else if task.isWaiting {
      nodes.append(.note("Waits to be sent.", icon: .waiting, id: "waiting"))
    }
    if task.isOpen, task.isOwn {
      nodes.append(
        AssignmentsNode.link("Mark as done", to: AssignmentsPlaces.finish(task.id.uuid), id: "finish", icon: .success)
          .with { $0.isProminent = true })
    } else if task.isOpen {
      nodes.append(.destructive("Withdraw task", id: "withdraw", icon: .undo, asks: .askWithdraw(task.id)))
    }
    return screen(nodes)
  }

  private func withdrawing(_ local: AssignmentsWindowState) -> AssignmentsNode? {
    guard let id = local.withdrawing, let task = task(id.uuid), let person = person(task.connection) else { return nil }
    return .dialog(
      "Withdraw this task?", id: "withdrawing",
      [.text("It disappears for you and for \(person.name).", id: "words")],
      buttons: [
        .button("Cancel", does: .cancel),
        Node.button("Withdraw", id: "confirm", does: .withdraw(id)).with { $0.isDestructive = true },
      ], dismiss: .cancel)
  }

  // MARK: Giving and finishing

  func giveSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: AssignmentsWindowState
  ) -> Screen<AssignmentsWindowAction> {
    let title = "Give a task"
    if let unready = unready() { return sheet(route, title, local, [unready]) }
    guard let connection = AssignmentsPlaces.id(route), let person = person(connection) else {
      return sheet(route, title, local, [elsewhere])
    }
    let typed = typed(.give(connection), local)
    let (text, day) = (typed[.text], typed[.day])
    var wrong: String?
    if local.isTried, case .failure(let complaint) = due(day, on: surroundings.now.day) { wrong = complaint.sentence }
    let isBusy = local.busy.contains { if case .give = $0 { true } else { false } }
    let save: AssignmentsNode =
      if isBusy { .progress("Giving the task", id: "saving") } else if let obstacle = obstacle(person) {
        .disabledButton("Give task", id: "save", icon: .save, because: obstacle)
      } else {
        .button("Give task", id: "save", icon: .save, isProminent: true, does: .give(connection))
      }
    return sheet(
      route, title, local,
      found(.give(connection), local, surroundings) + [
        .text(
          "\(person.name) sees it on the home screen until it is done. It is sealed like a message: the server sees when it is due, not what it says.",
          id: "about"),
        .field(
          "Task for \(person.name)", id: "text", holds: text, draft: { .typeText(connection, $0) },
          commit: { .typeText(connection, $0) }
        ) {
          $0.isMultiline = true
          $0.isRequired = true
          // Room for a text that is too long, so that it can be made shorter.
          $0.longest = 2 * SponsorTask.longestText
          $0.purpose = .notes
          $0.invalid = local.isTried ? complaint(text) : nil
        },
        .field(
          "Due day", id: "day", holds: day, role: .datefield, draft: { .typeDay(connection, $0) },
          commit: { .typeDay(connection, $0) }
        ) {
          $0.hint = "Only if there is one."
          $0.invalid = wrong
        },
        save,
      ])
  }

  func finishSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: AssignmentsWindowState
  ) -> Screen<AssignmentsWindowAction> {
    let title = "Mark as done"
    if let unready = unready() { return sheet(route, title, local, [unready]) }
    guard let task = task(AssignmentsPlaces.id(route)), task.isOwn, let person = person(task.connection) else {
      return sheet(route, title, local, [elsewhere])
    }
    guard task.isOpen else { return sheet(route, title, local, [.text("This task is done.", id: "done")]) }
    let note = typed(.finish(task.id.uuid), local)[.note]
    let isBusy = local.busy.contains { if case .finish = $0 { true } else { false } }
    return sheet(
      route, title, local,
      found(.finish(task.id.uuid), local, surroundings) + [
        .text(task.text.words, id: "task"),
        .field(
          "Note to \(person.name)", id: "note", holds: note, draft: { .typeNote(task.id, $0) },
          commit: { .typeNote(task.id, $0) }
        ) {
          $0.isMultiline = true
          $0.longest = 2 * SponsorTask.longestText
          $0.purpose = .notes
          $0.hint = "Only if you like. \(person.name) reads it, nobody else."
          $0.invalid = local.isTried && !note.allSatisfy(\.isWhitespace) ? complaint(note) : nil
        },
        isBusy
          ? .progress("Saving", id: "saving")
          : .button("Mark as done", id: "save", icon: .success, isProminent: true, does: .finish(task.id)),
      ])
  }
}
