internal import Interface
public import Kernel

// The user's actions in one window.
extension LockState {
  public mutating func receive(_ action: LockWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .left, .dismiss:
      if case .left = action { _ = windows[window].take() }
      windows[window].question = nil
    case .typePasscode(let text): if LockState.isShort(text) { windows[window].passcode = text }
    case .typeNew(let text): if LockState.isShort(text) { windows[window].new = text }
    case .typeAgain(let text): if LockState.isShort(text) { windows[window].again = text }
    case .unlock: return standing == .locked ? ask(.unlock, in: window) : []
    case .turnOff: return standing == .open ? ask(.turnOff, in: window) : []
    case .enroll: return standing == .open && hasDevice ? ask(.enroll, in: window) : []
    case .change:
      guard standing == .open, isValid(in: window) else { return [] }
      return ask(.change(to: windows[window].new), in: window)
    case .turnOn:
      guard standing == .off, isAvailable, underWay == nil, isValid(in: window) else { return [] }
      let passcode = windows[window].new
      _ = windows[window].take()
      underWay = window
      return [.run(.turnOn(passcode, kept.succeeded, in: window), .inOrder("lock"))]
    case .askDevice:
      guard standing == .locked, hasSecret, hasDevice, underWay == nil else { return [] }
      underWay = window
      windows[window].message = nil
      return [.run(.ask(reason: "Unlock \(product)", in: window), .unawaited("ask"))]
    case .forgetSecret:
      guard standing == .open, hasSecret else { return [] }
      hasSecret = false
      return [.run(.forgetSecret, .inOrder("lock"))]
    case .choose(let delay):
      guard standing == .open, delay != kept.delay else { return [] }
      kept.delay = delay
      isWarned = false
      return [.run(.keep(kept), .inOrder("lock"))]
    case .lockNow: return standing == .open ? close() : []
    case .moreTime: isWarned = false
    case .retry:
      guard case .notRead = standing else { return [] }
      standing = .unread
      return [.run(.load, .latest("load"))]
    case .forgot: windows[window].isForgotten.toggle()
    case .askToStartOver(true) where !hasAccounts: break
    case .askToStartOver(let signsIn):
      guard standing == .locked, underWay == nil else { return [] }
      windows[window].question = signsIn
    case .startOver:
      guard standing == .locked, underWay == nil, let signsIn = windows[window].question else { return [] }
      windows[window].question = nil
      underWay = window
      return [.run(.startOver(in: window, signsIn: signsIn), .inOrder("lock"))]
    }
    return []
  }

  /// A request of a closed window is carried out; nobody is told.
  public mutating func closed(_ local: LockWindowState, of window: WindowID, at now: Moment) -> Steps { [] }

  private static func isShort(_ text: Redacted<String>) -> Bool { text.revealed.count <= longest }

  /// Whether both new passcodes are there and equal; if not, the form says so from now on.
  private mutating func isValid(in window: WindowID) -> Bool {
    let local = windows[window]
    let isValid = local.complaintAboutNew == nil && local.complaintAboutAgain == nil
    windows[window].isChecked = !isValid
    return isValid
  }

  /// Tries the typed passcode, unless there is a wait.
  private mutating func ask(_ request: LockRequest, in window: WindowID) -> Steps {
    guard underWay == nil, waitUntil == nil else { return [] }
    guard !windows[window].passcode.revealed.isEmpty else {
      windows[window].isChecked = true
      return []
    }
    let isForgotten = windows[window].isForgotten
    let passcode = windows[window].take()
    windows[window].isForgotten = isForgotten
    underWay = window
    return [.run(.with(passcode, request, kept, in: window), .inOrder("lock"))]
  }
}
