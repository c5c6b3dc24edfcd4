public import FoundationEssentials
public import Kernel
public import Storage

/// What was typed into a form and not saved yet. It stays on the device, and outlives the process.
public struct KeptDraft: Kept {
  public static let collection = "health_drafts"
  /// Of one person, in all windows; beyond that the oldest are forgotten.
  static let most = 50

  public let id: ID<KeptDraft>
  let kind: LogKind
  /// The entry that is edited; nil for a new one.
  let editing: UUID?
  /// What was opened, so that another's newer one is not written over.
  let version: Version?
  let original: Date?
  let before: FormValues
  let values: FormValues
  let at: Date

  public var when: Date { at }
  var form: FormName { FormName(kind, editing: editing) }

  init(_ form: EntryForm, id: ID<KeptDraft>, at now: Date) {
    self.id = id
    kind = form.name.kind
    editing = form.name.entry
    version = form.version
    original = form.original
    before = form.before
    values = form.values
    at = now
  }

  /// One for each window and form, so that what is typed in one window leaves another's draft alone.
  static func id(_ form: FormName, at desk: HealthDesk.Name) -> ID<KeptDraft> { ID(named: "\(desk) \(form.text)") }
}
