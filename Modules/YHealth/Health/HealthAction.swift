public import Forms
public import Interface
public import Kernel
public import Measures
public import Platform
public import Storage

/// The inputs from the shell and the results of effects.
public enum HealthAction: Sendable, Equatable {
  case begin
  /// Entries may have changed in ways that the store does not report, such as which of them reached the server.
  case refresh
  /// The same, followed by `refreshed` once everything has been read.
  case refreshAsked
  /// Other imports are preferred than before, so that all days are summed anew.
  case preferenceChanged
  /// The person may be in another zone, in which the days begin at other instants.
  case moved
  /// Whether data damaged on this device is still to be fetched from the server.
  case mending(Bool)

  case remembered(DaySummary?, [DayFigures])
  case form(FormAnswer<FormName>)
  /// The entries, and each collection's revision before it was read.
  case read([KeptEntry], LogMarks)
  case notRead(Problem)
  /// The changes; nil when there were too many.
  case caughtUp(LogNews?)
  case summedUp(SummedDays)
  case notLooked(Problem)
  /// An entry was changed by this window, another, or a sync.
  case changed
  case opened(FormName, Opening, in: WindowID)
  case saved(SaveOrder, KeptEntry)
  case notSaved(SaveOrder, Problem)
  /// The entry was saved or deleted elsewhere since it was opened.
  case outrun(SaveOrder, newer: KeptEntry?)
  case deleted(KeptEntry, in: WindowID)
  /// The second of two entries with which two devices logged the same is deleted.
  case twinRemoved(KeptEntry)
  case notDeleted(KeptEntry, Problem, in: WindowID)
  case restored(KeptEntry, in: WindowID)
  case notRestored(String, Problem, in: WindowID)
  case notReverted(EntryName, Problem, in: WindowID)
  case undoEnds(String, in: WindowID)
  case photo(PhotoAnswer, FormName, in: WindowID)
  case quickSaved(KeptEntry, in: WindowID)
  /// The entries that were copied, and the reason why the rest was not.
  case copied([KeptEntry], Problem?, in: WindowID)
  /// The copies that were deleted, and the number of those that had been changed.
  case copiesDeleted([EntryName], kept: Int, in: WindowID)
  /// An action without a form failed: nothing was logged or ticked.
  case notDone(Problem, in: WindowID)
  case habitSaved(Habit, isNew: Bool, in: WindowID)
  case ticked(HabitEntry)

  /// The content for a form.
  public enum Opening: Sendable, Equatable {
    /// The identifier of a new entry.
    case new(UUID)
    case found(KeptEntry)
    case missing
    case failed(Problem)
  }

  public enum PhotoAnswer: Sendable, Equatable {
    /// Nil when the user cancelled.
    case taken(Photo?)
    case uploaded(path: String)
    case seen([FoodItem])
    case failed(Problem)
  }
}

/// The user's actions in one window.
public enum HealthWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case form(FormAction<FormName>)
  case delete(EntryName)
  case undo(EntryName)
  /// Brings back the second of two entries that say the same.
  case keepTwin(EntryName)
  case dismissUndos
  case dismissProblem
  /// Asks for a photo; without the server, which alone can analyse one, a description is asked for instead.
  case photo(FormName, isOnline: Bool)
  case stopPhoto(FormName)
  case propose(FormName, String)
  case acceptProposal(FormName)
  /// Begins to make entries for an earlier day, written as in a field; today ends that.
  case chooseDay(String)
  /// Logs the entry with the current time.
  case quick(QuickEntry)
  case copy(CopyAction)
  /// Restores the version before the last change in this window, or deletes what was new.
  case revert(EntryName)
  /// Fills in the estimate of the description.
  case takeEstimate(FormName)
  case habit(HabitAction)
  case showOlder
  case retry
}

/// The user's actions on the sheet that copies a day.
public enum CopyAction: Sendable, Equatable {
  /// Chooses the day to copy, written as in a field.
  case from(String)
  /// Leaves an entry out, or takes it in again.
  case leave(EntryName, Bool)
  /// Logs the chosen entries.
  case copy
  /// Deletes what was copied, except what was changed since.
  case undo([LogEntry])
}

/// A save being stored.
public struct SaveOrder: Sendable, Equatable {
  let form: FormName
  let window: WindowID
  let entry: LogEntry
  /// The version that the form was opened with; nil for what is not in the store.
  let version: Version?
  /// The draft that is deleted with the save, in one transaction.
  let draft: ID<KeptDraft>
}

/// The effects that the log requests.
public enum HealthEffect: Sendable, Equatable {
  case remember(day: String)
  case form(FormEffect<FormName>)
  case read(newest: Int)
  case listen
  case open(FormName, in: WindowID)
  /// Assigns a new identifier to a form's content.
  case identify(FormName, in: WindowID)
  case save(SaveOrder)
  case delete(KeptEntry, in: WindowID)
  case restore(KeptEntry, in: WindowID)
  case removeTwin(KeptEntry)
  /// Saves an entry as it was before, unless it was changed again since it was `after`.
  case revert(LogEntry, after: LogEntry, in: WindowID)
  /// Deletes an entry that was new, unless it was changed since.
  case takeBack(LogEntry, in: WindowID)
  case awaitUndo(String, until: Date, in: WindowID)
  case catchUp(LogMarks, waiting: [EntryName], Moment)
  case sumUp(Moment)
  case keepDays(DaysToKeep)
  case quick(QuickEntry, Moment, in: WindowID)
  case copy([QuickEntry], Moment, in: WindowID)
  /// Deletes entries that were copied, except those that were changed since.
  case deleteCopies([LogEntry], in: WindowID)
  case addHabit(named: String, Habit.Cadence, times: Int, in: WindowID)
  case saveHabit(Habit, Version, in: WindowID)
  case tick(HabitEntry, in: WindowID)
  case takePhoto(FormName, in: WindowID)
  case upload(Photo, UUID, FormName, in: WindowID)
  case analyse(path: String, UUID, FormName, in: WindowID)
}

/// The events that other features may receive. No event carries text that a person entered.
public enum HealthEvent: Sendable, Equatable {
  /// The entry is on disk.
  case saved(EntryName)
  case deleted(EntryName)
  /// The figures of some days changed.
  case daysChanged
  /// A requested refresh has read everything, with or without changes.
  case refreshed
  /// The entries could not be read; the known ones stay.
  case notRead(Problem)
  /// The form is done; only its window is told, which may return to where it came from.
  case finished(FormName)
  /// Something was logged with one tap in a window.
  case logged(EntryName)
  /// For the person at one window.
  case told(Toast)
  /// The same, with the action that takes back what it reports.
  case offered(Toast, undo: HealthWindowAction)
}
