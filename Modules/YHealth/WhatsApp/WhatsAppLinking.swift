public import Kernel

/// The link between a person and their number in WhatsApp, for all of that person's windows.
public actor WhatsAppLinking: Feature {
  public let core: Core<WhatsAppState>
  public nonisolated let states: Current<WhatsAppState>
  public nonisolated let events: Broadcast<WhatsAppEvent>
  private let needs: WhatsAppNeeds
  private let log: Log

  public init(on context: FeatureContext, needs: WhatsAppNeeds) {
    core = Core(WhatsAppState(), on: context)
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("WhatsApp")
  }

  public func perform(_ effect: WhatsAppEffect) async -> WhatsAppAction? {
    do throws(Problem) {
      switch effect {
      case .look(let window): return .looked(try await needs.look(), in: window)
      case .ask(let number, let window):
        try await needs.ask(number)
        return .asked(number, in: window)
      case .confirm(let code, let window): return .confirmed(try await needs.confirm(code), in: window)
      case .unlink(let window):
        try await needs.unlink()
        return .unlinked(in: window)
      case .resume(let window):
        try await needs.resume()
        return .resumed(in: window)
      case .write(let notice, let rhythm):
        try await needs.write(notice, rhythm)
        return nil
      }
    } catch {
      log.info("A question about WhatsApp was not answered (\(code: error)).")
      switch effect {
      case .look(let window): return .notLooked(error, in: window)
      case .ask(_, let window), .confirm(_, let window), .unlink(let window), .resume(let window):
        return .failed(error, in: window)
      case .write: return nil
      }
    }
  }
}
