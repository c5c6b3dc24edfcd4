internal import Days
internal import Kernel

/// A random source for one day and one topic. The same seed gives the same numbers, independent of other draws.
struct DayDice {
  /// Separates the random sequences, so that one more draw for meals changes no night.
  enum Topic: UInt64 {
    case known = 1, night, drift, feeling, moving, heart, eating, drinking, habits, journal, devices, weight
  }

  private var random: Seeded

  init(_ seed: UInt64, _ day: CalendarDay, _ topic: Topic) {
    var mixed = Seeded(seed ^ UInt64(bitPattern: Int64(day.number)) &* 0x9E37_79B9_7F4A_7C15)
    random = Seeded(mixed.next() ^ topic.rawValue &* 0xD1B5_4A32_D192_ED03)
  }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func unit() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  mutating func chance(_ share: Double) -> Bool { unit() < share }

  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Returns an approximately normal number with mean 0 and standard deviation 1, within ±6: the sum of twelve uniform
  /// draws.
  mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + min(range.count - 1, Int(unit() * Double(range.count)))
  }

  /// Returns a random element; nil for an empty array.
  mutating func pick<Item>(_ items: [Item]) -> Item? { items.isEmpty ? nil : items[whole(0...items.count - 1)] }

  /// Returns a slowly varying number, such as for a good or a poor week, with mean 0 and standard deviation about 1.
  static func drift(_ seed: UInt64, _ day: CalendarDay) -> Double {
    let days = (0..<9).map { back in
      var dice = DayDice(seed, day.following(-back), .drift)
      return dice.bell()
    }
    return days.reduce(0, +) / 3
  }
}
