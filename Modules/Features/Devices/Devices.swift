public import Kernel

/// The devices that are signed in to the account, for all windows of one person.
public actor Devices: Feature {
  public let core: Core<DevicesState>
  public nonisolated let states: Current<DevicesState>
  public nonisolated let events: Broadcast<DevicesEvent>
  private let needs: DevicesNeeds
  private let log: Log

  public init(on context: FeatureContext, needs: DevicesNeeds) {
    let core = Core(DevicesState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Devices")
  }

  public func perform(_ effect: DevicesEffect) async -> DevicesAction? {
    do throws(Problem) {
      switch effect {
      case .listen: return nil
      case .list(let window): return .listed(try await needs.devices(), in: window)
      case .signOut(.one(let device), let window):
        try await needs.signOut(device)
        return .signedOut(.one(device), in: window)
      case .signOut(.others, let window):
        try await needs.signOutOthers()
        return .signedOut(.others, in: window)
      }
    } catch {
      log.info("The devices of the account could not be listed or changed (\(code: error)).")
      return .failed(error, in: effect.window)
    }
  }

  public func follow(_ effect: DevicesEffect) -> any Following<DevicesAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.endings().map { heard in heard.map({ .ended($0) }, missed: { _ in .lostTrack }) }
  }
}
