internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Platform
internal import Storage
internal import TrainingPlan

// The forms: for the runner, and for a run that was done.
extension TrainingState {
  static let does: @Sendable (FormAction<TrainingForm>) -> TrainingWindowAction = { .form($0) }

  func formScreen(
    _ name: TrainingForm, _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<TrainingWindowAction> {
    let local = windows[window]
    let title = name == .runner ? "Your running" : name.isNew ? "Mark a run" : "Change a run"
    var nodes: [TrainingNode] = [.heading(title, level: 1)] + standing(local)
    if case .failed = reading, let unready = unready() {
      nodes.append(unready)
    } else if let form = form(name, in: window, at: surroundings.now) {
      if name == .runner { nodes.append(.text(TrainingState.aboutRunner, id: "about")) }
      if case .mark(let day) = name, let run = course?.run(on: day) {
        nodes.append(.text("Planned: \(RunWords(surroundings).title(of: run).lowercasedStart).", id: "planned"))
      }
      nodes += body(of: form, surroundings)
    }
    return Screen(route, title: title, nodes: nodes, dialog: local.forms.question?.dialog(does: TrainingState.does))
  }

  private static let aboutRunner =
    "A plan follows from these answers alone. Nothing changes before you have seen it and use it."

  private func body(of form: Form<TrainingForm>, _ surroundings: Surroundings) -> [TrainingNode] {
    switch form.phase {
    case .opening: return [.skeleton("Loading this run")]
    case .missing:
      return [
        .empty(
          "This run no longer exists.", because: "It was deleted, here or on another device.", icon: .info,
          .link("Today", to: TrainingPlaces.today, id: "all", icon: .run))
      ]
    case .done:
      return [
        .note("Saved.", icon: .success, id: "saved"), .link("Today", to: TrainingPlaces.today, id: "all", icon: .run),
      ]
    case .behind(let newer):
      return behind(form, newer, surroundings) + form.fields(in: surroundings, does: TrainingState.does)
    case .editing, .saving:
      return form.notices(in: surroundings, does: TrainingState.does)
        + form.fields(in: surroundings, does: TrainingState.does) + pain(form) + [.group(id: "ways", ways(form))]
    }
  }

  private func pain(_ form: Form<TrainingForm>) -> [TrainingNode] {
    if let sign = WarningSigns.sign(in: form.values[form.name.isOfRun ? .note : .injury]) {
      return [.note(sign.advice, tone: .warning, icon: .warning, id: "doctor")]
    }
    guard (Int(form.values[.pain]) ?? 0) >= PlanRunner.comebackPain else { return [] }
    return [
      .note(
        "With this pain stop running, and see a doctor before you run again.", tone: .warning, icon: .warning,
        id: "doctor")
    ]
  }

  private func ways(_ form: Form<TrainingForm>) -> [TrainingNode] {
    let nodes =
      form.name == .runner
      ? form.buttons("Make a plan", does: TrainingState.does) : form.buttons(does: TrainingState.does)
    guard form.phase != .saving, let opened = form.opened else { return nodes }
    return nodes + [.button("Delete run", id: "delete", icon: .remove, does: .deleteRun(opened.record.id.uuid))]
  }

  private func behind(
    _ form: Form<TrainingForm>, _ newer: Opened<RunDone>?, _ surroundings: Surroundings
  ) -> [TrainingNode] {
    let name = form.name
    let drop: TrainingNode = .destructive("Discard my changes", id: "drop", asks: .form(.ask(.discard(name))))
    guard let newer else {
      return [
        .notice(
          "This was deleted elsewhere since you opened it. What you typed is still here.", id: "behind",
          tone: .warning, icon: .warning,
          [.button("Save mine as a new one", id: "beside", does: .form(.saveBeside(name))), drop])
      ]
    }
    return [
      .notice(
        "This was changed elsewhere since you opened it: \(RunWords(surroundings).said(newer.record)).", id: "behind",
        tone: .warning, icon: .warning,
        [
          .button("Keep both", id: "beside", does: .form(.saveBeside(name))),
          .destructive("Replace it with mine", id: "replace", icon: .save, asks: .form(.ask(.replace(name)))), drop,
        ])
    ]
  }
}
