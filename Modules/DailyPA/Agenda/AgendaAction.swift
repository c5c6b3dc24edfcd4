public import Days
public import Forms
public import Hours
public import Interface
public import Kernel
public import Platform
public import Storage

/// Everything that happens to the calendar besides the person's actions.
public enum AgendaAction: Sendable, Equatable {
  case begin
  /// The todos with a due day, sent whenever they change.
  case todos([DueTodo])
  /// The events may have changed in ways that the store does not report, such as which of them reached the server.
  case refresh
  case changed
  case recalled(CalendarView?)
  case read([KeptEvent])
  case notRead(Problem)
  case form(FormAnswer<EventFormName>)
  case saved(EventOrder, [KeptEvent])
  case notSaved(EventOrder, Problem)
  /// An event was added without its form.
  case added(KeptEvent, in: WindowID)
  case removed(RemovedEvents, in: WindowID)
  case notRemoved(Problem, in: WindowID)
  case restored(RemovedEvents, [KeptEvent], in: WindowID)
  case notRestored(RemovedEvents, Problem, in: WindowID)
  case undoEnds(String, in: WindowID)
  /// An event was moved, with what it was before; nil when the move was taken back.
  case moved(KeptEvent, from: CalendarEvent?, in: WindowID)
  case notMoved(Problem, in: WindowID)
  case opened(EventSheet, in: WindowID)
  case notOpened(Problem, in: WindowID)
  case imported(ImportedEvents, in: WindowID)
  case importUndone(in: WindowID)
  case notImported(Problem, in: WindowID)
  case handedOut(Delivery.Outcome, in: WindowID)
}

/// The person's actions in one window.
public enum AgendaWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case retry
  case show(CalendarView)
  case choose(CalendarDay)
  /// Shows the next or an earlier month, week or day.
  case move(Int)
  case today
  case form(FormAction<EventFormName>)
  case askDelete(ID<CalendarEvent>, OccurrenceKey?)
  case delete(ID<CalendarEvent>, OccurrenceKey?, EventScope)
  /// Deletes an event that was new, unless it was changed since.
  case takeBack(CalendarEvent)
  case cancel
  case undo(String)
  /// Moves an event that does not repeat to another day. Without a time it keeps its own.
  case reschedule(ID<CalendarEvent>, CalendarDay, TimeOfDay?)
  /// Takes a move back.
  case moveBack(CalendarEvent, over: Version)
  /// Adds an event at once, unless its form would not save it as it is: then it opens, filled in.
  case add(CalendarEvent)
  /// Fills the form of a new event when it is opened next.
  case suggest(CalendarEvent)
  case dismissUndos
  case dismissProblem
  case export
  case file(FileImportAction)
}

/// The part of a series that a change concerns. The raw values are in routes and drafts, so they never change.
public enum EventScope: String, Sendable, Hashable, CaseIterable {
  case one, following, all
}

/// An event that is being saved.
public struct EventOrder: Sendable, Equatable {
  /// The event as typed. A new one has no identifier yet.
  let event: CalendarEvent
  let form: EventFormName
  /// The event as it was opened; nil for a new one.
  let opened: CalendarEvent?
  let version: Version?
  let window: WindowID
  /// The draft that is deleted with the save, in one transaction.
  let draft: ID<EventDraft>
}

/// A deletion that can be undone for a while.
public struct RemovedEvents: Undoable {
  /// The event or series before the deletion.
  let event: CalendarEvent
  let key: OccurrenceKey?
  /// The version of what is left of the series; nil when nothing is.
  var left: Version?

  public var undoKey: String { "event \(event.id) \(key?.text ?? "")" }
}

/// The effects that the calendar requests.
public enum AgendaEffect: Sendable, Equatable {
  case recall
  case keepView(KeptView)
  case read
  case listen
  case form(FormEffect<EventFormName>)
  case save(EventOrder)
  case add(CalendarEvent, in: WindowID)
  case remove(KeptEvent, OccurrenceKey?, EventScope, in: WindowID)
  case restore(RemovedEvents, in: WindowID)
  case awaitUndo(String, until: Date, in: WindowID)
  /// Saves an event at another time, or as it was before that.
  case move(CalendarEvent, over: Version, from: CalendarEvent?, in: WindowID)
  /// Reads a file, and compares it with the calendar.
  case open(path: String, EventSheet.Context, in: WindowID)
  case importAll(EventWrite, in: WindowID)
  case takeBack(ImportedEvents, in: WindowID)
  case export([CalendarEvent], Moment, in: WindowID)
}

/// The events that others may receive. None but a message to the person carries text that was entered.
public enum AgendaNews: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The same, with the action that takes back what it reports.
  case offered(Toast, undo: AgendaWindowAction)
  /// The uploaded file is not needed any more.
  case readThrough(path: String)
  /// The sheet is to be opened.
  case opens(Route)
  /// The sheets are done; only their window is told.
  case finished([Route])
  case syncAsked
}
