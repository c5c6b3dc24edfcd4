internal import FoundationEssentials
public import Kernel

/// What some persons do with a product and what they see of it, as a file tells it.
public struct Scenario: Sendable, Hashable {
  public let name: String
  public let file: String
  public let line: Int
  /// The criteria of the specifications that it shows.
  public internal(set) var covers: [String] = []
  /// A product, or a stage by its module; nil when whoever plays it says which.
  public internal(set) var product: String?
  public internal(set) var start = Scenario.usualStart
  /// The file names that time; otherwise any will do.
  public internal(set) var saysWhen = false
  public internal(set) var steps: [PlacedStep] = []

  /// A Monday morning, so that a scenario that says no time plays the same every day.
  public static let usualStart = Moment(.init(timeIntervalSince1970: 1_772_438_400))

  init(name: String, file: String, line: Int) {
    self.name = name
    self.file = file
    self.line = line
  }
}

/// A step and where it was written.
public struct PlacedStep: Sendable, Hashable {
  public let line: Int
  /// As it stands in the file.
  public let text: String
  public let step: Scenario.Step
}
