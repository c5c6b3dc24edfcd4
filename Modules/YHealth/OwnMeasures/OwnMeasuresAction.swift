public import Days
public import Forms
public import Interface
public import Kernel
internal import Platform
internal import Storage

/// Everything that happens to a person's own measures besides the person's actions.
public enum OwnMeasuresAction: Sendable, Equatable {
  case begin
  case changed
  case read(OwnRead)
  case notRead(Problem)
  case form(FormAnswer<OwnFormName>)
  /// An entry that is too old to be among those that were read; nil when it does not exist.
  case opened(OwnFormName, OwnStored?, in: WindowID)
  case notOpened(OwnFormName, Problem, in: WindowID)
  case saved(OwnOrder, OwnStored)
  case notSaved(OwnOrder, Problem)
  /// The record was changed elsewhere since it was opened; nil when it was deleted.
  case overtaken(OwnOrder, OwnStored?)
  case done(OwnChange, OwnOutcome, in: WindowID)
  case notDone(OwnChange, Problem, in: WindowID)
}

/// The person's actions in one window.
public enum OwnMeasuresWindowAction: Sendable, Equatable {
  /// A form of a new entry begins with an earlier day, when one is given.
  case appeared(Route, on: CalendarDay? = nil)
  case left(Route)
  case form(FormAction<OwnFormName>)
  /// Fills in the fields and saves the form.
  case quick(OwnFormName, [OwnField: String])
  case delete(ID<OwnReading>)
  case archive(ID<OwnMeasure>, Bool)
  case undo(OwnChange)
  case showOlder
  case retry
}

/// A person's measures and their newest entries.
public struct OwnRead: Sendable, Equatable {
  let measures: [StoredMeasure]
  let readings: [StoredReading]
}

/// A form that is to be saved.
public struct OwnOrder: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case measure(OwnMeasureContent)
    case reading(OwnReadingContent, of: UUID)
  }

  let form: OwnFormName
  let content: Content
  /// The record that was opened; nil for a new one.
  let opened: OwnStored?
  /// The version over which it is saved; nil for a new record.
  let version: Version?
  let draft: ID<FormDraft<OwnFormName>>
  let at: Date
  let window: WindowID
}

/// A change in one act.
public enum OwnChange: Sendable, Equatable {
  case delete(ID<OwnReading>)
  /// Deletes an entry that was new, unless it was changed since.
  case takeBack(OwnReading)
  /// Saves a deleted entry again.
  case restore(OwnReading)
  /// Saves an entry as it was before, unless it was changed again since it was `after`.
  case revert(OwnReading, after: OwnReading)
  case archive(ID<OwnMeasure>, Bool)
  /// Saves a definition as it was before, unless it was changed again since it was `after`.
  case redefine(OwnMeasure, after: OwnMeasure)
  /// Deletes a measure without entries.
  case remove(ID<OwnMeasure>)
  /// Saves a deleted measure again.
  case define(OwnMeasure)
}

/// The effect of a change on the store.
public struct OwnOutcome: Sendable, Equatable {
  var measures: [StoredMeasure] = []
  var readings: [StoredReading] = []
  var deletedMeasures: [ID<OwnMeasure>] = []
  var deletedReadings: [ID<OwnReading>] = []
  /// The change that takes it back; nil when nothing was changed.
  var undo: OwnChange?
}

/// The effects that the feature requests.
public enum OwnMeasuresEffect: Sendable, Equatable {
  case listen
  case read
  case open(OwnFormName, in: WindowID)
  case form(FormEffect<OwnFormName>)
  case save(OwnOrder)
  case change(OwnChange, in: WindowID)
}

/// The events that others may receive. None carries text that a person entered.
public enum OwnMeasuresEvent: Sendable, Equatable {
  /// The entries or the definitions changed.
  case changed
  /// For the person at one window.
  case told(Toast)
  /// A message with the action that takes back what it reports.
  case offered(Toast, undo: OwnMeasuresWindowAction)
  /// The form is done; only its window is told.
  case finished(OwnFormName)
}
