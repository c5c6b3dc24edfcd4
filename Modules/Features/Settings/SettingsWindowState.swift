internal import Hours
internal import Interface
internal import JSON
public import Kernel

/// The state of one window. The settings belong to the person and are the same in every window; a question or a
/// half-typed time stands only where it was asked or typed.
public struct SettingsWindowState: LocalState {
  /// A text field.
  public enum Field: Sendable, Hashable {
    case start(String)
    case end(String)
    /// A further time in a list.
    case another(String)

    var key: String {
      switch self {
      case .start(let key), .end(let key), .another(let key): key
      }
    }
  }

  /// The scope of a reset to defaults.
  public enum Resetting: Sendable, Hashable {
    case one(String)
    case category(String)
  }

  public internal(set) var query = ""
  /// Typed text that is not a legal value yet.
  public internal(set) var drafts: [Field: String] = [:]
  /// The reset question in front.
  public internal(set) var question: Resetting?

  public init() {}
}

// MARK: - Typed input

extension SettingsState {
  /// The text of a field: the draft, or the value.
  func text(of field: SettingsWindowState.Field, in local: SettingsWindowState) -> String {
    if let draft = local.drafts[field] { return draft }
    guard let setting = plan[field.key], let window = TimeWindow(kept: value(of: setting)) else { return "" }
    switch field {
    case .start: return window.start.text
    case .end: return window.end.text
    case .another: return ""
    }
  }

  /// The complaint about the typed text, as a sentence; nil when it is valid.
  func complaint(about field: SettingsWindowState.Field, in local: SettingsWindowState) -> String? {
    let example = "Enter a time, such as 22:00."
    let key = field.key
    func time(_ field: SettingsWindowState.Field) -> TimeOfDay? { TimeOfDay(typed: text(of: field, in: local)) }
    switch field {
    case .start: return local.drafts[field] != nil && time(field) == nil ? example : nil
    case .end:
      let isTyped = local.drafts[field] != nil || local.drafts[.start(key)] != nil
      guard isTyped else { return nil }
      guard let end = time(field) else { return example }
      return end == time(.start(key)) ? "End time must be after start time." : nil
    case .another:
      guard local.drafts[field] != nil, let setting = plan[key], case .times(let most) = setting.kind else {
        return nil
      }
      let times = [TimeOfDay](kept: value(of: setting)) ?? []
      guard let another = time(field) else { return example }
      if times.contains(another) { return "\(another.text) is already in the list." }
      return times.count < most ? nil : "You can add up to \(most) times. Remove one first."
    }
  }

  /// The value of the typed text; nil until it is legal.
  func value(typedIn field: SettingsWindowState.Field, in local: SettingsWindowState) -> JSON? {
    func time(_ field: SettingsWindowState.Field) -> TimeOfDay? { TimeOfDay(typed: text(of: field, in: local)) }
    guard let setting = plan[field.key], complaint(about: field, in: local) == nil else { return nil }
    switch (setting.kind, field) {
    case (.window, .start(let key)), (.window, .end(let key)):
      guard let start = time(.start(key)), let end = time(.end(key)) else { return nil }
      return TimeWindow(from: start, to: end)?.kept
    case (.times, .another):
      guard let another = time(field), let times = [TimeOfDay](kept: value(of: setting)) else { return nil }
      return (times + [another]).sorted().kept
    default: return nil
    }
  }
}
