internal import Days
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

/// The measurements of one day in one of the made-up apps. They follow from the day alone, so that every reading is the same.
struct DemonstratedDay: Sendable {
  let day: CalendarDay
  /// The day on which the demonstration was made; the two workouts that were recorded twice are before it.
  let made: CalendarDay
  let midnight: Date

  init(_ day: CalendarDay, made: CalendarDay, at midnight: Date) {
    (self.day, self.made, self.midnight) = (day, made, midnight)
  }

  /// Days before the demonstration was made on which a run was recorded by the watch and by the chest strap.
  static let twice = [3, 9]

  /// While the demonstration goes on, the strap records every other run.
  private var isTwice: Bool {
    let ago = made.days(since: day)
    return DemonstratedDay.twice.contains(ago) || ago < 0 && day.number.isMultiple(of: 4)
  }

  private func dice(_ topic: UInt64) -> Seeded { Seeded(UInt64(bitPattern: Int64(day.number)) &* 1_000_003 ^ topic) }

  private func at(_ minutes: Double) -> Date { midnight.addingTimeInterval(minutes * 60) }

  private func origin(_ app: String, _ kind: SampleKind, _ number: Int, _ device: String) -> Origin {
    Origin(app, record: "\(kind.rawValue)-\(day.text)-\(number)", device: device)
  }

  func samples(_ kind: SampleKind, of app: String) -> [Sample] {
    switch (app, kind) {
    case ("garmin", .steps): hours(app, kind, 1, 500...2_400)
    case ("garmin", .activeEnergy): hours(app, kind, 2, 40...160)
    case ("garmin", .floors): hours(app, kind, 3, 0...6)
    case ("garmin", .workout): isRunning ? [run(app, "Forerunner 265", from: 18 * 60, beats: 0)] : []
    case ("polar", .heartRate): beats
    case ("polar", .workout): isTwice ? [run(app, "Polar H10", from: 18 * 60 + 1.2, beats: 1)] : swims
    case ("oura", .sleep): [night]
    case ("oura", .restingHeartRate): [resting]
    case ("oura", .heartRateVariability): [variability]
    case ("strava", .workout): day.weekday == 6 && !isRunning ? [ride] : []
    case ("google-health", .weight): day.weekday == 1 ? [weight] : []
    default: []
    }
  }

  // MARK: Amounts

  private func hours(_ app: String, _ kind: SampleKind, _ topic: UInt64, _ range: ClosedRange<Int>) -> [Sample] {
    var dice = dice(topic)
    return [7, 10, 13, 16, 19].enumerated().map { number, hour in
      Sample(
        kind, from: at(Double(hour) * 60), to: at(Double(hour + 2) * 60),
        amount: Double(Int.random(in: range, using: &dice)), origin: origin(app, kind, number, "Forerunner 265"))
    }
  }

  private var beats: [Sample] {
    var dice = dice(4)
    return [1, 7, 9, 12, 15, 18, 21].enumerated().map { number, hour in
      let base = hour < 7 ? 50...58 : 64...96
      return Sample(
        .heartRate, from: at(Double(hour) * 60), amount: Double(Int.random(in: base, using: &dice)),
        origin: origin("polar", .heartRate, number, "Polar H10"))
    }
  }

  private var resting: Sample {
    var dice = dice(5)
    return Sample(
      .restingHeartRate, from: at(390), amount: Double(Int.random(in: 49...57, using: &dice)),
      origin: origin("oura", .restingHeartRate, 0, "Oura Ring"))
  }

  private var variability: Sample {
    var dice = dice(6)
    return Sample(
      .heartRateVariability, from: at(390), amount: Double(Int.random(in: 38...71, using: &dice)),
      origin: origin("oura", .heartRateVariability, 0, "Oura Ring"), variability: .rmssd)
  }

  private var weight: Sample {
    var dice = dice(7)
    return Sample(
      .weight, from: at(420), amount: Double(Int.random(in: 712...728, using: &dice)) / 10,
      origin: origin("google-health", .weight, 0, "Scale"))
  }

  private var night: Sample {
    var dice = dice(8)
    var minute = Double(Int.random(in: 5...50, using: &dice))
    let start = minute
    let stages = (0..<5).flatMap { _ in
      [(NightStage.Depth.light, 28...46), (.deep, 12...26), (.rem, 12...26), (.awake, 1...5)].map { depth, range in
        let length = Double(Int.random(in: range, using: &dice))
        defer { minute += length }
        return NightStage(depth, from: at(minute), to: at(minute + length))
      }
    }
    return Sample(
      sleep: stages, from: at(start), to: at(minute), origin: origin("oura", .sleep, 0, "Oura Ring"))
  }

  // MARK: Workouts

  private var isRunning: Bool { isTwice || day.number.isMultiple(of: 2) }

  /// A run of 6 to 10 kilometres. A second recorder counts the same heart a moment later, and measures a little less.
  private func run(_ app: String, _ device: String, from minutes: Double, beats offset: Int) -> Sample {
    var dice = dice(9)
    let minutesLong = Int.random(in: 34...52, using: &dice)
    let pace = Double(Int.random(in: 165...195, using: &dice))
    let isSecond = app != "garmin"
    let points = (0...minutesLong).map { minute -> WorkoutPoint in
      let wave = Int.random(in: -6...6, using: &dice)
      let metres = Double(minute) * pace
      let angle = metres / 2_400 * 2 * Double.pi
      return WorkoutPoint(
        at: Double(minute) * 60, latitude: isSecond ? nil : 41.914 + 0.0034 * sin(angle),
        longitude: isSecond ? nil : 12.485 + 0.0046 * cos(angle), altitude: isSecond ? nil : 62 + 8 * sin(angle / 2),
        distance: isSecond ? nil : metres, heartRate: 138 + min(minute, 18) + wave + offset)
    }
    let elapsed = Double(minutesLong) * 60
    let rates = points.compactMap(\.heartRate)
    return Sample(
      workout: Workout(
        "running", elapsed: elapsed, distance: Double(minutesLong) * pace * (isSecond ? 0.99 : 1),
        energy: Double(minutesLong) * 11, averageHeartRate: Double(rates.reduce(0, +) / rates.count),
        name: isSecond ? "Running" : "Evening run", points: points),
      from: at(minutes), origin: origin(app, .workout, 0, device))
  }

  private var swims: [Sample] {
    guard day.weekday == 3 else { return [] }
    var dice = dice(10)
    let minutes = Double(Int.random(in: 30...50, using: &dice))
    return [
      Sample(
        workout: Workout(
          "swimming", elapsed: minutes * 60, distance: (minutes * 36).rounded(), energy: minutes * 9,
          averageHeartRate: 128, name: "Pool"), from: at(7 * 60), origin: origin("polar", .workout, 0, "Polar H10"))
    ]
  }

  private var ride: Sample {
    var dice = dice(11)
    let minutes = Double(Int.random(in: 70...150, using: &dice))
    return Sample(
      workout: Workout(
        "cycling", elapsed: minutes * 60, distance: minutes * 410, energy: minutes * 10, averageHeartRate: 131,
        name: "Saturday ride"), from: at(10 * 60), origin: origin("strava", .workout, 0, "Edge 540"))
  }
}
