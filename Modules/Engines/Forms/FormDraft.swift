public import Kernel
public import Platform
public import Storage

/// Unsaved input of a form. It stays on the device, and outlives the process.
public struct FormDraft<Name: FormIdentity>: Kept {
  public static var collection: String { Name.drafts }
  public static var most: Int { Name.mostDrafts }

  public let id: ID<FormDraft>
  public let form: Name
  /// The version that was opened, so that a newer one is not overwritten.
  public let version: Version?
  public let original: Date?
  /// The locale and the zone in which the texts are written; nil in drafts of earlier versions.
  public let locale: String?
  public let zone: String?
  public let before: FormValues<Name.Field>
  public let values: FormValues<Name.Field>
  /// The time at which the input was last changed.
  public let at: Date

  public var when: Date { at }

  public init(_ form: Form<Name>, at now: Date) {
    id = form.draft
    self.form = form.name
    version = form.version
    original = form.original
    locale = form.region.locale
    zone = form.region.zone?.identifier
    before = form.before
    values = form.values
    at = now
  }

  /// One draft for each window and form, so that windows do not overwrite each other's.
  static func id(_ form: Name, in window: WindowID) -> ID<FormDraft> { ID(named: "\(window) \(form.text)") }
}

/// A field of a stored draft.
private struct DraftKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  static let id = DraftKey("id")
  static let version = DraftKey("version")
  static let original = DraftKey("original")
  static let locale = DraftKey("locale")
  static let zone = DraftKey("zone")
  static let before = DraftKey("before")
  static let values = DraftKey("values")
  static let at = DraftKey("at")
}

extension FormDraft: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DraftKey.self)
    var columns: [String: String] = [:]
    for column in Name.columns {
      let key = DraftKey(column)
      // Earlier versions wrote identifiers as such.
      columns[column] =
        try (try? container.decodeIfPresent(String.self, forKey: key))
        ?? container.decodeIfPresent(UUID.self, forKey: key)?.uuidString.lowercased()
    }
    guard let form = Name(columns: columns) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a draft of an unknown form"))
    }
    self.form = form
    id = try container.decode(ID.self, forKey: .id)
    version = try container.decodeIfPresent(Version.self, forKey: .version)
    original = try container.decodeIfPresent(Date.self, forKey: .original)
    locale = try container.decodeIfPresent(String.self, forKey: .locale)
    zone = try container.decodeIfPresent(String.self, forKey: .zone)
    before = try container.decode(FormValues<Name.Field>.self, forKey: .before)
    values = try container.decode(FormValues<Name.Field>.self, forKey: .values)
    at = try container.decode(Date.self, forKey: .at)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DraftKey.self)
    try container.encode(id, forKey: .id)
    for (column, text) in form.columns.sorted(by: { $0.key < $1.key }) {
      try container.encode(text, forKey: DraftKey(column))
    }
    try container.encodeIfPresent(version, forKey: .version)
    try container.encodeIfPresent(original, forKey: .original)
    try container.encodeIfPresent(locale, forKey: .locale)
    try container.encodeIfPresent(zone, forKey: .zone)
    try container.encode(before, forKey: .before)
    try container.encode(values, forKey: .values)
    try container.encode(at, forKey: .at)
  }
}

/// The storage of a form's drafts.
public enum FormEffect<Name: FormIdentity>: Sendable, Equatable {
  case find
  case keep(FormDraft<Name>)
  case drop(ID<FormDraft<Name>>)
}

/// The answer to an effect of a form.
public enum FormAnswer<Name: FormIdentity>: Sendable, Equatable {
  case found([FormDraft<Name>])
  case notKept(ID<FormDraft<Name>>, Problem)
}

/// The storage of drafts.
public struct DraftNeeds<Name: FormIdentity>: Sendable {
  /// The newest drafts.
  public var found: @Sendable () async throws(Problem) -> [FormDraft<Name>]
  public var keep: @Sendable (FormDraft<Name>) async throws(Problem) -> Void
  public var drop: @Sendable (ID<FormDraft<Name>>) async throws(Problem) -> Void

  /// Keeps drafts in the collection that the feature hands in, which must stay on the device.
  public init(_ shelf: Shelf<FormDraft<Name>>) {
    found = { () throws(Problem) in
      let collection = try await shelf.collection()
      let all = try await collection.records()
      for old in all.dropFirst(FormDraft<Name>.most) { try await collection.delete(old.id) }
      return Array(all.prefix(FormDraft<Name>.most))
    }
    keep = { draft throws(Problem) in try await shelf.collection().save(draft, over: .anything) }
    drop = { id throws(Problem) in try await shelf.collection().delete(id) }
  }

  /// Carries out an effect. A failure is part of the answer, and is logged without anything that a person typed.
  public func carryOut(_ effect: FormEffect<Name>, _ log: Log) async -> FormAnswer<Name>? {
    do throws(Problem) {
      switch effect {
      case .find: return .found(try await found())
      case .keep(let draft): try await keep(draft)
      case .drop(let id): try await drop(id)
      }
      return nil
    } catch {
      log.warning("An operation on a draft failed (\(code: error)).")
      switch effect {
      case .find: return .found([])
      case .keep(let draft): return .notKept(draft.id, error)
      case .drop: return nil
      }
    }
  }
}
