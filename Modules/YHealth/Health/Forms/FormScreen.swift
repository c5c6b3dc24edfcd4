internal import Days
internal import Forms
internal import Hours
internal import Interface
internal import Kernel
internal import Platform
internal import Units

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
      dialog: local.isPhotoOffline ? photoOffline : local.forms.question?.dialog(does: HealthState.does))
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
      return form.notices(in: surroundings, does: HealthState.does) + quickNodes(form, surroundings)
        + questions(form, surroundings) + ways(form)
    }
  }

  // MARK: Fields

  static let does: @Sendable (FormAction<FormName>) -> HealthWindowAction = { .form($0) }

  /// The fields with a group for the time of the entry, and for a meal its estimate and photo.
  private func questions(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    var nodes = form.fields(in: surroundings, does: HealthState.does)
    if form.name.kind == .meal {
      if let after = nodes.firstIndex(where: { $0.id == FormField.description.rawValue }) {
        nodes.insert(contentsOf: estimate(form, surroundings), at: after + 1)
      }
      nodes.append(photo(form, surroundings))
    }
    let when: [FormInput<FormField>] = [FormInput(.date, "Day", .day), FormInput(.time, "Time", .time)]
    nodes.append(
      .group(
        form.name.kind.whenTitle, id: "when", form.fields(when, in: surroundings, does: HealthState.does)))
    if form.hidesFields(in: surroundings) {
      nodes.append(.note("More fields in Deep mode.", icon: .info, id: "deeper"))
    }
    return [.group(id: "form", nodes)]
  }

  private func ways(_ form: EntryForm) -> [Node<HealthWindowAction>] {
    let isSending = form.photo == .sending
    var nodes = form.buttons(
      unless: isSending ? "Your photo is being sent. Wait, or cancel the photo." : nil, does: HealthState.does)
    if form.phase == .saving { return nodes }
    if let opened = form.opened {
      nodes.append(.button("Delete this entry", id: "delete", icon: .remove, does: .delete(opened.name)))
    }
    return [.group(id: "ways", nodes)]
  }

  private func done(_ form: EntryForm, _ kept: KeptEntry, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let ways: [Node<HealthWindowAction>] = [
      .link("Edit this entry", to: FormName(kept.name.kind, editing: kept.name.id).route, icon: .edit),
      .link("History", to: Route(["history"]), icon: .calendar),
    ]
    return [
      .section(
        "Saved", id: "saved",
        [
          .text(kept.entry.record.words(in: AmountNotation(of: surroundings.locale)), id: "words"),
          .note(DateWords(surroundings.now).instant(kept.entry.when), icon: .success, id: "when"),
        ]), .group(id: "ways", ways),
    ]
  }

  // MARK: Edit conflicts

  private func behind(
    _ form: EntryForm, _ newer: KeptEntry?, _ surroundings: Surroundings
  ) -> [Node<HealthWindowAction>] {
    form.conflict(with: newer.map { told($0, surroundings) }, of: "entry") { .form($0) }
  }

  /// Shows an entry with one row per answer.
  private func told(_ kept: KeptEntry, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let values = kept.entry.answers(at: surroundings.now)
    let answers = kept.name.kind.type.questions(in: AmountNotation(of: surroundings.locale)).compactMap {
      question -> Node<HealthWindowAction>? in
      let text = values[question.field]
      return text.isEmpty ? nil : .row(question.title, id: question.field.rawValue, value: question.said(text))
    }
    return answers + [.row("Time", id: "when", value: "\(values[.date]), \(values[.time])")]
  }

  private var photoOffline: Node<HealthWindowAction> {
    .dialog(
      "Photo analysis available when online. Add text description?", id: "photo-offline", [],
      buttons: [
        .button("Add description", icon: .edit, isProminent: true, does: .form(.dismiss)),
        .button("Cancel", does: .form(.dismiss)),
      ], dismiss: .form(.dismiss))
  }
}
