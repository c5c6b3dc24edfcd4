internal import Interface
internal import JSON
internal import Kernel
internal import Mode
internal import Platform

// Changing settings, storing them, and merging changes from the store.
extension SettingsState {
  /// The largest stored value that is read, in bytes.
  static let largest = 65_536

  /// Applies the values that are legal now and differ, and stores them in the plan's order.
  mutating func set(_ values: [String: JSON]) -> Steps {
    var steps: Steps = []
    for setting in plan.settings {
      guard let value = values[setting.key].flatMap(setting.legal), setting.value(value, in: mode) == value,
        value != chosen[setting.key] ?? setting.fallback
      else { continue }
      chosen[setting.key] = value
      if let save = save(setting.key, value) { steps.append(save) }
    }
    return steps
  }

  /// The same, with a message at the window where the mode was changed.
  mutating func set(_ values: [String: JSON], in window: WindowID) -> Steps {
    let before = self
    let steps = set(values)
    return steps + (mode == before.mode ? [] : words(on: before).map { .tell(.told(Toast($0)), window) })
  }

  /// Sentences about the numbers that the new mode's limits change. The chosen value is kept, and returns with a mode
  /// that allows it.
  private func words(on before: SettingsState) -> [String] {
    plan.settings.compactMap { setting in
      let value = value(of: setting)
      guard value != before.value(of: setting), case .number(let limits, _, _) = setting.kind else { return nil }
      let range = limits.range(in: mode)
      return "\(setting.title): now \(setting.words(for: value)). "
        + "\(mode.title) mode allows \(range.lowerBound) to \(range.upperBound)."
    }
  }

  private mutating func save(_ key: String, _ value: JSON) -> Step<SettingsEffect, SettingsEvent>? {
    // Texts, flags and finite numbers always encode.
    guard let bytes = try? JSON.data(value) else { return nil }
    given += 1
    underWay[key] = given
    unsaved.removeAll { $0.key == key }
    return .run(.save(key, bytes, number: given), .inOrder("save"))
  }

  /// Only the answer to the newest save of a key marks it as saved.
  mutating func saved(_ key: String, _ number: Int, _ order: SettingsNeeds.Order) -> Steps {
    orders[key] = max(order, orders[key] ?? order)
    guard underWay[key] == number else { return [] }
    underWay[key] = nil
    hasSaved = true
    // Another change may have reached the disk after this save and been received before its answer.
    if let change = waiting.removeValue(forKey: key), let setting = plan[key] { adopt(setting, change) }
    return [.say(.saved(key))]
  }

  mutating func retry() -> Steps {
    let again = unsaved.compactMap { one in chosen[one.key].flatMap { save(one.key, $0) } }
    if case .failed = reading { return load() + again }
    return again
  }

  mutating func load() -> Steps {
    reading = .underWay
    return [.run(.load, .latest("load"))]
  }

  /// Adopts a stored value, unless a newer one is known: the echo of an own save may arrive late, and so may what was
  /// read before it. A value that cannot be read or is not allowed leaves the default in force and stays in the store.
  /// A choice made here and not on disk yet is newer than anything that arrives.
  mutating func adopt(_ setting: AnySetting, _ change: SettingsNeeds.Change) {
    let key = setting.key
    guard change.order >= orders[key] ?? change.order, !unsaved.contains(where: { $0.key == key }) else { return }
    guard underWay[key] == nil else {
      if change.order >= waiting[key]?.order ?? change.order { waiting[key] = change }
      return
    }
    orders[key] = change.order
    chosen[key] = change.value.flatMap(SettingsState.json).flatMap(setting.legal)
  }

  private static func json(_ bytes: Data) -> JSON? {
    bytes.count <= largest ? try? JSON(bytes: bytes) : nil
  }
}
