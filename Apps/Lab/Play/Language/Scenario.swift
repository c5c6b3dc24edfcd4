internal import FoundationEssentials
public import Kernel

/// A scenario: what persons do with a product and what they expect to see.
public struct Scenario: Sendable, Hashable {
  public let name: String
  public let file: String
  public let line: Int
  /// The line of its example; nil for a scenario without examples.
  public internal(set) var example: Int?
  /// Identifiers of the acceptance criteria that it covers.
  public internal(set) var covers: [String] = []
  /// Words by which a caller chooses it.
  public internal(set) var tags: [String] = []
  /// A product, or a preview by its module; nil leaves it to the caller.
  public internal(set) var product: String?
  public internal(set) var start = Scenario.usualStart
  /// Whether the file names the start time; otherwise any time will do.
  public internal(set) var saysWhen = false
  /// Whether every person begins with the product's demonstration.
  public internal(set) var hasDemo = false
  /// Whether there are health apps to connect: copies of providers, and a phone's stores.
  public internal(set) var hasApps = false
  public internal(set) var steps: [PlacedStep] = []

  /// Default start time, a Monday morning, so that a scenario without a time is deterministic.
  public static let usualStart = Moment(.init(timeIntervalSince1970: 1_772_438_400))

  init(name: String, file: String, line: Int) {
    self.name = name
    self.file = file
    self.line = line
  }
}

/// A step with its source line.
public struct PlacedStep: Sendable, Hashable {
  public let line: Int
  /// Source text.
  public let text: String
  public let step: Scenario.Step
}
