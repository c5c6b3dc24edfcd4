internal import Interface
public import Kernel

/// Whether this device's session was ended elsewhere, and the list that each window shows.
public struct DevicesState: WindowedDeciding {
  public internal(set) var isEnded = false
  var hasBegun = false
  public var windows = WindowStates<DevicesWindowState>()

  public init() {}

  public typealias Steps = [Step<DevicesEffect, DevicesEvent>]

  public mutating func receive(_ action: DevicesAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return listen
    case .lostTrack: return listen
    case .ended(let isEnded):
      guard isEnded != self.isEnded else { return [] }
      self.isEnded = isEnded
      // The list belongs to the session that has ended.
      windows.forEach { $0 = DevicesWindowState() }
    case .listed(let devices, let window):
      guard windows[window].isShown else { return [] }
      windows[window].devices = devices.sorted { $0.isThisOne && !$1.isThisOne }
      windows[window].isLoading = false
      windows[window].problem = nil
    case .signedOut(let target, let window):
      windows[window].signingOut = nil
      let name = target == .others ? "Every other device" : windows[window].name(of: target)
      let told = Step<DevicesEffect, DevicesEvent>.tell(
        .told(Toast("\(name) is signed out.", tone: .success)), window)
      return windows[window].isShown ? [told] + load(window) : [told]
    case .failed(let problem, let window):
      guard let window else { return [] }
      windows[window].isLoading = false
      windows[window].signingOut = nil
      guard windows[window].isShown else { return [] }
      windows[window].problem = problem
    }
    return []
  }

  public mutating func receive(_ action: DevicesWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared:
      windows[window].isShown = true
      return load(window)
    case .left:
      windows[window].leave()
      return [.stop(lane(window))]
    case .reload:
      guard !windows[window].isLoading else { return [] }
      windows[window].isShown = true
      return load(window)
    case .ask(let target):
      guard windows[window].signingOut == nil, windows[window].offers(target) else { return [] }
      windows[window].asking = target
    case .dismiss: windows[window].asking = nil
    case .signOut:
      guard let target = windows[window].asking else { return [] }
      windows[window].asking = nil
      windows[window].signingOut = target
      windows[window].problem = nil
      return [.run(.signOut(target, in: window), .inOrder("devices"))]
    case .dismissEnding: windows[window].hasDismissedEnding = true
    }
    return []
  }

  private var listen: Steps { [.run(.listen, .standing("endings"))] }

  private func lane(_ window: WindowID) -> Lane { .latest("list", of: window) }

  private mutating func load(_ window: WindowID) -> Steps {
    windows[window].isLoading = true
    return [.run(.list(in: window), lane(window))]
  }
}

/// The list of devices in one window.
public struct DevicesWindowState: LocalState {
  var isShown = false
  /// Nil before the first answer of the server.
  public internal(set) var devices: [Device]?
  public internal(set) var isLoading = false
  public internal(set) var problem: Problem?
  /// The question in front.
  public internal(set) var asking: DevicesTarget?
  var signingOut: DevicesTarget?
  var hasDismissedEnding = false

  public init() {}

  mutating func leave() {
    let hasDismissedEnding = hasDismissedEnding
    self = DevicesWindowState()
    self.hasDismissedEnding = hasDismissedEnding
  }

  var others: [Device] { (devices ?? []).filter { !$0.isThisOne } }

  /// Whether the target can be signed out here. This device signs out on the account page, which asks about its
  /// entries.
  func offers(_ target: DevicesTarget) -> Bool {
    switch target {
    case .others: !others.isEmpty
    case .one(let id): others.contains { $0.id == id }
    }
  }

  func name(of target: DevicesTarget) -> String {
    guard case .one(let id) = target, let device = devices?.first(where: { $0.id == id }) else { return "The device" }
    return device.title
  }
}

extension Device {
  var title: String { name ?? "Unknown device" }
}
