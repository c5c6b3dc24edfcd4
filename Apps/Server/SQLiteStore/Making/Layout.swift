internal import JSON
internal import Relational

/// A table as this store keeps it: its statements and shapes, made once when it is opened.
final class Layout: Sendable {
  let table: Table
  /// In quotation marks.
  let name: String
  let places: [String: Int]
  let fillings: [Column.Filling?]
  /// What a column says when nothing is given, where that is a literal; null elsewhere.
  let usual: [Value]
  /// `insert into "notes" ("id", ...) values (?1, ...)`.
  let insertion: String
  /// All columns in their order, for `returning` and `select`.
  let allColumns: String
  let whole: RowShape
  let keyPlaces: [Int]
  let viewerPlaces: [Int]
  let revisionPlace: Int?
  let policies: Policies
  /// The policy for seeing a row, which a person needs for anything but a bare insert.
  let seeing: String
  /// Where the person stands whose row it is, when that is all that is asked of a new row.
  let ownerPlace: Int?
  /// What a person sees of it after revision ?1, the oldest first and at most ?2.
  let pulling: String
  /// How a change of it begins in the answer to a pull.
  let opening: [UInt8]

  init(_ table: Table, usual: [Value]) throws(Failure) {
    self.table = table
    self.usual = usual
    name = Dialect.quoted(table.name)
    places = Dictionary(
      table.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    fillings = table.columns.map(\.filling)
    let columns = table.columns.map { Dialect.quoted($0.name) }
    let marks = table.columns.indices.map { "?\($0 + 1)" }
    insertion =
      "insert into \(name) (\(columns.joined(separator: ", "))) values (\(marks.joined(separator: ", ")))"
    allColumns = columns.map { "\(Dialect.quoted(table.name)).\($0)" }.joined(separator: ", ")
    whole = try RowShape(table.columns.map { Shown($0.name) }, of: table)
    let places = places
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
    var opening = Array("{\"collection\":".utf8)
    JSONBytes.append(string: table.name, to: &opening)
    self.opening = opening + ",\"id\":\"".utf8
  }

  private static func pulling(_ table: Table, columns: String, seeing: String) -> String {
    guard let revision = table.revision.map(Dialect.quoted) else { return "select 1 where false" }
    let name = Dialect.quoted(table.name)
    let rest = "order by \(revision) limit ?2"
    let viewers = table.policies.viewers.map(Dialect.quoted)
    guard viewers.count > 1, table.policies.seen == nil else {
      return "select \(columns) from \(name) where \(revision) > ?1 and (\(seeing)) \(rest)"
    }
    // Asked for in one condition, all of them would be found and put in order for every page.
    let each = viewers.map {
      "select * from (select rowid from \(name) where \($0) = auth_uid() and \(revision) > ?1 \(rest))"
    }
    return "select \(columns) from \(name) where rowid in (\(each.joined(separator: " union all "))) \(rest)"
  }

  /// Whether devices keep it and this store can tell them what changed.
  var isSynced: Bool { table.isSynced && revisionPlace != nil && table.key == ["id"] }

  func place(_ column: String) throws(Failure) -> Int {
    guard let place = places[column] else { throw .noColumn(column, of: table.name) }
    return place
  }

  /// The identifier of the row that the statement stands at, all columns of which begin at that one.
  func id(_ row: Statement, from first: Int32) -> String {
    keyPlaces.map { row.text(first + Int32($0)) }.joined(separator: ",")
  }

  func viewers(_ row: Statement, from first: Int32) -> [String] {
    var viewers: [String] = []
    for place in viewerPlaces where !row.isNull(first + Int32(place)) {
      let viewer = row.text(first + Int32(place))
      if !viewers.contains(viewer) { viewers.append(viewer) }
    }
    return viewers
  }
}
