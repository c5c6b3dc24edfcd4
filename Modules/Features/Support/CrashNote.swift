public import Platform

/// An earlier run of the app that did not end as it should, for the report that a person may send.
public struct CrashNote: Sendable, Hashable {
  public let began: Date
  public let version: String
  /// The signal, or words for it.
  public let cause: String
  /// The last lines of the log. A log never holds what a person entered.
  public let lines: [String]

  public init(began: Date, version: String, cause: String, lines: [String]) {
    self.began = began
    self.version = version
    self.cause = cause
    self.lines = lines
  }

  var title: String { "Run that began \(began.formatted(.iso8601))" }
  var words: String { "Version \(version), \(cause)" }
}
