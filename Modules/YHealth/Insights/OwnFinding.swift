public import Days
public import Measures

/// A measure that a person has defined, day by day. It has no name: a finding is about an identifier, and whoever shows it
/// knows the name.
public struct OwnSeries: Sendable, Hashable {
  public let id: String
  /// The value of each day.
  public let values: [CalendarDay: Double]

  public init(id: String, values: [CalendarDay: Double]) {
    self.id = id
    self.values = values.filter(\.value.isFinite)
  }

  /// Number of series that are analysed, so that the search stays able to find anything in the rest.
  public static let most = 5
}

/// A correlation of a measure that a person has defined with another measure, with its confidence.
public struct OwnFinding: Sendable, Hashable, Codable, Identifiable {
  /// The identifier of the person's measure.
  public let own: String
  public let measure: Measure
  /// Whether the person's measure comes first, and the other one follows it.
  public let isCause: Bool
  /// Days by which one follows the other: 0 to 2.
  public let lag: Int
  /// Spearman's rho, from -1 to 1.
  public let strength: Double
  /// The probability of as strong a correlation by chance, corrected for everything that was tested.
  public let chance: Double
  /// The days with both values. `cause` is the value that comes first.
  public let points: [Finding.Point]

  public init(
    own: String, measure: Measure, isCause: Bool, lag: Int, strength: Double, chance: Double, points: [Finding.Point]
  ) {
    self.own = own
    self.measure = measure
    self.isCause = isCause
    self.lag = lag
    self.strength = strength
    self.chance = chance
    self.points = points
  }

  public var id: String { "own-\(own)-\(isCause ? "before" : "after")-\(measure.rawValue)-\(lag)" }
  public var days: Int { points.count }
}
