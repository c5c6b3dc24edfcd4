internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage
internal import Sync

/// The name of a collection, as a type.
protocol CollectionName: Sendable { static var name: String { get } }

enum NotesCollection: CollectionName { static let name = "notes" }
enum TodosCollection: CollectionName { static let name = "todos" }
enum PlansCollection: CollectionName { static let name = "plans" }
enum SettingsCollection: CollectionName { static let name = "settings" }
/// Rows for the person in `slug`, who sees them while not muting their owner.
enum LettersCollection: CollectionName { static let name = "letters" }
/// The person in `slug` is muted by the owner.
enum MutesCollection: CollectionName { static let name = "mutes" }
/// As letters, but they stay as they were sent.
enum MessagesCollection: CollectionName { static let name = "messages" }

/// A record of the simulation. Each text is unique, so that it can be found again.
struct SimulatedEntry<AnyShelf: CollectionName>: Kept {
  static var collection: String { AnyShelf.name }
  var id: ID<SimulatedEntry<AnyShelf>>
  var at: Date
  var a: String
  var b: String?
  var slug: String?
  var clock: String?
  /// The server's time of insertion, which messages alone get.
  var insertedAt: Date?
  /// As Messaging orders its messages.
  var when: Date { insertedAt.map { min(at, $0.addingTimeInterval(World.mostAhead)) } ?? at }

  private enum CodingKeys: String, CodingKey {
    case id, at, a, b, slug, clock
    case insertedAt = "inserted_at"
  }
}

/// The contents of an entry, independent of its collection.
struct EntryContent: Equatable {
  var at: Date
  var a: String
  var b: String?
  var slug: String?
  var clock: String?

  /// The fields with unique texts.
  static let written = ["a", "b"]

  var words: [String] { [a, b].compactMap(\.self) }
}

/// The collections, their conflict policies, and what the server refuses.
enum World {
  static let kinds = [
    SyncedKind("notes", policy: .ask), SyncedKind("todos", policy: .newest), SyncedKind("plans", policy: .merge),
    SyncedKind("settings", policy: .clock("clock"), isNamed: true),
    SyncedKind(LettersCollection.name, policy: .server), SyncedKind(MutesCollection.name, policy: .newest),
    SyncedKind(MessagesCollection.name, policy: .server, keepsInsertion: true),
  ]
  /// The time that a message may be ahead of the server's clock, in seconds.
  static let mostAhead: TimeInterval = 600
  /// The place of the last collection whose records people also edit and delete.
  static let lastEdited = 5
  static let messages = 6
  static let names = kinds.map(\.collection)
  static let settings = ["theme", "units", "sound"]

  static let tables: [ModelTable] = kinds.map { kind in
    var table = ModelTable(kind.collection, ["at", "a", "b", "slug", "clock"])
    table.required = ["at", "a"]
    table.unique = ["todos", MutesCollection.name].contains(kind.collection) ? "slug" : nil
    if [LettersCollection.name, MessagesCollection.name].contains(kind.collection) {
      table.sharing = ModelTable.Sharing(reader: "slug", hiddenBy: MutesCollection.name, subject: "slug")
    }
    table.check = { fields in
      fields["a"]?.string?.hasPrefix(poison) == true
        ? ("23514", "new row violates check constraint \"\(kind.collection)_a\"") : nil
    }
    return table
  }

  /// Prefix of texts that the server always refuses.
  static let poison = "poison"
  /// Prefix of texts that make the server fail.
  static let breaking = "breaks"
}
