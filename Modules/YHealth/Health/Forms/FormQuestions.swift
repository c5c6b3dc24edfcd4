internal import Days
internal import FoundationEssentials
internal import Hours
internal import Interface
internal import Kernel
internal import Mode
internal import Numbers

// The fields of a form, with their complaints.
extension HealthState {
  func questions(_ form: EntryForm, _ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let complaints = form.complaints(at: surroundings.now)
    let kind = form.name.kind
    let shown = kind.type.questions.filter { question in
      // A filled field is shown in either mode, so that nothing is saved unseen.
      !question.isDeepOnly || surroundings.mode == .deep || !form.values[question.field].isEmpty
    }
    var nodes = shown.map { node($0, form, complaints[$0.field], surroundings) }
    if kind == .meal, let after = shown.firstIndex(where: { $0.field == .description }) {
      nodes.insert(contentsOf: estimate(form, surroundings), at: after + 1)
    }
    if kind == .meal { nodes.append(photo(form, surroundings)) }
    nodes.append(when(form, complaints, surroundings))
    if shown.count < kind.type.questions.count {
      nodes.append(.note("More fields in Deep mode.", icon: .info, id: "deeper"))
    }
    return [.group(id: "form", nodes)]
  }

  private func node(
    _ question: FormInput, _ form: EntryForm, _ complaint: String?, _ surroundings: Surroundings
  ) -> Node<HealthWindowAction> {
    let (name, field, title) = (form.name, question.field, question.title)
    let (id, holds) = (question.field.rawValue, form.values[question.field])
    let fill: @Sendable (String) -> HealthWindowAction = { .fill(name, field, $0) }
    switch question.control {
    case .text(let longest, let isLong):
      return .field(title, id: id, holds: holds, draft: fill, commit: fill) { about in
        about.hint = question.hint
        about.example = question.example
        about.purpose = .notes
        about.isRequired = question.isRequired
        about.isMultiline = isLong
        // Allows text slightly beyond the limit, so that it is reported and not cut off.
        about.longest = longest + 500
        about.invalid = complaint
      }
    case .number(let unit):
      let numbers = NumberNotation(locale: form.located(surroundings.now).locale)
      return .number(title, id: id, holds: holds, in: numbers, draft: fill, commit: fill) { about in
        about.hint = question.hint ?? (unit == "steps" ? nil : "In \(unit).")
        about.example = question.example
        about.invalid = complaint
      }
    case .scale(let scale, let usual, let said):
      let number = min(max(Int(holds) ?? usual, scale.lowerBound), scale.upperBound)
      return .slider(
        title, id: id, at: Double(number), in: Double(scale.lowerBound)...Double(scale.upperBound),
        says: holds.isEmpty && question.isOptional ? "not set" : said(number)
      ) { .fill(name, field, String(Int($0.rounded()))) }
    case .time:
      return .field(title, id: id, holds: holds, role: .timefield, draft: fill, commit: fill) { about in
        about.hint = question.hint
        about.example = question.example
        about.isRequired = question.isRequired
        about.longest = 16
        about.invalid = complaint
      }
    case .one(let words, let isFolded, let usual):
      var reader = form.reader(at: surroundings.now)
      let chosen = holds.isEmpty ? usual(reader.moment(reader.instant()).clock) : holds
      // An unknown word of another device or a newer version is offered while it is chosen.
      let known = words.map { (id: $0.replacing(" ", with: "-"), word: $0) }
      let options = words.contains(chosen) ? known : known + [(id: "kept", word: chosen)]
      return .choice(
        title, id: id, options.map { ($0.id, $0.word.capitalisedFirst) },
        selected: options.first { $0.word == chosen }?.id, isFolded: isFolded
      ) { choice in fill(options.first { $0.id == choice }?.word ?? chosen) }
    case .several(let words):
      let chosen = form.values.list(field)
      let boxes = (words + chosen.filter { !words.contains($0) }).map { word in
        Node<HealthWindowAction>.checkbox(word.capitalisedFirst, is: chosen.contains(word) ? .on : .off) {
          .tick(name, field, word, $0)
        }
      }
      return .group(title, id: id, boxes + (complaint.map { [.note($0, tone: .warning, icon: .warning)] } ?? []))
    }
  }

  /// The time of the entry; now by default.
  private func when(
    _ form: EntryForm, _ complaints: [FormField: String], _ surroundings: Surroundings
  ) -> Node<HealthWindowAction> {
    let (name, now) = (form.name, form.located(surroundings.now))
    func node(_ title: String, _ field: FormField, _ role: Role, _ standing: String) -> Node<HealthWindowAction> {
      let fill: @Sendable (String) -> HealthWindowAction = { .fill(name, field, $0) }
      let typed = form.values[field]
      return .field(
        title, id: field.rawValue, holds: typed.isEmpty && !form.values.isEmptied(field) ? standing : typed, role: role,
        draft: fill, commit: fill
      ) { about in
        about.longest = 16
        about.example = standing
        about.invalid = complaints[field]
      }
    }
    return .group(
      name.kind.whenTitle, id: "when",
      [
        node("Day", .date, .datefield, CalendarDay(of: now).text),
        node("Time", .time, .timefield, now.clock.text),
      ])
  }
}
