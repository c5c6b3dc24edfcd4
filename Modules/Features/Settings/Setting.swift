public import Hours

/// A setting: its key, its default, and everything that a screen says about it.
///
/// It is a value supplied by the product, and is read by its type: `state[theme]`.
public struct Setting<Value: Settable>: Sendable, Hashable {
  public let fallback: Value
  public let any: AnySetting

  init(
    _ key: String, _ title: String, _ kind: AnySetting.Kind, fallback: Value, _ about: (inout AnySetting.About) -> Void
  ) {
    self.fallback = fallback
    var words = AnySetting.About()
    about(&words)
    any = AnySetting(key: key, title: title, kind: kind, fallback: fallback.kept, about: words)
  }

  public var key: String { any.key }

  /// One of several options. Folded when there are too many to show at once.
  public static func choice(
    _ key: String, _ title: String, _ options: [(Value, String)], fallback: Value, isFolded: Bool = false,
    _ about: (inout AnySetting.About) -> Void = { _ in }
  ) -> Setting {
    let options = options.map { AnySetting.Option(value: $0.kept, title: $1) }
    return Setting(key, title, .choice(options, isFolded: isFolded), fallback: fallback, about)
  }
}

extension Setting where Value == Bool {
  public static func toggle(
    _ key: String, _ title: String, fallback: Bool, _ about: (inout AnySetting.About) -> Void = { _ in }
  ) -> Setting { Setting(key, title, .toggle, fallback: fallback, about) }
}

extension Setting where Value == Int {
  /// A whole number within limits, which may be wider in Deep mode.
  public static func number(
    _ key: String, _ title: String, within limits: AnySetting.Limits, step: Int = 1, unit: String, fallback: Int,
    _ about: (inout AnySetting.About) -> Void = { _ in }
  ) -> Setting {
    Setting(key, title, .number(limits, step: max(1, step), unit: unit), fallback: fallback, about)
  }
}

extension Setting where Value == TimeWindow {
  /// A daily time window, which may cross midnight.
  public static func window(
    _ key: String, _ title: String, fallback: TimeWindow, _ about: (inout AnySetting.About) -> Void = { _ in }
  ) -> Setting { Setting(key, title, .window, fallback: fallback, about) }
}

extension Setting where Value == [TimeOfDay] {
  /// Times of day, distinct and sorted, at most `most` of them.
  public static func times(
    _ key: String, _ title: String, atMost most: Int, fallback: [TimeOfDay] = [],
    _ about: (inout AnySetting.About) -> Void = { _ in }
  ) -> Setting { Setting(key, title, .times(most: most), fallback: fallback, about) }
}
