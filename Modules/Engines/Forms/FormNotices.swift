internal import Days
internal import Hours
public import Interface
internal import Kernel
internal import Platform

// What a form says about itself, its buttons, and its questions.
extension Form {
  /// The draft that was found and from when, the problem of the last attempt, and how many fields need correction.
  public func notices<Action>(
    in surroundings: Surroundings, does: @escaping @Sendable (FormAction<Name>) -> Action
  ) -> [Node<Action>] {
    var nodes: [Node<Action>] = []
    if let from = foundFrom, isDirty {
      let dates = DateWords(surroundings.now)
      nodes.append(
        .notice(
          isRecovered ? "Recovered from your draft." : "This is your draft.", id: "recovered", tone: .info, icon: .info,
          [
            .note(
              "\(dates.brief(CalendarDay(from, in: surroundings.now.zone))), \(dates.time(from))", icon: .clock,
              id: "from"),
            .destructive("Discard", id: "discard", asks: does(.ask(.discard(name)))),
          ]))
    }
    if let problem {
      nodes.append(
        .notice("\(problem.sentence) What you typed is still here.", id: "problem", tone: .warning, icon: .warning))
    }
    let wrong = isTried ? complaints(at: surroundings.now).count : 0
    if wrong > 0 {
      let words = wrong == 1 ? "1 field needs correction" : "\(wrong) fields need correction"
      nodes.append(.notice("\(words) before this can be saved.", id: "wrong", tone: .warning, icon: .warning))
    }
    return nodes
  }

  /// The buttons that save and discard what is typed. With a reason it cannot be saved now.
  public func buttons<Action>(
    _ save: String = "Save", unless reason: String? = nil, does: @escaping @Sendable (FormAction<Name>) -> Action
  ) -> [Node<Action>] {
    if phase == .saving { return [.progress("Saving")] }
    var nodes: [Node<Action>] = [
      reason.map { .disabledButton(save, icon: .save, because: $0) }
        ?? .button(save, icon: .save, isProminent: true, does: does(.save(name)))
    ]
    if isDirty, foundFrom == nil {
      let words = name.isNew ? "Discard draft" : "Discard changes"
      nodes.append(.destructive(words, id: "discard", icon: .undo, asks: does(.ask(.discard(name)))))
    }
    return nodes
  }
}

extension FormQuestion {
  /// The question in front of the screen.
  public func dialog<Action>(does: @escaping @Sendable (FormAction<Name>) -> Action) -> Node<Action> {
    switch self {
    case .discard(let form):
      .dialog(
        "Discard what you typed?", id: "question", [.text("It cannot be restored.", id: "words")],
        buttons: [
          .button("Keep editing", does: does(.dismiss)), .destructive("Discard", asks: does(.discard(form))),
        ], dismiss: does(.dismiss), isAlert: true)
    case .doubt(let form, let words):
      .dialog(
        "Save it like this?", id: "question", [.text(words, id: "words")],
        buttons: [
          .button("Keep editing", isProminent: true, does: does(.dismiss)),
          .button("Save anyway", icon: .save, does: does(.confirm(form))),
        ], dismiss: does(.dismiss))
    case .replace(let form):
      .dialog(
        "Replace it with yours?", id: "question",
        [.text("The version saved elsewhere will be overwritten. Keep both if you are not sure.", id: "words")],
        buttons: [
          .button("Cancel", does: does(.dismiss)),
          .destructive("Replace", icon: .save, asks: does(.replace(form))),
        ], dismiss: does(.dismiss), isAlert: true)
    }
  }
}
