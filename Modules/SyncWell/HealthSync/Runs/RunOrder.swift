public import Carrying
public import Days
public import HealthProviders
public import Kernel
public import Platform
public import Samples

/// Everything that a run depends on besides the providers and what was carried: a value, as it was when the run was decided.
public struct RunOrder: Sendable, Equatable {
  public enum Trigger: Sendable, Equatable {
    case manual
    case background(String)
    case history
  }

  public let plan: SyncPlan
  public let days: ClosedRange<CalendarDay>
  public let zone: TimeZone
  public let trigger: Trigger
  /// The instant at which the system ends the run.
  public var deadline: Date?
  public let rules: [KindRule]
  public let conflicts: [SyncConflict]
  public let catalogue: ProviderCatalogue
  /// The syncs from which a second recording of a workout may come.
  public var rivals: [SyncPlan] = []

  /// Seconds for which a workout waits for a second recording.
  var wait: TimeInterval {
    let rule = rules.first { $0.destination == plan.destination && $0.kind == .workout }
    return rivals.isEmpty ? 0 : 60 * TimeInterval(rule?.waitMinutes ?? 0)
  }

  func rule(_ kind: SampleKind) -> (choice: ConflictChoice, preferred: String?) {
    let rule = rules.first { $0.destination == plan.destination && $0.kind == kind }
    return (rule?.choice ?? ConflictChoice.usual(kind), rule?.preferred)
  }

  /// The app that the person chose for a day, or "all".
  func chosen(_ kind: SampleKind, _ day: CalendarDay) -> String? {
    for conflict in conflicts where conflict.destination == plan.destination && conflict.day == day {
      guard case .amounts(kind, let first, let second) = conflict.subject else { continue }
      switch conflict.settlement {
      case .open: continue
      case .first: return first.source
      case .second: return second.source
      case .merged: return "all"
      }
    }
    return nil
  }

  /// Whether the question about a day was asked already.
  func isAsked(_ kind: SampleKind, _ day: CalendarDay) -> Bool {
    conflicts.contains { conflict in
      guard case .amounts(kind, _, _) = conflict.subject else { return false }
      return conflict.destination == plan.destination && conflict.day == day
    }
  }
}

/// The result of a run, or of a preview of one.
public struct RunReport: Sendable, Equatable {
  /// The result for one kind.
  public struct Line: Sendable, Equatable {
    public let kind: SampleKind
    public var written = 0
    public var removed = 0
    public var unread = 0
    public var skips: [DayDecision.Skip: Int] = [:]
    /// Reasons of the destination for not taking a record.
    public var refusals: [String: Int] = [:]
    /// Days and what the source has on them.
    public var days: [CalendarDay: Double] = [:]
  }

  public var lines: [Line] = []
  public var conflicts: [SyncConflict] = []
  /// The workouts of each sync that wait for a second recording, or have waited lately.
  public var waiting: [ID<SyncPlan>: [WaitingRecord]] = [:]
  /// Whether all days and kinds were done before the deadline.
  public var isComplete = true
  public var at: Date

  public var written: Int { lines.reduce(0) { $0 + $1.written } }
}

/// A day of a kind at both ends.
public struct ComparedDay: Sendable, Equatable {
  public let kind: SampleKind
  public let day: CalendarDay
  public let source: Double
  public let destination: Double
  /// Why they may differ: the rule of the day.
  public let reason: CarryReason?
  /// Until when a record of the day waits for a second recording.
  public var waitsUntil: Date?

  /// Whether both agree to a hundredth, or the difference is intended.
  public var agrees: Bool {
    abs(source - destination) <= 0.01 * max(abs(source), abs(destination), 1)
  }
}

/// Where one record came from, and what became of it.
public struct TracedRecord: Sendable, Equatable {
  public let sample: Sample
  public let isWritten: Bool
  public let reason: CarryReason
  public let at: Date
  /// Its wait for a second recording.
  public var wait: WaitingRecord?
  /// The second recording of it, and what was decided.
  public var pair: SyncConflict?
}
