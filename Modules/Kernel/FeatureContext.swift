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

  /// The same context with the settling of a new window.
  public func window() -> FeatureContext {
    FeatureContext(time: time, settling: settling.window(), identifiers: identifiers, log: log)
  }
}
