internal import Relational

/// The triggers that note which rows appear or disappear for whom, for the next pull of that person's devices.
///
/// A row is noted when the person sees it before the change or after it, never when they see it at neither time. The
/// note is a tombstone: the pull sends the row itself while the person sees it (`Layout.isShared`).
struct SharingTriggers {
  struct One {
    let name: String
    let when: String
    var condition: String?
    let statements: [String]
  }

  private let table: Table
  private let schema: Schema

  init(_ table: Table, in schema: Schema) {
    self.table = table
    self.schema = schema
  }

  /// The columns of a deciding table that are searched when a shared row goes.
  static func subjects(_ table: Table, in schema: Schema) -> [String] {
    var columns: [String] = []
    for (rows, source) in schema.shared(by: table) where source.isShowing && rows.table.policies.seenBy == nil {
      if !columns.contains(source.subject) { columns.append(source.subject) }
    }
    return columns
  }

  var all: [One] { deciding + own }

  // MARK: Changes of a deciding table

  private var deciding: [One] {
    let events = [("insert", ["new"]), ("update", ["old", "new"]), ("delete", ["old"])]
    return events.flatMap { event, images -> [One] in
      let statements = notes(of: images)
      guard !statements.isEmpty else { return [] }
      let before = One(name: "shares_before_\(event)", when: "before \(event)", statements: statements)
      let after = One(name: "shares_after_\(event)", when: "after \(event)", statements: statements)
      return event == "delete" ? [before] : [before, after]
    }
  }

  /// The statements after a deletion. They belong to the trigger that also writes the row's own tombstones, since SQLite
  /// does not say in which order triggers of one event run.
  var afterDelete: [String] { notes(of: ["old"]) }

  private func notes(of images: [String]) -> [String] {
    let shared = schema.shared(by: table)
    return images.flatMap { image in shared.flatMap { notes($0.rows, $0.source, image: image) } }
  }

  private func notes(_ rows: SharedRows, _ source: VisibilitySource, image: String) -> [String] {
    let viewer = "\(image).\(Dialect.quoted(source.viewer))"
    let found = rows.visible(to: viewer, of: "\(image).\(Dialect.quoted(source.subject))", by: source)
    let isBeyond = "(select count(*) from (\(found))) > \(SharedRows.most)"
    let collection = Definition.literal(rows.table.name)
    let theirs = "delete from sync_tombstones where collection = \(collection) and viewer = \(viewer) and "
    return [
      "\(theirs)id in (\(found))",
      """
      insert into sync_tombstones (collection, viewer, rev, id, at) \
      select \(collection), \(viewer), row_looked(\(collection), "id", \(viewer)), "id", now() from (\(found))
      """,
      "\(theirs)id = '' and \(isBeyond)",
      // Without an identifier it stands for the whole collection.
      """
      insert into sync_tombstones (collection, viewer, rev, id, at) \
      select \(collection), \(viewer), next_rev(), '', now() where \(isBeyond)
      """,
    ].map(SharedSQL.translated)
  }

  // MARK: Changes of a shared table

  private var own: [One] {
    guard let rows = SharedRows(table) else { return [] }
    let viewers = rows.viewers(of: "old")
    let collection = Definition.literal(table.name)
    let statements = [
      "delete from sync_tombstones where collection = \(collection) and id = old.\"id\" and viewer in (\(viewers))",
      """
      insert into sync_tombstones (collection, viewer, rev, id, at) \
      select \(collection), viewer, row_looked(\(collection), old."id", viewer), old."id", now() from (\(viewers))
      """,
    ].map(SharedSQL.translated)
    let moved = rows.deciding.map { "old.\(Dialect.quoted($0)) is not new.\(Dialect.quoted($0))" }
    let going = One(name: "shared_delete", when: "before delete", statements: statements)
    guard !moved.isEmpty else { return [going] }
    let columns = rows.deciding.map(Dialect.quoted).joined(separator: ", ")
    return [
      going,
      One(
        name: "shared_update", when: "before update of \(columns)", condition: moved.joined(separator: " or "),
        statements: statements),
    ]
  }
}
