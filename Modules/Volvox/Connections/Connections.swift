internal import Forms
internal import Interface
internal import JSON
public import Kernel
public import Peers
internal import Platform

/// The requests and connections of a person, for all of that person's windows.
public actor Connections: Feature {
  public let core: Core<ConnectionsState>
  public nonisolated let states: Current<ConnectionsState>
  public nonisolated let events: Broadcast<ConnectionsEvent>
  private let needs: ConnectionsNeeds
  private let identifiers: Identifiers
  private let log: Log

  public init(_ words: PeerWords, on context: FeatureContext, needs: ConnectionsNeeds) {
    let core = Core(ConnectionsState(words), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    identifiers = context.identifiers
    log = context.log.from("Connections")
  }

  public func perform(_ effect: ConnectionsEffect) async -> ConnectionsAction? {
    switch effect {
    case .listen: return nil
    case .form(let effect): return await needs.drafts?.carryOut(effect, log).map { .form($0) }
    case .read:
      do throws(Problem) { return .read(try await needs.read()) } catch { return .notRead(failed(error)) }
    case .people:
      do throws(Problem) { return .people(try await needs.people()) } catch { return .notPeople(failed(error)) }
    case .ask(let act, let window):
      do throws(Problem) {
        return .answered(act, try await needs.ask(await completed(act)), in: window)
      } catch {
        return .refused(act, failed(error), in: window)
      }
    case .save(let change, let name, let window): return await save(change, name, in: window)
    case .block(let person, let name, let window):
      return await save(.block(PersonBlock(id: identifiers.next(), person)), name, in: window)
    case .plan(let connection, let planner, let partner, let at, let name, let window):
      let checkIn = SharedCheckIn(
        id: identifiers.next(), connection: connection, planner: planner, partner: partner, at: at)
      return await save(.plan(checkIn), name, in: window)
    }
  }

  /// The question with what is opened for it only now.
  private func completed(_ act: ConnectionsAct) async -> PeerAsk {
    guard act.includesMessages, case .report(let person, let kind, let words, _) = act.ask,
      let id = UUID(uuidString: person)
    else { return act.ask }
    return .report(person, kind, words: words, messages: ReportedMessage.fitting(await needs.messages(id)))
  }

  private func save(_ change: ConnectionsChange, _ name: String, in window: WindowID) async -> ConnectionsAction {
    do throws(Problem) {
      try await needs.save(change)
      return .saved(change, name: name, in: window)
    } catch {
      return .notSaved(failed(error), in: window)
    }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.info("An operation of the connections failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: ConnectionsEffect) -> any Following<ConnectionsAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }
}
