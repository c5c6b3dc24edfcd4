public import Interface
public import Kernel
public import Permissions

/// The passing of time, and the results of effects.
public enum LockAction: Sendable, Equatable {
  case begin
  case loaded(isOn: Bool, hasSecret: Bool, KeptLock, LockReading)
  case notLoaded(Problem)
  case clock(LockReading)
  /// Somebody did something at a window.
  case touched(LockReading)
  case lockNow
  case closed

  case done(LockRequest, LockReading, in: WindowID)
  /// The passcode was another.
  case wrong(LockReading, in: WindowID)
  case failed(Problem, in: WindowID)
  case notKept(Problem)
  case answered(BiometricPort.Answer, in: WindowID)
  case startedOver
}

/// Purpose for which a passcode is asked.
public enum LockRequest: Sendable, Equatable {
  case unlock, turnOn, turnOff, enroll
  case change(to: Redacted<String>)
}

/// The user's actions in one window. A passcode enters an action only in redacted form.
public enum LockWindowAction: Sendable, Equatable {
  case left(Route)
  case typePasscode(Redacted<String>)
  case typeNew(Redacted<String>)
  case typeAgain(Redacted<String>)
  case unlock, turnOn, turnOff, change, enroll
  case askDevice
  case forgetSecret
  case choose(LockDelay)
  case lockNow
  /// Extends the time before the lock; the use of the window does that by itself.
  case moreTime
  case retry
  case forgot
  case askToStartOver(signsIn: Bool)
  case startOver
  case dismiss
}

/// The effects that the feature requests.
public enum LockEffect: Sendable, Equatable {
  case load
  case tick
  case keep(KeptLock)
  case close
  case turnOn(Redacted<String>, KeptLock, in: WindowID)
  /// Tries the passcode for a request, with the values before the try.
  case with(Redacted<String>, LockRequest, KeptLock, in: WindowID)
  case ask(reason: String, in: WindowID)
  case release(Redacted<[UInt8]>, KeptLock, in: WindowID)
  case forgetSecret
  case startOver(in: WindowID, signsIn: Bool)
}

/// The events that other modules may receive.
public enum LockEvent: Sendable, Equatable {
  case told(Toast)
  case announced(Announcement)
}
