internal import Interface
public import Kernel
internal import Permissions

/// The onboarding of a product, for all windows of one person.
public actor Onboarding: Feature {
  public let core: Core<OnboardingState>
  public nonisolated let states: Current<OnboardingState>
  public nonisolated let events: Broadcast<OnboardingEvent>
  private let needs: OnboardingNeeds
  private let log: Log

  public init(_ plan: OnboardingPlan, on context: FeatureContext, needs: OnboardingNeeds) {
    let core = Core(OnboardingState(plan), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Onboarding")
  }

  public func perform(_ effect: OnboardingEffect) async -> OnboardingAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        return .loaded(try await needs.load(), try await needs.progress())
      } catch {
        log.warning("The onboarding progress could not be loaded (\(code: error)).")
        return .notLoaded(error)
      }
    case .keep(let kept):
      do throws(Problem) {
        try await needs.keep(kept)
        return .kept
      } catch {
        log.warning("The onboarding progress could not be saved (\(code: error)).")
        return .notKept(error)
      }
    case .share(let progress):
      do throws(Problem) {
        try await needs.share(progress)
        return nil
      } catch {
        log.warning("The onboarding progress could not be saved for other devices (\(code: error)).")
        return .notKept(error)
      }
    case .permission(let step, let permission, let request):
      do throws(Problem) {
        switch request {
        case .check: return .permission(step, .heard(try await needs.permissions.standing(permission)))
        case .ask: return .permission(step, .heard(try await needs.permissions.ask(permission)))
        // The first steps offer no quiet delivery.
        case .askQuietly: return nil
        case .openSettings:
          try await needs.permissions.openSettings(permission)
          return nil
        }
      } catch {
        return .permission(step, .failed(error))
      }
    case .listen: return nil
    }
  }

  public func follow(_ effect: OnboardingEffect) -> any Following<OnboardingAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { change in change.map({ .received($0) }, missed: { _ in .lostTrack }) }
  }
}
