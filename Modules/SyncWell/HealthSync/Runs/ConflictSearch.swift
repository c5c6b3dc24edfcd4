internal import Carrying
internal import Days
internal import Duplicates
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

// Searches for recordings of one workout, and for amounts of a day, of which only one may count.
extension SyncRunner {
  /// A workout of another sync to the same destination, with which a new one is compared.
  private struct Former {
    let sample: Sample
    let sync: ID<SyncPlan>
    /// Whether it waits for its second recording, so that the destination does not have it.
    let isWaiting: Bool
  }

  func amounts(
    _ kind: SampleKind, _ day: CalendarDay, _ rival: CarriedDay, _ own: CarriedDay, _ order: RunOrder
  ) -> SyncConflict {
    let amounts = [rival, own].map { day in
      SyncConflict.Amount(
        day.source, day.isEmptied ? nil : day.total, keptDays: order.catalogue[day.source]?.keptDays)
    }
    return SyncConflict(
      id: identifiers.next(), first: rival.sync, second: order.plan.id, destination: order.plan.destination, day: day,
      .amounts(kind, amounts[0], amounts[1]), at: now())
  }

  /// Compares the workouts of a source with those that other syncs have carried to the same destination, or hold for it.
  func findConflicts(
    _ samples: [Sample], _ known: [CarriedDay], _ order: RunOrder
  ) async throws(Problem) -> [SyncConflict] {
    let own = SyncRunner.carried(known, by: order.plan.id)
    let asked = SyncRunner.paired(order.conflicts)
    // What is carried already was no duplicate when it came.
    let fresh = samples.filter { sample in
      let key = SampleMark(sample).text
      return sample.isPlausible && sample.origin.written == nil && !own.contains(key) && !asked.contains(key)
        && !order.plan.omits(key)
    }
    guard !fresh.isEmpty, order.rule(.workout).choice != .sum else { return [] }
    let formers = try await carried(known, order) + waiting(order) + merged(order)
    return formers.isEmpty ? [] : pairs(fresh, formers, order)
  }

  private static func carried(_ known: [CarriedDay], by sync: ID<SyncPlan>) -> Set<String> {
    known.filter { $0.sync == sync && $0.kind == .workout }
      .reduce(into: Set<String>()) { $0.formUnion($1.marks.keys) }
  }

  /// The keys of the workouts of which two recordings are known.
  private static func paired(_ conflicts: [SyncConflict]) -> Set<String> {
    conflicts.reduce(into: []) { keys, conflict in
      if let both = conflict.keys { keys.formUnion([both.first, both.second]) }
    }
  }

  /// The workouts that the destination has from other syncs, as their sources have them now.
  private func carried(_ known: [CarriedDay], _ order: RunOrder) async throws(Problem) -> [Former] {
    let rivals = known.filter {
      $0.sync != order.plan.id && $0.destination == order.plan.destination && $0.kind == .workout && !$0.marks.isEmpty
    }
    var carried: [Former] = []
    for (sync, days) in Dictionary(grouping: rivals, by: \.sync) {
      guard let source = days.first?.source else { continue }
      let keys = days.reduce(into: Set<String>()) { $0.formUnion($1.marks.keys) }
      carried += try await recordings(keys, on: days.map(\.day), of: source, order).map {
        Former(sample: $0, sync: sync, isWaiting: false)
      }
    }
    return carried
  }

  /// The workouts that other syncs hold for a second recording.
  private func waiting(_ order: RunOrder) async throws(Problem) -> [Former] {
    var waiting: [Former] = []
    for rival in order.rivals {
      let records = (rival.waiting ?? []).filter { $0.outcome == .waiting }
      let days = records.map { CalendarDay($0.start, in: order.zone) }
      waiting += try await recordings(Set(records.map(\.key)), on: days, of: rival.source, order).map {
        Former(sample: $0, sync: rival.id, isWaiting: true)
      }
    }
    return waiting
  }

  /// The workouts that were made of two recordings of the same days, since a third one may come.
  private func merged(_ order: RunOrder) -> [Former] {
    order.conflicts.compactMap { conflict in
      guard conflict.settlement == .merged, conflict.destination == order.plan.destination,
        conflict.second != order.plan.id, order.days.contains(conflict.day), !conflict.isReplaced(in: order.conflicts)
      else { return nil }
      return conflict.merge.map {
        Former(sample: $0.merged(as: SyncRunner.own), sync: conflict.second, isWaiting: false)
      }
    }
  }

  private func recordings(
    _ keys: Set<String>, on days: [CalendarDay], of source: String, _ order: RunOrder
  ) async throws(Problem) -> [Sample] {
    guard let first = days.min(), let last = days.max(), let span = SyncRunner.span(first...last, order.zone),
      let port = needs.port(source)
    else { return [] }
    let page = try await readAll(.workout, span, port, order.catalogue.name(source))
    return page.samples.filter { keys.contains(SampleMark($0).text) }
  }

  private func pairs(_ fresh: [Sample], _ formers: [Former], _ order: RunOrder) -> [SyncConflict] {
    let recordings =
      fresh.enumerated().compactMap { Recording($0.element, id: "new-\($0.offset)") }
      + formers.enumerated().compactMap { Recording($0.element.sample, id: "old-\($0.offset)") }
    var taken: Set<String> = []
    var found: [SyncConflict] = []
    for pair in DuplicateSearch().pairs(in: recordings).sorted(by: { $0.score > $1.score }) {
      let names = [pair.first, pair.second]
      guard let new = names.first(where: { $0.hasPrefix("new-") }),
        let old = names.first(where: { $0.hasPrefix("old-") }),
        !taken.contains(new), let one = Int(old.dropFirst(4)), let other = Int(new.dropFirst(4)),
        formers.indices.contains(one), fresh.indices.contains(other)
      else { continue }
      taken.insert(new)
      let (first, second) = (formers[one], fresh[other])
      // The offset is for the one that began later; here for the new one.
      let offset = (pair.clockOffset ?? 0) * (pair.second == new ? 1 : -1)
      var conflict = SyncConflict(
        id: identifiers.next(), first: first.sync, second: order.plan.id, destination: order.plan.destination,
        day: CalendarDay(first.sample.start, in: order.zone),
        .workouts(
          HeldWorkout(first.sample, of: order.catalogue[first.sample.origin.provider]),
          HeldWorkout(second, of: order.catalogue[second.origin.provider])),
        score: pair.score, reasons: pair.reasons.filter { $0.points > 0 }.map(\.words),
        doubts: pair.reasons.filter { $0.points < 0 }.map(\.words), clockOffset: offset, at: now())
      settle(&conflict, first, order)
      found.append(conflict)
    }
    return found
  }

  /// Settles what the person's rule answers.
  private func settle(_ conflict: inout SyncConflict, _ first: Former, _ order: RunOrder) {
    let rule = order.rule(.workout)
    let sources = conflict.sources
    let settlement: Settlement =
      switch rule.choice {
      case .prefer where sources.first == rule.preferred: .first
      // What the destination has is left to the person: removing it may not be what they expect.
      case .prefer where sources.second == rule.preferred && first.isWaiting: .second
      case .merge where conflict.merge != nil: .merged
      default: .open
      }
    guard settlement != .open else { return }
    (conflict.settlement, conflict.settledAt, conflict.rule) = (settlement, now(), rule.choice)
  }

  // MARK: Second recordings

  /// Decides which workouts wait for a second recording.
  func waits(
    _ samples: [Sample], in span: DateInterval, _ known: [CarriedDay], _ echoes: Set<[UInt8]>,
    _ conflicts: [SyncConflict], _ order: RunOrder
  ) -> WaitDecision {
    let own = samples.filter { sample in
      let mark = SampleMark(sample)
      return sample.isPlausible && sample.origin.written == nil && !echoes.contains(mark.hash)
        && !order.plan.omits(mark.text) && !order.plan.excludes(CalendarDay(sample.start, in: order.zone))
    }
    let rule = order.rule(.workout)
    return WaitDecision(
      own, in: span, known: order.plan.waiting ?? [], carried: SyncRunner.carried(known, by: order.plan.id),
      paired: SyncRunner.paired(order.conflicts + conflicts), wait: order.wait,
      preferred: rule.choice == .prefer ? rule.preferred : nil, at: now())
  }

  /// Makes one workout of both recordings where the rule says so. One that the destination does not take is left to the person.
  func merge(
    _ conflicts: inout [SyncConflict], isDry: Bool, _ line: inout RunReport.Line
  ) async throws(Problem) {
    for index in conflicts.indices where conflicts[index].settlement == .merged {
      var conflict = conflicts[index]
      (conflict.settlement, conflict.settledAt, conflict.rule) = (.open, nil, nil)
      if !isDry {
        do throws(Problem) {
          conflicts[index] = try await settle(conflict, .merged, by: .merge)
        } catch  where error.code == Problem.conflictRefusedCode {
          conflicts[index] = conflict
          continue
        }
      }
      line.written += 1
    }
  }
}
