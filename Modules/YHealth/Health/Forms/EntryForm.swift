internal import Days
internal import FoundationEssentials
internal import Hours
public import Kernel
internal import Numbers
internal import Storage

/// The state of a form in one window.
public struct EntryForm: Sendable, Equatable {
  public enum Phase: Sendable, Equatable {
    /// The entry is being loaded.
    case opening
    case editing
    case saving
    /// The entry was changed elsewhere; nil when it was deleted.
    case behind(KeptEntry?)
    case done(KeptEntry)
    /// The entry does not exist.
    case missing
  }

  public let name: FormName
  public internal(set) var phase: Phase
  /// The identifier of the new entry, assigned when the form is opened.
  var id: UUID?
  /// Nil for an entry that is not in the store.
  var version: Version?
  var original: Date?
  /// The stored entry when the form was opened.
  var opened: KeptEntry?
  /// The zone and the locale in which its texts are written; of a new form without input they are the window's.
  var region = RegionalSettings()
  /// The values when the form was opened.
  var before = FormValues()
  public internal(set) var values = FormValues()
  /// The identifier of its draft.
  var draft: ID<KeptDraft>
  public internal(set) var isRecovered = false
  /// The time at which the input was last changed; nil for a form that nobody has typed in.
  var typedAt: Date?
  /// The time at which the input was last changed before it was found again, after another screen or in another window.
  var foundFrom: Date?
  /// Whether saving was attempted; from then on missing values are reported.
  var isTried = false
  /// Whether saving was requested before the form had an identifier; it is saved as soon as it has one.
  var isSaveRequested = false
  /// The values that the person confirmed although they are unlikely.
  var confirmed: FormValues?
  public internal(set) var problem: Problem?
  var photo = PhotoStanding.none

  init(_ name: FormName, in window: WindowID) {
    self.name = name
    phase = name.entry == nil ? .editing : .opening
    draft = KeptDraft.id(name, in: window)
  }

  /// Whether the form differs from what is stored.
  public var isDirty: Bool { values != before }

  var isOpenForTyping: Bool {
    switch phase {
    case .editing, .behind: true
    case .opening, .saving, .done, .missing: false
    }
  }

  // MARK: Values from the store

  /// Fills the form from the store, in the zone and locale in which it was opened.
  mutating func fill(with kept: KeptEntry, at now: Moment) {
    let now = region.moment(now)
    region = RegionalSettings(of: now)
    phase = .editing
    opened = kept
    id = kept.name.id
    version = kept.version
    original = kept.entry.when
    before = kept.entry.answers(at: now)
    values = before
    isRecovered = false
    foundFrom = nil
  }

  /// Restores a draft from before a crash, or from a closed window.
  mutating func recover(_ draft: KeptDraft) {
    phase = .editing
    self.draft = draft.id
    region = RegionalSettings(locale: draft.locale, zone: draft.zone).completed(by: region)
    version = draft.version
    original = draft.original
    before = draft.before
    values = draft.values
    if let editing = draft.editing { id = editing }
    isRecovered = true
    typedAt = draft.at
    foundFrom = draft.at
  }

  // MARK: Parsing and validation

  /// The moment where the form's texts are written.
  func located(_ now: Moment) -> Moment { isDirty || opened != nil ? region.moment(now) : now }

  func reader(at now: Moment) -> FormReader {
    FormReader(values, original: original, before: before, at: located(now))
  }

  /// The entry of the form, and what is wrong with it.
  func read(_ id: UUID, at now: Moment) -> (entry: LogEntry, complaints: [FormField: FormReader.Complaint]) {
    var reader = reader(at: now)
    let entry = name.kind.type.read(id, &reader)
    return (entry, reader.complaints)
  }

  /// The complaints to show beside the fields. Missing values are reported only after an attempt to save.
  func complaints(at now: Moment) -> [FormField: String] {
    // The identifier does not affect the complaints.
    read(id ?? EntryForm.nobody, at: now).complaints
      .filter { isTried || !$0.value.isOfMissing }.mapValues(\.sentence)
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension Logged {
  static func read(_ id: UUID, _ form: inout FormReader) -> LogEntry { Self(ID(id), reading: &form).entry }
}

extension LogEntry {
  /// The values of the form, with the time in the moment's zone and the numbers in the notation of its locale.
  func answers(at now: Moment) -> FormValues {
    let moment = Moment(when, in: now.zone)
    let numbers = NumberNotation(locale: now.locale)
    var values = record.answers(in: now.zone)
    for question in name.kind.type.questions where question.isNumber {
      values[question.field] = numbers.respelled(values[question.field])
    }
    values[.date] = CalendarDay(of: moment).text
    values[.time] = moment.clock.text
    return values
  }
}

extension RegionalSettings {
  init(of moment: Moment) { self.init(locale: moment.locale, zone: moment.zone.identifier) }
}
