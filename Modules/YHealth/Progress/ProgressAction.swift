public import Days
public import Forms
public import Insights
public import Interface
public import Kernel
public import Measures
public import Pillar
public import Platform
internal import Scores
internal import Storage

/// The inputs from the shell, and the results of effects.
public enum ProgressAction: Sendable, Equatable {
  case begin
  /// The person's days in numbers, sent whenever they change.
  case days(DayTable)
  /// The days could not be read.
  case noDays(Problem)
  /// The measures that the person has defined, with their words by identifier, sent whenever they change.
  case own([OwnSeries], [String: OwnLabel])
  /// The pillar that the person looks after first, whose goals and insights come first; nil for all alike.
  case focus(Pillar?)
  /// The pillars that the analysis leaves out have changed.
  case withheldChanged
  /// The goals may have changed in ways that the store does not report, such as which of them reached the server.
  case refresh

  case recalled(Memory)
  case form(FormAnswer<GoalFormName>)
  case read([KeptGoal])
  case notRead(Problem)
  /// A goal was changed by this window, another, or a sync.
  case changed
  case scored(ScoredDay)
  case traced(History)
  /// The analysis is done; nil when the days had not changed since the last one.
  case looked(KeptRun?)
  case saved(GoalOrder, KeptGoal)
  case notSaved(GoalOrder, Problem)
  case deleted(KeptGoal, in: WindowID)
  case notDeleted(Problem, in: WindowID)
  case restored(KeptGoal, in: WindowID)
  case notRestored(String, Problem, in: WindowID)
  case notKept(Problem, in: WindowID)
  case undoEnds(String, in: WindowID)
  /// A new day has begun.
  case dayTurned
}

/// The user's actions in one window.
public enum ProgressWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case retry
  case show(days: Int)
  /// Chooses the period of the report for a doctor.
  case report(days: Int)
  case turn(to: PillarTab, of: Pillar)
  case dismissProblem

  case form(FormAction<GoalFormName>)
  /// Begins another goal after one is saved.
  case another(GoalFormName)
  case give(ID<Goal>, Goal.Status)
  case delete(ID<Goal>)

  case dismiss(String)
  case bringBack(String)
  /// Undoes the deletion with this key.
  case undo(String)
  case dismissUndos
}

/// A save being stored.
public struct GoalOrder: Sendable, Equatable {
  /// Nil for a goal that needs an identifier first.
  let id: ID<Goal>?
  let goal: Goal
  /// The version that the form was opened with; nil for what is not in the store.
  let version: Version?
  let form: GoalFormName?
  /// Nil for a save that was not requested in a window.
  let window: WindowID?
  /// The draft that is deleted with the save, in one transaction.
  var draft: ID<GoalDraft>?
}

/// The records stored by earlier sessions.
public struct Memory: Sendable, Equatable {
  var run: KeptRun?
  var regards: [Regard] = []
  var achievements: [Achievement] = []
  var progress: KeptProgress?
}

/// A person's scores on a day.
public struct ScoredDay: Sendable, Equatable {
  let day: CalendarDay
  let scores: [Pillar: PillarScore]
  /// The scores of the last seven days, in order.
  let week: [Pillar: [PillarScore]]
  /// The scores of a week before.
  let lastWeek: [Pillar: Int]
  /// The scores of the seven days before the last seven, in order; empty unless all have been counted.
  let weekBefore: [Pillar: [Double?]]
  let recovery: Recovery
  let table: DayTable
}

/// The scores of many days, for charts.
public struct History: Sendable, Equatable {
  let days: Int
  let to: CalendarDay
  /// The values of these days and, as far as there is data, of the same number before them.
  let values: [Pillar: [Value]]

  struct Value: Sendable, Equatable {
    let day: CalendarDay
    let score: Int?
  }
}

/// The effects that progress requests.
public enum ProgressEffect: Sendable, Equatable {
  case recall
  case readGoals
  case listen
  case score(DayTable, CalendarDay)
  case trace(DayTable, CalendarDay, days: Int)
  /// Analyses the days, unless `known` is their digest.
  case look(DayTable, [OwnSeries], CalendarDay, known: String?)
  case keepRun(KeptRun)
  case keepRegard(Regard, in: WindowID)
  case keepAchievements([Achievement])
  case keepProgress(KeptProgress)
  case form(FormEffect<GoalFormName>)
  case save(GoalOrder)
  case delete(KeptGoal, in: WindowID)
  case restore(KeptGoal, in: WindowID)
  case awaitUndo(String, until: Date, in: WindowID)
  case awaitDay(Date)
}

/// The events that other features may receive. No event carries text that a person entered.
public enum ProgressEvent: Sendable, Equatable {
  /// Scores, recovery or findings have changed.
  case changed
  /// The person has a goal and had none before: it was set here or came from another device.
  case goalSet
  /// A milestone reached today or yesterday; sent once.
  case milestone(Milestone, on: CalendarDay)
  /// Number of new findings.
  case found(Int)
  /// A finding was opened.
  case opened(pillar: Pillar)
  /// For one window: the user asks to read everything again, on the given screen.
  case daysWanted(Route?)
  /// For one window: the form is done, and the window may return to where it came from.
  case finished(GoalFormName)
  /// For one window.
  case told(Toast)
}
