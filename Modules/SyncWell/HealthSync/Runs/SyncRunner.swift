internal import Carrying
internal import Days
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
    var wait: WaitDecision?
    if kind == .workout {
      conflicts = try await findConflicts(read.samples, known, order)
      wait = waits(read.samples, in: span, known, echoes, conflicts, order)
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
      question.held = wait?.held ?? []
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
    try await merge(&conflicts, isDry: destination == nil, &line)
    report.conflicts += conflicts
    report.waiting[order.plan.id] = wait?.records ?? report.waiting[order.plan.id]
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
}
