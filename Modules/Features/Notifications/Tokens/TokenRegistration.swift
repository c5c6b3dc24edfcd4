public import Kernel
internal import Permissions

/// Registers this device for notifications that the server sends: silently once the person has turned them on, again when
/// the token changes, grows old or could not be registered, and no longer when they are turned off.
public actor TokenRegistration: Feature {
  public let core: Core<TokenRegistrationState>
  public nonisolated let states: Current<TokenRegistrationState>
  public nonisolated let events: Broadcast<TokenRegistrationEvent>
  private let needs: TokenRegistrationNeeds
  private let time: Time
  private let log: Log

  public init(on context: FeatureContext, needs: TokenRegistrationNeeds) {
    let core = Core(TokenRegistrationState(hasPort: needs.port != nil), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("TokenRegistration")
  }

  public func perform(_ effect: TokenRegistrationEffect) async -> TokenRegistrationAction? {
    switch effect {
    case .load: return .loaded(await needs.load())
    case .keep(let device):
      await needs.keep(device)
      return nil
    case .obtain(let isRenewal):
      guard let port = needs.port else { return nil }
      do throws(Problem) { return .token(try await port.token(isRenewal)) } catch { return .noToken(error) }
    case .register(let registration): return .answered(await needs.register(registration), to: registration)
    case .remove: return .removed(await needs.remove())
    case .log(let problem, let tries):
      log.error("This device could not be registered for notifications after \(tries) tries (\(code: problem)).")
      return nil
    case .wait, .listen: return nil
    }
  }

  public func follow(_ effect: TokenRegistrationEffect) -> any Following<TokenRegistrationAction> {
    switch effect {
    case .wait(let date): time.alarm(at: date).map { $0.map { _ in .woke } }
    case .listen: (needs.port?.rotations() ?? AsyncStream { nil }).map { Heard(TokenRegistrationAction.token($0)) }
    default: AsyncStream { nil }
    }
  }
}
