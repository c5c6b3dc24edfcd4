internal import FoundationEssentials
public import Kernel
internal import Relational

/// Deletes uploads that no row names, such as the picture of a meal that was never saved.
extension Objects {
  /// The time for which a row that names an upload may arrive later than the upload.
  public static let grace = Duration.seconds(7 * 86_400)
  private static let page = 100

  /// Deletes the objects of these buckets that are older than `age` and that no row of the schema names. A column whose
  /// name ends in `_path` names an object, by its name or by its bucket and name; a row names the uploads of its owner.
  /// Returns the number of deleted objects.
  @discardableResult
  public func removeUnnamed(in buckets: Set<String>, olderThan age: Duration = grace) async throws(Problem) -> Int {
    let questions = database.schema.ordered.flatMap(Naming.questions)
    let limit = Moment(time.now().date.addingTimeInterval(-age.seconds)).text
    var count = 0
    do throws(Refused) {
      for bucket in buckets.sorted() {
        var after = ""
        while true {
          let start = after
          let found = try await look { session throws(Failure) in
            try ObjectTables.old(in: bucket, before: limit, after: start, Objects.page, session)
          }
          guard let last = found.last else { break }
          after = last.object.id
          // Asked again in the transaction that deletes, since a row may have arrived meanwhile.
          let gone = try await transact { session throws(Failure) -> [String] in
            var files: [String] = []
            for candidate in found where try !isNamed(candidate, questions, session) {
              guard try ObjectTables.isUnchanged(candidate.object, session) else { continue }
              try ObjectTables.remove(candidate.object.id, session)
              files.append(candidate.object.file)
            }
            return files
          }
          await writer.remove(gone)
          count += gone.count
        }
      }
    } catch {
      throw .unnamed
    }
    if count > 0 { log.info("\(count) uploads that no row named were removed") }
    return count
  }

  /// The number of a user's objects.
  public func count(of person: String) async throws(Problem) -> Int {
    do throws(Refused) {
      return try await look { session throws(Failure) in
        try session.row("select count(*) from objects where root = $1", [.text(person)])?[0].int ?? 0
      }
    } catch {
      throw .unnamed
    }
  }

  private func isNamed(
    _ candidate: OldObject, _ questions: [Naming], _ session: any Session
  ) throws(Failure) -> Bool {
    for question in questions where try question.holds(candidate, session) { return true }
    return false
  }
}

/// An object and the folder that it is in, which is its user's identifier.
struct OldObject: Sendable {
  let object: StoredObject
  let root: String
}

/// A column in which rows name objects.
private struct Naming: Sendable {
  private let sql: String
  private let hasOwner: Bool

  static func questions(_ table: Table) -> [Naming] {
    table.columns.filter(\.namesUpload).map { Naming(table, $0) }
  }

  private init(_ table: Table, _ column: Column) {
    hasOwner = table.column("owner")?.type == .uuid
    let name = Dialect.quoted(column.name)
    sql =
      "select 1 from \(Dialect.quoted(table.name)) where (\(name) = $1 or \(name) = $2)"
      + (hasOwner ? " and owner = $3" : "") + " limit 1"
  }

  func holds(_ candidate: OldObject, _ session: any Session) throws(Failure) -> Bool {
    let object = candidate.object
    guard hasOwner else {
      return try session.row(sql, [.text(object.name), .text("\(object.bucket)/\(object.name)")]) != nil
    }
    // A folder that is nobody's belongs to the service key alone, whose uploads stay.
    guard UUID(uuidString: candidate.root) != nil else { return true }
    return try session.row(
      sql, [.text(object.name), .text("\(object.bucket)/\(object.name)"), .text(candidate.root)]) != nil
  }
}

extension ObjectTables {
  /// Returns objects that were last written before an instant, in the order of their identifiers.
  fileprivate static func old(
    in bucket: String, before limit: String, after id: String, _ most: Int, _ session: any Session
  ) throws(Failure) -> [OldObject] {
    try session.rows(
      "select \(StoredObject.columns), root from objects where bucket = $1 and updated_at < $2 and id > $3 "
        + "order by id limit $4", [.text(bucket), .text(limit), .text(id), .int(most)]
    ).compactMap { row in
      StoredObject(row.dropLast()).map { OldObject(object: $0, root: row.last?.string ?? "") }
    }
  }

  /// Whether the object's content is still the same.
  fileprivate static func isUnchanged(_ object: StoredObject, _ session: any Session) throws(Failure) -> Bool {
    try session.row(
      "select 1 from objects where id = $1 and file = $2", [.text(object.id), .text(object.file)]) != nil
  }
}

extension Problem {
  fileprivate static let unnamed = Problem(
    "objects-unnamed", "The database did not say which uploads are named by a row.",
    safe: "No upload that is named was removed.", remedy: "Try again when the database answers.")
}
