internal import Carrying
internal import Days
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

// Looks at both ends without writing: the reconciliation, and the way of single records.
extension SyncRunner {
  /// Compares the amounts of both ends, a day and kind each.
  func compare(_ order: RunOrder) async throws(Problem) -> [ComparedDay] {
    guard let span = SyncRunner.span(order.days, order.zone) else { return [] }
    let (source, destination) = (try port(order.plan.source, order), try port(order.plan.destination, order))
    let known = try await needs.days(order.days).filter { $0.sync == order.plan.id }
    let waiting = (order.plan.waiting ?? []).filter { $0.isWaiting(at: now()) }
    let waits = Dictionary(grouping: waiting) { CalendarDay($0.start, in: order.zone) }
      .compactMapValues { $0.map(\.until).min() }
    var compared: [ComparedDay] = []
    for kind in order.plan.kinds where kind.shape != .reading || kind == .weight {
      let here = totals(
        try await readAll(kind, span, source, order.catalogue.name(order.plan.source)).samples
          .filter { $0.origin.written == nil }, order.zone)
      let there = totals(
        try await readAll(kind, span, destination, order.catalogue.name(order.plan.destination)).samples, order.zone)
      for day in Set(here.keys).union(there.keys).sorted(by: >) {
        compared.append(
          ComparedDay(
            kind: kind, day: day, source: here[day] ?? 0, destination: there[day] ?? 0,
            reason: known.first { $0.kind == kind && $0.day == day }?.reason,
            waitsUntil: kind == .workout ? waits[day] : nil))
      }
    }
    return compared.sorted { ($0.day, $1.kind) > ($1.day, $0.kind) }
  }

  private func totals(_ samples: [Sample], _ zone: TimeZone) -> [CalendarDay: Double] {
    let days = Dictionary(grouping: samples) { CalendarDay($0.start, in: zone) }
    return days.mapValues { samples in
      samples[0].kind.shape == .reading
        ? samples.max { $0.start < $1.start }?.amount ?? 0 : samples.reduce(0) { $0 + $1.amount }
    }
  }

  /// The records of a day at the source, and what became of each.
  func trace(_ order: RunOrder, _ kind: SampleKind, _ day: CalendarDay) async throws(Problem) -> [TracedRecord] {
    guard let span = SyncRunner.span(day...day, order.zone) else { return [] }
    let source = try port(order.plan.source, order)
    let known = try await needs.days(day...day).first { $0.sync == order.plan.id && $0.kind == kind && $0.day == day }
    let read = try await readAll(kind, span, source, order.catalogue.name(order.plan.source))
    return read.samples.sorted { $0.start < $1.start }.prefix(SyncRunner.mostTraced).map { sample in
      let mark = SampleMark(sample)
      return TracedRecord(
        sample: sample, isWritten: known?.marks[mark.key] != nil, reason: known?.reason ?? .alone,
        at: known?.carriedAt ?? .distantPast, wait: order.plan.waiting?.first { $0.key == mark.text },
        pair: order.conflicts.first { $0.keys?.first == mark.text || $0.keys?.second == mark.text })
    }
  }

  /// Records of a day that are shown.
  static let mostTraced = 100
}
