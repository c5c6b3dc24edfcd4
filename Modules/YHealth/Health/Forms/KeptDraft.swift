public import FoundationEssentials
public import Kernel
public import Storage

/// Unsaved input of a form. It stays on the device, and outlives the process.
public struct KeptDraft: Kept {
  public static let collection = "health_drafts"
  /// Number of drafts of one person, in all windows; the oldest beyond it are deleted.
  static let most = 50

  public let id: ID<KeptDraft>
  let kind: LogKind
  /// The entry being edited; nil for a new one.
  let editing: UUID?
  /// The version that was opened, so that a newer one is not overwritten.
  let version: Version?
  let original: Date?
  /// The locale and the zone in which the texts are written; nil in drafts of earlier versions.
  let locale: String?
  let zone: String?
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
    locale = form.region.locale
    zone = form.region.zone?.identifier
    before = form.before
    values = form.values
    at = now
  }

  /// One draft for each window and form, so that windows do not overwrite each other's.
  static func id(_ form: FormName, in window: WindowID) -> ID<KeptDraft> { ID(named: "\(window) \(form.text)") }
}
