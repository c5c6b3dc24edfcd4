/// Pearson's correlation, from -1 to 1. Nil for fewer than three pairs, lists of different lengths, non-finite numbers,
/// and if one side is constant.
public func pearson(_ left: [Double], _ right: [Double]) -> Double? {
  guard left.count == right.count, let one = Deviations(left), let other = Deviations(right) else { return nil }
  return one.product(with: other)
}

/// Spearman's rho: Pearson's correlation of the ranks. Nil where Pearson's would be.
public func spearman(_ left: [Double], _ right: [Double]) -> Double? {
  guard (left + right).allSatisfy(\.isFinite) else { return nil }
  return pearson(ranks(of: left), ranks(of: right))
}

/// Numbers centred on their mean and scaled to a norm of 1: the dot product of two such vectors is their correlation.
public struct Deviations: Sendable, Hashable {
  public let values: [Double]

  /// Nil for fewer than three numbers, non-finite numbers, and constant ones.
  public init?(_ numbers: [Double]) {
    guard numbers.count >= 3 else { return nil }
    var values = numbers
    let isChanging = values.withUnsafeMutableBufferPointer { values in
      let count = Double(values.count)
      var mean = 0.0
      var place = 0
      while place < values.count {
        mean += values[place] / count
        place &+= 1
      }
      var squares = 0.0
      var greatest = 0.0
      place = 0
      while place < values.count {
        let away = values[place] - mean
        greatest = values[place].magnitude > greatest ? values[place].magnitude : greatest
        values[place] = away
        squares += away * away
        place &+= 1
      }
      let length = squares.squareRoot()
      place = 0
      while place < values.count {
        values[place] /= length
        place &+= 1
      }
      // A remainder from rounding does not count as variation.
      return length.isFinite && length > 0 && length > greatest * 1e-12 * count.squareRoot()
    }
    guard isChanging else { return nil }
    self.values = values
  }

  /// The correlation, from -1 to 1; nil for different lengths.
  public func product(with other: Deviations) -> Double? {
    guard values.count == other.values.count else { return nil }
    var sum = 0.0
    values.withUnsafeBufferPointer { left in
      other.values.withUnsafeBufferPointer { right in
        var place = 0
        while place < left.count {
          sum += left[place] * right[place]
          place &+= 1
        }
      }
    }
    return min(1, max(-1, sum))
  }
}
