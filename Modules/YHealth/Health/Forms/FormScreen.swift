internal import Days
internal import FoundationEssentials
internal import Hours
internal import Interface
internal import Kernel

// The screen of a form of any kind.
extension HealthState {
  func formScreen(
    _ form: EntryForm, _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    let kind = form.name.kind
    let title = form.name.entry == nil ? kind.title : "Edit \(kind.title.lowercased())"
    return Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + standing(local, surroundings) + body(of: form, surroundings),
      dialog: local.question.map(dialog))
  }

  private func body(of form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    switch form.phase {
    case .opening:
      guard let problem = form.problem else { return [.skeleton("Loading this entry")] }
      return [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .appeared(form.name.route))])
      ]
    case .missing:
      return [
        .empty(
          "This entry no longer exists.", because: "It was deleted, here or on another device.", icon: .info,
          .link("History", to: Route(["history"]), icon: .calendar))
      ]
    case .done(let kept): return done(form, kept, surroundings)
    case .behind(let newer): return behind(form, newer, surroundings) + questions(form, surroundings)
    case .editing, .saving:
      return told(form, surroundings) + quickNodes(form, surroundings) + questions(form, surroundings)
        + ways(form)
    }
  }

  // MARK: Notices

  private func told(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    var nodes: [Node<HealthWindowAction>] = []
    if let from = form.foundFrom, form.isDirty {
      let moment = Moment(from, in: surroundings.now.zone)
      let day = CalendarDay(of: moment).brief(on: CalendarDay(of: surroundings.now))
      nodes.append(
        .notice(
          form.isRecovered ? "Recovered from your draft." : "This is your draft.", id: "recovered", tone: .info,
          icon: .info,
          [
            .note("\(day), \(moment.clock.text)", icon: .clock, id: "from"),
            .destructive("Discard", id: "discard", asks: .ask(.discard(form.name))),
          ]))
    }
    if let problem = form.problem {
      nodes.append(
        .notice(
          "\(problem.sentence) What you typed is still here.", id: "problem", tone: .warning, icon: .warning))
    }
    let wrong = form.isTried ? form.complaints(at: surroundings.now).count : 0
    if wrong > 0 {
      let words = wrong == 1 ? "1 field needs correction" : "\(wrong) fields need correction"
      nodes.append(.notice("\(words) before this can be saved.", id: "wrong", tone: .warning, icon: .warning))
    }
    return nodes
  }

  // MARK: Buttons

  private func ways(_ form: EntryForm) -> [Node<HealthWindowAction>] {
    if form.phase == .saving { return [.progress("Saving")] }
    var nodes: [Node<HealthWindowAction>] = [
      form.photo == .sending
        ? .disabledButton(
          "Save", icon: .save, because: "Your photo is being sent. Wait, or cancel the photo.")
        : .button("Save", icon: .save, isProminent: true, does: .save(form.name))
    ]
    if form.isDirty, form.foundFrom == nil {
      let words = form.name.entry == nil ? "Discard draft" : "Discard changes"
      nodes.append(.destructive(words, id: "discard", icon: .undo, asks: .ask(.discard(form.name))))
    }
    if let opened = form.opened {
      nodes.append(.button("Delete this entry", id: "delete", icon: .remove, does: .delete(opened.name)))
    }
    return [.group(id: "ways", nodes)]
  }

  private func done(_ form: EntryForm, _ kept: KeptEntry, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let moment = Moment(kept.entry.when, in: surroundings.now.zone)
    let ways: [Node<HealthWindowAction>] = [
      .link("Edit this entry", to: FormName(kept.name.kind, editing: kept.name.id).route, icon: .edit),
      .link("History", to: Route(["history"]), icon: .calendar),
    ]
    return [
      .section(
        "Saved", id: "saved",
        [
          .text(kept.entry.record.words(in: surroundings.numbers), id: "words"),
          .note("\(CalendarDay(of: moment).long), \(moment.clock.text)", icon: .success, id: "when"),
        ]), .group(id: "ways", ways),
    ]
  }

  // MARK: Edit conflicts

  private func behind(
    _ form: EntryForm, _ newer: KeptEntry?, _ surroundings: Surroundings
  ) -> [Node<HealthWindowAction>] {
    let name = form.name
    let drop: Node<HealthWindowAction> = .destructive("Discard my changes", id: "drop", asks: .ask(.discard(name)))
    guard let newer else {
      return [
        .notice(
          "This was deleted elsewhere since you opened it. What you typed is still here.", id: "behind",
          tone: .warning, icon: .warning,
          [.button("Save mine as a new entry", id: "beside", does: .saveBeside(name)), drop])
      ]
    }
    return [
      .notice(
        "This was changed elsewhere since you opened it. Both are kept until you choose.", id: "behind",
        tone: .warning, icon: .warning,
        [
          .button("Keep both", id: "beside", does: .saveBeside(name)),
          .destructive("Replace it with mine", id: "replace", icon: .save, asks: .ask(.replace(name))), drop,
        ]),
      .section("Current version", id: "newer", [.list("Current version", id: "answers", told(newer, surroundings))]),
      .heading("Your version", level: 2),
    ]
  }

  /// Shows an entry with one row per answer.
  private func told(_ kept: KeptEntry, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let values = kept.entry.answers(at: surroundings.now)
    let answers = kept.name.kind.type.questions.compactMap { question -> Node<HealthWindowAction>? in
      let text = values[question.field]
      return text.isEmpty ? nil : .row(question.title, id: question.field.rawValue, value: question.said(text))
    }
    return answers + [.row("Time", id: "when", value: "\(values[.date]), \(values[.time])")]
  }

  // MARK: Confirmation dialogs

  private func dialog(_ question: HealthWindowState.Question) -> Node<HealthWindowAction> {
    switch question {
    case .photoOffline:
      return .dialog(
        "Photo analysis available when online. Add text description?", id: "photo-offline", [],
        buttons: [
          .button("Add description", icon: .edit, isProminent: true, does: .dismiss),
          .button("Cancel", does: .dismiss),
        ], dismiss: .dismiss)
    case .discard(let form):
      return .dialog(
        "Discard what you typed?", id: "question", [.text("It cannot be restored.", id: "words")],
        buttons: [.button("Keep editing", does: .dismiss), .destructive("Discard", asks: .discard(form))],
        dismiss: .dismiss, isAlert: true)
    case .doubt(let form, let words):
      return .dialog(
        "Save it like this?", id: "question", [.text(words, id: "words")],
        buttons: [
          .button("Keep editing", isProminent: true, does: .dismiss),
          .button("Save anyway", icon: .save, does: .confirm(form)),
        ], dismiss: .dismiss)
    case .replace(let form):
      return .dialog(
        "Replace it with yours?", id: "question",
        [.text("The version saved elsewhere will be overwritten. Keep both if you are not sure.", id: "words")],
        buttons: [
          .button("Cancel", does: .dismiss), .destructive("Replace", icon: .save, asks: .replace(form)),
        ], dismiss: .dismiss, isAlert: true)
    }
  }
}
