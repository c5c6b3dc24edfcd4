internal import Hours
public import JSON
internal import Mode

/// A setting without the type of its value, as listed in a plan and shown on a screen.
public struct AnySetting: Sendable, Hashable {
  /// The control of a setting.
  public enum Kind: Sendable, Hashable {
    case toggle
    case choice([Option], isFolded: Bool)
    case number(Limits, step: Int, unit: String)
    case window
    case times(most: Int)
  }

  public struct Option: Sendable, Hashable {
    public let value: JSON
    public let title: String

    /// The identifier in commands.
    var id: String { value.string ?? (try? JSON.text(value)) ?? title }
  }

  /// The limits of a number in each mode.
  public struct Limits: Sendable, Hashable {
    public let light: ClosedRange<Int>
    public let deep: ClosedRange<Int>

    public init(light: ClosedRange<Int>, deep: ClosedRange<Int>) {
      self.light = light
      self.deep = deep
    }

    public init(_ range: ClosedRange<Int>) { self.init(light: range, deep: range) }

    func range(in mode: Mode) -> ClosedRange<Int> {
      switch mode {
      case .light: light
      case .deep: deep
      }
    }
  }

  /// The description of a setting beside its title.
  public struct About: Sendable, Hashable {
    public var hint: String?
    /// Further search terms.
    public var keywords: [String] = []
    /// Whether Light mode hides it.
    public var isDeepOnly = false
    /// The key of the toggle that must be on for it to have an effect.
    public var under: String?
  }

  public let key: String
  public let title: String
  public let kind: Kind
  public let fallback: JSON
  public let about: About

  // MARK: Values

  /// The value in its canonical form, or nil when no mode allows it.
  func legal(_ json: JSON) -> JSON? {
    switch kind {
    case .toggle: return Bool(kept: json)?.kept
    case .choice(let options, _): return options.first { $0.value == json }?.value
    case .number(let limits, _, _):
      guard let number = Int(kept: json), limits.light.contains(number) || limits.deep.contains(number) else {
        return nil
      }
      return number.kept
    case .window: return TimeWindow(kept: json)?.kept
    case .times(let most):
      guard let times = [TimeOfDay](kept: json), times.count <= most, Set(times).count == times.count else {
        return nil
      }
      return times.sorted().kept
    }
  }

  /// The effective value in a mode: a number is clamped to the mode's limits.
  func value(_ json: JSON, in mode: Mode) -> JSON {
    guard case .number(let limits, _, _) = kind, let number = Int(kept: json) else { return json }
    let range = limits.range(in: mode)
    return min(max(number, range.lowerBound), range.upperBound).kept
  }

  /// The value in words.
  func words(for json: JSON) -> String {
    switch kind {
    case .toggle: return json.bool == true ? "On" : "Off"
    case .choice(let options, _): return options.first { $0.value == json }?.title ?? ""
    case .number(_, _, let unit): return "\(Int(kept: json) ?? 0) \(unit)"
    case .window:
      guard let window = TimeWindow(kept: json) else { return "" }
      return "\(window.start.text) to \(window.end.text)"
    case .times:
      let times = [TimeOfDay](kept: json) ?? []
      return times.isEmpty ? "None" : times.map(\.text).joined(separator: ", ")
    }
  }
}
