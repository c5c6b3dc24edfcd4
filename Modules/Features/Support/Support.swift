public import Kernel

/// The help centre of a product, for all windows of a person.
public actor Support: Feature {
  public let core: Core<SupportState>
  public nonisolated let states: Current<SupportState>
  public nonisolated let events: Broadcast<SupportEvent>
  private let needs: SupportNeeds
  private let log: Log

  public init(_ plan: SupportPlan, on context: FeatureContext, needs: SupportNeeds) {
    core = Core(
      SupportState(plan, fetches: needs.fetch != nil, crashes: needs.crashes, isAfterCrash: needs.isAfterCrash),
      on: context)
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Support")
  }

  public func perform(_ effect: SupportEffect) async -> SupportAction? {
    do throws(Problem) {
      switch effect {
      case .load: return .loaded(try await needs.load())
      case .keep(let bytes): try await needs.keep(bytes)
      case .fetch: return try await needs.fetch?().asAction
      case .facts: return .facts(await needs.facts())
      case .loadRating: return .rated(try await needs.rating())
      case .keepRating(let memory): try await needs.keepRating(memory)
      }
      return nil
    } catch {
      log.info("Help texts could not be read, saved or fetched (\(code: error)).")
      return effect == .fetch ? .notFetched(error) : effect == .load ? .notLoaded(error) : nil
    }
  }
}

extension [UInt8] {
  fileprivate var asAction: SupportAction { .fetched(self) }
}
