/// What every feature is given to play on: the time, what settles, fresh identifiers and a log.
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

  /// The same stage, seen from one window.
  public func window() -> FeatureContext {
    FeatureContext(time: time, settling: settling.window(), identifiers: identifiers, log: log)
  }
}
