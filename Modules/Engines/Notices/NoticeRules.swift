public import Hours
public import Platform

/// The preferences by which notifications are planned.
public struct NoticeRules: Sendable, Hashable {
  /// Off silences every kind.
  public var isOn: Bool
  /// Kinds turned off or on, by their own name or that of their setting; a kind that is not named is on.
  public var kinds: [String: Bool]
  /// Nothing is sent during these hours of the person's local time.
  public var quiet: TimeWindow?
  /// The most that is sent on one local day; nil for no bound.
  public var cap: Int?
  /// The person has paused notifications until then, on all devices.
  public var silentUntil: Date?
  /// The least time between two notifications that could go at once, so that several that waited do not come together.
  public var pause: Duration
  /// A notification that names no end of its use is of use for so long.
  public var useful: Duration

  public init(
    isOn: Bool = true, kinds: [String: Bool] = [:], quiet: TimeWindow? = .night, cap: Int? = nil,
    silentUntil: Date? = nil, pause: Duration = .seconds(600), useful: Duration = .seconds(3 * 86_400)
  ) {
    self.isOn = isOn
    self.kinds = kinds
    self.quiet = quiet
    self.cap = cap
    self.silentUntil = silentUntil
    self.pause = pause
    self.useful = useful
  }

  /// Whether a kind is turned on, and all with it.
  public func allows(_ kind: NoticeKind) -> Bool { isOn && kinds[kind.setting] != false && kinds[kind.id] != false }
}
