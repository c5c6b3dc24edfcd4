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

  public init(
    runs: Int, weekly: Int, perWeek: Int, longest: Int, easyPace: Int?, thoughts: [String], findings: [String]
  ) {
    self.runs = runs
    self.weekly = weekly
    self.perWeek = perWeek
    self.longest = longest
    self.easyPace = easyPace
    self.thoughts = thoughts
    self.findings = findings
  }
}
