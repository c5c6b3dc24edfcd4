public import FoundationEssentials
public import Measures
internal import Storage

/// How far each collection of the log had come when it was read.
public struct LogMarks: Sendable, Equatable {
  var revisions: [String: Revision]

  public init() { revisions = [:] }
  init(_ revisions: [String: Revision]) { self.revisions = revisions }
}

/// What changed in the log since it was last looked at, whoever changed it, and what the days come to that it touched.
public struct LogNews: Sendable, Equatable {
  public internal(set) var saved: [KeptEntry] = []
  public internal(set) var deleted: [EntryName] = []
  public internal(set) var ticks: [HabitEntry] = []
  public internal(set) var unticked: [UUID] = []
  public internal(set) var days: [DayFigures] = []
  /// What devices alone said of them.
  public internal(set) var devices: [DayFigures] = []
  public internal(set) var marks: LogMarks

  init(_ marks: LogMarks) { self.marks = marks }
}

/// A person's days, summed up from all that is kept of them.
public struct SummedDays: Sendable, Equatable {
  public let days: [DayFigures]
  /// What devices alone said of them.
  public let devices: [DayFigures]
  public let habits: HabitBook

  init(days: [DayFigures], devices: [DayFigures] = [], habits: HabitBook) {
    self.days = days
    self.devices = devices
    self.habits = habits
  }
}
