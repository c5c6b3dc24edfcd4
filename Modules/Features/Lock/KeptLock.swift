internal import Kernel
public import Platform

/// The time without use after which a profile locks.
public enum LockDelay: Int, Sendable, Hashable, CaseIterable {
  case one = 1
  case five = 5
  case fifteen = 15
  case never = 0

  /// Nil for never.
  var limit: Duration? { self == .never ? nil : .seconds(rawValue * 60) }

  /// The time between the warning and the lock: a minute, or half of a shorter time.
  var lead: Duration { .seconds(min(60, rawValue * 30)) }

  var title: String {
    switch self {
    case .one: "1 minute"
    case .five: "5 minutes"
    case .fifteen: "15 minutes"
    case .never: "Never, only when it opens"
    }
  }
}

/// The values of the lock on this device: they are readable while the profile is locked, and are never synced.
public struct KeptLock: Sendable, Hashable {
  public var delay: LockDelay
  /// Number of wrong passcodes since the last right one.
  public var failures: Int

  public init(delay: LockDelay = .five, failures: Int = 0) {
    self.delay = delay
    self.failures = failures
  }

  var failed: KeptLock { KeptLock(delay: delay, failures: failures + 1) }
  var succeeded: KeptLock { KeptLock(delay: delay) }

  /// The time to wait before the next try.
  var wait: Duration? {
    switch failures {
    case ..<5: nil
    case 5: .seconds(30)
    case 6: .seconds(60)
    case 7: .seconds(300)
    case 8: .seconds(900)
    default: .seconds(3600)
    }
  }
}

extension KeptLock {
  /// The stored form, version 1.
  private struct Form: Codable {
    let version: Int
    let delay: Int
    let failures: Int
  }

  /// Counts as five wrong tries, so that damaging or removing the values of a lock that is on gives no further ones.
  static let damaged = KeptLock(failures: 5)

  /// Reads the stored form. One that cannot be read counts as damaged.
  public init(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), form.version == 1,
      let delay = LockDelay(rawValue: form.delay), form.failures >= 0
    else {
      self = .damaged
      return
    }
    self.init(delay: delay, failures: min(form.failures, 1000))
  }

  public var bytes: [UInt8] {
    let form = Form(version: 1, delay: delay.rawValue, failures: failures)
    return (try? JSONEncoder().encode(form)).map { Array($0) } ?? []
  }
}

/// Both clocks at one instant.
public struct LockReading: Sendable, Hashable {
  /// The time passed on a clock that nobody can set.
  public let elapsed: Duration
  /// The instant of the clock that can be set.
  public let date: Date

  public init(elapsed: Duration, date: Date) {
    self.elapsed = elapsed
    self.date = date
  }

  /// The difference between both clocks, which changes only when one of them is set.
  var offset: Double { date.timeIntervalSinceReferenceDate - Double(elapsed.components.seconds) }
}
