package import Offline
internal import Relational
package import Storage

/// A column of a synced record: its key, its title on the sync screens, its type and bounds on the server, and values
/// that it may have, with which `SyncedRecord.findings` tries the record.
package struct SyncedColumn<Key: RawRepresentable<String> & Sendable>: Sendable {
  var column: Column
  var checks: [Check] = []
  /// The checks' sentences for the person whose entry the server refuses, by the checks' names.
  var refusals: [String: String] = [:]
  let field: OfflineWords.Field
  /// Values that the column allows, as a server sends them.
  var examples: [Storage.Value]
  var reference: RecordReference?
  /// False for a column that the record does not carry.
  var isRead = true

  private init(
    _ column: Column, _ title: ColumnTitle, _ reading: OfflineWords.Reading, _ examples: [Storage.Value],
    check: Check? = nil, must: String = ""
  ) {
    self.column = column
    self.examples = examples
    field = title.field(column.name, reading)
    guard let check else { return }
    checks = [check]
    refusals[check.name] = "\(title.named) \(must)."
  }

  // MARK: Numbers

  package static func integer(
    _ key: Key, _ title: ColumnTitle, in range: ClosedRange<Int>, as reading: OfflineWords.Reading = .plain
  ) -> SyncedColumn { whole(.integer(key.rawValue), title, range, reading) }

  /// A column of 64-bit integers, for amounts of money in the smallest unit.
  package static func bigint(
    _ key: Key, _ title: ColumnTitle, in range: ClosedRange<Int>, as reading: OfflineWords.Reading = .plain
  ) -> SyncedColumn { whole(.bigint(key.rawValue), title, range, reading) }

  private static func whole(
    _ column: Column, _ title: ColumnTitle, _ range: ClosedRange<Int>, _ reading: OfflineWords.Reading
  ) -> SyncedColumn {
    SyncedColumn(
      column, title, reading, [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))],
      check: .range(column.name, range), must: limits(range, reading))
  }

  /// "must be from 0 to 20000 kcal".
  private static func limits(_ range: ClosedRange<Int>, _ reading: OfflineWords.Reading) -> String {
    let limits = "must be from \(range.lowerBound) to \(range.upperBound)"
    guard case .unit(let unit) = reading else { return limits }
    return "\(limits) \(unit)"
  }

  package static func double(
    _ key: Key, _ title: ColumnTitle, in range: ClosedRange<Int>, as reading: OfflineWords.Reading = .plain
  ) -> SyncedColumn {
    let whole = Storage.Value.int(Int64(range.lowerBound))
    // A record that rounds such a column is found by an example with a fraction.
    let examples = range.count > 1 ? [.double(Double(range.lowerBound) + 0.5), whole] : [whole]
    return SyncedColumn(
      .double(key.rawValue), title, reading, examples, check: .range(key.rawValue, range), must: limits(range, reading))
  }

  package static func boolean(_ key: Key, _ title: ColumnTitle) -> SyncedColumn {
    SyncedColumn(.boolean(key.rawValue), title, .plain, [.bool(true), .bool(false)])
  }

  // MARK: Texts

  /// `length` counts characters.
  package static func text(
    _ key: Key, _ title: ColumnTitle, length: ClosedRange<Int>, as reading: OfflineWords.Reading = .plain
  ) -> SyncedColumn {
    let shortest = String(repeating: "a", count: max(length.lowerBound, min(1, length.upperBound)))
    let least = length.lowerBound == 0 ? "at most " : "\(length.lowerBound) to "
    return SyncedColumn(
      .text(key.rawValue), title, reading, [.text(shortest)], check: .length(key.rawValue, length),
      must: "must have \(least)\(length.upperBound) characters")
  }

  /// One word of a type's cases. `titles` are their names on the screens, the words themselves without it.
  package static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: Key, _ title: ColumnTitle, of words: Word.Type, titles: ((Word) -> String)? = nil
  ) -> SyncedColumn {
    let stored = words.allCases.map(\.rawValue)
    let reading = titles.map { titles in
      OfflineWords.Reading.words(
        Dictionary(words.allCases.map { ($0.rawValue, titles($0)) }, uniquingKeysWith: { first, _ in first }))
    }
    return SyncedColumn(
      .text(key.rawValue), title, reading ?? .plain, stored.map(Storage.Value.text),
      check: .word(key.rawValue, stored), must: "has a value that the server does not know")
  }

  /// A list of texts of at most `size` characters together.
  package static func texts(_ key: Key, _ title: ColumnTitle, size: Int) -> SyncedColumn {
    SyncedColumn(
      .texts(key.rawValue), title, .plain, [.list([.text("a")]), .list([])], check: .size(key.rawValue, size),
      must: "must have at most \(size) characters")
  }

  /// JSON of at most `size` characters. Anything but a list needs an `example`.
  package static func json(_ key: Key, _ title: ColumnTitle, size: Int) -> SyncedColumn {
    SyncedColumn(
      .json(key.rawValue), title, .plain, [.list([])], check: .size(key.rawValue, size),
      must: "must have at most \(size) characters")
  }

  // MARK: Times

  package static func timestamp(_ key: Key, _ title: ColumnTitle) -> SyncedColumn {
    SyncedColumn(.timestamp(key.rawValue), title, .plain, [.text("2026-11-21T12:00:00.25Z")])
  }

  /// A day of the calendar, in no time zone.
  package static func date(_ key: Key, _ title: ColumnTitle) -> SyncedColumn {
    SyncedColumn(.date(key.rawValue), title, .plain, [.text("2026-11-21")])
  }

  // MARK: Identifiers

  package static func uuid(_ key: Key, _ title: ColumnTitle) -> SyncedColumn {
    SyncedColumn(.uuid(key.rawValue), title, .plain, [.text("0197a1b2-0000-7000-8000-0123456789ab")])
  }

  /// The identifier of a row of another record, which the list of the product names before this one. Unless it is of
  /// `.anyone`, that row must be the caller's own; otherwise entries could refer to another person's rows.
  package static func uuid(
    _ key: Key, _ title: ColumnTitle, to record: SyncedRecord, of whose: RecordReference.Whose = .owner,
    cascades: Bool = true
  ) -> SyncedColumn {
    var column = uuid(key, title)
    column.column = column.column.refers(to: record.table.name, cascades: cascades)
    column.reference = RecordReference(column: key.rawValue, to: record.table, of: whose)
    return column
  }

  /// The owner under a second name, for policies of other tables: their subqueries cannot name `owner` of two tables.
  package static func owner(_ key: Key) -> SyncedColumn {
    var column = uuid(key, .hidden).filled(.caller).required
    column.checks.append(.same(key.rawValue, "owner"))
    return column
  }

  /// A column of the table that the record does not carry: another device or the server writes it, and this one keeps
  /// what it finds. Its name is written as text: `.unread(.json("stages", .hidden, size: 20_000))`.
  package static func unread(_ column: SyncedColumn<UnreadColumn>) -> SyncedColumn {
    var same = SyncedColumn(column)
    same.isRead = false
    return same
  }

  private init(_ column: SyncedColumn<UnreadColumn>) {
    self.column = column.column
    checks = column.checks
    refusals = column.refusals
    field = column.field
    examples = column.examples
    reference = column.reference
  }

  // MARK: Attributes

  /// The column is never null.
  package var required: SyncedColumn { changed { $0.column = column.required } }

  /// The server's value when none is given.
  package func filled(_ filling: ServerFilling) -> SyncedColumn {
    changed { $0.column = column.filled(filling == .now ? .now : .caller) }
  }

  /// The value when none is given.
  package func usually(_ number: Int) -> SyncedColumn { changed { $0.column = column.usually(String(number)) } }
  package func usually(_ flag: Bool) -> SyncedColumn { changed { $0.column = column.usually(flag ? "true" : "false") } }
  package func usually(_ word: some RawRepresentable<String>) -> SyncedColumn { usually(word.rawValue) }
  package func usually(_ text: String) -> SyncedColumn {
    let quoted = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return changed { $0.column = column.usually("'\(quoted)'") }
  }

  /// A further condition on a row, whose name a violation reports. It may name other columns: a null in any of them
  /// passes. `says` is the sentence for the person whose entry the server refuses.
  package func check(_ name: String, _ condition: RecordSQL<Key>, says: String? = nil) -> SyncedColumn {
    changed {
      $0.checks.append(Check(name, condition.text))
      $0.refusals[name] = says ?? "\(field.title) does not fit the rest of the entry."
    }
  }

  /// A value that the record accepts where its type is narrower than the column's, such as a time zone's name.
  package func example(_ value: Storage.Value) -> SyncedColumn { changed { $0.examples = [value] } }

  private func changed(_ change: (inout SyncedColumn) -> Void) -> SyncedColumn {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A column's title on the sync screens, or that it is not shown there since it means nothing to a person.
package enum ColumnTitle: Sendable, Hashable, ExpressibleByStringLiteral {
  case shown(String)
  case hidden

  package init(stringLiteral value: String) { self = .shown(value) }

  /// The title in a sentence.
  fileprivate var named: String {
    switch self {
    case .shown(let title): title
    case .hidden: "A part of the entry"
    }
  }

  fileprivate func field(_ name: String, _ reading: OfflineWords.Reading) -> OfflineWords.Field {
    switch self {
    case .shown(let title): .init(name, title, reading)
    case .hidden: .init(name, name, .hidden)
    }
  }
}

/// A value that the server fills in for a column.
package enum ServerFilling: Sendable, Hashable {
  /// The current time.
  case now
  /// The person who asks.
  case caller
}

/// The name of a column that the record does not carry.
package struct UnreadColumn: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(stringLiteral value: String) { rawValue = value }
}

/// A reference of a column to a row of another record.
package struct RecordReference: Sendable {
  package enum Whose: Sendable, Hashable {
    /// The caller's own rows only.
    case owner
    /// Any row; the policies of the record say which.
    case anyone
  }

  let column: String
  let table: Table
  let whose: Whose

  init(column: String, to table: Table, of whose: Whose) {
    self.column = column
    self.table = table
    self.whose = whose
  }

  /// The condition that the row referred to is the caller's own.
  var condition: String? {
    guard whose == .owner else { return nil }
    let alias = table.name.prefix(1)
    return
      "exists (select 1 from \(table.name) as \(alias) where \(alias).id = \(column) and \(alias).owner = auth.uid())"
  }
}
