/// Adjusts p-values for multiple comparisons (Benjamini and Hochberg, 1995): of all results adjusted to 0.05 or less,
/// at most one in twenty is expected to be accidental.
public func correctedForMany(_ chances: [Double]) -> [Double] {
  let order = chances.indices.sorted { key(chances[$0]) > key(chances[$1]) }
  var corrected = [Double](repeating: 1, count: chances.count)
  var least = 1.0
  for (place, index) in order.enumerated() {
    let rank = Double(chances.count - place)
    least = min(least, key(chances[index]) * Double(chances.count) / rank)
    corrected[index] = least
  }
  return corrected
}

/// NaN counts as 1.
private func key(_ chance: Double) -> Double { chance.isNaN ? 1 : min(1, max(0, chance)) }
