internal import Forms
internal import Interface
internal import Kernel
internal import Pillar
internal import Platform

// The screen of a goal's form.
extension ProgressState {
  func goalForm(
    _ name: GoalFormName, _ surroundings: Surroundings, _ local: ProgressWindowState, in window: WindowID
  ) -> ShownContent {
    let title: String
    switch name {
    case .new: title = "Set a goal"
    case .editing: title = "Edit goal"
    }
    let heading: [Node<ProgressWindowAction>] = [.heading(title, level: 1)] + standing(local)
    return ShownContent(
      title: "Goal", nodes: heading + body(name, form(name, in: window, at: surroundings.now), surroundings))
  }

  private func body(
    _ name: GoalFormName, _ form: GoalForm?, _ surroundings: Surroundings
  ) -> [Node<ProgressWindowAction>] {
    let back = Node<ProgressWindowAction>.link("All goals", to: ProgressPlaces.goals, id: "all", icon: .flag)
    guard let form else {
      return goalsReading.isFailed
        ? [.text("This goal is not available at the moment.", id: "unknown"), back]
        : [.skeleton("Loading this goal")]
    }
    switch form.phase {
    case .missing:
      return [
        .empty(
          "This goal no longer exists.", because: "It was deleted, here or on another device.", icon: .info, back)
      ]
    case .done:
      return [
        .section(
          "Saved", id: "saved", [.note("Its progress is tracked from now on.", icon: .success, id: "words")]),
        .group(
          id: "ways",
          [back] + (form.opened == nil ? [.button("Set another", id: "another", icon: .add, does: .another(name))] : [])
        ),
      ]
    case .opening, .editing, .saving, .behind:
      return told(form, surroundings) + form.fields(in: surroundings, does: ProgressState.does) + ways(form) + [back]
    }
  }

  static let does: @Sendable (FormAction<GoalFormName>) -> ProgressWindowAction = { .form($0) }

  private func told(_ form: GoalForm, _ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    form.conflictNotice() + form.notices(in: surroundings, does: ProgressState.does)
  }

  // MARK: Buttons

  private func ways(_ form: GoalForm) -> [Node<ProgressWindowAction>] {
    var nodes = form.buttons(does: ProgressState.does)
    if form.phase == .saving { return nodes }
    if let opened = form.opened {
      if opened.goal.status == .active {
        nodes.append(.button("Give up this goal", id: "give-up", icon: .close, does: .give(opened.id, .givenUp)))
      } else if opened.goal.status == .givenUp {
        nodes.append(.button("Resume", id: "take-up", icon: .undo, does: .give(opened.id, .active)))
      }
      nodes.append(.button("Delete this goal", id: "delete", icon: .remove, does: .delete(opened.id)))
    }
    return [.group(id: "ways", nodes)]
  }
}
