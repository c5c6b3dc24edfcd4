internal import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// The calendar of a person, for all of that person's windows.
public actor Agenda: Feature {
  public let core: Core<AgendaState>
  public nonisolated let states: Current<AgendaState>
  public nonisolated let events: Broadcast<AgendaNews>
  private let needs: AgendaNeeds
  private let context: FeatureContext
  private let log: Log

  public init(on context: FeatureContext, needs: AgendaNeeds) {
    let core = Core(AgendaState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Agenda")
  }

  public func perform(_ effect: AgendaEffect) async -> AgendaAction? {
    if case .form(let effect) = effect { return await needs.drafts.carryOut(effect, log).map { .form($0) } }
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.warning("An operation of the calendar failed (\(code: error)).")
      return answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: AgendaEffect) async throws(Problem) -> AgendaAction? {
    switch effect {
    case .recall: return .recalled(try await needs.recallView())
    case .keepView(let view): try await needs.keepView(view)
    case .read: return .read(try await needs.read())
    case .save(let order):
      return .saved(order, try await write(EventWrite(order, new: context.identifiers.next())))
    case .add(let event, let window):
      var write = EventWrite()
      write.saves = [.init(event: event.named(context.identifiers.next()), over: .nothing)]
      return try await self.write(write).first.map { .added($0, in: window) }
    case .remove(let kept, let key, let scope, let window):
      let left = try await write(EventWrite(removing: kept, key, scope)).first
      return .removed(RemovedEvents(event: kept.event, key: key, left: left?.version), in: window)
    case .restore(let removed, let window):
      var write = EventWrite()
      write.saves = [.init(event: removed.event, over: removed.left.map { .version($0) } ?? .nothing)]
      return .restored(removed, try await needs.write(write), in: window)
    case .move(let event, let version, let before, let window):
      var write = EventWrite()
      write.saves = [.init(event: event, over: .version(version))]
      guard let kept = try await needs.write(write).first else { return nil }
      return .moved(kept, from: before, in: window)
    case .open(let path, let context, let window):
      return .opened(try await Agenda.sheet(at: path, context, needs.bytes).get(), in: window)
    case .importAll(let write, let window):
      return .imported(ImportedEvents(write, try await self.write(write)), in: window)
    case .takeBack(let imported, let window):
      _ = try await needs.write(imported.takingBack)
      return .importUndone(in: window)
    case .export(let events, let now, let window):
      let file = try await Agenda.file(of: events, now).get()
      try await needs.handOut(file, window) { [weak self] outcome in
        await self?.send(.handedOut(outcome, in: window))
      }
    case .listen, .awaitUndo, .form: break
    }
    return nil
  }

  /// Reads a file off the actor, since a large one takes a while.
  @concurrent private static func sheet(
    at path: String, _ context: EventSheet.Context, _ bytes: @Sendable (String) throws(Problem) -> [UInt8]
  ) async -> Result<EventSheet, Problem> {
    do throws(Problem) { return .success(try EventSheet(bytes(path), context)) } catch { return .failure(error) }
  }

  @concurrent private static func file(
    of events: [CalendarEvent], _ now: Moment
  ) async -> Result<OutgoingFile, Problem> {
    do throws(Problem) { return .success(try EventFile.outgoing(events, at: now)) } catch { return .failure(error) }
  }

  private func write(_ write: EventWrite) async throws(Problem) -> [KeptEvent] {
    let exceptions = write.saves.map { $0.event.exceptions?.count ?? 0 }.max() ?? 0
    guard exceptions <= CalendarEvent.mostExceptions else {
      throw Problem(
        "too-many-exceptions", "\(CalendarEvent.mostExceptions) events of this series were changed one by one already.",
        safe: "Nothing was changed.", remedy: "Change this and the following events instead.")
    }
    return try await needs.write(write)
  }

  private func answer(to effect: AgendaEffect, _ problem: Problem) -> AgendaAction? {
    switch effect {
    case .recall: .recalled(nil)
    case .read: .notRead(problem)
    case .save(let order): .notSaved(order, problem)
    case .remove(_, _, _, let window): .notRemoved(problem, in: window)
    case .restore(let removed, let window): .notRestored(removed, problem, in: window)
    case .move(_, _, _, let window), .add(_, let window): .notMoved(problem, in: window)
    case .open(_, _, let window): .notOpened(problem, in: window)
    case .importAll(_, let window), .takeBack(_, let window): .notImported(problem, in: window)
    case .export(_, _, let window): .handedOut(.failed(problem), in: window)
    case .keepView, .form, .listen, .awaitUndo: nil
    }
  }

  public func follow(_ effect: AgendaEffect) -> any Following<AgendaAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .awaitUndo(let key, let until, let window):
      return context.time.alarm(at: until).map { $0.map { _ in .undoEnds(key, in: window) } }
    default: return AsyncStream { nil }
    }
  }
}
