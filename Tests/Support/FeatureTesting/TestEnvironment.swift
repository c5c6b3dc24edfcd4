public import FoundationEssentials
public import Kernel
public import Storage

/// The environment of a feature under test: a clock moved by hand, a context that uses it, and a store in memory.
public struct TestEnvironment: Sendable {
  public let clock: ManualTime
  public let context: FeatureContext
  public let store: Store

  /// Makes an environment with a context of its own.
  ///
  /// With `other`, it shares the clock and the store of that environment, as an app does after a restart or in another
  /// window. With `store`, it uses that store. Otherwise the store is new and empty. The context writes to `log`.
  public init(
    over other: TestEnvironment? = nil, store kept: Store? = nil, at now: Moment = SampleTime.morning,
    log: Log = .silent
  ) async throws(Problem) {
    clock = other?.clock ?? ManualTime(now)
    context = FeatureContext(time: clock.time, log: log)
    if let store = other?.store ?? kept {
      self.store = store
    } else {
      store = try await Store.memory(context)
    }
  }
}

/// The time at which a test environment starts unless a test says otherwise.
public enum SampleTime {
  public static let berlin = TimeZone(named: "Europe/Berlin") ?? .gmt
  /// Sunday 22 November 2026, 08:15:30 in Berlin.
  public static let morning = Moment(Date(timeIntervalSince1970: 1_795_331_730), in: berlin)
}

extension Problem {
  /// The problem of a full disk, for tests that make loading or saving fail.
  public static let full = Problem(
    "disk-full", "The disk is full.", safe: "What was saved before is unchanged.", remedy: "Make room, then try again.")
}
