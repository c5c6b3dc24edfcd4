internal import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Measures
internal import Numbers
internal import Pillar

// The screen of a goal's form.
extension ProgressState {
  func goalForm(_ name: GoalFormName, _ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    let title: String
    switch name {
    case .new: title = "Set a goal"
    case .editing: title = "Edit goal"
    }
    let heading: [Node<ProgressWindowAction>] = [.heading(title, level: 1)] + standing(local)
    return ShownContent(
      title: "Goal", nodes: heading + body(name, local.forms[name] ?? fresh(name, surroundings.now), surroundings))
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
    case .editing, .saving: return told(form, surroundings) + questions(form, surroundings) + ways(form) + [back]
    }
  }

  private func told(_ form: GoalForm, _ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    var nodes: [Node<ProgressWindowAction>] = []
    if form.isRecovered {
      nodes.append(.notice("Recovered from your draft.", id: "recovered", tone: .info, icon: .info))
    }
    if form.isBehind {
      nodes.append(
        .notice(
          "This was changed elsewhere since you opened it. Saving again replaces that with yours; discarding keeps the newer version.",
          id: "behind", tone: .warning, icon: .warning))
    } else if let problem = form.problem {
      nodes.append(
        .notice("\(problem.sentence) What you entered is still here.", id: "problem", tone: .warning, icon: .warning))
    }
    let wrong = form.isTried ? form.complaints(at: surroundings.now).count : 0
    if wrong > 0 {
      let words = wrong == 1 ? "1 field needs correction" : "\(wrong) fields need correction"
      nodes.append(.notice("\(words) before this can be saved.", id: "wrong", tone: .warning, icon: .warning))
    }
    return nodes
  }

  // MARK: Fields

  private func questions(_ form: GoalForm, _ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    let (name, values) = (form.name, form.values)
    let complaints = form.complaints(at: surroundings.now)
    func target(
      _ about: @escaping (inout Node<ProgressWindowAction>.Field) -> Void
    ) -> Node<ProgressWindowAction> {
      .number(
        "Target", id: GoalField.target.rawValue, holds: values[.target], in: NumberNotation(locale: form.locale),
        draft: { .fill(name, .target, $0) }, commit: { .fill(name, .target, $0) }
      ) { said in
        said.invalid = complaints[.target]
        said.purpose = .amount
        about(&said)
      }
    }
    func field(
      _ field: GoalField, _ label: String, role: Role = .textbox,
      _ about: @escaping (inout Node<ProgressWindowAction>.Field) -> Void = { _ in }
    ) -> Node<ProgressWindowAction> {
      .field(
        label, id: field.rawValue, holds: values[field], role: role, draft: { .fill(name, field, $0) },
        commit: { .fill(name, field, $0) }
      ) { said in
        said.longest = GoalValues.longest
        said.invalid = complaints[field]
        about(&said)
      }
    }
    var nodes: [Node<ProgressWindowAction>] = [
      .choice(
        "Pillar", id: "pillar", Pillar.allCases.map { (id: $0.rawValue, title: $0.title) },
        selected: values.pillar.rawValue
      ) { .choose(name, .pillar(Pillar(rawValue: $0) ?? .fitness)) },
      .choice(
        "Measure", id: "measure",
        Aim.measures(of: values.pillar).map { (id: $0.rawValue, title: $0.title) } + [
          (id: "own", title: "Custom")
        ],
        selected: values.measure?.rawValue ?? "own", isFolded: true,
        hint:
          "Measures are tracked automatically. You mark a custom goal as reached yourself."
      ) { .choose(name, .measure(Measure(rawValue: $0))) },
    ]
    if let aim = values.aim {
      let ways = Aim.ways(of: aim.measure)
      if ways.count > 1 {
        nodes.append(
          .choice("How", id: "way", ways.map { (id: $0.rawValue, title: $0.title) }, selected: aim.way.rawValue) {
            .choose(name, .way($0))
          })
      }
      nodes.append(
        target { said in
          said.hint = "In \(aim.unit)"
          said.isRequired = true
        })
    } else {
      nodes.append(
        field(.name, "Goal") { said in
          said.example = "Learn to swim"
          said.isRequired = true
        })
      nodes.append(target { _ in })
      nodes.append(field(.unit, "Unit") { $0.example = "pages" })
    }
    return nodes + [
      field(.begins, "First day", role: .datefield) { said in
        said.example = surroundings.now.day.text
        said.isRequired = true
      },
      field(.ends, "Last day", role: .datefield) { said in
        said.example = surroundings.now.day.following(30).text
        said.hint = "Leave empty for a goal without an end."
      },
    ]
  }

  // MARK: Buttons

  private func ways(_ form: GoalForm) -> [Node<ProgressWindowAction>] {
    if form.phase == .saving { return [.progress("Saving")] }
    var nodes: [Node<ProgressWindowAction>] = [.button("Save", icon: .save, isProminent: true, does: .save(form.name))]
    if form.isDirty { nodes.append(.button("Discard changes", id: "discard", icon: .undo, does: .discard(form.name))) }
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
