/// The services every feature receives: time, settling, identifiers and a log.
public struct FeatureContext: Sendable {
  public let time: Time
  public let settling: Settling
  public let identifiers: Identifiers
  public let log: Log

  public init(
    time: Time = .live, settling: Settling = Settling(), identifiers: Identifiers? = nil, log: Log = .silent
  ) {
    self.time = time
    self.settling = settling
    self.identifiers = identifiers ?? .live(time)
    self.log = log
  }

  /// The context of a new window: an identifier, and this context with the settling of that window.
  public func window() -> WindowContext {
    WindowContext(
      id: identifiers.next(),
      features: FeatureContext(time: time, settling: settling.window(), identifiers: identifiers, log: log))
  }
}

/// The identity of one window, with the context of the features that only this window has.
public struct WindowContext: Sendable {
  public let id: WindowID
  public let features: FeatureContext
}
