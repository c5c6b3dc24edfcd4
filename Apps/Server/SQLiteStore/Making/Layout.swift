internal import JSON
internal import Relational
internal import Tokens

/// The precomputed statements and shapes of a table, made once when the store is opened.
final class Layout: Sendable {
  let table: Table
  /// The quoted name.
  let name: String
  let places: [String: Int]
  let fillings: [Column.Filling?]
  /// Default values that are literals; null for other columns.
  let usual: [Value]
  /// `insert into "notes" ("id", ...) values (?1, ...)`.
  let insertion: String
  /// The same for one row that nothing else is done about when it exists.
  let refusing: String
  /// All columns in order, for `returning` and `select`; in a sealed table what they are opened from follows.
  let allColumns: String
  /// Nil when no column is sealed.
  let sealing: TableSealing?
  let whole: RowShape
  let keyPlaces: [Int]
  let viewerPlaces: [Int]
  let revisionPlace: Int?
  let policies: Policies
  /// The policy for seeing a row, which every request except a plain insert needs.
  let seeing: String
  /// The position of the owner's column if ownership is all that a new row's policy requires.
  let ownerPlace: Int?
  /// Selects the caller's rows after revision ?1, oldest first, at most ?2.
  let pulling: String
  /// Selects row ?1 if the caller sees it.
  let looking: String
  /// Whether a tombstone only tells to look at the row again, which may be visible.
  let isShared: Bool
  /// The beginning of the table's changes in a pull's response.
  let opening: [UInt8]

  /// `isDeciding` says that an insert runs the triggers of `SharingTriggers`.
  init(
    _ table: Table, usual: [Value], _ sealing: TableSealing? = nil, isDeciding: Bool = false
  ) throws(Failure) {
    self.table = table
    self.sealing = sealing
    self.usual = usual
    name = Dialect.quoted(table.name)
    places = Dictionary(
      table.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    fillings = table.columns.map(\.filling)
    let places = places
    let insertion = Self.insertion(table, places, sealing)
    self.insertion = "insert \(insertion)"
    // All constraints are checked before the row is written, so `fail` leaves nothing behind. With the usual `abort`
    // SQLite keeps copies of the pages that the statement writes, since it has a trigger. But its word also holds for
    // the statements of triggers, which may have conflicts that they ignore.
    refusing = isDeciding ? self.insertion : "insert or fail \(insertion)"
    let all = table.columns.map { Shown($0.name) }
    allColumns = Self.selection(all, of: table, sealing).joined(separator: ", ")
    whole = try RowShape(all, of: table, sealing)
    keyPlaces = table.key.compactMap { places[$0] }
    viewerPlaces = table.policies.viewers.compactMap { places[$0] }
    revisionPlace = table.columns.firstIndex { $0.filling == .revision }
    policies = Policies(
      viewers: table.policies.viewers, seen: table.policies.seen.map(SharedSQL.translated),
      inserted: table.policies.inserted.map(SharedSQL.translated),
      updated: table.policies.updated.map(SharedSQL.translated),
      updatedTo: table.policies.updatedTo.map(SharedSQL.translated),
      deleted: table.policies.deleted.map(SharedSQL.translated))
    ownerPlace = table.policies.inserted == Insertion.own ? places["owner"] : nil
    let select = table.policies.select
    seeing = select.isEmpty ? "false" : SharedSQL.translated(select)
    pulling = Self.pulling(table, columns: allColumns, seeing: seeing)
    looking = "select \(allColumns) from \(name) where \"id\" = ?1 and (\(seeing))"
    isShared = SharedRows(table) != nil
    var opening = Array("{\"collection\":".utf8)
    JSONBytes.append(string: table.name, to: &opening)
    self.opening = opening + ",\"id\":\"".utf8
  }

  private static func insertion(_ table: Table, _ places: [String: Int], _ sealing: TableSealing?) -> String {
    func mark(_ column: String) -> String { "?\((places[column] ?? 0) + 1)" }
    var columns = table.columns.map(\.name).filter { sealing?.seals($0) != true }
    var values = columns.map(mark)
    columns = columns.map(Dialect.quoted)
    if let sealing {
      columns.append(TableSealing.name)
      values.append(sealing.sealed(sealing.columns.map { ($0, mark($0)) }, key: sealing.key(mark)))
    }
    return "into \(Dialect.quoted(table.name)) (\(columns.joined(separator: ", "))) "
      + "values (\(values.joined(separator: ", ")))"
  }

  /// The additions to selects on the table for a caller.
  func access(for caller: Caller, order: [Order] = []) -> TableAccess {
    TableAccess(
      policy: caller.isHeldByPolicies ? seeing : nil, expressions: expressions, extras: sealing?.extras ?? [],
      sortsFirst: !order.isEmpty && !(caller.isHeldByPolicies && isRead(inOrder: order)))
  }

  /// Whether an index has the rows of the only viewer in this order, so that nothing is sorted.
  private func isRead(inOrder order: [Order]) -> Bool {
    guard policies.seen == nil, policies.viewers.count == 1, order.count == 1 else { return false }
    return table.indexes.contains { $0.starts(with: policies.viewers + [order[0].column]) }
  }

  /// The expressions for sealed columns in filters and orders.
  var expressions: [String: String] { sealing?.expressions ?? [:] }

  /// The expressions that a `RowShape` of these columns reads.
  func selection(_ shown: [Shown]) -> [String] { Self.selection(shown, of: table, sealing) }

  private static func selection(_ shown: [Shown], of table: Table, _ sealing: TableSealing?) -> [String] {
    let row = Dialect.quoted(table.name) + "."
    let columns = shown.map { sealing?.seals($0.column) == true ? "null" : row + Dialect.quoted($0.column) }
    guard let sealing, shown.contains(where: { sealing.seals($0.column) }) else { return columns }
    return columns + sealing.extras
  }

  private static func pulling(_ table: Table, columns: String, seeing: String) -> String {
    guard let revision = table.revision.map(Dialect.quoted) else { return "select 1 where false" }
    let name = Dialect.quoted(table.name)
    let rest = "order by \(revision) limit ?2"
    let viewers = table.policies.viewers.map(Dialect.quoted)
    // As one condition, each page would find and sort all rows, or read those of all people.
    let mine = viewers.map { "\($0) = auth_uid() and \(revision) > ?1 \(rest)" }
    var others: [String]?
    if let seen = table.policies.seen.map(SharedSQL.translated), let shared = SharedRows(table) {
      if let people = table.policies.seenBy {
        others = people.map { "\(Dialect.quoted($0)) = auth_uid() and \(revision) > ?1 and (\(seen)) \(rest)" }
      } else {
        // The sign keeps SQLite from reading the rows of all people in the order of their revisions.
        others = shared.sources.map {
          "\(SharedSQL.translated($0)) and +\(revision) > ?1 and (\(seen)) order by +\(revision) limit ?2"
        }
      }
    }
    guard mine.count + (others?.count ?? 0) > 1, table.policies.seen == nil || others != nil else {
      return "select \(columns) from \(name) where \(revision) > ?1 and (\(seeing)) \(rest)"
    }
    let each = (mine + (others ?? [])).map { "select * from (select rowid from \(name) where \($0))" }
    return "select \(columns) from \(name) where rowid in (\(each.joined(separator: " union all "))) \(rest)"
  }

  /// Whether the table is synced to devices and has what this store needs for that.
  var isSynced: Bool { table.isSynced && revisionPlace != nil && table.key == ["id"] }

  func place(_ column: String) throws(Failure) -> Int {
    guard let place = places[column] else { throw .noColumn(column, of: table.name) }
    return place
  }

  /// Returns the identifier of the statement's current row; `first` is the position of its first column.
  func id(_ row: SQLiteStatement, from first: Int32) -> String {
    keyPlaces.map { row.text(first + Int32($0)) }.joined(separator: ",")
  }

  func viewers(_ row: SQLiteStatement, from first: Int32) -> [String] {
    var viewers: [String] = []
    for place in viewerPlaces where !row.isNull(first + Int32(place)) {
      let viewer = row.text(first + Int32(place))
      if !viewers.contains(viewer) { viewers.append(viewer) }
    }
    return viewers
  }
}
