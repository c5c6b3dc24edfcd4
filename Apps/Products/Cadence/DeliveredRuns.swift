internal import Days
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples
internal import Storage
internal import Training

/// The part of an app or a device store that one delivery reads.
struct RunReading: Sendable {
  /// Days that the first delivery reads: those that show a runner's fitness. A provider may hand out fewer.
  static let firstDays = 90
  /// Days that are read again, since a watch may reach its account days late.
  static let overlap = 3
  static let mostPages = 400
  static let mostWorkouts = 2_000
  /// The most workouts whose distance and heart rate are looked up one by one.
  static let mostLookedUp = 300

  let provider: HealthProvider
  let span: DateInterval

  /// Nil when the clock is before everything.
  init?(_ provider: HealthProvider, since: Date?, now: Moment) {
    self.provider = provider
    // A device's store hands out what it has; an account answers for the days of its terms alone.
    let allowed = provider.access == .account ? provider.lookbackDays ?? RunReading.firstDays : RunReading.firstDays
    let oldest = now.day.following(1 - min(RunReading.firstDays, max(1, allowed)))
    // What may not be kept is fetched whole each time.
    let again = provider.mayCombine ? since.map { CalendarDay($0, in: now.zone).following(-RunReading.overlap) } : nil
    guard let start = max(oldest, again ?? oldest).start(in: now.zone), start < now.date else { return nil }
    span = DateInterval(start: start, end: now.date)
  }

  /// The workouts of the span. What a store keeps apart from them, distance and heart rate, is put into them.
  func workouts(from port: HealthPort) async throws(Problem) -> [Sample] {
    var found: [Sample] = []
    for sample in try await all(.workout, span, from: port, most: RunReading.mostWorkouts) {
      guard sample.workout != nil, found.count < RunReading.mostWorkouts else { continue }
      found.append(sample)
    }
    guard provider.access == .device else { return found }
    for index in found.indices.prefix(RunReading.mostLookedUp) where !Task.isCancelled {
      guard var workout = found[index].workout, found[index].end > found[index].start else { continue }
      let during = DateInterval(start: found[index].start, end: found[index].end)
      if workout.distance == nil {
        workout.distance = RunReading.sum(of: try await all(.distance, during, from: port, most: 10_000), in: during)
      }
      if workout.averageHeartRate == nil {
        let beats = try await all(.heartRate, during, from: port, most: 20_000).filter { during.contains($0.start) }
        if !beats.isEmpty { workout.averageHeartRate = beats.reduce(0) { $0 + $1.amount } / Double(beats.count) }
      }
      found[index].workout = workout
    }
    return found
  }

  private func all(
    _ kind: SampleKind, _ span: DateInterval, from port: HealthPort, most: Int
  ) async throws(Problem) -> [Sample] {
    var (samples, page, pages): ([Sample], String?, Int) = ([], nil, 0)
    repeat {
      let answer = try await port.read(kind, span, page)
      samples += answer.samples.filter { $0.kind == kind && $0.isPlausible }
      (page, pages) = (answer.next, pages + 1)
    } while page != nil && pages < RunReading.mostPages && samples.count < most && !Task.isCancelled
    return samples
  }

  /// Metres within a span: of each device by the share of its records that lies in it. What two devices counted is not added.
  private static func sum(of samples: [Sample], in span: DateInterval) -> Double? {
    var sums: [String: Double] = [:]
    for sample in samples {
      let whole = sample.end.timeIntervalSince(sample.start)
      let part = min(sample.end, span.end).timeIntervalSince(max(sample.start, span.start))
      guard part >= 0 else { continue }
      sums[sample.origin.device ?? "", default: 0] += whole > 0 ? sample.amount * part / whole : sample.amount
    }
    return sums.values.max()
  }
}

/// The workouts of an app as runs done.
struct DeliveredRuns: Sendable {
  /// The oldest first.
  let runs: [RunDone]

  init(_ samples: [Sample], from provider: HealthProvider, now: Moment) {
    var known: Set<String> = []
    var found: [RunDone] = []
    for sample in samples.sorted(by: { $0.start < $1.start }) {
      guard let workout = sample.workout, sample.isPlausible, known.insert(sample.origin.record).inserted else {
        continue
      }
      let day = CalendarDay(sample.start, in: now.zone)
      let activity = RunDone.Activity(sport: workout.sport)
      let metres = workout.distance.flatMap { $0.isFinite && $0 < 1e6 ? Int($0.rounded()) : nil } ?? 0
      let time = workout.moving ?? workout.elapsed
      guard day <= now.day, (0...RunDone.mostMetres).contains(metres), !activity.isRunning || metres > 0, time.isFinite,
        time < 1e6
      else { continue }
      let seconds = Int(time.rounded())
      let beats = workout.averageHeartRate.flatMap { (30...250).contains($0) ? Int($0.rounded()) : nil }
      found.append(
        RunDone(
          id: ID(named: "run of \(provider.id) \(sample.origin.record)"), day: day, activity: activity, metres: metres,
          seconds: (1...RunDone.mostSeconds).contains(seconds) ? seconds : nil, effort: RunDone.assumedEffort,
          note: beats.map { "Average heart rate \($0)" }, source: provider.id))
    }
    runs = found
  }
}
