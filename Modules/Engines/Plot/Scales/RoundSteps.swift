/// Steps of a value axis at round numbers, from at or below the least value to at or above the greatest.
struct RoundSteps: Sendable, Hashable {
  let values: [Double]
  private let decimals: Int

  var from: Double { values.first ?? 0 }
  var to: Double { values.last ?? 1 }

  /// About that many steps; with `covers` the steps reach beyond both ends, without they lie between them.
  init(_ least: Double, _ greatest: Double, most: Int, covers: Bool = true) {
    let edge = 8e307
    var (low, high) = (min(max(min(least, greatest), -edge), edge), min(max(max(least, greatest), -edge), edge))
    if low == high {
      let spread = max(abs(low) / 10, .leastNormalMagnitude)
      (low, high) = low == 0 ? (0, 1) : (max(low - spread, -edge), min(high + spread, edge))
    }
    // Below that, differences are no longer numbers that can be divided.
    if high - low < .leastNormalMagnitude * 100 { high = low + .leastNormalMagnitude * 100 }
    let raw = (high / 2 - low / 2) / Double(max(most, 1)) * 2
    let exponent = magnitude(raw)
    let unit = powerOfTen(exponent)
    var times = [1.0, 2, 5, 10].first { $0 * unit >= raw * 0.999_999 } ?? 10
    var power = exponent
    if times == 10 { (times, power) = (1, exponent + 1) }
    func value(_ count: Double) -> Double {
      // By division below one, so that the third of 0.1 is 0.3.
      power < 0 ? count * times / powerOfTen(-power) : count * times * powerOfTen(power)
    }
    let step = value(1)
    let (first, last) = ((low / step + 1e-9).rounded(.down), (high / step - 1e-9).rounded(.up))
    guard step > 0, step.isFinite, abs(first) < 4e15, abs(last) < 4e15, last - first < 1_000 else {
      // So close together, so far from zero, that no round number lies between.
      values = [low, high]
      decimals = 6
      return
    }
    var counts = Array(stride(from: first, through: last, by: 1))
    if !covers { counts.removeAll { value($0) < low - step * 1e-9 || value($0) > high + step * 1e-9 } }
    values = counts.map(value)
    decimals = max(0, -power)
  }

  /// The steps as they are written: alike in decimals, millions as millions.
  func texts(_ writing: Writing) -> [String] {
    let short = shortTexts(writing)
    // So close together that rounding makes them alike: then each is written out.
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

/// From a value to a place on the screen, straight.
struct ValueScale: Sendable, Hashable {
  let from: Double
  let to: Double
  let start: Double
  let end: Double

  /// Never outside the ends.
  func at(_ value: Double) -> Double { start + (end - start) * min(max(share(value), 0), 1) }

  func beyond(_ value: Double) -> Double { start + (end - start) * min(max(share(value), -1e6), 1e6) }

  /// In halves, since the whole from the least to the greatest number is no number.
  private func share(_ value: Double) -> Double {
    let whole = to / 2 - from / 2
    return whole > 0 ? (value / 2 - from / 2) / whole : 0.5
  }
}
