internal import Forms
public import Kernel
internal import Platform
internal import Storage

/// The measures that a person has defined, and their entries, for all of that person's windows.
public actor OwnMeasures: Feature {
  public let core: Core<OwnMeasuresState>
  public nonisolated let states: Current<OwnMeasuresState>
  public nonisolated let events: Broadcast<OwnMeasuresEvent>
  let needs: OwnMeasuresNeeds
  private let identifiers: Identifiers
  private let log: Log

  public init(on context: FeatureContext, needs: OwnMeasuresNeeds) {
    let core = Core(OwnMeasuresState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    identifiers = context.identifiers
    log = context.log.from("OwnMeasures")
  }

  public func perform(_ effect: OwnMeasuresEffect) async -> OwnMeasuresAction? {
    do throws(Problem) {
      switch effect {
      case .listen: return nil
      case .read: return .read(try await needs.read())
      case .open(let form, let window): return .opened(form, try await stored(form), in: window)
      case .form(let effect): return await needs.drafts.carryOut(effect, log).map { .form($0) }
      case .save(let order): return try await save(order)
      case .change(let change, let window): return .done(change, try await carryOut(change), in: window)
      }
    } catch {
      log.warning("An operation on own measures failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func answer(to effect: OwnMeasuresEffect, _ problem: Problem) async -> OwnMeasuresAction? {
    switch effect {
    case .listen, .form: return nil
    case .read: return .notRead(problem)
    case .open(let form, let window): return .notOpened(form, problem, in: window)
    case .save(let order):
      // Somebody saved between reading and writing.
      guard problem.code == "stale" else { return .notSaved(order, problem) }
      return .overtaken(order, try? await stored(order.form))
    case .change(let change, let window): return .notDone(change, problem, in: window)
    }
  }

  public func follow(_ effect: OwnMeasuresEffect) -> any Following<OwnMeasuresAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }

  // MARK: Reading

  /// The record that a form edits, as it is stored now.
  private func stored(_ form: OwnFormName) async throws(Problem) -> OwnStored? {
    switch form {
    case .measure(let id?): return try await needs.measure(ID(id)).map { .measure($0) }
    case .reading(let id): return try await stored(ID<OwnReading>(id))
    case .measure(nil), .entry: return nil
    }
  }

  private func stored(_ id: ID<OwnReading>) async throws(Problem) -> OwnStored? {
    guard let kept = try await needs.reading(id) else { return nil }
    return .reading(kept, try await needs.measure(ID(kept.reading.measure))?.measure)
  }

  // MARK: Saving forms

  private func save(_ order: OwnOrder) async throws(Problem) -> OwnMeasuresAction {
    if let version = order.version {
      guard let newest = try await stored(order.form) else { return .overtaken(order, nil) }
      guard order.form.version(of: newest) == version else { return .overtaken(order, newest) }
    }
    switch order.content {
    case .measure(let content): return .saved(order, try await save(content, order))
    case .reading(let content, let measure): return .saved(order, try await save(content, of: measure, order))
    }
  }

  private func save(_ content: OwnMeasureContent, _ order: OwnOrder) async throws(Problem) -> OwnStored {
    var measure: OwnMeasure
    if order.version != nil, case .measure(let opened)? = order.opened {
      measure = opened.measure
    } else {
      measure = OwnMeasure(id: identifiers.next(), name: content.name, kind: content.kind, createdAt: order.at)
    }
    content.apply(to: &measure)
    try await needs.write(OwnBatch(measures: [.init(record: measure, over: order.version)], draft: order.draft))
    guard let kept = try await needs.measure(measure.id) else { throw .ownMeasureGone }
    return .measure(kept)
  }

  private func save(
    _ content: OwnReadingContent, of measure: UUID, _ order: OwnOrder
  ) async throws(Problem) -> OwnStored {
    // Without its measure an entry could not be shown, and the server would refuse it.
    guard try await needs.measure(ID(measure)) != nil else { throw .ownMeasureGone }
    var reading: OwnReading
    if order.version != nil, case .reading(let opened, _)? = order.opened {
      reading = opened.reading
    } else {
      reading = OwnReading(id: identifiers.next(), measure: measure, measuredAt: order.at)
    }
    content.apply(to: &reading)
    try await needs.write(OwnBatch(readings: [.init(record: reading, over: order.version)], draft: order.draft))
    guard let kept = try await stored(reading.id) else { throw .ownReadingGone }
    return kept
  }

  // MARK: Changes in one act

  private func carryOut(_ change: OwnChange) async throws(Problem) -> OwnOutcome {
    switch change {
    case .delete(let id):
      guard let kept = try await needs.reading(id) else { return OwnOutcome(deletedReadings: [id]) }
      try await needs.write(OwnBatch(deletedReadings: [id]))
      return OwnOutcome(deletedReadings: [id], undo: .restore(kept.reading))
    case .takeBack(let reading):
      guard let kept = try await needs.reading(reading.id), kept.reading == reading else { throw .changedMeanwhile }
      try await needs.write(OwnBatch(deletedReadings: [reading.id]))
      return OwnOutcome(deletedReadings: [reading.id], undo: .restore(reading))
    case .restore(let reading):
      guard try await needs.measure(ID(reading.measure)) != nil else { throw .ownMeasureGone }
      if let kept = try await needs.reading(reading.id) { return OwnOutcome(readings: [kept]) }
      return try await write(reading, over: nil)
    case .revert(let former, let after):
      guard let kept = try await needs.reading(former.id), kept.reading == after else { throw .changedMeanwhile }
      return try await write(former, over: kept.version)
    case .archive(let id, let isArchived):
      guard let kept = try await needs.measure(id) else { throw .ownMeasureGone }
      guard kept.measure.isArchived != isArchived else { return OwnOutcome(measures: [kept]) }
      var measure = kept.measure
      measure.isArchived = isArchived
      var outcome = try await write(measure, over: kept.version)
      outcome.undo = .archive(id, !isArchived)
      return outcome
    case .redefine(let former, let after):
      guard let kept = try await needs.measure(former.id), kept.measure == after else { throw .changedMeanwhile }
      return try await write(former, over: kept.version)
    case .remove(let id):
      guard try await needs.readings(id.uuid, nil).isEmpty else { throw .ownMeasureInUse }
      guard try await needs.measure(id) != nil else { return OwnOutcome(deletedMeasures: [id]) }
      try await needs.write(OwnBatch(deletedMeasures: [id]))
      return OwnOutcome(deletedMeasures: [id])
    case .define(let measure):
      if let kept = try await needs.measure(measure.id) { return OwnOutcome(measures: [kept]) }
      return try await write(measure, over: nil)
    }
  }

  private func write(_ measure: OwnMeasure, over version: Version?) async throws(Problem) -> OwnOutcome {
    try await needs.write(OwnBatch(measures: [.init(record: measure, over: version)]))
    return OwnOutcome(measures: try await needs.measure(measure.id).map { [$0] } ?? [])
  }

  private func write(_ reading: OwnReading, over version: Version?) async throws(Problem) -> OwnOutcome {
    try await needs.write(OwnBatch(readings: [.init(record: reading, over: version)]))
    return OwnOutcome(readings: try await needs.reading(reading.id).map { [$0] } ?? [])
  }
}

extension Problem {
  static let ownMeasureGone = Problem(
    "measure-gone", "This measure was deleted, here or on another device.", safe: "Nothing else was changed.",
    remedy: "Restore the measure first.")
  fileprivate static let ownReadingGone = Problem(
    "gone", "This was deleted elsewhere while it was being saved.", safe: "Nothing else was changed.",
    remedy: "Save it as a new entry, or discard it.")
  fileprivate static let changedMeanwhile = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Change it by its form.")
  fileprivate static let ownMeasureInUse = Problem(
    "measure-in-use", "This measure has entries by now.", safe: "They are kept.", remedy: "Archive the measure instead."
  )
}
