internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Storage
internal import Sync

/// A name that a collection is known by.
protocol Shelved: Sendable { static var name: String { get } }

enum Notes: Shelved { static let name = "notes" }
enum Todos: Shelved { static let name = "todos" }
enum Plans: Shelved { static let name = "plans" }
enum Settings: Shelved { static let name = "settings" }

/// What people enter in the simulation. Whatever they write is written only once, so it can be found again.
struct Entry<Shelf: Shelved>: Kept {
  static var collection: String { Shelf.name }
  var id: ID<Entry<Shelf>>
  var at: Date
  var a: String
  var b: String?
  var slug: String?
  var clock: String?
  var when: Date { at }
}

/// The same without its collection.
struct Content: Equatable {
  var at: Date
  var a: String
  var b: String?
  var slug: String?
  var clock: String?

  /// The fields that hold what somebody wrote.
  static let written = ["a", "b"]

  var words: [String] { [a, b].compactMap(\.self) }
}

/// The collections, how each is decided, and what the server refuses of them.
enum World {
  static let kinds = [
    SyncedKind("notes", policy: .ask), SyncedKind("todos", policy: .newest), SyncedKind("plans", policy: .merge),
    SyncedKind("settings", policy: .clock("clock"), isNamed: true),
  ]
  static let names = kinds.map(\.collection)
  static let settings = ["theme", "units", "sound"]

  static let tables: [ModelTable] = kinds.map { kind in
    var table = ModelTable(kind.collection, ["at", "a", "b", "slug", "clock"])
    table.required = ["at", "a"]
    table.unique = kind.collection == "todos" ? "slug" : nil
    table.check = { fields in
      fields["a"]?.string?.hasPrefix(poison) == true
        ? ("23514", "new row violates check constraint \"\(kind.collection)_a\"") : nil
    }
    return table
  }

  /// What begins so can never be taken.
  static let poison = "poison"
  /// What begins so breaks the server that looks at it.
  static let breaking = "breaks"
}
