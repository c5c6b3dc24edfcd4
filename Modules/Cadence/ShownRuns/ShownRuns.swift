internal import Interface
public import Kernel
internal import Platform
public import Storage

/// The activities of an account whose terms allow nothing but to show them, for all windows of a person. It deletes each when its
/// time is over.
public actor ShownRuns: Feature {
  public let core: Core<ShownRunsState>
  public nonisolated let states: Current<ShownRunsState>
  public nonisolated let events: Broadcast<ShownRunsEvent>
  private let shelf: ShownRunShelf
  private let time: Time
  private let log: Log

  public init(_ store: Store, on context: FeatureContext) {
    core = Core(ShownRunsState(), on: context)
    states = core.states
    events = core.events
    shelf = ShownRunShelf(store)
    time = context.time
    log = context.log.from("ShownRuns")
  }

  public func perform(_ effect: ShownRunsEffect) async -> ShownRunsAction? {
    guard effect == .load else { return nil }
    do throws(Problem) {
      return .loaded(try await shelf.current(at: time.now().date))
    } catch {
      log.warning("The shown runs could not be read (\(code: error)).")
      return .notLoaded(error)
    }
  }

  public func follow(_ effect: ShownRunsEffect) -> any Following<ShownRunsAction> {
    switch effect {
    case .listen: shelf.changes().map { $0.map({ .due }, missed: { _ in .due }) }
    case .awaitHour: time.ticks(every: .seconds(3600)).map { $0.map { _ in .due } }
    case .load: AsyncStream<Heard<ShownRunsAction>> { nil }
    }
  }
}
