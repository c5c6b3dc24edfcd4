/// The chances of many looks, corrected for there being many (Benjamini and Hochberg, 1995): taking all that come out at
/// 0.05 or less, one in twenty of what is taken is expected to be accident, at most.
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

/// What is no chance at all counts as certain accident.
private func key(_ chance: Double) -> Double { chance.isNaN ? 1 : min(1, max(0, chance)) }
