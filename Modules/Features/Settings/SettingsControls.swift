internal import Hours
internal import Interface
internal import JSON
internal import Mode

// The control of each kind of setting.
extension SettingsState {
  /// The control, with a reset button while the value is not the default.
  func group(_ setting: AnySetting, in local: SettingsWindowState) -> Node<SettingsWindowAction> {
    var control = control(setting, in: local)
    if isOverruled(setting), let above = setting.about.under.flatMap({ plan[$0] }) {
      control = control.disabled(because: "Turn on \(above.title) first.")
    }
    let reset: [Node<SettingsWindowAction>] =
      isChanged(setting)
      ? [.button("Reset \(setting.title)", id: "reset", icon: .undo, does: .askReset(.one(setting.key)))] : []
    return .group(id: setting.name, [control] + reset)
  }

  private func control(_ setting: AnySetting, in local: SettingsWindowState) -> Node<SettingsWindowAction> {
    let (key, title, hint) = (setting.key, setting.title, setting.about.hint)
    let value = value(of: setting)
    switch setting.kind {
    case .toggle:
      return .toggle(title, id: "set", isOn: value.bool == true, hint: hint) { .set(key, .bool($0)) }
    case .choice(let options, let isFolded):
      let values = Dictionary(options.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
      return .choice(
        title, id: "set", options.map { ($0.id, $0.title) }, selected: options.first { $0.value == value }?.id,
        isFolded: isFolded, hint: hint
      ) { .set(key, values[$0] ?? .null) }
    case .number(let limits, let step, _):
      let range = limits.range(in: mode)
      return .slider(
        title, id: "set", at: value.number ?? 0, in: Double(range.lowerBound)...Double(range.upperBound),
        step: Double(step), says: setting.words(for: value), hint: hint ?? words(on: limits)
      ) { .set(key, .number($0)) }
    case .window:
      return .group(
        title, id: "set",
        [
          time("\(title) start", id: "start", .start(key), in: local),
          time("\(title) end", id: "end", .end(key), in: local),
        ]
          + (hint.map { [.note($0, id: "hint")] } ?? []))
    case .times(let most): return times(setting, most, in: local)
    }
  }

  /// The limits in words; nil where they are the same in every mode.
  private func words(on limits: AnySetting.Limits) -> String? {
    guard limits.light != limits.deep else { return nil }
    let range = limits.range(in: mode)
    return "\(mode.title) mode allows \(range.lowerBound) to \(range.upperBound)."
  }

  private func time(_ label: String, id: String, _ field: SettingsWindowState.Field, in local: SettingsWindowState)
    -> Node<SettingsWindowAction>
  {
    .field(label, id: id, holds: text(of: field, in: local), role: .timefield, commit: { .type(field, $0) }) { about in
      about.example = "22:00"
      about.longest = 16
      about.invalid = complaint(about: field, in: local)
    }
  }

  private func times(_ setting: AnySetting, _ most: Int, in local: SettingsWindowState) -> Node<SettingsWindowAction> {
    let times = [TimeOfDay](kept: value(of: setting)) ?? []
    let rows = times.map { time in
      Node<SettingsWindowAction>.row(
        time.text, id: "at-\(time.minutes)",
        [.button("Remove \(time.text)", id: "remove", icon: .remove, does: .remove(time, from: setting.key))])
    }
    let field = SettingsWindowState.Field.another(setting.key)
    let isFull = times.count >= most && local.drafts[field] == nil
    return .group(
      setting.title, id: "set",
      [rows.isEmpty ? .note("No times yet.", id: "none") : .list(setting.title, id: "times", rows)]
        + (setting.about.hint.map { [.note($0, id: "hint")] } ?? [])
        + [
          isFull
            ? .note("You can add up to \(most) times.", id: "full")
            : time("Add to \(setting.title)", id: "another", field, in: local)
        ])
  }
}

extension AnySetting {
  /// The key as a part of a node's identifier, where a dot separates parent and child.
  var name: String { key.replacing(".", with: "-") }
}

extension Node {
  /// A node's identifier derived from words that are a record of their own.
  static func key(_ words: String) -> String {
    String(words.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  /// Disables the node and its children, keeping them visible.
  fileprivate func disabled(because reason: String) -> Node {
    var copy = with { $0.isDisabled = true }
    copy.hint = reason
    copy.children = children.map { $0.disabled(because: reason) }
    return copy
  }
}
