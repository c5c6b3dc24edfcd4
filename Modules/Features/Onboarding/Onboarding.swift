internal import Interface
public import Kernel

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
        return .loaded(try await needs.load())
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
    }
  }
}
