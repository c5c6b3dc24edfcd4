public import Days
public import Measures
public import Pillar

/// The number of known values out of those expected: "5 of 7 nights".
public struct Coverage: Sendable, Hashable, Codable {
  public let known: Int
  public let of: Int
  /// The plural noun of what is counted: "nights", "days".
  public let counted: String

  public init(_ known: Int, of: Int, _ counted: String) {
    self.known = known
    self.of = of
    self.counted = counted
  }

  public var sentence: String { "\(known) of \(of) \(counted)" }
  public var share: Double { of > 0 ? min(1, max(0, Double(known) / Double(of))) : 0 }
}

/// The rating of a score in words, on the scale specified for scores; rings use another.
public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
  case excellent, needsAttention, priorityFocus

  public init(_ score: Int) { self = Self.allCases.first { score >= $0.least } ?? .priorityFocus }

  /// The least score of the level.
  public var least: Int {
    switch self {
    case .excellent: 80
    case .needsAttention: 50
    case .priorityFocus: 0
    }
  }

  public var title: String {
    switch self {
    case .excellent: "Excellent"
    case .needsAttention: "Needs Attention"
    case .priorityFocus: "Priority Focus"
    }
  }
}

/// One part of a score: its points out of a hundred, its weight, and its coverage.
public struct ScorePart: Sendable, Hashable, Codable {
  public let id: String
  public let title: String
  /// The weights of a pillar's parts add up to 1.
  public let weight: Double
  /// From 0 to 100; nil when too little is known.
  public let points: Double?
  public let coverage: Coverage
  /// The measured value in words: "7 h 20 min a night".
  public let says: PartText

  public init(
    id: String, title: String, weight: Double, points: Double?, coverage: Coverage, says: PartText
  ) {
    self.id = id
    self.title = title
    self.weight = weight
    self.points = points
    self.coverage = coverage
    self.says = says
  }
}

/// A change that would raise a score: "30 minutes more sleep a night: +4".
public struct Lever: Sendable, Hashable, Codable {
  public let measure: Measure
  public let says: String
  public let gain: Int

  public init(_ measure: Measure, says: String, gain: Int) {
    self.measure = measure
    self.says = says
    self.gain = gain
  }
}

/// A pillar's score on a day, with its parts.
public struct PillarScore: Sendable, Hashable, Codable {
  public let pillar: Pillar
  public let day: CalendarDay
  /// From 0 to 100; nil when too little is known.
  public let value: Int?
  public let parts: [ScorePart]
  public let coverage: Coverage
  public let levers: [Lever]

  public init(
    pillar: Pillar, day: CalendarDay, value: Int?, parts: [ScorePart], coverage: Coverage, levers: [Lever]
  ) {
    self.pillar = pillar
    self.day = day
    self.value = value
    self.parts = parts
    self.coverage = coverage
    self.levers = levers
  }

  public var level: Level? { value.map(Level.init) }
}

/// A person's recovery on a day, with advice.
public struct Recovery: Sendable, Hashable, Codable {
  public let day: CalendarDay
  /// From 0 to 100; nil when too little is known.
  public let value: Int?
  public let parts: [ScorePart]
  public let coverage: Coverage
  /// A warning, if there is one.
  public let alert: String?
  /// The suitable workout, in a sentence.
  public let advised: PartText

  private enum CodingKeys: String, CodingKey {
    case day, value, parts, coverage, alert
    case advised = "advice"
  }

  public init(
    day: CalendarDay, value: Int?, parts: [ScorePart], coverage: Coverage, alert: String?, advice: PartText
  ) {
    self.day = day
    self.value = value
    self.parts = parts
    self.coverage = coverage
    self.alert = alert
    advised = advice
  }

  /// The same in plain notation.
  public var advice: String { advised.text() }
}
