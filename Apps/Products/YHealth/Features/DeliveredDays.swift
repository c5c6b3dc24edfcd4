internal import Days
internal import HealthProviders
internal import Hours
internal import Kernel
internal import Measures
internal import Platform
internal import Samples

/// The part of an account that one delivery reads.
struct DeliveryReading: Sendable {
  /// The days that the first delivery reads; a provider may hand out fewer.
  static let firstDays = 30
  /// Days that are read again, since a device may reach its account days late.
  static let overlap = 2
  /// The most pages and samples of one kind.
  static let mostPages = 200
  static let mostSamples = 200_000
  /// The kinds of which a day has a figure.
  static let kinds: [SampleKind] = [
    .steps, .distance, .activeEnergy, .weight, .restingHeartRate, .heartRateVariability, .sleep, .workout,
  ]

  let provider: HealthProvider
  let now: Moment
  /// The first day, of which everything is read.
  let first: CalendarDay

  init(provider: HealthProvider, since: Date?, now: Moment) {
    self.provider = provider
    self.now = now
    let oldest = now.day.following(1 - DeliveryReading.firstDays)
    first = max(oldest, since.map { CalendarDay($0, in: now.zone).following(-DeliveryReading.overlap) } ?? oldest)
  }

  /// Reads all pages of all kinds that the provider hands out.
  func samples(from port: HealthPort) async throws(Problem) -> [Sample] {
    // A night begins on the day before.
    guard let start = first.following(-1).start(in: now.zone), start < now.date else { return [] }
    let span = DateInterval(start: start, end: now.date)
    var samples: [Sample] = []
    for kind in DeliveryReading.kinds where provider.reads(kind) {
      var (page, pages, count) = (String?.none, 0, 0)
      repeat {
        let answer = try await port.read(kind, span, page)
        samples += answer.samples.filter { $0.kind == kind && $0.isPlausible }
        (page, pages, count) = (answer.next, pages + 1, count + answer.samples.count)
      } while page != nil && pages < DeliveryReading.mostPages && count < DeliveryReading.mostSamples
        && !Task.isCancelled
    }
    return samples
  }
}

/// The figures of days, from the samples of one account. Samples that are handed out twice count once.
struct DeliveredDays: Sendable {
  struct Figure: Sendable, Hashable {
    let day: CalendarDay
    let measure: Measure
    let amount: Double
  }

  private struct Place: Hashable {
    let day: CalendarDay
    let measure: Measure
  }

  /// In the order of days and measures.
  let figures: [Figure]

  /// Samples of days before `first` are left out, since their days may not be whole.
  init(_ samples: [Sample], from first: CalendarDay, in zone: TimeZone) {
    var known: Set<String> = []
    // The sum of each device; what two devices of one account saw must not be added.
    var sums: [Place: [String: Double]] = [:]
    var readings: [Place: [Double]] = [:]
    var weights: [CalendarDay: (at: Date, kilograms: Double)] = [:]
    var nights: [CalendarDay: [Sample]] = [:]
    func add(_ measure: Measure, _ amount: Double, _ sample: Sample, on day: CalendarDay) {
      sums[Place(day: day, measure: measure), default: [:]][sample.origin.device ?? "", default: 0] += amount
    }
    for sample in samples where known.insert("\(sample.kind.rawValue) \(sample.origin.record)").inserted {
      let day = CalendarDay(sample.kind == .sleep ? sample.end : sample.start, in: zone)
      guard day >= first else { continue }
      switch sample.kind {
      case .steps: add(.steps, sample.amount, sample, on: day)
      case .distance: add(.distance, sample.amount, sample, on: day)
      case .activeEnergy: add(.activeEnergy, sample.amount, sample, on: day)
      case .restingHeartRate: readings[Place(day: day, measure: .restingHeartRate), default: []].append(sample.amount)
      case .heartRateVariability:
        readings[Place(day: day, measure: .heartRateVariability), default: []].append(sample.amount)
      case .weight:
        if weights[day].map({ $0.at <= sample.start }) ?? true { weights[day] = (sample.start, sample.amount) }
      case .sleep: nights[day, default: []].append(sample)
      case .workout:
        add(.workouts, 1, sample, on: day)
        let minutes = (sample.amount / 60).rounded()
        add(.workoutMinutes, minutes, sample, on: day)
        add(.activeMinutes, minutes, sample, on: day)
      case .floors, .heartRate: break
      }
    }
    var figures = sums.compactMap { place, devices in
      devices.values.max().map { Figure(day: place.day, measure: place.measure, amount: $0.rounded()) }
    }
    figures += readings.map { place, values in
      Figure(
        day: place.day, measure: place.measure, amount: values.sorted().reduce(0, +) / Double(values.count))
    }
    figures += weights.map { Figure(day: $0, measure: .weight, amount: $1.kilograms) }
    for (day, nights) in nights { figures += DeliveredDays.figures(of: nights, on: day, in: zone) }
    self.figures = figures.sorted { ($0.day, $0.measure.rawValue) < ($1.day, $1.measure.rawValue) }
  }

  /// The figures of the nights that ended on a day; the longest says the bedtime. Naps of the same minutes count once.
  private static func figures(of nights: [Sample], on day: CalendarDay, in zone: TimeZone) -> [Figure] {
    guard let main = nights.max(by: { ($0.amount, $0.start) < ($1.amount, $1.start) }) else { return [] }
    let single = nights.filter { night in
      night == main || night.end <= main.start || night.start >= main.end
    }
    func minutes(_ depths: Set<NightStage.Depth>) -> Double {
      let seconds = single.flatMap(\.stages).filter { depths.contains($0.depth) }
        .reduce(0.0) { $0 + $1.end.timeIntervalSince($1.start) }
      return (seconds / 60).rounded()
    }
    let isStaged = single.contains { !$0.stages.isEmpty }
    let asleep =
      isStaged
      ? minutes([.light, .deep, .rem, .asleep, .restless])
      : (single.reduce(0) { $0 + $1.amount } / 60).rounded()
    var amounts: [(Measure, Double)] = [(.sleepMinutes, asleep)]
    if isStaged {
      amounts += [(.deepMinutes, minutes([.deep])), (.remMinutes, minutes([.rem])), (.awakeMinutes, minutes([.awake]))]
      amounts.append((.awakenings, Double(main.stages.count { $0.depth == .awake })))
    }
    if let noon = day.following(-1).instant(at: .at(12), in: zone) {
      let bedtime = (main.start.timeIntervalSince(noon) / 60).rounded()
      if bedtime >= 0 { amounts.append((.bedtime, bedtime)) }
    }
    return amounts.filter { $0.1.isFinite && $0.1 >= 0 }.map { Figure(day: day, measure: $0.0, amount: $0.1) }
  }
}
