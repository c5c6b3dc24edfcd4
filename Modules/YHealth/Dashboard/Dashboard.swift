public import Kernel

/// A person's home screen, for all of that person's windows: shown from cache at once, and refreshed behind it.
public actor Dashboard: Feature {
  public let core: Core<DashboardState>
  public nonisolated let states: Current<DashboardState>
  public nonisolated let events: Broadcast<DashboardEvent>
  private let needs: DashboardNeeds
  private let time: Time
  private let log: Log

  public init(_ plan: DashboardPlan, on context: FeatureContext, needs: DashboardNeeds) {
    let core = Core(DashboardState(plan), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("Dashboard")
  }

  public func perform(_ effect: DashboardEffect) async -> DashboardAction? {
    do throws(Problem) {
      switch effect {
      case .load: return .loaded(try await needs.load())
      case .keep(let cached): try await needs.keep(cached)
      case .clear: try await needs.clear()
      case .awaitTurn, .awaitFacts: break
      }
      return nil
    } catch {
      // A missing cache is rebuilt.
      log.warning("The kept dashboard could not be used (\(code: error)).")
      return effect == .load ? .notLoaded(error) : nil
    }
  }

  public func follow(_ effect: DashboardEffect) -> any Following<DashboardAction> {
    switch effect {
    case .awaitTurn(let date): time.alarm(at: date).map { ring in ring.map { _ in .turned } }
    case .awaitFacts(let date): time.alarm(at: date).map { ring in ring.map { _ in .gaveUp } }
    case .load, .keep, .clear: AsyncStream { nil }
    }
  }
}
