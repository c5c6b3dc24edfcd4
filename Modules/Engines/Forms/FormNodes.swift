internal import Days
internal import Hours
public import Interface
internal import Kernel
internal import Mode
internal import Numbers

// The fields of a form, with their complaints.
extension Form {
  /// One node for each field, in order, or for each of `inputs`, which are shown apart. Its identifier is the field's raw
  /// value.
  ///
  /// Light mode hides empty fields that are for Deep mode only; a filled one is shown in either, so that nothing is
  /// saved unseen. With a reason none can be changed now.
  public func fields<Action>(
    _ inputs: [FormInput<Name.Field>]? = nil, in surroundings: Surroundings, unless reason: String? = nil,
    does: @escaping @Sendable (FormAction<Name>) -> Action
  ) -> [Node<Action>] {
    let complaints = complaints(at: surroundings.now)
    return (inputs ?? self.inputs(in: surroundings)).filter { isShown($0, in: surroundings) }.map {
      let node = node($0, complaints[$0.field], in: surroundings, does: does)
      return reason.map { disabled(node, because: $0) } ?? node
    }
  }

  private func disabled<Action>(_ node: Node<Action>, because reason: String) -> Node<Action> {
    var disabled = node.with { $0.isDisabled = true }
    disabled.hint = reason
    disabled.children = node.children.map { self.disabled($0, because: reason) }
    return disabled
  }

  /// Whether Deep mode shows more fields.
  public func hidesFields(in surroundings: Surroundings) -> Bool {
    inputs(in: surroundings).contains { !isShown($0, in: surroundings) }
  }

  private func inputs(in surroundings: Surroundings) -> [FormInput<Name.Field>] {
    name.inputs(values, at: located(surroundings.now))
  }

  private func isShown(_ input: FormInput<Name.Field>, in surroundings: Surroundings) -> Bool {
    !input.about.isDeepOnly || surroundings.mode == .deep || !values[input.field].isEmpty
  }

  private func node<Action>(
    _ input: FormInput<Name.Field>, _ complaint: String?, in surroundings: Surroundings,
    does: @escaping @Sendable (FormAction<Name>) -> Action
  ) -> Node<Action> {
    let (name, field, title, about) = (name, input.field, input.title, input.about)
    let (id, holds, now) = (field.rawValue, values[field], located(surroundings.now))
    let fill: @Sendable (String) -> Action = { does(.fill(name, field, $0)) }

    func typed(
      role: Role = .textbox, holds: String = holds, _ change: (inout Node<Action>.Field) -> Void = { _ in }
    ) -> Node<Action> {
      .field(title, id: id, holds: holds, role: role, draft: fill, commit: fill) { said in
        describe(&said, input, complaint)
        change(&said)
      }
    }
    func standing(_ role: Role, _ text: String) -> Node<Action> {
      let isStanding = Name.Field.standing.contains(field)
      return typed(role: role, holds: isStanding && holds.isEmpty && !values.isEmptied(field) ? text : holds) {
        if isStanding { $0.example = text }
      }
    }
    // Write-only: no frame holds what was typed, and it is not sent key by key.
    func secret(_ purpose: Purpose) -> Node<Action> {
      .field(
        title, id: emptied == 0 ? id : "\(id)-\(emptied + 1)", holds: "",
        commit: { does(.enter(name, field, Redacted($0))) }
      ) { said in
        describe(&said, input, complaint)
        said.purpose = purpose
      }
    }
    switch input.control {
    case .text(_, let isLong):
      return typed {
        $0.purpose = about.purpose ?? .notes
        $0.isMultiline = isLong
      }
    case .email: return typed { $0.purpose = .email }
    case .day: return standing(.datefield, now.day.text)
    case .time: return standing(.timefield, now.clock.text)
    case .number(let unit, _, let isWhole):
      return .number(
        title, id: id, holds: holds, in: NumberNotation(locale: now.locale), isWhole: isWhole, draft: fill, commit: fill
      ) { said in
        describe(&said, input, complaint)
        said.longest = NumberNotation.longest
        said.hint = about.hint ?? unit.flatMap { $0 == title.lowercased() ? nil : "In \($0)." }
      }
    case .scale(let scale, let usual, let said):
      let number = min(max(Int(holds) ?? usual, scale.lowerBound), scale.upperBound)
      return .slider(
        title, id: id, at: Double(number), in: Double(scale.lowerBound)...Double(scale.upperBound),
        says: holds.isEmpty && about.isOptional ? "not set" : said(number), hint: about.hint
      ) { fill(String(Int($0.rounded()))) }
    case .one(let known, let isFolded, let usual):
      var reader = reader(at: surroundings.now)
      let chosen = holds.isEmpty ? usual(name.moment(&reader)) : holds
      // An unknown value of another device or a newer version is offered while it is chosen.
      let isKnown = chosen.isEmpty || known.contains { $0.value == chosen }
      let options = isKnown ? known : known + [FormOption(chosen, chosen.capitalisedFirst, id: "kept")]
      return .choice(
        title, id: id, options.map { ($0.id, $0.title) }, selected: options.first { $0.value == chosen }?.id,
        isFolded: isFolded, hint: about.hint
      ) { choice in fill(options.first { $0.id == choice }?.value ?? chosen) }
      .with { $0.invalid = complaint }
    case .several(let known):
      let chosen = values.list(field)
      let options = known + .words(chosen.filter { word in !known.contains { $0.value == word } })
      let boxes = options.map { option in
        Node<Action>.checkbox(option.title, is: chosen.contains(option.value) ? .on : .off) {
          does(.tick(name, field, option.value, $0))
        }
      }
      return .group(title, id: id, boxes + (complaint.map { [.note($0, tone: .warning, icon: .warning)] } ?? []))
    case .toggle:
      return .toggle(title, id: id, isOn: values.isOn(field), hint: about.hint) { fill($0 ? "on" : "") }
        .with { $0.invalid = complaint }
    case .password(let isNew): return secret(isNew ? .newPassword : .password)
    case .code: return secret(.oneTimeCode)
    }
  }

  private func describe<Action>(
    _ said: inout Node<Action>.Field, _ input: FormInput<Name.Field>, _ complaint: String?
  ) {
    said.hint = input.about.hint
    said.example = input.about.example
    said.purpose = input.about.purpose
    said.isRequired = input.about.isRequired
    said.longest = input.longest
    said.invalid = complaint
  }
}
