public import Kernel

/// Carries out what `NAMEState` decides: keeps a note.
public actor NAME: Feature {
  public let core: Core<NAMEState>
  public nonisolated let states: Current<NAMEState>
  public nonisolated let events: Broadcast<NAMEEvent>
  private let needs: NAMENeeds

  public init(_ state: NAMEState = NAMEState(), needs: NAMENeeds, on stage: Stage) {
    core = Core(state, on: stage)
    states = core.states
    events = core.events
    self.needs = needs
  }

  public func perform(_ effect: NAMEEffect) async -> NAMEAction? {
    switch effect {
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
