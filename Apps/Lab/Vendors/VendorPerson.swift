internal import FoundationEssentials
internal import Kernel

/// The person of a provider: what a day measured follows from the seed and the number of the day alone.
struct VendorPerson: Sendable {
  let seed: UInt64

  func day(_ number: Int, at midnight: Date) -> VendorDay {
    var chance = Seeded(seed &* 1_000_003 &+ UInt64(bitPattern: Int64(number)))
    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    var hours: [Int: Int] = [:]
    for hour in 7...21 { hours[hour] = draw(50...1_200) }
    let resting = draw(48...62)
    let beats = (0..<48).map { half in 14...43 ~= half ? resting + draw(10...50) : resting + draw(0...8) }
    let night = draw(20...60)
    let phases: [(VendorDay.Phase, Int)] = (0..<4).flatMap { _ in
      [(.light, draw(30...50)), (.deep, draw(15...35)), (.rem, draw(10...30)), (.awake, draw(1...6))]
    }
    // Every second day has a workout.
    let workout: VendorDay.Workout? =
      number.isMultiple(of: 2)
      ? VendorDay.Workout(
        isRide: number.isMultiple(of: 4), minutes: draw(25...90), metresAMinute: draw(150...200),
        beats: resting + draw(70...100)) : nil
    return VendorDay(
      number: number, midnight: midnight, hours: hours, resting: resting, beats: beats,
      variability: Double(draw(300...900)) / 10, grams: 70_000 + draw(-1_500...1_500), floors: draw(2...20),
      bedtime: night, phases: phases, workout: workout)
  }
}

/// The measurements of a day.
struct VendorDay: Sendable {
  enum Phase: String, Sendable { case light, deep, rem, awake }

  struct Workout: Sendable {
    let isRide: Bool
    let minutes: Int
    let metresAMinute: Int
    let beats: Int

    var metres: Int { minutes * metresAMinute * (isRide ? 2 : 1) }
    var kilocalories: Int { minutes * 9 }
  }

  /// Number of days after the first one of the plan.
  let number: Int
  let midnight: Date
  /// Steps of each hour.
  let hours: [Int: Int]
  let resting: Int
  /// Beats a minute in each half hour.
  let beats: [Int]
  /// RMSSD in milliseconds.
  let variability: Double
  let grams: Int
  let floors: Int
  /// Minutes after midnight at which the night began.
  let bedtime: Int
  let phases: [(Phase, minutes: Int)]
  let workout: Workout?

  var steps: Int { hours.values.reduce(0, +) }
  var metres: Int { steps * 3 / 4 }
  var kilocalories: Int { steps / 20 + (workout?.kilocalories ?? 0) }

  func at(_ minutes: Int) -> Date { midnight.addingTimeInterval(Double(minutes) * 60) }

  /// "2026-11-22".
  var date: String { String(at(0).formatted(.iso8601).prefix(10)) }

  /// The phases of the night with their instants.
  var night: [(phase: Phase, start: Date, end: Date)] {
    var minute = bedtime
    return phases.map { phase, minutes in
      defer { minute += minutes }
      return (phase, at(minute), at(minute + minutes))
    }
  }

  var workoutStart: Date { at(17 * 60 + number % 60) }
}
