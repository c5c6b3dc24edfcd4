internal import Hours
internal import Interface
internal import JSON
public import Kernel
internal import Mode
internal import Platform

/// The settings, the progress of saving each change, and the state of every window.
public struct SettingsState: WindowedDeciding {
  /// The progress of reading the stored values.
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    /// Whether reading has ended, with or without a result.
    public var isOver: Bool { self != .unread && self != .underWay }
  }

  /// A change that is in effect but not on disk.
  public struct Unsaved: Sendable, Equatable {
    public let key: String
    public let problem: Problem
  }

  public let plan: SettingsPlan
  /// The chosen values, all legal; a key that is missing has its default.
  var chosen: [String: JSON] = [:]
  public internal(set) var reading = Reading.unread
  /// The number of each key's newest save, while it is being stored.
  var underWay: [String: Int] = [:]
  /// The position of each key's newest known value in the order of writes.
  var orders: [String: SettingsNeeds.Order] = [:]
  /// Changes received for a key during a save of it; the order of writes decides which of the two holds.
  var waiting: [String: SettingsNeeds.Change] = [:]
  /// The changes that failed to save, in the order of their failures.
  public internal(set) var unsaved: [Unsaved] = []
  /// Whether anything was saved since the start.
  var hasSaved = false
  /// Number of saves begun.
  var given = 0
  public var windows = WindowStates<SettingsWindowState>()

  public init(_ plan: SettingsPlan) { self.plan = plan }

  // MARK: Derived state

  /// The value in effect, always a legal one.
  public subscript<Value>(setting: Setting<Value>) -> Value {
    plan[setting.key].flatMap { Value(kept: value(of: $0)) } ?? setting.fallback
  }

  /// Whether a value was ever chosen, including the default.
  public func isChosen(_ key: String) -> Bool { chosen[key] != nil }

  /// Whether a toggle and all toggles above it are on.
  public func isInForce(_ setting: Setting<Bool>) -> Bool { self[setting] && !isOverruled(setting.any) }

  /// True when every change is on disk.
  public var isSaved: Bool { underWay.isEmpty && unsaved.isEmpty }

  func value(of setting: AnySetting) -> JSON { setting.value(chosen[setting.key] ?? setting.fallback, in: mode) }

  /// The mode. Without a mode setting everything is shown, and limits do not depend on it.
  var mode: Mode {
    guard let setting = plan.mode else { return .light }
    return (chosen[setting.key] ?? setting.any.fallback).string.flatMap(Mode.init(rawValue:)) ?? setting.fallback
  }

  /// Whether a toggle above it is off. A cycle of toggles ends the walk.
  func isOverruled(_ setting: AnySetting) -> Bool {
    var seen = [setting.key]
    var above = setting.about.under
    while let key = above, !seen.contains(key), let toggle = plan[key] {
      if value(of: toggle).bool == false { return true }
      seen.append(key)
      above = toggle.about.under
    }
    return false
  }

  func isChanged(_ setting: AnySetting) -> Bool { chosen[setting.key].map { $0 != setting.fallback } ?? false }

  // MARK: Action handling

  public typealias Steps = [Step<SettingsEffect, SettingsEvent>]

  public mutating func receive(_ action: SettingsAction, at now: Moment) -> Steps {
    announcing { $0.decide(action) }
  }

  public mutating func receive(_ action: SettingsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    announcing { $0.decide(action, from: window) }
  }

  /// Adds an event for each value that the decision changed.
  private mutating func announcing(_ decide: (inout Self) -> Steps) -> Steps {
    let before = self
    let steps = decide(&self)
    guard chosen != before.chosen else { return steps }
    // Derived from the values, so that no change is missed: another mode changes numbers that the user did not touch.
    let changed = plan.settings.filter { value(of: $0) != before.value(of: $0) }
    return changed.map { .say(.changed($0.key)) } + steps
  }

  private mutating func decide(_ action: SettingsAction) -> Steps {
    switch action {
    case .begin: return reading == .unread ? load() + [.run(.listen, .standing("changes"))] : []
    case .loaded(let kept):
      reading = .done
      for setting in plan.settings {
        adopt(setting, SettingsNeeds.Change(setting.key, kept.values[setting.key], order: kept.order))
      }
    case .notLoaded(let problem): reading = .failed(problem)
    case .keep(let key, let value): return set([key: value])
    case .saved(let key, let number, let order): return saved(key, number, order)
    case .notSaved(let key, let number, let problem):
      guard underWay[key] == number else { return [] }
      underWay[key] = nil
      waiting[key] = nil
      unsaved.append(Unsaved(key: key, problem: problem))
    case .heard(let change): if let setting = plan[change.key] { adopt(setting, change) }
    case .lostTrack: return [.run(.load, .latest("load"))]
    }
    return []
  }

  private mutating func decide(_ action: SettingsWindowAction, from window: WindowID) -> Steps {
    switch action {
    case .set(let key, let value): return set([key: value], in: window)
    case .type(let field, let text):
      windows[window].drafts[field] = text.isEmpty && field == .another(field.key) ? nil : String(text.prefix(20))
      guard let value = value(typedIn: field, in: windows[window]) else { return [] }
      windows[window].drafts = windows[window].drafts.filter { $0.key.key != field.key }
      return set([field.key: value], in: window)
    case .remove(let time, let key):
      guard let setting = plan[key], let times = value(of: setting).array else { return [] }
      return set([key: .array(times.filter { $0 != .string(time.text) })], in: window)
    case .search(let text): windows[window].query = String(text.prefix(100))
    case .askReset(let what): windows[window].question = resettable(what).isEmpty ? nil : what
    case .dismiss: windows[window].question = nil
    case .reset:
      let settings = windows[window].question.map(resettable) ?? []
      windows[window].question = nil
      windows[window].drafts = windows[window].drafts.filter { draft in !settings.contains { $0.key == draft.key.key } }
      return set(
        Dictionary(settings.map { ($0.key, $0.fallback) }, uniquingKeysWith: { first, _ in first }), in: window)
    case .retry: return retry()
    }
    return []
  }

  /// The settings in a scope that are not at their default.
  func resettable(_ what: SettingsWindowState.Resetting) -> [AnySetting] {
    switch what {
    case .one(let key): plan[key].map { [$0] }?.filter(isChanged) ?? []
    case .category(let id): plan.category(id)?.settings.filter(isChanged) ?? []
    }
  }
}

extension Mode {
  /// The mode's name within a sentence.
  var title: String {
    switch self {
    case .light: "Light"
    case .deep: "Deep"
    }
  }
}
