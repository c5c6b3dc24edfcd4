internal import Days
internal import Forms
internal import Interface
public import Kernel
internal import Platform
internal import SoberDays
internal import Storage

/// A person's sobriety, for all of that person's windows.
public actor Sobriety: Feature {
  public let core: Core<SobrietyState>
  public nonisolated let states: Current<SobrietyState>
  public nonisolated let events: Broadcast<SobrietyNews>
  private let needs: SobrietyNeeds
  private let context: FeatureContext
  private let log: Log

  public init(_ offer: SobrietyOffer, on context: FeatureContext, needs: SobrietyNeeds) {
    let core = Core(SobrietyState(offer), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Sobriety")
  }

  public func perform(_ effect: SobrietyEffect) async -> SobrietyAction? {
    switch effect {
    case .read(let reflections):
      do throws(Problem) { return .read(try await needs.read(reflections)) } catch { return .notRead(failed(error)) }
    case .open(let id, let window):
      do throws(Problem) {
        return .opened(id, try await needs.reflection(id), in: window)
      } catch {
        _ = failed(error)
        return .opened(id, nil, in: window)
      }
    case .save(let change, let window): return await save(change, in: window)
    case .record(let entry, let window):
      return await save(.record(entry.record(context.identifiers.next()), movedFrom: entry.movedFrom), in: window)
    case .write(let day, let body, let draft, let window):
      let reflection = Reflection(id: context.identifiers.next(), day: day, body: body)
      return await save(.reflection(reflection, over: nil, draft: draft), in: window)
    case .delete(let id, let window): return await delete(id, in: window)
    case .revert(let former, let after, let window): return await revert(former, after, in: window)
    case .keepDraft(let draft):
      do throws(Problem) { try await needs.keepDraft(draft) } catch { _ = failed(error) }
    case .dropDraft(let id):
      do throws(Problem) { try await needs.dropDraft(id) } catch { _ = failed(error) }
    case .form(let effect): return await needs.drafts.carryOut(effect, log).map { .form($0) }
    case .listen, .awaitDay: break
    }
    return nil
  }

  private func save(_ change: SobrietyChange, in window: WindowID?) async -> SobrietyAction {
    do throws(Problem) {
      try await needs.save(change)
      return .done(change, in: window)
    } catch {
      return .notDone(change, failed(error), in: window)
    }
  }

  private func delete(_ id: UUID, in window: WindowID) async -> SobrietyAction? {
    do throws(Problem) {
      guard let kept = try await needs.reflection(id) else { return .changed }
      return await save(.deleteReflection(kept.record, kept.version), in: window)
    } catch {
      _ = failed(error)
      return .changed
    }
  }

  private func revert(_ former: Reflection, _ after: Reflection, in window: WindowID) async -> SobrietyAction {
    do throws(Problem) {
      guard let kept = try await needs.reflection(former.id.uuid), kept.record == after else { throw .changedSince }
      return await save(.reflection(former, over: kept.version), in: window)
    } catch {
      return .notDone(.reflection(former, over: nil), failed(error), in: window)
    }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.warning("An operation of the sobriety ledger failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: SobrietyEffect) -> any Following<SobrietyAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .awaitDay(let date): return context.time.alarm(at: date).map { $0.map { _ in .turned } }
    default: return AsyncStream { nil }
    }
  }
}

extension Problem {
  fileprivate static let changedSince = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find the reflection in the timeline.")
}
