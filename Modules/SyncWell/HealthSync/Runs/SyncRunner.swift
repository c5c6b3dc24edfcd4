internal import Carrying
internal import Days
internal import Duplicates
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

/// Carries out runs: reads, decides with `DayDecision`, writes, and stores what was written after each day.
///
/// A run may end at any step: what was written and not stored is written again under the same key.
struct SyncRunner: Sendable {
  /// Records that are written in one request.
  static let batch = 50
  /// Records of one kind that a run takes, so that a source without end takes no memory without end.
  static let most = 200_000

  let needs: HealthSyncNeeds
  let identifiers: Identifiers
  let now: @Sendable () -> Date

  func run(_ order: RunOrder, isDry: Bool = false) async throws(Problem) -> RunReport {
    var report = RunReport(at: now())
    let (source, destination) = (try port(order.plan.source, order), try port(order.plan.destination, order))
    for kind in order.plan.kinds {
      if let deadline = order.deadline, now() >= deadline {
        report.isComplete = false
        break
      }
      try await run(kind, order, source, isDry ? nil : destination, &report)
    }
    report.at = now()
    return report
  }

  func port(_ id: String, _ order: RunOrder) throws(Problem) -> HealthPort {
    if case .ended(let reason, _)? = order.catalogue[id]?.standing {
      throw Problem(
        "provider-ended", reason, safe: "Your sync and its history are kept.", remedy: "Choose another app for it.")
    }
    guard let port = needs.port(id) else { throw .reconnect(order.catalogue.name(id)) }
    return port
  }

  // MARK: One kind

  private func run(
    _ kind: SampleKind, _ order: RunOrder, _ source: HealthPort, _ destination: HealthPort?, _ report: inout RunReport
  ) async throws(Problem) {
    guard let span = SyncRunner.span(order.days, order.zone) else { return }
    let read = try await readAll(kind, span, source, order.catalogue.name(order.plan.source))
    var line = RunReport.Line(kind: kind, unread: read.unread)
    let known = try await needs.days(order.days)
    let echoes = SyncRunner.echoes(known, into: order.plan.source, kind)
    let byDay = Dictionary(grouping: read.samples) { CalendarDay($0.start, in: order.zone) }
    var conflicts: [SyncConflict] = []
    if kind == .workout {
      conflicts = try await findConflicts(read.samples, known, order)
      report.conflicts += conflicts
    }
    let leftOut = (order.conflicts + conflicts).reduce(into: Set<String>()) { $0.formUnion($1.leftOut) }
    let rule = order.rule(kind)
    for day in stride(from: order.days.lowerBound.number, through: order.days.upperBound.number, by: 1) {
      let day = CalendarDay(number: day)
      let samples = byDay[day] ?? []
      let own = known.first { $0.sync == order.plan.id && $0.kind == kind && $0.day == day }
      guard !samples.isEmpty || own != nil else { continue }
      let rivals = known.filter {
        $0.sync != order.plan.id && $0.destination == order.plan.destination && $0.kind == kind && $0.day == day
      }
      let fresh = CarriedDay(
        id: identifiers.next(), sync: order.plan.id, from: order.plan.source, to: order.plan.destination, kind, on: day)
      var question = DayDecision.Question(
        samples, known: own ?? fresh, mapping: SampleMapping(to: order.plan.destination), at: now())
      question.rivals = rivals
      (question.choice, question.preferred) = rule
      question.chosen = order.chosen(kind, day)
      question.echoes = echoes
      question.leftOut = leftOut
      question.omitted = Set((order.plan.omitted ?? []).map(\.key))
      question.isExcluded = order.plan.excludes(day)
      var decision = DayDecision(question)
      if let destination {
        try await carryOut(&decision, kind, destination, &line)
      } else {
        line.written += decision.writes.count
        line.removed += decision.deletes.count
      }
      for (skip, count) in decision.skips { line.skips[skip, default: 0] += count }
      if decision.day.count > 0 { line.days[day] = decision.day.total }
      if decision.asks, !order.isAsked(kind, day), let rival = rivals.first(where: { !$0.marks.isEmpty }) {
        report.conflicts.append(amounts(kind, day, rival, decision.day, order))
      }
    }
    report.lines.append(line)
  }

  static func span(_ days: ClosedRange<CalendarDay>, _ zone: TimeZone) -> DateInterval? {
    guard let start = days.lowerBound.start(in: zone), let end = days.upperBound.following(1).start(in: zone) else {
      return nil
    }
    return DateInterval(start: start, end: max(start, end))
  }

  private static func echoes(_ known: [CarriedDay], into source: String, _ kind: SampleKind) -> Set<[UInt8]> {
    known.filter { $0.destination == source && $0.kind == kind }.reduce(into: []) { hashes, day in
      for (_, mark) in day.marks.all { hashes.insert(mark.written) }
    }
  }

  /// All pages of a span. Records that begin outside of it belong to other days.
  func readAll(
    _ kind: SampleKind, _ span: DateInterval, _ port: HealthPort, _ name: String
  ) async throws(Problem) -> SamplePage {
    var all = SamplePage([])
    var page: String?
    var pages = 0
    repeat {
      let answer = try await port.read(kind, span, page)
      all.samples += answer.samples.filter { $0.kind == kind && $0.start >= span.start && $0.start < span.end }
      all.unread += answer.unread
      pages += 1
      // An answer that leads to itself would never end.
      guard answer.next != page || answer.next == nil, all.samples.count <= SyncRunner.most, pages <= 10_000 else {
        throw .providerUnreadable(name, "it does not come to an end.")
      }
      page = answer.next
    } while page != nil
    return all
  }

  // MARK: Writing

  private func carryOut(
    _ decision: inout DayDecision, _ kind: SampleKind, _ destination: HealthPort, _ line: inout RunReport.Line
  ) async throws(Problem) {
    if !decision.intents.isEmpty { try await needs.keepDays(decision.intents) }
    // What counts no more goes first: between both steps a number is missing for a moment, and never counted twice.
    if !decision.deletes.isEmpty { try await destination.delete(kind, decision.deletes) }
    line.removed += decision.deletes.count
    var rest = decision.writes[...]
    while !rest.isEmpty {
      let batch = rest.prefix(SyncRunner.batch)
      rest = rest.dropFirst(SyncRunner.batch)
      let answers: [WriteAnswer]
      do throws(Problem) {
        answers = try await destination.write(batch.map { WrittenSample($0.sample, key: $0.mark.text) })
      } catch {
        // The batches before are done, so that a quota that ends in the middle of a day is not an end of all progress.
        decision.day.doubts.formUnion((batch + rest).map(\.mark.key))
        try await needs.keepDays([decision.day] + decision.released)
        throw error
      }
      for (index, write) in batch.enumerated() {
        switch index < answers.count ? answers[index] : .refused("It gave no answer about this record.") {
        case .written: line.written += 1
        case .duplicate: line.skips[.already, default: 0] += 1
        case .refused(let reason):
          line.refusals[String(reason.prefix(200)), default: 0] += 1
          decision.refuse(write.mark)
        }
      }
    }
    try await needs.keepDays([decision.day] + decision.released)
  }

  // MARK: Conflicts

  private func amounts(
    _ kind: SampleKind, _ day: CalendarDay, _ rival: CarriedDay, _ own: CarriedDay, _ order: RunOrder
  ) -> SyncConflict {
    SyncConflict(
      id: identifiers.next(), first: rival.sync, second: order.plan.id, destination: order.plan.destination, day: day,
      .amounts(kind, .init(rival.source, rival.total), .init(own.source, own.total)), at: now())
  }

  /// Compares the workouts of a source with those that other syncs have carried to the same destination.
  private func findConflicts(
    _ samples: [Sample], _ known: [CarriedDay], _ order: RunOrder
  ) async throws(Problem) -> [SyncConflict] {
    let own = known.filter { $0.sync == order.plan.id && $0.kind == .workout }
      .reduce(into: Set<String>()) { $0.formUnion($1.marks.keys) }
    let asked = order.conflicts.reduce(into: Set<String>()) { keys, conflict in
      guard case .workouts(let one, let other) = conflict.subject else { return }
      keys.formUnion([SampleMark(one.sample).text, SampleMark(other.sample).text])
    }
    // What is carried already was no duplicate when it came.
    let fresh = samples.filter { sample in
      let key = SampleMark(sample).text
      return sample.isPlausible && sample.origin.written == nil && !own.contains(key) && !asked.contains(key)
        && !order.plan.omits(key)
    }
    let rivals = known.filter {
      $0.sync != order.plan.id && $0.destination == order.plan.destination && $0.kind == .workout && !$0.marks.isEmpty
    }
    guard !fresh.isEmpty, !rivals.isEmpty, order.rule(.workout).choice != .sum else { return [] }
    var carried: [(sample: Sample, sync: ID<SyncPlan>)] = []
    for (sync, days) in Dictionary(grouping: rivals, by: \.sync) {
      guard let first = days.map(\.day).min(), let last = days.map(\.day).max(), let source = days.first?.source,
        let span = SyncRunner.span(first...last, order.zone), let port = needs.port(source)
      else { continue }
      let keys = days.reduce(into: Set<String>()) { $0.formUnion($1.marks.keys) }
      let page = try await readAll(.workout, span, port, order.catalogue.name(source))
      carried += page.samples.filter { keys.contains(SampleMark($0).text) }.map { ($0, sync) }
    }
    return pairs(fresh, carried, order)
  }

  private func pairs(
    _ fresh: [Sample], _ carried: [(sample: Sample, sync: ID<SyncPlan>)], _ order: RunOrder
  ) -> [SyncConflict] {
    let recordings =
      fresh.enumerated().compactMap { Recording($0.element, id: "new-\($0.offset)") }
      + carried.enumerated().compactMap { Recording($0.element.sample, id: "old-\($0.offset)") }
    var taken: Set<String> = []
    var found: [SyncConflict] = []
    let preferred = order.rule(.workout)
    for pair in DuplicateSearch().pairs(in: recordings).sorted(by: { $0.score > $1.score }) {
      let names = [pair.first, pair.second]
      guard let new = names.first(where: { $0.hasPrefix("new-") }),
        let old = names.first(where: { $0.hasPrefix("old-") }),
        !taken.contains(new), let one = Int(old.dropFirst(4)), let other = Int(new.dropFirst(4)),
        carried.indices.contains(one), fresh.indices.contains(other)
      else { continue }
      taken.insert(new)
      let (first, second) = (carried[one], fresh[other])
      // The offset is for the one that began later; here for the new one.
      let offset = (pair.clockOffset ?? 0) * (pair.second == new ? 1 : -1)
      var conflict = SyncConflict(
        id: identifiers.next(), first: first.sync, second: order.plan.id, destination: order.plan.destination,
        day: CalendarDay(first.sample.start, in: order.zone),
        .workouts(
          HeldWorkout(first.sample, of: order.catalogue[first.sample.origin.provider]),
          HeldWorkout(second, of: order.catalogue[second.origin.provider])),
        score: pair.score, reasons: pair.reasons.map(\.words), clockOffset: offset, at: now())
      if preferred.choice == .prefer, first.sample.origin.provider == preferred.preferred {
        (conflict.settlement, conflict.settledAt) = (.first, now())
      }
      found.append(conflict)
    }
    return found
  }
}
