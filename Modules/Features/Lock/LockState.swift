internal import Interface
public import Kernel
internal import Permissions
internal import Platform

/// Whether the profile is locked, when it locks next, and the state of every window.
public struct LockState: WindowedDeciding {
  public enum Standing: Sendable, Equatable {
    case unread
    case notRead(Problem)
    case off
    /// On, and the profile is open.
    case open
    /// The store is being closed; every window shows the lock screen already.
    case closing
    case locked
  }

  /// Interval at which the time without use is checked.
  static let tick = Duration.seconds(5)
  /// The two clocks may drift apart by this much before the profile locks, in seconds.
  static let drift = 60.0
  /// The fewest and the most characters of a passcode.
  static let shortest = 6
  static let longest = 128

  public let product: String
  public let isAvailable: Bool
  /// Whether the device can check a finger or face.
  public let hasDevice: Bool
  /// Whether entries may be in an account too, from which they come back.
  public let hasAccounts: Bool
  /// Says what does not go on while the profile is locked; nil if there is nothing.
  public let pause: String?
  public internal(set) var standing = Standing.unread
  public internal(set) var kept = KeptLock()
  /// Whether a secret of the device opens the lock.
  public internal(set) var hasSecret = false
  /// Whether the warning before the lock is shown.
  public internal(set) var isWarned = false
  /// The time left until a passcode may be tried again.
  public internal(set) var waitLeft: Duration?
  /// The window whose request is being carried out.
  var underWay: WindowID?
  /// The last use, and the end of the wait, on the clock that nobody can set.
  var touchedAt = Duration.zero
  var waitUntil: Duration?
  /// The difference between the clocks when they were last looked at.
  var offset = 0.0
  var hasBegun = false
  public var windows = WindowStates<LockWindowState>()

  public init(
    of product: String, isAvailable: Bool, hasDevice: Bool, hasAccounts: Bool = true, pause: String? = nil
  ) {
    self.product = product
    self.hasAccounts = hasAccounts
    self.pause = pause
    self.isAvailable = isAvailable
    self.hasDevice = hasDevice
  }

  public typealias Steps = [Step<LockEffect, LockEvent>]

  /// Whether the profile has a passcode.
  public var isOn: Bool {
    switch standing {
    case .open, .closing, .locked: true
    case .unread, .notRead, .off: false
    }
  }

  public mutating func receive(_ action: LockAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.load, .latest("load"))]
    case .loaded(let isOn, let hasSecret, let kept, let reading):
      guard standing == .unread else { return [] }
      self.kept = kept
      self.hasSecret = hasSecret
      standing = isOn ? .locked : .off
      // A wait begins anew with the program, so that ending it never shortens one.
      return isOn ? wait(at: reading) : []
    case .notLoaded(let problem):
      standing = .notRead(problem)
      return []
    case .clock(let reading): return look(at: reading)
    case .touched(let reading):
      guard standing == .open else { return [] }
      if isWarned || reading.elapsed - touchedAt >= .seconds(1) { touchedAt = reading.elapsed }
      isWarned = false
      return []
    case .lockNow: return standing == .open ? close() : []
    case .closed:
      guard standing == .closing else { return [] }
      standing = .locked
      return []
    case .done(let request, let reading, let window): return done(request, at: reading, in: window)
    case .wrong(let reading, let window):
      underWay = nil
      kept = kept.failed
      windows[window].message = "That is not the passcode."
      return wait(at: reading)
    case .failed(let problem, let window):
      underWay = nil
      windows[window].message = problem.sentence
      return []
    case .notKept(let problem): return [.say(.told(Toast(problem)))]
    case .answered(let answer, let window): return answered(answer, in: window)
    case .startedOver:
      underWay = nil
      (kept, hasSecret, waitUntil, waitLeft) = (KeptLock(), false, nil, nil)
      standing = .off
      windows = WindowStates()
      return [.stop(.standing("tick"))]
    }
  }

  // MARK: Time

  /// Locks after too long without use, and when the wall clock was set meanwhile; warns before; ends a wait.
  private mutating func look(at reading: LockReading) -> Steps {
    if let waitUntil {
      waitLeft = waitUntil - reading.elapsed
      if waitUntil <= reading.elapsed { (self.waitUntil, waitLeft) = (nil, nil) }
    }
    guard standing == .open else { return waitUntil == nil && standing == .locked ? [.stop(.standing("tick"))] : [] }
    guard let limit = kept.delay.limit else { return [] }
    let jump = abs(reading.offset - offset)
    if jump > LockState.drift { return close() }
    if jump >= 1 { offset = reading.offset }
    let idle = reading.elapsed - touchedAt
    if idle >= limit { return close() }
    // Earlier by one tick, so that the whole lead is left when the warning is seen.
    guard idle >= limit - kept.delay.lead - LockState.tick, !isWarned else { return [] }
    isWarned = true
    return [.say(.announced(Announcement("\(warning) More time extends it.", urgency: .assertive)))]
  }

  var warning: String {
    kept.delay == .one
      ? "\(product) locks in 30 seconds unless you continue." : "\(product) locks in a minute unless you continue."
  }

  private mutating func wait(at reading: LockReading) -> Steps {
    guard let wait = kept.wait else { return [] }
    waitUntil = reading.elapsed + wait
    waitLeft = wait
    return [.run(.tick, .standing("tick"))]
  }

  mutating func close() -> Steps {
    standing = .closing
    isWarned = false
    windows = WindowStates()
    return [.stop(.standing("tick")), .run(.close, .inOrder("lock"))]
  }

  /// The profile is open and its lock on: the time without use begins.
  private mutating func start(at reading: LockReading) -> Steps {
    standing = .open
    kept = kept.succeeded
    (touchedAt, offset, isWarned) = (reading.elapsed, reading.offset, false)
    (waitUntil, waitLeft) = (nil, nil)
    return [.run(.tick, .standing("tick"))]
  }

  // MARK: Results

  private mutating func done(_ request: LockRequest, at reading: LockReading, in window: WindowID) -> Steps {
    underWay = nil
    windows[window].message = nil
    windows[window].isForgotten = false
    switch request {
    case .unlock: return standing == .locked ? start(at: reading) : []
    case .turnOn: return start(at: reading) + [.tell(.told(Toast("The lock is on.", tone: .success)), window)]
    case .turnOff:
      (standing, kept, hasSecret, waitUntil, waitLeft) = (.off, kept.succeeded, false, nil, nil)
      return [
        .stop(.standing("tick")), .tell(.told(Toast("The lock is off.", tone: .success)), window),
      ]
    case .change:
      return start(at: reading) + [.tell(.told(Toast("Your passcode was changed.", tone: .success)), window)]
    case .enroll:
      hasSecret = true
      return start(at: reading)
        + [.tell(.told(Toast("Fingerprint or face can unlock \(product).", tone: .success)), window)]
    }
  }

  private mutating func answered(_ answer: BiometricPort.Answer, in window: WindowID) -> Steps {
    underWay = nil
    guard standing == .locked else { return [] }
    switch answer {
    case .released(let secret):
      underWay = window
      return [.run(.release(secret, kept, in: window), .inOrder("lock"))]
    case .cancelled: return []
    case .failed: windows[window].message = "That was not recognised. Try again, or use your passcode."
    case .lockedOut:
      windows[window].message =
        "This device does not check fingerprint or face after too many tries. Use your passcode."
    case .notEnrolled:
      windows[window].message = "No fingerprint or face is set up on this device. Use your passcode."
    case .changedEnrolment:
      hasSecret = false
      windows[window].message =
        "The fingerprints or faces of this device have changed. Use your passcode, then turn this on again in Settings."
      return [.run(.forgetSecret, .inOrder("lock"))]
    }
    return []
  }
}
