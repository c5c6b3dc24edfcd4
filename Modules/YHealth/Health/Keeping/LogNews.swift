public import Measures
public import Platform
internal import Storage

/// The revision of each collection of the log when it was read.
public struct LogMarks: Sendable, Equatable {
  var revisions: [String: Revision]

  public init() { revisions = [:] }
  init(_ revisions: [String: Revision]) { self.revisions = revisions }
}

/// The changes of the log since it was last read, whatever their origin, with the new figures of the affected days.
public struct LogNews: Sendable, Equatable {
  public internal(set) var saved: [KeptEntry] = []
  public internal(set) var deleted: [EntryName] = []
  public internal(set) var ticks: [HabitEntry] = []
  public internal(set) var unticked: [UUID] = []
  public internal(set) var days: [DayFigures] = []
  /// The figures of devices alone.
  public internal(set) var devices: [DayFigures] = []
  public internal(set) var marks: LogMarks

  init(_ marks: LogMarks) { self.marks = marks }
}

/// A person's days, summed from all entries.
public struct SummedDays: Sendable, Equatable {
  public let days: [DayFigures]
  /// The figures of devices alone.
  public let devices: [DayFigures]
  public let habits: HabitBook

  init(days: [DayFigures], devices: [DayFigures] = [], habits: HabitBook) {
    self.days = days
    self.devices = devices
    self.habits = habits
  }
}
