/// What came of one seed.
public struct Report: Sendable, Hashable {
  public let seed: UInt64
  public internal(set) var steps = 0
  /// Entered, said to be saved, and nowhere to be found.
  public internal(set) var lost = 0
  /// Carried out twice by the server.
  public internal(set) var doubled = 0
  /// Not the same on a device as on the server, with nothing that waits.
  public internal(set) var diverged = 0
  /// Waits, and nothing is going to send it.
  public internal(set) var stuck = 0
  /// What was found, in words.
  public internal(set) var findings: [String] = []
  /// Of all that happened: the same for the same seed.
  public internal(set) var fingerprint: UInt64 = 0
  /// All that happened, when it was asked for.
  public internal(set) var trace: [String] = []
  /// How much of each kind happened, to see that a run is worth something.
  public internal(set) var tally: [String: Int] = [:]

  public var holds: Bool { lost + doubled + diverged + stuck == 0 }
}

/// What came of many.
public struct Reports: Sendable {
  public internal(set) var seeds = 0
  public internal(set) var steps = 0
  public internal(set) var lost = 0
  public internal(set) var doubled = 0
  public internal(set) var diverged = 0
  public internal(set) var stuck = 0
  public internal(set) var failing: [Report] = []
  public internal(set) var tally: [String: Int] = [:]

  mutating func add(_ report: Report) {
    seeds += 1
    steps += report.steps
    lost += report.lost
    doubled += report.doubled
    diverged += report.diverged
    stuck += report.stuck
    tally.merge(report.tally, uniquingKeysWith: +)
    if !report.holds { failing.append(report) }
  }
}
