internal import AppleHealth
internal import Days
internal import Kernel
internal import Measures

/// A simulated watch. Its figures depend on the day alone, so that a repeated import changes nothing.
enum SimulatedDevice {
  static let name = "Simulated device"
  static let days = 30

  /// The last thirty days up to and including `today`.
  static func days(to today: CalendarDay) -> [ReadDay] {
    (0..<days).reversed().flatMap { back in
      let day = today.following(-back)
      return figures(of: day).flatMap { measure, amount in
        [nil, name].map { ReadDay(day: day, measure: measure, amount: amount, source: $0) }
      }
    }
  }

  private static func figures(of day: CalendarDay) -> [(Measure, Double)] {
    var random = Seeded(UInt64(bitPattern: Int64(day.number)) &* 0x9E37_79B9)
    func about(_ middle: Double, _ spread: Double) -> Double {
      // The mean of three random numbers is concentrated around the middle.
      let share = (0..<3).reduce(0.0) { sum, _ in sum + Double(random.next() % 1001) / 1000 } / 3
      return (middle + (share * 2 - 1) * spread).rounded()
    }
    let isWeekend = day.weekday == 0 || day.weekday == 6
    let steps = about(isWeekend ? 9500 : 7800, 4500)
    let sleep = about(isWeekend ? 470 : 430, 90)
    return [
      (.steps, steps), (.distance, (steps * 0.72).rounded()), (.activeMinutes, (steps / 220).rounded()),
      (.activeEnergy, (steps * 0.045).rounded()), (.restingHeartRate, about(60, 6)),
      (.heartRateVariability, about(48, 18)), (.sleepMinutes, sleep), (.deepMinutes, (sleep * 0.16).rounded()),
      (.remMinutes, (sleep * 0.22).rounded()), (.awakeMinutes, about(24, 18)), (.awakenings, about(2, 2)),
      (.bedtime, about(isWeekend ? 700 : 665, 50)),
    ]
  }
}
