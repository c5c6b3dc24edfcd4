/// A named series with one value per day. Days without a value are NaN.
public struct Column: Sendable, Hashable {
  public let name: String
  public let values: [Double]

  public init(name: String, values: [Double]) {
    self.name = name
    self.values = values.map { $0.isFinite ? $0 : .nan }
  }

  /// Number of days that differ from the most frequent value. Where it is nearly constant, a few odd days would decide.
  var varied: Int {
    var counts: [Double: Int] = [:]
    var known = 0
    for value in values where value.isFinite {
      counts[value, default: 0] += 1
      known += 1
    }
    return known - (counts.values.max() ?? 0)
  }
}

/// The question whether two columns are correlated at a lag.
public struct Question: Sendable, Hashable {
  /// Indices of the columns.
  public let cause: Int
  public let effect: Int
  /// The lag in days: 0 to 2.
  public let lag: Int

  public init(cause: Int, effect: Int, lag: Int) {
    self.cause = cause
    self.effect = effect
    self.lag = lag
  }
}
