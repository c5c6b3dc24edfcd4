internal import Days
public import Forms
internal import Interface
internal import Kernel

/// The state of one window. Events and the chosen view are the person's and the same in every window; the chosen day, a
/// form or an Undo stands only where it was chosen.
public struct AgendaWindowState: FormHolding, FileImportHolding {
  /// Whether the calendar or one of its sheets is open.
  var isShown = false
  /// The chosen day; nil for today.
  var day: CalendarDay?
  var shown: ShownExpansion?
  public var forms = FormTable<EventFormName>()
  /// The values with which the form of a new event begins.
  var suggested: FormValues<EventField>?
  /// The event, and the occurrence of it, of which is asked what to delete.
  var deleting: DeletedEvent?
  public internal(set) var undos = UndoOffers<RemovedEvents>()
  /// The reason why an action failed.
  var problem: Problem?

  public var importing = FileImport<EventSheet>()
  /// The last import, which can be taken back.
  var added: ImportedEvents?
  var isExporting = false

  public init() {}
}

/// An event, and perhaps one occurrence of it, about which a person is asked.
struct DeletedEvent: Sendable, Equatable {
  let id: ID<CalendarEvent>
  let key: OccurrenceKey?
}
