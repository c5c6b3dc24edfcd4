internal import Days
internal import FoundationEssentials
internal import Hours
public import Kernel
internal import Storage

/// A form that one window has in hand.
public struct EntryForm: Sendable, Equatable {
  public enum Phase: Sendable, Equatable {
    /// The entry is being fetched.
    case opening
    case editing
    case saving
    /// Somebody else saved it meanwhile, or deleted it when there is no newer one.
    case behind(KeptEntry?)
    case done(KeptEntry)
    /// There is no such entry.
    case missing
  }

  public let name: FormName
  public internal(set) var phase: Phase
  /// Under which a new entry will be kept; known as soon as the form is open.
  var id: UUID?
  /// Nil for what is not in the store.
  var version: Version?
  var original: Date?
  /// As the store had it when the form was opened.
  var opened: KeptEntry?
  /// What stood in it when it was opened.
  var before = FormValues()
  public internal(set) var values = FormValues()
  /// Where its draft is kept.
  var draft: ID<KeptDraft>
  public internal(set) var isRecovered = false
  /// Somebody wanted to save it, and learnt what is missing.
  var isTried = false
  /// Somebody wanted to save it before it was open; with a server in reach, or without.
  var savesOnline: Bool?
  public internal(set) var problem: Problem?
  var photo = PhotoStanding.none

  init(_ name: FormName, at desk: HealthDesk.Name) {
    self.name = name
    phase = name.entry == nil ? .editing : .opening
    draft = KeptDraft.id(name, at: desk)
  }

  /// Something was typed that the store does not have.
  public var isDirty: Bool { values != before }

  var isOpenForTyping: Bool {
    switch phase {
    case .editing, .behind: true
    case .opening, .saving, .done, .missing: false
    }
  }

  // MARK: Filling

  /// With what the store has.
  mutating func fill(with kept: KeptEntry, in zone: TimeZone) {
    phase = .editing
    opened = kept
    id = kept.name.id
    version = kept.version
    original = kept.entry.when
    before = kept.entry.answers(in: zone)
    values = before
    isRecovered = false
  }

  /// With what was typed before a crash, or in a window that is gone.
  mutating func recover(_ draft: KeptDraft) {
    phase = .editing
    self.draft = draft.id
    version = draft.version
    original = draft.original
    before = draft.before
    values = draft.values
    if let editing = draft.editing { id = editing }
    isRecovered = true
  }

  // MARK: Reading

  func reader(at now: Moment) -> FormReader { FormReader(values, original: original, before: before, at: now) }

  /// The entry that it says, or what is wrong with it.
  func read(_ id: UUID, at now: Moment) -> (entry: LogEntry, complaints: [FormField: FormReader.Complaint]) {
    var reader = reader(at: now)
    let entry = name.kind.type.read(id, &reader)
    return (entry, reader.complaints)
  }

  /// What is to be said beside its fields now: of what is missing, only once somebody wanted to save.
  func complaints(at now: Moment) -> [FormField: String] {
    // The identifier decides nothing here.
    read(id ?? EntryForm.nobody, at: now).complaints
      .filter { isTried || !$0.value.isOfMissing }.mapValues(\.sentence)
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Logged {
  static func read(_ id: UUID, _ form: inout FormReader) -> LogEntry { Self(ID(id), reading: &form).entry }
}

extension LogEntry {
  /// As its form shows it, with its time on the clocks of that zone.
  func answers(in zone: TimeZone) -> FormValues {
    let moment = Moment(when, in: zone)
    var values = record.answers(in: zone)
    values[.date] = CalendarDay(of: moment).text
    values[.time] = moment.clock.text
    return values
  }
}
