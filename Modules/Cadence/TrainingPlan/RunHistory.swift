/// The runs of the last weeks as a coach can tell them. All of it is read off the runs.
public struct RunHistory: Sendable, Hashable {
  /// Runs of the last 28 days.
  public let runs: Int
  /// Metres a week, and runs a week, over the last four weeks.
  public let weekly: Int
  public let perWeek: Int
  /// Metres of the longest run of the last 30 days.
  public let longest: Int
  /// Seconds for a kilometre in easy runs; nil without a time.
  public let easyPace: Int?
  /// The patterns and what deserves attention, one line after another.
  public let thoughts: [String]
  /// The main findings in words.
  public let findings: [String]
  /// The times to expect over the usual distances, in words; nil without a run that shows fitness.
  public let raceTimes: String?
  /// The last four weeks against the four before; nil when too little is known.
  public let load: Load?

  public enum Load: String, Sendable, Hashable {
    case rising, steady, falling
  }

  public init(
    runs: Int, weekly: Int, perWeek: Int, longest: Int, easyPace: Int?, thoughts: [String], findings: [String],
    raceTimes: String? = nil, load: Load? = nil
  ) {
    self.runs = runs
    self.weekly = weekly
    self.perWeek = perWeek
    self.longest = longest
    self.easyPace = easyPace
    self.thoughts = thoughts
    self.findings = findings
    self.raceTimes = raceTimes
    self.load = load
  }
}
