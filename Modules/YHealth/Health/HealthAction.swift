public import FoundationEssentials
public import Interface
public import Kernel
public import Measures
public import Storage

/// What a person does at one window, and what the world answers.
public enum HealthAction: Sendable, Equatable {
  case begin
  /// Something about the entries may have changed that the store does not tell, such as which of them reached the server.
  case refresh
  /// The same, and `refreshed` is told once everything has been read.
  case refreshAsked
  /// Whether something that was damaged on this device is still to come from the server.
  case mending(Bool)
  case at(HealthDesk.Name, DeskAction)
  /// The window is gone.
  case close(HealthDesk.Name)

  case remembered(DaySummary?, [DayFigures])
  case recovered([KeptDraft])
  /// And how far everything had come before it was read.
  case read([KeptEntry], LogMarks)
  case notRead(Problem)
  /// What changed; nil when it was too much to be told.
  case caughtUp(LogNews?)
  case summedUp(SummedDays)
  case notLooked(Problem)
  /// Somebody changed an entry: this window, another, a sync.
  case changed
  case opened(FormName, Opening, at: HealthDesk.Name)
  case saved(SaveOrder, KeptEntry)
  case notSaved(SaveOrder, Problem)
  /// Somebody else saved or deleted it since it was opened.
  case outrun(SaveOrder, newer: KeptEntry?)
  case draftNotKept(ID<KeptDraft>, Problem)
  case deleted(KeptEntry, at: HealthDesk.Name)
  case notDeleted(KeptEntry, Problem, at: HealthDesk.Name)
  case restored(KeptEntry, at: HealthDesk.Name)
  case notRestored(EntryName, Problem, at: HealthDesk.Name)
  case undoEnds(EntryName, at: HealthDesk.Name)
  case photo(PhotoAnswer, FormName, at: HealthDesk.Name)
  case quickSaved(KeptEntry, at: HealthDesk.Name, isOnline: Bool)
  /// Something that is done without a form was not: nothing was logged or ticked.
  case notDone(Problem, at: HealthDesk.Name)
  case habitSaved(Habit, isNew: Bool, at: HealthDesk.Name)
  case ticked(HabitEntry)

  /// What there is for a form.
  public enum Opening: Sendable, Equatable {
    /// A new entry's identifier.
    case new(UUID)
    case found(KeptEntry)
    case missing
    case failed(Problem)
  }

  public enum PhotoAnswer: Sendable, Equatable {
    /// Nil when it was called off.
    case taken(Photo?)
    case uploaded(path: String)
    case seen([FoodItem])
    case failed(Problem)
  }
}

/// What is done at a desk. Where it matters whether the server is in reach, the screen that was tapped says so.
public enum DeskAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case fill(FormName, FormField, String)
  case tick(FormName, FormField, String, Bool)
  case save(FormName, isOnline: Bool)
  /// Begins another after one is saved.
  case another(FormName)
  case delete(EntryName)
  case undo(EntryName)
  case dismissUndos
  case dismissProblem
  case ask(HealthDesk.Question)
  case dismiss
  case discard(FormName)
  /// Saves what was typed over what somebody else saved.
  case replace(FormName, isOnline: Bool)
  /// Saves what was typed beside what somebody else saved.
  case saveBeside(FormName, isOnline: Bool)
  case photo(FormName, isOnline: Bool)
  case stopPhoto(FormName)
  case propose(FormName, String)
  case acceptProposal(FormName)
  /// Logs that, for now.
  case quick(QuickEntry, isOnline: Bool)
  /// Deletes what one tap has logged.
  case takeBack(EntryName)
  case dismissAdded
  /// Fills in what the description comes to.
  case takeEstimate(FormName)
  case habit(HabitAction)
  case showOlder
  case retry
}

/// A save on its way to the store.
public struct SaveOrder: Sendable, Equatable {
  let form: FormName
  let desk: HealthDesk.Name
  let entry: LogEntry
  /// What the form was opened with; nil for what is not in the store.
  let version: Version?
  /// The draft that goes with the save, in one transaction.
  let draft: ID<KeptDraft>
  let isOnline: Bool
}

/// What it asks of the world.
public enum HealthEffect: Sendable, Equatable {
  case remember(day: String)
  case recover
  case read(newest: Int)
  case listen
  case open(FormName, HealthDesk.Name)
  /// A fresh identifier for what a form holds.
  case identify(FormName, HealthDesk.Name)
  case keepDraft(KeptDraft)
  case dropDraft(ID<KeptDraft>)
  case save(SaveOrder)
  case delete(KeptEntry, HealthDesk.Name)
  case restore(KeptEntry, HealthDesk.Name)
  case awaitUndo(EntryName, until: Date, HealthDesk.Name)
  case catchUp(LogMarks, waiting: [EntryName], Moment)
  case sumUp(Moment)
  case keepDays(DaysToKeep)
  case quick(QuickEntry, Moment, HealthDesk.Name, isOnline: Bool)
  case addHabit(named: String, Habit.Cadence, times: Int, HealthDesk.Name)
  case saveHabit(Habit, Version, HealthDesk.Name)
  case tick(HabitEntry, HealthDesk.Name)
  case takePhoto(FormName, HealthDesk.Name)
  case upload(Photo, UUID, FormName, HealthDesk.Name)
  case analyse(path: String, UUID, FormName, HealthDesk.Name)
}

/// What others may hear of it. No event carries a word that a person entered.
public enum HealthEvent: Sendable, Equatable {
  /// It is on disk.
  case saved(EntryName)
  case deleted(EntryName)
  /// Some of a person's days came to something else.
  case daysChanged
  /// A refresh that was asked for has read everything, whether or not something was new.
  case refreshed
  /// They could not be read; what was known of them stays.
  case notRead(Problem)
  /// A form has done its work, and whoever came for it may be taken back.
  case finished(FormName, at: HealthDesk.Name)
  case told(Toast, at: HealthDesk.Name)
}
