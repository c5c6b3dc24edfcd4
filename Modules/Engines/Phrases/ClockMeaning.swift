/// A time of day, or a range of two, as a text names it.
struct ClockMeaning: Equatable {
  /// Whether the half of the day was said.
  enum Half: Equatable {
    case known
    /// An hour from 1 to 12 without am or pm.
    case open
  }

  /// Seconds since midnight, of the hour as it was said.
  var first: Int
  var half: Half
  var last: Int?
  var lastHalf = Half.known
  /// Another hour was named too: "3 or 4".
  var isVague = false
  /// The part of the day that decides an open half.
  var part: PartOfDay?

  init(_ first: Int, _ half: Half) { (self.first, self.half) = (first, half) }

  /// The time with its half settled by the part of the day, or by what people usually mean: 1 to 6 is in the afternoon.
  /// The second value is the other half if that is as likely.
  static func settled(_ second: Int, _ half: Half, _ part: PartOfDay?) -> (second: Int, other: Int?) {
    guard half == .open else { return (second, nil) }
    let base = second % 43_200
    let hour = base / 3600
    switch part {
    case .morning: return (base, nil)
    case .afternoon: return (base + 43_200, nil)
    case .evening: return (hour == 0 ? 0 : base + 43_200, nil)
    case .night: return (hour == 0 || hour < 5 ? base : base + 43_200, nil)
    case nil:
      let isAfternoon = hour < 7
      let chosen = isAfternoon ? base + 43_200 : base
      return (chosen, 6...8 ~= hour ? (isAfternoon ? base : base + 43_200) : nil)
    }
  }
}
