public import Kernel
public import Platform
public import Storage

/// The state of a form in one window.
public struct Form<Name: FormIdentity>: Sendable, Equatable {
  public typealias Values = FormValues<Name.Field>

  public enum Phase: Sendable, Equatable {
    /// The record is being loaded.
    case opening
    case editing
    case saving
    /// The record was changed elsewhere; nil when it was deleted.
    case behind(Name.Stored?)
    case done(Name.Stored)
    /// The record does not exist.
    case missing
  }

  public let name: Name
  public var phase: Phase
  /// The identifier of the record, where the feature assigns one when the form is opened.
  public var id: UUID?
  /// The version over which the form is saved; nil for what is not in the store.
  public var version: Version?
  public var original: Date?
  /// The stored record when the form was opened.
  public var opened: Name.Stored?
  /// The zone and the locale in which its texts are written; of a new form without input they are the window's.
  public var region = RegionalSettings()
  /// The values when the form was opened.
  public var before = Values()
  public var values = Values()
  /// Typed passwords and codes: held only until they are sent, in no draft and in no frame.
  public var secrets: [Name.Field: Redacted<String>] = [:]
  /// The number of times that the passwords were taken out. A field's identifier changes with it, since a browser
  /// empties a field only when it is replaced.
  public private(set) var emptied = 0
  /// The identifier of its draft.
  public private(set) var draft: ID<FormDraft<Name>>
  public private(set) var isRecovered = false
  /// The time at which the input was last changed; nil for a form that nobody has typed in.
  public private(set) var typedAt: Date?
  /// The time at which the input was last changed before it was found again, after another screen or in another window.
  public private(set) var foundFrom: Date?
  /// Whether saving was attempted; from then on missing values are reported.
  public var isTried = false
  /// Whether saving was requested before the form had an identifier; it is saved as soon as it has one.
  public var isSaveRequested = false
  /// The values that the person confirmed although they are unlikely.
  private(set) var confirmed: Values?
  public var problem: Problem?
  /// The server's complaints about fields, as sentences. Each stands until its field is changed or the form is sent again.
  public var faults: [Name.Field: String] = [:]
  public var extra = Name.Extra()

  public init(_ name: Name, in window: WindowID, phase: Phase = .editing, id: UUID? = nil) {
    self.name = name
    self.phase = phase
    self.id = id
    draft = FormDraft.id(name, in: window)
  }

  /// Whether the form differs from what is stored.
  public var isDirty: Bool { values != before }

  /// Whether nobody has typed in the form since it was opened.
  var isUntouched: Bool {
    switch phase {
    case .opening, .editing: typedAt == nil && !isDirty
    case .saving, .behind, .done, .missing: false
    }
  }

  public var isOpenForTyping: Bool {
    switch phase {
    case .editing, .behind: true
    case .opening, .saving, .done, .missing: false
    }
  }

  public var isBehind: Bool { if case .behind = phase { true } else { false } }

  // MARK: Values from the store

  /// Fills the form from the store, in the zone and locale in which it was opened.
  public mutating func fill(with stored: Name.Stored, at now: Moment) {
    let now = region.moment(now)
    region = RegionalSettings(of: now)
    phase = .editing
    opened = stored
    version = name.version(of: stored)
    original = name.instant(of: stored)
    before = name.values(of: stored, at: now)
    values = before
    isRecovered = false
    foundFrom = nil
  }

  /// Begins with values that count as untouched.
  public mutating func begin(with values: Values) {
    self.values = values
    before = values
  }

  /// Restores a draft from before a crash, or from a closed window.
  public mutating func recover(_ draft: FormDraft<Name>) {
    phase = .editing
    self.draft = draft.id
    region = RegionalSettings(locale: draft.locale, zone: draft.zone).completed(by: region)
    version = draft.version
    original = draft.original
    before = draft.before
    values = draft.values
    isRecovered = true
    typedAt = draft.at
    foundFrom = draft.at
  }

  /// Marks input that is found again after another screen.
  mutating func markFound() { foundFrom = typedAt }

  // MARK: Typing

  /// Changes the input. A new form is written where the window is when the first text is typed.
  mutating func type(at now: Moment, _ change: (inout Values) -> Void) {
    if !isDirty, opened == nil { region = RegionalSettings(of: now) }
    let former = values
    change(&values)
    faults = faults.filter { values[$0.key] == former[$0.key] }
    typedAt = now.date
    problem = nil
  }

  mutating func enter(_ secret: Redacted<String>, in field: Name.Field) {
    secrets[field] = secret
    faults[field] = nil
    problem = nil
  }

  /// Takes the passwords and codes out of their fields.
  public mutating func takeSecrets() -> [Name.Field: Redacted<String>] {
    defer {
      secrets = [:]
      emptied += 1
    }
    return secrets
  }

  // MARK: Parsing and validation

  /// The moment where the form's texts are written.
  public func located(_ now: Moment) -> Moment { isDirty || opened != nil ? region.moment(now) : now }

  public func reader(at now: Moment) -> FormReader<Name.Field> {
    FormReader(values, original: original, before: before, at: located(now), secrets: secrets)
  }

  /// The complaints to show beside the fields. Missing values are reported only after an attempt to save.
  public func complaints(at now: Moment) -> [Name.Field: String] {
    var reader = reader(at: now)
    name.check(self, &reader)
    return reader.complaints.filter { isTried || !$0.value.isOfMissing }.mapValues(\.sentence)
      .merging(faults) { complaint, _ in complaint }
  }

  /// The outcome of an attempt to save.
  public enum Attempt: Sendable, Equatable {
    case wrong
    /// The person is asked first, with this sentence.
    case doubtful(String)
    case ready
  }

  /// Checks the form before it is saved. From now on it reports missing values.
  public mutating func attempt(at now: Moment) -> Attempt {
    isTried = true
    problem = nil
    faults = [:]
    var reader = reader(at: now)
    name.check(self, &reader)
    if !reader.complaints.isEmpty { return .wrong }
    if values != confirmed, let doubt = reader.doubt { return .doubtful(doubt) }
    return .ready
  }

  /// Takes in that the person means what is typed, however unlikely.
  mutating func confirm() { confirmed = values }

  // MARK: Outcome of a save

  public mutating func saved(as stored: Name.Stored) {
    phase = .done(stored)
    before = values
  }

  public mutating func notSaved(_ problem: Problem) {
    phase = .editing
    self.problem = problem
  }

  /// Takes notice of a version that was saved elsewhere first. Returns true if it says what was opened, so that the save
  /// may be repeated over it; otherwise both versions are kept until the person chooses.
  public mutating func overtaken(by newer: Name.Stored?, at now: Moment) -> Bool {
    if let newer, name.values(of: newer, at: located(now)) == before {
      version = name.version(of: newer)
      return true
    }
    phase = .behind(newer)
    return false
  }

  /// Bases the input on the version that was saved elsewhere, which the next save overwrites.
  public mutating func rebase(at now: Moment) {
    guard case .behind(let newer) = phase else { return }
    phase = .editing
    version = newer.flatMap { name.version(of: $0) }
    before = newer.map { name.values(of: $0, at: located(now)) } ?? Values()
    opened = newer ?? opened
  }

  /// Makes the input a new record beside what was saved elsewhere.
  public mutating func detach() {
    phase = .editing
    version = nil
    id = nil
    before = Values()
    isSaveRequested = true
  }
}

extension RegionalSettings {
  public init(of moment: Moment) { self.init(locale: moment.locale, zone: moment.zone.identifier) }
}
