public import Kernel
internal import Platform

/// The versions of a person's records, for all of that person's windows.
public actor Versions: Feature {
  public let core: Core<VersionsState>
  public nonisolated let states: Current<VersionsState>
  public nonisolated let events: Broadcast<VersionsEvent>
  private let needs: VersionsNeeds
  private let log: Log

  public init(_ kinds: [VersionedKind], on context: FeatureContext, needs: VersionsNeeds) {
    let core = Core(VersionsState(kinds), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Versions")
  }

  public func perform(_ effect: VersionsEffect) async -> VersionsAction? {
    do throws(Problem) {
      switch effect {
      case .listen: return nil
      case .read(let subject, let window): return .read(try await needs.read(subject), of: subject, in: window)
      case .plan(let subject, let time, let window): return .planned(try await needs.plan(subject, time), in: window)
      case .restore(let restorations, let window):
        try await needs.restore(restorations)
        return .restored(count: restorations.count, in: window)
      }
    } catch {
      log.info("Versions could not be read or restored (\(code: error)).")
      return switch effect {
      case .listen: nil
      case .read(_, let window): .notRead(error, in: window)
      case .plan(_, _, let window): .notPlanned(error, in: window)
      case .restore(_, let window): .notRestored(error, in: window)
      }
    }
  }

  public func follow(_ effect: VersionsEffect) -> any Following<VersionsAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { heard in heard.map { _ in .changed } }
  }
}
