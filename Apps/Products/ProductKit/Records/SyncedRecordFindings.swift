internal import JSON
internal import Kernel
internal import Relational
internal import Storage

/// The properties of a column that `findings` examines, without the type of its key.
struct RecordColumn: Sendable {
  let column: Column
  let examples: [Storage.Value]
  let reference: RecordReference?
  let isRead: Bool

  var name: String { column.name }

  init(_ column: SyncedColumn<some RawRepresentable<String> & Sendable>) {
    self.column = column.column
    examples = column.examples
    reference = column.reference
    isRead = column.isRead
  }
}

// What is wrong with a declaration, beyond what the compiler refuses. Each finding is a sentence that names the record
// and the column.
extension SyncedRecord {
  /// Columns that every table has, and the record does not declare. It may declare the time of its creation.
  private static let common = Set(Table.synced([]).map(\.name)).union(["deleted"]).subtracting([Table.creation])
    .union([Fields.insertion])

  /// The mistakes of this declaration; empty for a sound one.
  package var findings: [String] {
    let names = coverage + references
    // Rows are tried once the columns are known to be those of the record.
    return (names.isEmpty ? rows : names).map { "\(type): \($0)" }
  }

  // MARK: Names

  private var coverage: [String] {
    var found: [String] = keys.contains("id") ? [] : ["There is no key `id`. Every record has one."]
    let read = Set(columns.filter(\.isRead).map(\.name))
    found += keys.filter { $0 != "id" && $0 != Fields.insertion && !read.contains($0) }.map {
      "The key `\($0)` has no column. Declare it, or remove the key."
    }
    var seen: Set<String> = []
    for column in columns {
      let name = column.name
      if !seen.insert(name).inserted { found.append("The column `\(name)` is declared twice.") }
      if SyncedRecord.common.contains(name) {
        found.append("The column `\(name)` is one that every table has. Remove it here.")
      }
      if !column.isRead, keys.contains(name) {
        found.append("The column `\(name)` is declared as unread, but is a key of the record.")
      }
    }
    return found
  }

  private var references: [String] {
    columns.compactMap { column in
      guard let reference = column.reference, reference.whose == .owner,
        reference.table.column(reference.column) != nil
      else { return nil }
      return "The column `\(column.name)` refers to `\(reference.table.name)`, which has a column of that name. "
        + "A policy cannot tell them apart; rename one."
    }
  }

  // MARK: Rows

  /// Tries rows that the server may hold: all columns with each of their examples, and each column that may be null
  /// without a value.
  private var rows: [String] {
    let whole = Dictionary(columns.compactMap { column in column.examples.first.map { (column.name, $0) } }) { $1 }
      .merging(SyncedRecord.served) { own, _ in own }
    let sent: Fields
    do throws(Problem) {
      sent = try roundTrip(whole)
    } catch {
      return [
        "A row with a value in every column cannot be read. \(error.what) Give the column the type of the property, "
          + "or an `example`."
      ]
    }
    return columns.filter(\.isRead).flatMap { column in
      unreadable(column, in: whole) + missing(column, in: whole) + unlike(column, sent[column.name])
    }
  }

  /// The columns that every table has, as a server sends them.
  private static let served: Fields = [
    "id": .text("0197a1b2-0000-7000-8000-000000000001"), "owner": .text("0197a1b2-0000-4000-8000-000000000002"),
    "rev": .text("1"), "edited_at": .text("2026-11-21T12:00:00Z"), "updated_at": .text("2026-11-21T12:00:00Z"),
    Table.creation: .text("2026-11-21T12:00:00Z"),
  ]

  private func unreadable(_ column: RecordColumn, in whole: Fields) -> [String] {
    column.examples.dropFirst().compactMap { value in
      guard !isRead(whole.merging([column.name: value]) { $1 }) else { return nil }
      return "The column `\(column.name)` allows \(text(value)), but the record cannot be read with it."
    }
  }

  private func missing(_ column: RecordColumn, in whole: Fields) -> [String] {
    let without = try? roundTrip(whole.merging([column.name: .null]) { $1 })
    switch (column.column.isRequired, without) {
    case (false, nil):
      return [
        "The column `\(column.name)` may be null, but the record cannot be read then. Make the column required, or "
          + "decode the key with `decodeIfPresent`."
      ]
    // A property of any JSON can hold a null, which its type does not tell.
    case (true, let sent?) where (sent[column.name] ?? .null) == .null && column.column.type != .json:
      return [
        "The column `\(column.name)` is required, but the record may have no value for it. Make the property one that "
          + "is not optional, or the column one that is not required."
      ]
    default: return []
    }
  }

  private func unlike(_ column: RecordColumn, _ sent: Storage.Value?) -> [String] {
    guard let sent, sent != .null else {
      return ["The column `\(column.name)` is read but not written back."]
    }
    guard !column.column.type.takes(sent) else { return [] }
    return [
      "The column `\(column.name)` is of type \(column.column.type.rawValue), but the record writes \(text(sent))."
    ]
  }

  private func text(_ value: Storage.Value) -> String { (try? JSON.text(value.json)) ?? "\(value)" }

  private func isRead(_ row: Fields) -> Bool { (try? roundTrip(row)) != nil }
}

extension [SyncedRecord] {
  /// The mistakes of all declarations and of the list as a whole; empty for a sound one.
  package var findings: [String] {
    var found = flatMap(\.findings)
    var before: Set<String> = []
    for record in self {
      for case let reference? in record.columns.map(\.reference) where !before.contains(reference.table.name) {
        found.append(
          "\(record.type): The column `\(reference.column)` refers to `\(reference.table.name)`, which the list does not "
            + "name before it.")
      }
      if !before.insert(record.table.name).inserted {
        found.append("\(record.type): The collection `\(record.table.name)` is in the list twice.")
      }
    }
    return found
  }
}

extension ColumnType {
  /// Whether a field that a record writes fits the column.
  fileprivate func takes(_ value: Storage.Value) -> Bool {
    switch (self, value) {
    case (.json, _), (.uuid, .uuid), (.text, .text), (.boolean, .bool), (.integer, .int), (.bigint, .int),
      (.double, .double), (.double, .int), (.timestamp, .date):
      true
    case (.date, .text(let text)): text.utf8.count == 10
    case (.texts, .list(let values)): values.allSatisfy { if case .text = $0 { true } else { false } }
    default: false
    }
  }
}
