public import Interface
public import Kernel

/// The results of effects.
public enum ServerExportAction: Sendable, Equatable {
  case looked(ServerExportStatus?, ServerExportLink?)
  case begun(ServerExportStatus, ServerExportLink?, in: WindowID)
  case removed(in: WindowID)
  case failed(Problem, in: WindowID?)
  /// It is time to look again.
  case due
}

/// The user's actions in one window.
public enum ServerExportWindowAction: Sendable, Equatable {
  case appeared
  case left
  case begin
  case remove
  case dismiss
}

/// The effects that the feature requests.
public enum ServerExportEffect: Sendable, Equatable {
  case look
  case begin(in: WindowID)
  case remove(in: WindowID)
  /// Rings while the server makes an export and somebody looks at it.
  case wait

  var window: WindowID? {
    switch self {
    case .look, .wait: nil
    case .begin(let window), .remove(let window): window
    }
  }
}

/// The events that other features may receive.
public enum ServerExportEvent: Sendable, Equatable {
  /// For the user at one window.
  case told(Toast)
}

/// Knowledge of the server's export, the same in every window.
public struct ServerExportState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread
    case done(ServerExportStatus?)
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var link: ServerExportLink?
  /// Whether an export is being asked for or deleted.
  var isBusy = false
  var isWaiting = false
  public var windows = WindowStates<ServerExportWindowState>()

  public init() {}

  public typealias Steps = [Step<ServerExportEffect, ServerExportEvent>]

  private static let waiting = Lane.standing("wait")
  private static let looking = Lane.latest("look")
  private static let changing = Lane.inOrder("export")

  public mutating func receive(_ action: ServerExportAction, at now: Moment) -> Steps {
    switch action {
    case .looked(let status, let link):
      // An answer from before a change says nothing about what it made.
      guard !isBusy else { return [] }
      return become(status, link)
    case .begun(let status, let link, let window):
      isBusy = false
      windows[window].problem = nil
      let told = Toast("Export processing. We'll email a download link.", tone: .success)
      return [.tell(.told(told), window)] + become(status, link)
    case .removed(let window):
      isBusy = false
      windows[window].problem = nil
      return [.tell(.told(Toast("The export was deleted from the server.", tone: .success)), window)]
        + become(nil, nil)
    case .failed(let problem, let window):
      guard let window else {
        if case .done = reading { return [] }
        reading = .failed(problem)
        return []
      }
      isBusy = false
      windows[window].problem = problem
    case .due: return isBusy ? [] : [.run(.look, ServerExportState.looking)]
    }
    return []
  }

  public mutating func receive(_ action: ServerExportWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared:
      windows[window].isShown = true
      return [.run(.look, ServerExportState.looking)] + wait()
    case .left:
      windows[window] = ServerExportWindowState()
      return wait()
    case .begin:
      guard !isBusy, !isMaking else { return [] }
      isBusy = true
      windows[window].problem = nil
      return [.run(.begin(in: window), ServerExportState.changing)]
    case .remove:
      guard !isBusy, case .done(.some) = reading else { return [] }
      isBusy = true
      windows[window].problem = nil
      return [.run(.remove(in: window), ServerExportState.changing)]
    case .dismiss: windows[window].problem = nil
    }
    return []
  }

  public mutating func closed(_ local: ServerExportWindowState, of window: WindowID, at now: Moment) -> Steps { wait() }

  var isMaking: Bool { if case .done(let status?) = reading { status.state == .making } else { false } }

  private mutating func become(_ status: ServerExportStatus?, _ link: ServerExportLink?) -> Steps {
    reading = .done(status)
    self.link = link?.id == status?.id ? link : nil
    return wait()
  }

  /// Looks again at intervals while an export is made and a window shows it.
  private mutating func wait() -> Steps {
    var isShown = false
    windows.forEach { isShown = isShown || $0.isShown }
    guard (isShown && isMaking) != isWaiting else { return [] }
    isWaiting.toggle()
    return isWaiting ? [.run(.wait, ServerExportState.waiting)] : [.stop(ServerExportState.waiting)]
  }
}

/// The part of one window.
public struct ServerExportWindowState: LocalState {
  var isShown = false
  public internal(set) var problem: Problem?

  public init() {}
}
