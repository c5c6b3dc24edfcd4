internal import FoundationEssentials
internal import Interface
internal import JSON
internal import Kernel
internal import Mode

// How a change is taken, and how it comes to the disk and from there.
extension SettingsState {
  /// Stored values beyond this are nobody's setting.
  static let largest = 65_536

  /// Takes what is legal now and differs, and sends it on its way to the disk in the plan's order.
  mutating func set(_ values: [String: JSON], at name: SettingsDesk.Name) -> Steps {
    let before = self
    var steps: Steps = []
    for setting in plan.settings {
      guard let value = values[setting.key].flatMap(setting.legal), setting.value(value, in: mode) == value,
        value != chosen[setting.key] ?? setting.fallback
      else { continue }
      chosen[setting.key] = value
      if let save = save(setting.key, value) { steps.append(save) }
    }
    return steps + (mode == before.mode ? [] : words(on: before).map { .say(.told(Toast($0), at: name)) })
  }

  /// Another mode has other limits. What was chosen is not forgotten: it is back with the mode that allows it.
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

  /// Only the answer to the newest save says that what is on screen is on disk.
  mutating func saved(_ key: String, _ number: Int, _ order: SettingsNeeds.Order) -> Steps {
    orders[key] = max(order, orders[key] ?? order)
    guard underWay[key] == number else { return [] }
    underWay[key] = nil
    hasSaved = true
    // Another may have come to the disk after this one and been heard of before.
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

  /// Takes over what is kept, unless something newer is known: an echo of one's own save may come late, and so may what
  /// was read before it. What cannot be read, and what this version does not allow, leaves the default in force and is
  /// not touched; what a person chose here and is not on disk yet is newer than anything that comes in.
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
