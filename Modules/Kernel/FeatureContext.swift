/// The services every feature receives: time, settling, identifiers and a log.
public struct FeatureContext: Sendable {
  /// The clock, in the zone and locale of the window, or of the person's last window for what windows share.
  public let time: Time
  public let settling: Settling
  public let identifiers: Identifiers
  public let log: Log
  /// The regional settings of the person's windows.
  public let regions: WindowRegions
  /// The clock in its own zone.
  private let clock: Time

  public init(
    time: Time = .live, settling: Settling = Settling(), identifiers: Identifiers? = nil, log: Log = .silent,
    regions: WindowRegions = WindowRegions()
  ) {
    self.init(time, of: nil, settling, identifiers ?? .live(time), log, regions)
  }

  private init(
    _ clock: Time, of window: WindowID?, _ settling: Settling, _ identifiers: Identifiers, _ log: Log,
    _ regions: WindowRegions
  ) {
    self.clock = clock
    time = clock.located { regions.settings(of: window).moment($0) }
    self.settling = settling
    self.identifiers = identifiers
    self.log = log
    self.regions = regions
  }

  /// The context of a new window: an identifier, and this context with the settling and the regional settings of that
  /// window.
  public func window(in region: RegionalSettings = RegionalSettings()) -> WindowContext {
    let id: WindowID = identifiers.next()
    regions.set(region, of: id)
    return WindowContext(
      id: id, features: FeatureContext(clock, of: id, settling.window(), identifiers, log, regions))
  }

  /// The current moment where a window is.
  func now(in window: WindowID) -> Moment { regions.settings(of: window).moment(clock.now()) }
}

/// The identity of one window, with the context of the features that only this window has.
public struct WindowContext: Sendable {
  public let id: WindowID
  public let features: FeatureContext
}
