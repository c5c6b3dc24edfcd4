public import Kernel

/// The export of everything that the server has of a person, for all of their windows.
public actor ServerExport: Feature {
  public let core: Core<ServerExportState>
  public nonisolated let states: Current<ServerExportState>
  public nonisolated let events: Broadcast<ServerExportEvent>
  private let needs: ServerExportNeeds
  private let time: Time
  private let log: Log

  public init(on context: FeatureContext, needs: ServerExportNeeds) {
    let core = Core(ServerExportState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("ServerExport")
  }

  public func perform(_ effect: ServerExportEffect) async -> ServerExportAction? {
    do throws(Problem) {
      switch effect {
      case .look:
        let status = try await needs.look()
        let link = try await needs.link()
        guard let link, link.id != status?.id else { return .looked(status, link) }
        // The link of an export that is gone leads nowhere.
        try await needs.keep(nil)
        return .looked(status, nil)
      case .begin(let window):
        let (status, link) = try await needs.begin()
        if let link { try await needs.keep(link) }
        return .begun(status, try await needs.link(), in: window)
      case .remove(let window):
        try await needs.remove()
        try await needs.keep(nil)
        return .removed(in: window)
      case .wait: return nil
      }
    } catch {
      log.info("The export of the server could not be asked about (\(code: error)).")
      return .failed(error, in: effect.window)
    }
  }

  public func follow(_ effect: ServerExportEffect) -> any Following<ServerExportAction> {
    guard effect == .wait else { return AsyncStream { nil } }
    return time.ticks(every: .seconds(5)).map { heard in heard.map { _ in .due } }
  }
}
