package import Interface
internal import Kernel
package import Offline
package import Relational
package import Storage
internal import Sync

/// A record that a product syncs. Its table on the server, its place in the sync and its words on the sync screens all
/// follow from one declaration, whose columns are the record's coding keys.
///
///     static let weights = SyncedRecord(
///       WeightEntry.self, one: "weight", many: "weights", icon: .weight, editing: Route(["log", "weight"]),
///       columns: [
///         .integer(.grams, "Weight", in: 1_000...700_000, as: .unit("g")).required,
///         .timestamp(.weighedAt, "Time").filled(.now).required,
///       ])
///
/// The compiler refuses keys of another record and a column without bounds. `findings` lists what it cannot see; a test
/// of the catalog expects none for any product.
package struct SyncedRecord: Sendable {
  /// The declared table: collection, columns in their order, checks, policies, indexes.
  package let table: Table
  /// The names on the sync screens.
  package let words: OfflineWords.Kind
  let kind: SyncedKind
  /// Whether the person's rule for old entries concerns it.
  package let expires: Bool
  /// Opens the collection. The sync opens all of them, whether their features have or not.
  let open: @Sendable (Store) async throws(Problem) -> Void

  // For `findings`.
  let type: String
  let keys: [String]
  let columns: [RecordColumn]
  /// Decodes a record from a row, and returns the fields that it would send back.
  let roundTrip: @Sendable (Fields) throws(Problem) -> Fields

  /// - Parameters:
  ///   - editing: The route that opens an entry for editing, given its identifier as `id`; nil when there is none.
  ///   - priority: The order in which changes leave the device.
  ///   - isNamed: Whether identifiers are derived from the contents and so equal for every person; on the server each
  ///     person gets their own.
  ///   - expires: Whether records are entries of their time, which a person may have deleted when they are old. Goals,
  ///     habits and settings are not.
  ///   - columns: In the order of the table and of the screens.
  package init<Record: Syncable>(
    _ type: Record.Type, one: String, many: String, icon: Icon, editing: Route? = nil, priority: Priority = .entered,
    conflicts: ConflictRule<Record.CodingKeys> = .ask, isNamed: Bool = false, expires: Bool = false,
    access: RecordAccess<Record.CodingKeys> = .owner, columns: [SyncedColumn<Record.CodingKeys>],
    rules: [RecordRule<Record.CodingKeys>] = []
  ) {
    var table = Table(
      Record.collection, Table.synced(columns.map(\.column)),
      policies: access.policies.requiring(columns.compactMap(\.reference?.condition)))
    table.checks = columns.flatMap(\.checks)
    table.indexes = access.indexes
    for rule in rules { rule.apply(&table) }
    self.table = table
    words = OfflineWords.Kind(
      Record.collection, one: one, many: many, icon: icon, fields: columns.map(\.field), editing: editing,
      refusals: columns.reduce(into: [:]) { all, column in all.merge(column.refusals) { first, _ in first } })
    kind = SyncedKind(
      Record.collection, policy: conflicts.policy, isNamed: isNamed,
      declaresCreation: Record.CodingKeys.allCases.contains { $0.rawValue == Table.creation },
      keepsInsertion: Record.CodingKeys.allCases.contains { $0.rawValue == Fields.insertion })
    self.expires = expires
    open = { store throws(Problem) in _ = try await store.collection(Record.self, .owned(priority)) }
    self.type = "\(type)"
    keys = Record.CodingKeys.allCases.map(\.rawValue)
    self.columns = columns.map(RecordColumn.init)
    roundTrip = { fields throws(Problem) in try Record(fields: fields).fields() }
  }
}

extension [SyncedRecord] {
  /// The tables, in the order of the list, in which one may refer to another.
  package var tables: [Table] { map(\.table) }
  /// The names on the sync screens, in the order of the list.
  package var words: OfflineWords { OfflineWords(map(\.words)) }
  var kinds: [SyncedKind] { map(\.kind) }
}

extension Policies {
  /// Returns the policies with further conditions on a row that is inserted or updated.
  fileprivate func requiring(_ conditions: [String]) -> Policies {
    guard !conditions.isEmpty else { return self }
    func all(_ condition: String?) -> String? {
      condition.map { ([$0.contains(" or ") ? "(\($0))" : $0] + conditions).joined(separator: " and ") }
    }
    var policies = self
    policies.inserted = all(inserted)
    policies.updatedTo = all(updatedTo)
    return policies
  }
}
