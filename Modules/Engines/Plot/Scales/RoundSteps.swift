/// Round-numbered steps of a value axis, from at or below the minimum to at or above the maximum.
struct RoundSteps: Sendable, Hashable {
  let values: [Double]
  private let decimals: Int
  private let isDuration: Bool

  var from: Double { values.first ?? 0 }
  var to: Double { values.last ?? 1 }

  /// Computes about `most` steps; with `covers` they extend past both ends, without it they lie between them.
  init(_ least: Double, _ greatest: Double, most: Int, covers: Bool = true, style: Axis.Style? = nil) {
    isDuration = style == .duration
    let edge = 8e307
    var (low, high) = (min(max(min(least, greatest), -edge), edge), min(max(max(least, greatest), -edge), edge))
    if low == high {
      let spread = max(abs(low) / 10, .leastNormalMagnitude)
      (low, high) = low == 0 ? (0, 1) : (max(low - spread, -edge), min(high + spread, edge))
    }
    // Differences below this are too small to divide.
    if high - low < .leastNormalMagnitude * 100 { high = low + .leastNormalMagnitude * 100 }
    var raw = (high / 2 - low / 2) / Double(max(most, 1)) * 2
    if style == .whole { raw = max(raw, 1) }
    if style == .duration, let step = RoundSteps.minutes.first(where: { $0 >= raw * 0.999_999 }) {
      let counts = stride(from: (low / step + 1e-9).rounded(.down), through: (high / step - 1e-9).rounded(.up), by: 1)
      values = counts.map { $0 * step }
      decimals = 0
      return
    }
    let exponent = magnitude(raw)
    let unit = powerOfTen(exponent)
    var times = [1.0, 2, 5, 10].first { $0 * unit >= raw * 0.999_999 } ?? 10
    var power = exponent
    if times == 10 { (times, power) = (1, exponent + 1) }
    func value(_ count: Double) -> Double {
      // By division below one, so that the third step of 0.1 is exactly 0.3.
      power < 0 ? count * times / powerOfTen(-power) : count * times * powerOfTen(power)
    }
    let step = value(1)
    let (first, last) = ((low / step + 1e-9).rounded(.down), (high / step - 1e-9).rounded(.up))
    guard step > 0, step.isFinite, abs(first) < 4e15, abs(last) < 4e15, last - first < 1_000 else {
      // The ends are so close together, relative to their size, that no round number lies between them.
      values = [low, high]
      decimals = 6
      return
    }
    var counts = Array(stride(from: first, through: last, by: 1))
    if !covers { counts.removeAll { value($0) < low - step * 1e-9 || value($0) > high + step * 1e-9 } }
    values = counts.map(value)
    decimals = max(0, -power)
  }

  /// Whole steps from exactly one bound to the other, such as 1, 4, 7, 10; nil if none divides their distance.
  init?(dividing least: Double, _ greatest: Double, most: Int) {
    let length = greatest - least
    guard least == least.rounded(), length == length.rounded(), (1...1_000).contains(length),
      let count = (1...max(1, most)).reversed().first(where: { length.truncatingRemainder(dividingBy: Double($0)) == 0 }
      ),
      count > 1 || most == 1
    else { return nil }
    values = (0...count).map { least + length / Double(count) * Double($0) }
    decimals = 0
    isDuration = false
  }

  /// The steps of durations, in minutes: round parts of an hour, hours, and days.
  private static let minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1_440, 2_880, 7_200, 14_400]
    .map(Double.init)

  /// The labels of the steps, with equal decimals; from ten million up in millions ("M").
  func texts(_ writing: Writing) -> [String] {
    if isDuration { return values.map { $0 == 0 ? "0" : Writing.duration($0) } }
    let short = shortTexts(writing)
    // If rounding makes labels equal, all digits are written.
    return Set(short).count == values.count ? short : values.map { String($0) }
  }

  private func shortTexts(_ writing: Writing) -> [String] {
    let greatest = values.map { abs($0) }.max() ?? 0
    guard greatest >= 1e7, greatest < 1e12 else {
      return values.map { value in
        decimals > 6 || abs(value) >= 1e12 ? writing.exact(value) : writing.step(value, decimals: decimals)
      }
    }
    return values.map { $0 == 0 ? "0" : writing.exact($0 / 1e6) + "M" }
  }
}

/// A linear scale from values to pixels.
struct ValueScale: Sendable, Hashable {
  let from: Double
  let to: Double
  let start: Double
  let end: Double

  /// The position of a value, clamped to the ends.
  func at(_ value: Double) -> Double { start + (end - start) * min(max(share(value), 0), 1) }

  func beyond(_ value: Double) -> Double { start + (end - start) * min(max(share(value), -1e6), 1e6) }

  /// Computed in halves, since the difference of the smallest and largest Double overflows.
  private func share(_ value: Double) -> Double {
    let whole = to / 2 - from / 2
    return whole > 0 ? (value / 2 - from / 2) / whole : 0.5
  }
}
