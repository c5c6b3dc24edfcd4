/// One value a day under a name, as it is looked at beside others. Days of which nothing is known have no number.
public struct Column: Sendable, Hashable {
  public let name: String
  public let values: [Double]

  public init(name: String, values: [Double]) {
    self.name = name
    self.values = values.map { $0.isFinite ? $0 : .nan }
  }

  /// How many days differ from the commonest value. Where it is nearly always the same, a few odd days would decide.
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

/// Whether one column has to do with another so many days later.
public struct Question: Sendable, Hashable {
  /// Places of the columns.
  public let cause: Int
  public let effect: Int
  /// How many days later: 0 to 2.
  public let lag: Int

  public init(cause: Int, effect: Int, lag: Int) {
    self.cause = cause
    self.effect = effect
    self.lag = lag
  }
}
