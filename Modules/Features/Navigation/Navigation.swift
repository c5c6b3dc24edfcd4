internal import Interface
public import Kernel

/// Navigation within a product: handles requests to move, and publishes the current place.
public actor Navigation: Feature {
  public let core: Core<NavigationState>
  public nonisolated let states: Current<NavigationState>
  public nonisolated let events: Broadcast<NavigationEvent>
  private let needs: NavigationNeeds
  private let log: Log

  public init(_ site: Site, allowance: Allowance = Allowance(), on context: FeatureContext, needs: NavigationNeeds) {
    let core = Core(NavigationState(site, allowance: allowance), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Navigation")
  }

  public func perform(_ effect: NavigationEffect) async -> NavigationAction? {
    switch effect {
    case .load:
      do {
        return .restored(try await needs.load())
      } catch {
        // A file that does not open must not keep the user from the first screen.
        log.warning("The navigation state could not be loaded (\(code: error)); starting at home.")
        return .restored(nil)
      }
    case .keep(let bytes):
      do {
        try await needs.keep(bytes)
        return nil
      } catch {
        return .notKept(error)
      }
    case .verify(let link):
      return .checked(link, isGenuine: await needs.verify(link.signedText, link.signature))
    }
  }
}
