public import Kernel

/// Saves and loads a note, as `NAMEState` decides.
public actor NAME: Feature {
  public let core: Core<NAMEState>
  public nonisolated let states: Current<NAMEState>
  public nonisolated let events: Broadcast<NAMEEvent>
  private let needs: NAMENeeds

  public init(on context: FeatureContext, needs: NAMENeeds) {
    core = Core(NAMEState(), on: context)
    states = core.states
    events = core.events
    self.needs = needs
  }

  public func perform(_ effect: NAMEEffect) async -> NAMEAction? {
    switch effect {
    case .load:
      do {
        return .loaded(try await needs.load() ?? "")
      } catch {
        return .notLoaded(error)
      }
    case .keep(let note):
      do {
        try await needs.keep(note)
        return .kept(note)
      } catch {
        return .notKept(error)
      }
    }
  }
}
