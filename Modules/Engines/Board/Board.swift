public import Kernel

/// A person's home screen, for all of that person's windows: shown from cache at once, and refreshed behind it.
public actor Board<Content: BoardContent>: Feature {
  public let core: Core<BoardState<Content>>
  public nonisolated let states: Current<BoardState<Content>>
  public nonisolated let events: Broadcast<BoardEvent<Content.Tap>>
  private let needs: BoardNeeds<Content.Facts>
  private let time: Time
  private let log: Log

  public init(_ content: Content, on context: FeatureContext, needs: BoardNeeds<Content.Facts>) {
    let core = Core(BoardState(content), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    time = context.time
    log = context.log.from("Dashboard")
  }

  public func perform(_ effect: BoardEffect<Content.Facts>) async -> BoardAction<Content.Facts>? {
    do throws(Problem) {
      switch effect {
      case .load: return .loaded(try await needs.load())
      case .keep(let kept): try await needs.keep(kept)
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

  public func follow(_ effect: BoardEffect<Content.Facts>) -> any Following<BoardAction<Content.Facts>> {
    switch effect {
    case .awaitTurn(let date): time.alarm(at: date).map { ring in ring.map { _ in .turned } }
    case .awaitFacts(let date): time.alarm(at: date).map { ring in ring.map { _ in .gaveUp } }
    case .load, .keep, .clear: AsyncStream { nil }
    }
  }
}
