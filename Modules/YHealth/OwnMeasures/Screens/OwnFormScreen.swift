internal import Days
internal import Forms
internal import Hours
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform

// The sheets of a measure's definition and of an entry.
extension OwnMeasuresState {
  private static let does: @Sendable (FormAction<OwnFormName>) -> OwnMeasuresWindowAction = { .form($0) }

  func formScreen(
    _ name: OwnFormName, _ route: Route, _ surroundings: Surroundings, at window: WindowID
  ) -> Screen<OwnMeasuresWindowAction> {
    let form = form(name, in: window, at: surroundings.now)
    let title = form.map { self.title(of: $0) } ?? OwnMeasuresPlaces.title(route)
    return Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + (form.map { body(of: $0, surroundings) } ?? [missing]),
      dialog: windows[window].forms.question?.dialog(does: Self.does))
  }

  private func title(of form: OwnForm) -> String {
    switch form.name {
    case .measure(nil): return "New measure"
    case .measure: return "Edit measure"
    case .entry(let id):
      return names[id] ?? (form.values[.ofName].isEmpty ? "Log a measure" : form.values[.ofName].brief(80))
    case .reading:
      return owner(of: form).flatMap { names[$0] }.map { "Edit entry: \($0)" } ?? "Edit entry"
    }
  }

  private func body(of form: OwnForm, _ surroundings: Surroundings) -> [OwnNode] {
    switch form.phase {
    case .opening:
      guard let problem = form.problem else { return unready ?? [.skeleton("Loading this entry")] }
      return [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .appeared(form.name.route))])
      ]
    case .missing:
      return form.name.isOfEntry && owner(of: form).map({ measure($0) != nil }) ?? true && form.name.isReading
        ? [missingEntry] : [missing]
    case .done(let kept): return done(kept, surroundings)
    case .behind(let newer):
      return form.conflict(
        with: newer.map { told($0, surroundings) }, of: form.name.isOfEntry ? "entry" : "measure", does: Self.does)
        + fields(form, surroundings)
    case .editing, .saving:
      return gone(form, surroundings) + form.notices(in: surroundings, does: Self.does) + quick(form, surroundings)
        + fields(form, surroundings) + ways(form)
    }
  }

  private var missingEntry: OwnNode {
    .empty(
      "This entry no longer exists.", because: "It was deleted, here or on another device.", icon: .info,
      .link("Your measures", to: OwnMeasuresPlaces.home, id: "all", icon: .list))
  }

  // MARK: Fields

  private func fields(_ form: OwnForm, _ surroundings: Surroundings) -> [OwnNode] {
    var nodes = form.fields(in: surroundings, does: Self.does)
    if form.name.isOfEntry {
      // A slider has no place for a complaint of its own.
      if let complaint = form.complaints(at: surroundings.now)[.value],
        let slider = nodes.firstIndex(where: { $0.id == OwnField.value.rawValue && $0.role == .slider })
      {
        nodes.insert(.note(complaint, tone: .warning, icon: .warning, id: "complaint"), at: slider + 1)
      }
      let when: [FormInput<OwnField>] = [FormInput(.date, "Day", .day), FormInput(.time, "Time", .time)]
      nodes.append(.group("When", id: "when", form.fields(when, in: surroundings, does: Self.does)))
    }
    if form.hidesFields(in: surroundings) {
      nodes.append(.note("More fields in Deep mode.", icon: .info, id: "deeper"))
    }
    return [.group(id: "form", nodes)]
  }

  private func ways(_ form: OwnForm) -> [OwnNode] {
    let isGone = isMeasureGone(form)
    let save = form.name == .measure(nil) ? "Add measure" : "Save"
    var nodes = form.buttons(
      save, unless: isGone ? "Restore the measure first, or discard what you typed." : nil, does: Self.does)
    if form.phase != .saving, case .reading(let kept, _)? = form.opened {
      nodes.append(.button("Delete this entry", id: "delete", icon: .remove, does: .delete(kept.reading.id)))
    }
    return [.group(id: "ways", nodes)]
  }

  /// The entries that are logged with one tap.
  private func quick(_ form: OwnForm, _ surroundings: Surroundings) -> [OwnNode] {
    guard case .entry = form.name, form.phase == .editing, !form.isDirty, let measure = measure(of: form) else {
      return []
    }
    let name = form.name
    let offers: [(words: String, id: String, values: [OwnField: String])]
    switch measure.kind {
    case .scale:
      offers = OwnMeasure.scale.map { ("\($0)", "quick-\($0)", [.value: "\($0)"]) }
    case .medicine:
      let dose = measure.dose.map { measure.said($0, in: surroundings.numbers) }
      offers = [
        (["Taken", dose].compactMap(\.self).joined(separator: ", "), "quick-taken", [.taken: "yes"]),
        ("Not taken", "quick-not-taken", [.taken: "no"]),
      ]
    case .pressure, .number: return []
    }
    let buttons = offers.map { offer in
      OwnNode.button(
        measure.kind == .scale ? "\(offer.words) of 10" : offer.words, id: offer.id, does: .quick(name, offer.values))
    }
    return [.group("Log in one tap", id: "quick", buttons)]
  }

  // MARK: A measure that was deleted

  private func isMeasureGone(_ form: OwnForm) -> Bool {
    form.name.isOfEntry && reading == .done && measure(of: form) == nil
  }

  private func gone(_ form: OwnForm, _ surroundings: Surroundings) -> [OwnNode] {
    guard isMeasureGone(form), let id = owner(of: form),
      let measure = OwnReadingContent.measure(form.values, id: ID(id), at: surroundings.now.date)
    else { return [] }
    return [
      .notice(
        "This measure was deleted, here or on another device. What you typed is still here.", id: "gone",
        tone: .warning, icon: .warning,
        [.button("Restore measure", id: "define", icon: .undo, does: .undo(.define(measure)))])
    ]
  }

  // MARK: After a save, and edit conflicts

  private func done(_ kept: OwnStored, _ surroundings: Surroundings) -> [OwnNode] {
    let (words, id): (String, UUID)
    switch kept {
    case .measure(let kept): (words, id) = (kept.measure.name.brief(80), kept.id)
    case .reading(let kept, let measure):
      words = measure.map { kept.reading.words(of: $0, in: surroundings.numbers) } ?? "Entry"
      id = kept.reading.measure
    }
    return [
      .section("Saved", id: "saved", [.text(words, id: "words")]),
      .group(
        id: "ways",
        [
          .link("Log", to: OwnMeasuresPlaces.log(id), id: "log", icon: .add),
          .link("Open measure", to: OwnMeasuresPlaces.measure(id), id: "open", icon: .forward),
        ]),
    ]
  }

  /// Shows a stored record with one row for each field that has a value.
  private func told(_ stored: OwnStored, _ surroundings: Surroundings) -> [OwnNode] {
    let now = surroundings.now
    if case .reading(let kept, let measure?) = stored {
      let moment = Moment(kept.reading.measuredAt, in: now.zone)
      return [
        .row("Value", id: "value", value: kept.reading.words(of: measure, in: surroundings.numbers)),
        .row("Time", id: "when", value: "\(moment.day.text), \(moment.clock.text)"),
      ] + (kept.reading.note.map { [.row("Note", id: "note", value: $0.brief(200))] } ?? [])
    }
    let name = OwnFormName.measure(nil)
    let values = name.values(of: stored, at: now)
    return name.inputs(values, at: now).compactMap { input in
      let text = values[input.field]
      return text.isEmpty ? nil : .row(input.title, id: input.field.rawValue, value: input.said(text))
    }
  }
}

extension OwnFormName {
  fileprivate var isReading: Bool { if case .reading = self { true } else { false } }
}
