public import Days
public import FoundationEssentials
public import Interface
public import Kernel
public import Measures
public import Pillar
internal import Scores
internal import Storage

/// What a person does at one window, what the shell hands in, and what the world answers.
public enum ProgressAction: Sendable, Equatable {
  case begin
  /// The person's days in numbers; sent whenever they change.
  case days(DayTable)
  /// They could not be read.
  case noDays(Problem)
  /// Something about the goals may have changed that the store does not tell, such as which of them reached the server.
  case refresh
  case at(ProgressDesk.Name, ProgressDeskAction)
  /// The window is gone.
  case close(ProgressDesk.Name)

  case recalled(Memory)
  case read([KeptGoal])
  case notRead(Problem)
  /// Somebody changed a goal: this window, another, a sync.
  case changed
  case scored(Standing)
  case traced(History)
  /// The days were looked through; nil when they are the ones that were looked through last.
  case looked(KeptRun?)
  case saved(GoalOrder, KeptGoal)
  case notSaved(GoalOrder, Problem)
  case deleted(KeptGoal, at: ProgressDesk.Name)
  case notDeleted(Problem, at: ProgressDesk.Name)
  case restored(KeptGoal, at: ProgressDesk.Name)
  case notRestored(String, Problem, at: ProgressDesk.Name)
  case notKept(Problem, at: ProgressDesk.Name)
  case undoEnds(String, at: ProgressDesk.Name)
  /// Midnight has passed.
  case dayTurned
}

/// What is done at a desk.
public enum ProgressDeskAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case retry
  case show(days: Int)
  case dismissProblem

  case choose(GoalFormName, GoalChoice)
  case fill(GoalFormName, GoalField, String)
  case save(GoalFormName)
  /// Begins another after one is saved.
  case another(GoalFormName)
  case discard(GoalFormName)
  case give(ID<Goal>, Goal.Status)
  case delete(ID<Goal>)

  case dismiss(String)
  case bringBack(String)
  /// What an Undo is called by.
  case undo(String)
  case dismissUndos
}

/// A field of a goal's form that takes text. The raw values are those of the form's identifiers.
public enum GoalField: String, Sendable, Hashable, CaseIterable {
  case name, target, unit, begins, ends
}

/// What is chosen in a goal's form.
public enum GoalChoice: Sendable, Hashable {
  case pillar(Pillar)
  /// Nil for a goal in the person's own words.
  case measure(Measure?)
  /// As `Aim.Way` calls it.
  case way(String)
}

/// A save on its way to the store.
public struct GoalOrder: Sendable, Equatable {
  /// Nil for a goal that needs an identifier first.
  let id: ID<Goal>?
  let goal: Goal
  /// What the form was opened with; nil for what is not in the store.
  let version: Version?
  let form: GoalFormName?
  /// Nil for what nobody asked for at a window.
  let desk: ProgressDesk.Name?
  /// What goes with the save, in one transaction.
  var draft: ID<GoalDraft>?
}

/// What was kept from before.
public struct Memory: Sendable, Equatable {
  var run: KeptRun?
  var regards: [Regard] = []
  var achievements: [Achievement] = []
  var progress: KeptProgress?
  var drafts: [GoalDraft] = []
}

/// Where the person stands on a day.
public struct Standing: Sendable, Equatable {
  let day: CalendarDay
  let scores: [Pillar: PillarScore]
  /// Of the last seven days, in order.
  let week: [Pillar: [PillarScore]]
  let recovery: Recovery
  let table: DayTable
}

/// The scores of many days, for charts.
public struct History: Sendable, Equatable {
  let days: Int
  let to: CalendarDay
  let values: [Pillar: [Value]]

  struct Value: Sendable, Equatable {
    let day: CalendarDay
    let score: Int?
  }
}

/// What it asks of the world.
public enum ProgressEffect: Sendable, Equatable {
  case recall
  case readGoals
  case listen
  case score(DayTable, CalendarDay)
  case trace(DayTable, CalendarDay, days: Int)
  /// Unless those days were looked through already.
  case look(DayTable, CalendarDay, known: String?)
  case keepRun(KeptRun)
  case keepRegard(Regard, ProgressDesk.Name)
  case keepAchievements([Achievement])
  case keepProgress(KeptProgress)
  case keepDraft(GoalDraft, ProgressDesk.Name)
  case dropDraft(ID<GoalDraft>)
  case save(GoalOrder)
  case delete(KeptGoal, ProgressDesk.Name)
  case restore(KeptGoal, ProgressDesk.Name)
  case awaitUndo(String, until: Date, ProgressDesk.Name)
  case awaitDay(Date)
}

/// What others may hear of it. No event carries a word that a person entered.
public enum ProgressEvent: Sendable, Equatable {
  /// Scores, recovery or findings are new: whoever shows them may look again.
  case changed
  /// Reached today or yesterday, told once.
  case milestone(Milestone, on: CalendarDay)
  /// So many findings that were not there before.
  case found(Int)
  /// A finding was opened.
  case opened(pillar: Pillar)
  /// The person wants everything read anew, on the screen that is named.
  case daysWanted(Route?, at: ProgressDesk.Name)
  /// A form has done its work, and whoever came for it may be taken back.
  case finished(GoalFormName, at: ProgressDesk.Name)
  case told(Toast, at: ProgressDesk.Name)
}
