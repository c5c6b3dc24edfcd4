internal import Forms
public import Kernel
internal import Numbers
internal import Platform
internal import Storage
internal import Units

/// A person's health log, for all of that person's windows.
public actor Health: Feature {
  public let core: Core<HealthState>
  public nonisolated let states: Current<HealthState>
  public nonisolated let events: Broadcast<HealthEvent>
  let needs: HealthNeeds
  private let context: FeatureContext
  private let log: Log

  public init(on context: FeatureContext, needs: HealthNeeds) {
    let core = Core(HealthState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    self.context = context
    log = context.log.from("Health")
  }

  public func perform(_ effect: HealthEffect) async -> HealthAction? {
    if case .form(let effect) = effect { return await needs.drafts.carryOut(effect, log).map { .form($0) } }
    do throws(Problem) {
      return try await carryOut(effect)
    } catch {
      log.warning("An operation of the log failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func carryOut(_ effect: HealthEffect) async throws(Problem) -> HealthAction? {
    switch effect {
    case .remember(let day): return .remembered(try await needs.summary(day), try await needs.days())
    case .read(let newest):
      let marks = try await needs.marks()
      return .read(try await needs.read(newest), marks)
    case .catchUp(let marks, let waiting, let now): return .caughtUp(try await needs.catchUp(marks, waiting, now))
    case .sumUp(let now): return .summedUp(try await needs.sumUp(now))
    case .open(let form, let window):
      guard let id = form.entry else { return .opened(form, .new(context.identifiers.uuid()), in: window) }
      let kept = try await needs.entry(EntryName(form.kind, id))
      return .opened(form, kept.map { .found($0) } ?? .missing, in: window)
    case .identify(let form, let window): return .opened(form, .new(context.identifiers.uuid()), in: window)
    case .save(let order): return .saved(order, try await needs.save(order.entry, order.version, order.draft))
    case .delete(let kept, let window):
      try await needs.delete(kept)
      return .deleted(kept, in: window)
    case .removeTwin(let kept):
      try await needs.delete(kept)
      return .twinRemoved(kept)
    case .restore(let kept, let window): return .restored(try await needs.save(kept.entry, nil, nil), in: window)
    case .revert(let former, let after, let window):
      guard let kept = try await needs.entry(former.name), kept.entry == after else { throw .changedSince }
      return .restored(try await needs.save(former, kept.version, nil), in: window)
    case .takeBack(let entry, let window):
      guard let kept = try await needs.entry(entry.name), kept.entry == entry else { throw .changedSince }
      try await needs.delete(kept)
      return .deleted(kept, in: window)
    case .keepDays(let kept): try await needs.keepDays(kept)
    case .takePhoto(let form, let window): return .photo(.taken(try await needs.camera.photo(window)), form, in: window)
    case .upload(let photo, let id, let form, let window):
      return .photo(.uploaded(path: try await needs.camera.upload(photo, id)), form, in: window)
    case .analyse(let path, let id, let form, let window):
      return .photo(.seen(try await needs.camera.analyse(path, id)), form, in: window)
    case .quick(let quick, let now, let window): return .quickSaved(try await keep(quick, now), in: window)
    case .copy(let entries, let now, let window): return await copy(entries, now, in: window)
    case .deleteCopies(let copies, let window):
      var (deleted, changed): ([EntryName], Int) = ([], 0)
      for copy in copies {
        guard let kept = try await needs.entry(copy.name) else { continue }
        guard kept.entry == copy else {
          changed += 1
          continue
        }
        try await needs.delete(kept)
        deleted.append(copy.name)
      }
      return .copiesDeleted(deleted, kept: changed, in: window)
    case .addHabit(let name, let cadence, let times, let window):
      let habit = Habit(id: context.identifiers.next(), name: name, cadence: cadence, times: times)
      try await needs.habits.save(habit, nil)
      return .habitSaved(habit, isNew: true, in: window)
    case .saveHabit(let habit, let version, let window):
      try await needs.habits.save(habit, version)
      return .habitSaved(habit, isNew: false, in: window)
    case .tick(let tick, _):
      try await needs.habits.tick(tick)
      return .ticked(tick)
    case .listen, .awaitUndo, .form: break
    }
    return nil
  }

  private func keep(_ quick: QuickEntry, _ now: Moment) async throws(Problem) -> KeptEntry {
    // Its values are those of a record, in stored units.
    let plain = Moment(now.date, in: now.zone, locale: AmountNotation.plain.locale)
    var reader = FormReader(quick.values, at: plain, in: .plain)
    let entry = quick.kind.type.read(context.identifiers.uuid(), &reader)
    if let complaint = reader.complaints.values.first { throw .unread(complaint.sentence) }
    return try await needs.save(entry, nil, nil)
  }

  /// Stores each entry by itself, and stops at the first that cannot be stored.
  private func copy(_ entries: [QuickEntry], _ now: Moment, in window: WindowID) async -> HealthAction {
    var kept: [KeptEntry] = []
    for quick in entries {
      do throws(Problem) {
        kept.append(try await keep(quick, now))
      } catch {
        return .copied(kept, error, in: window)
      }
    }
    return .copied(kept, nil, in: window)
  }

  private func answer(to effect: HealthEffect, _ problem: Problem) async -> HealthAction? {
    switch effect {
    case .remember: .remembered(nil, [])
    case .read: .notRead(problem)
    case .catchUp, .sumUp: .notLooked(problem)
    case .open(let form, let window): .opened(form, .failed(problem), in: window)
    case .save(let order): await answer(to: order, problem)
    case .delete(let kept, let window): .notDeleted(kept, problem, in: window)
    case .restore(let kept, let window): .notRestored(kept.undoKey, problem, in: window)
    case .takePhoto(let form, let window), .upload(_, _, let form, let window), .analyse(_, _, let form, let window):
      .photo(.failed(problem), form, in: window)
    case .revert(let former, _, let window), .takeBack(let former, let window):
      .notReverted(former.name, problem, in: window)
    case .quick(_, _, let window), .copy(_, _, let window), .deleteCopies(_, let window),
      .addHabit(_, _, _, let window), .saveHabit(_, _, let window), .tick(_, let window):
      .notDone(problem, in: window)
    case .listen, .awaitUndo, .identify, .form, .keepDays, .removeTwin: nil
    }
  }

  /// Adds the newer entry to the answer for a save that lost to another change.
  private func answer(to order: SaveOrder, _ problem: Problem) async -> HealthAction {
    guard ["stale", "gone"].contains(problem.code) else { return .notSaved(order, problem) }
    do throws(Problem) {
      return .outrun(order, newer: try await needs.entry(order.entry.name))
    } catch {
      return .notSaved(order, error)
    }
  }

  /// Stores one batch of device figures, and returns its size.
  func keep(_ batch: inout [DeviceDay]) async throws(Problem) -> Int {
    defer { batch = [] }
    if !batch.isEmpty { try await needs.take(batch) }
    return batch.count
  }

  public func follow(_ effect: HealthEffect) -> any Following<HealthAction> {
    switch effect {
    case .listen: return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
    case .awaitUndo(let key, let until, let window):
      return context.time.alarm(at: until).map { $0.map { _ in .undoEnds(key, in: window) } }
    default: return AsyncStream { nil }
    }
  }
}

extension Problem {
  fileprivate static let changedSince = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find the entry in the history.")
  fileprivate static func unread(_ sentence: String) -> Problem {
    Problem("unread", "This could not be logged: \(sentence)", safe: "Nothing was changed.", remedy: "Use the form.")
  }
}
