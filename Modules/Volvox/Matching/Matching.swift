internal import Forms
internal import Interface
internal import JSON
public import Kernel
public import Peers
internal import Platform

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
    case .form(let effect): return await needs.drafts?.carryOut(effect, log).map { .form($0) }
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
        return .asked(answer["request"].flatMap { ConnectionRequest($0) }, of: person, name: name, in: window)
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
    case .invitation(let effect): return await perform(effect).map { .invitation($0) }
    }
  }

  private func perform(_ effect: InvitationEffect) async -> InvitationAction? {
    switch effect {
    case .list:
      do throws(Problem) {
        let answer = try await needs.ask(.invitations)
        // A row with rubbish is left out; the others are shown.
        return .listed((answer["invitations"]?.array ?? []).prefix(100).compactMap { Invitation($0) })
      } catch {
        return .notListed(failed(error))
      }
    case .make(let attempt, let wish, let account, let window):
      let id = attempt ?? context.identifiers.next()
      do throws(Problem) {
        let answer = try await needs.ask(.invite(id, as: wish))
        guard let invitation = answer["invitation"].flatMap({ Invitation($0) }),
          let code = answer["code"]?.string.flatMap({ InvitationCode($0) })
        else { return .notMade(id, failed(.noCode), in: window) }
        let kept = KeptInvitation(invitation, code: code, of: account)
        // The code is shown also where it cannot be kept.
        do throws(Problem) { try await needs.keepCode(kept) } catch { failed(error) }
        return .made(kept, in: window)
      } catch {
        return .notMade(id, failed(error), in: window)
      }
    case .withdraw(let id, let window):
      do throws(Problem) {
        _ = try await needs.ask(.uninvite(id))
        return .withdrawn(id, in: window)
      } catch {
        return .notWithdrawn(id, failed(error), in: window)
      }
    case .redeem(let code, let window):
      do throws(Problem) {
        let answer = try await needs.ask(.redeem(code))
        return .redeemed(name: answer["name"]?.string.map { String($0.prefix(100)) }, in: window)
      } catch {
        return .notRedeemed(failed(error), in: window)
      }
    case .forget(let ids):
      do throws(Problem) { try await needs.forgetCodes(ids) } catch { failed(error) }
      return nil
    }
  }

  @discardableResult
  private func failed(_ problem: Problem) -> Problem {
    log.info("An operation of matching failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: MatchingEffect) -> any Following<MatchingAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }
}
