public import Days
public import Kernel
public import Platform
public import Storage

/// A person's words about a day.
public struct Reflection: Syncable {
  public static let collection = "reflections"
  static let longestBody = 20_000

  public let id: ID<Reflection>
  public var day: CalendarDay
  public var body: String

  public var when: Date { day.noon }

  public init(id: ID<Reflection>, day: CalendarDay, body: String) {
    self.id = id
    self.day = day
    self.body = body
  }

  public enum CodingKeys: String, ColumnKey {
    case id, day, body
  }
}

/// An unsaved reflection. It stays on the device, and outlives the process.
public struct ReflectionDraft: Kept {
  public static let collection = "reflection_drafts"
  /// Number of drafts that are kept; the oldest beyond it are deleted.
  static let most = 20

  public let id: ID<ReflectionDraft>
  /// The reflection being edited; nil for a new one.
  let editing: UUID?
  let day: String
  let body: String
  let at: Date

  public var when: Date { at }

  init(of editing: UUID?, day: String, body: String, at: Date) {
    id = ReflectionDraft.id(of: editing)
    self.editing = editing
    self.day = day
    self.body = body
    self.at = at
  }

  static func id(of editing: UUID?) -> ID<ReflectionDraft> {
    ID(named: editing?.uuidString.lowercased() ?? "new")
  }
}
