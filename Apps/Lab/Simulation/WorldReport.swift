/// The result of one seed.
public struct WorldReport: Sendable, Hashable {
  public let seed: UInt64
  public internal(set) var steps = 0
  /// Number of texts reported as saved and found nowhere.
  public internal(set) var lost = 0
  /// Number of changes the server applied twice.
  public internal(set) var doubled = 0
  /// Number of records without queued changes that differ between device and server.
  public internal(set) var diverged = 0
  /// Number of queued changes that will never be sent.
  public internal(set) var stuck = 0
  /// Number of messages that stand before one that their sender had read.
  public internal(set) var disordered = 0
  /// Descriptions of the violations.
  public internal(set) var findings: [String] = []
  /// Hash of all events: equal for equal seeds.
  public internal(set) var fingerprint: UInt64 = 0
  /// All events, when tracing.
  public internal(set) var trace: [String] = []
  /// Number of events by kind, to judge the coverage of a run.
  public internal(set) var tally: [String: Int] = [:]

  public var holds: Bool { lost + doubled + diverged + stuck + disordered == 0 }
}

/// The results of many seeds.
public struct Reports: Sendable {
  public internal(set) var seeds = 0
  public internal(set) var steps = 0
  public internal(set) var lost = 0
  public internal(set) var doubled = 0
  public internal(set) var diverged = 0
  public internal(set) var stuck = 0
  public internal(set) var disordered = 0
  public internal(set) var failing: [WorldReport] = []
  public internal(set) var tally: [String: Int] = [:]

  mutating func add(_ report: WorldReport) {
    seeds += 1
    steps += report.steps
    lost += report.lost
    doubled += report.doubled
    diverged += report.diverged
    stuck += report.stuck
    disordered += report.disordered
    tally.merge(report.tally, uniquingKeysWith: +)
    if !report.holds { failing.append(report) }
  }
}
