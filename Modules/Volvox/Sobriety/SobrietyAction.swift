public import Days
public import Forms
public import Interface
public import Kernel
public import Platform
public import Storage

/// Everything that happens to Sobriety besides the person's actions.
public enum SobrietyAction: Sendable, Equatable {
  case begin
  /// The account, or nil when nobody is signed in.
  case session(UUID?)
  /// Reads again, after a sync.
  case refresh
  /// Something in the store changed.
  case changed
  /// A new day has begun where the person is.
  case turned
  case read(SobrietyBook)
  case notRead(Problem)
  case done(SobrietyChange, in: WindowID?)
  case notDone(SobrietyChange, Problem, in: WindowID?)
  case opened(UUID, Opened<Reflection>?, in: WindowID)
  case form(FormAnswer<SobrietyForm>)
}

/// The person's actions in one window.
public enum SobrietyWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case typeDate(String)
  case saveDate
  case typeSlipDay(String)
  case typeSlipNote(String)
  case saveSlip
  case checkIn(CheckIn.Kind, CheckIn.Feeling?)
  case uncheck(CheckIn)
  /// Brings back a check-in as it was.
  case recheck(CheckIn)
  case typeReflectionDay(String)
  case typeReflection(String)
  case saveReflection
  case discardReflection
  case deleteReflection(UUID)
  /// Deletes a reflection that was new, unless it was changed since.
  case takeBack(Reflection)
  /// Saves a deleted reflection again.
  case restore(Reflection)
  /// Saves a reflection as it was before a change, unless it was changed again since.
  case revert(Reflection, after: Reflection)
  case typeNote(String)
  case saveNote
  /// Takes a start or slip back, or moves it to another day.
  case withdraw(UUID)
  case move(UUID, to: CalendarDay)
  /// Counts a start or slip again that was taken back.
  case bringBack(UUID, to: CalendarDay)
  case fillPlan(PlanField, String)
  case savePlan
  case turnPage(Int)
  case retry
  case dismissProblem
  case form(FormAction<SobrietyForm>)
}

/// A field of the person's choices.
public enum PlanField: String, Sendable, Hashable, CaseIterable {
  case programme, amount, currency, region, contactName, contactPhone
}

/// The effects that Sobriety requests.
public enum SobrietyEffect: Sendable, Equatable {
  case read(reflections: Int)
  case listen
  case awaitDay(Date)
  case open(UUID, in: WindowID)
  case save(SobrietyChange, in: WindowID?)
  /// Saves a new entry of the ledger, whose identifier the actor makes.
  case record(NewEntry, in: WindowID)
  /// Saves a new reflection.
  case write(day: CalendarDay, body: String, draft: ID<ReflectionDraft>?, in: WindowID)
  case delete(UUID, in: WindowID)
  case revert(Reflection, after: Reflection, in: WindowID)
  case keepDraft(ReflectionDraft)
  case dropDraft(ID<ReflectionDraft>)
  case form(FormEffect<SobrietyForm>)
}

/// An entry of the ledger before it has an identifier.
public struct NewEntry: Sendable, Equatable {
  let kind: SobrietyRecord.Kind
  let day: CalendarDay
  var corrects: UUID?
  var isWithdrawn = false
  /// The day before the correction.
  var movedFrom: CalendarDay?
  var note: String?
  let at: Date

  func record(_ id: ID<SobrietyRecord>) -> SobrietyRecord {
    SobrietyRecord(id: id, kind, on: day, corrects: corrects, isWithdrawn: isWithdrawn, note: note, recordedAt: at)
  }
}

/// The events that others may receive. None carries text that a person entered.
public enum SobrietyNews: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The same, with the action that takes back what it reports.
  case offered(Toast, undo: SobrietyWindowAction)
  /// The sheet is done; only its window is told.
  case finished([Route])
  /// A milestone was reached, with its title. It is told once.
  case milestone(String)
  /// A screen was refreshed, which should reach the server too.
  case syncAsked
}
