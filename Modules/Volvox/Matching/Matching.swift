internal import FoundationEssentials
internal import Interface
internal import JSON
public import Kernel
public import Peers

/// The suggestions for a person, for all of that person's windows.
public actor Matching: Feature {
  public let core: Core<MatchingState>
  public nonisolated let states: Current<MatchingState>
  public nonisolated let events: Broadcast<MatchingEvent>
  private let needs: MatchingNeeds
  private let context: FeatureContext
  private let log: Log

  public init(_ words: PeerWords, on context: FeatureContext, needs: MatchingNeeds) {
    let core = Core(MatchingState(words), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Matching")
  }

  public func perform(_ effect: MatchingEffect) async -> MatchingAction? {
    switch effect {
    case .listen: return nil
    case .read:
      do throws(Problem) { return .read(try await needs.read()) } catch { return .notRead(failed(error)) }
    case .fetch:
      let now = context.time.now()
      do throws(Problem) {
        return .fetched(try await needs.fetch(now.zone.identifier, now.date))
      } catch {
        return .notFetched(failed(error))
      }
    case .saveCard(let card, let window):
      do throws(Problem) {
        try await needs.saveCard(card)
        return .cardSaved(card)
      } catch {
        return .notSaved(failed(error), in: window)
      }
    case .ask(let person, let name, let wish, let note, let window):
      do throws(Problem) {
        let answer = try await needs.ask(.request(context.identifiers.next(), of: person, as: wish, note: note))
        return .asked(answer["request"].flatMap { ConnectionRequest($0) }, name: name, in: window)
      } catch {
        return .notAsked(failed(error), in: window)
      }
    case .block(let person, let name, let window):
      do throws(Problem) {
        try await needs.block(PersonBlock(id: context.identifiers.next(), person))
        return .blocked(person, name: name, in: window)
      } catch {
        return .notSaved(failed(error), in: window)
      }
    }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.info("An operation of matching failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: MatchingEffect) -> any Following<MatchingAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }
}
