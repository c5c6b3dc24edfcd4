internal import JSON
internal import Relational
internal import Transport

/// Handles listing a folder: first its folders, then its files.
extension Objects {
  /// The largest number of folders in a list.
  static let mostFolders = 10_000

  func answerList(_ asked: ObjectRequest) async throws(Refused) -> Response {
    guard asked.method == .post else { throw .noMethod }
    let access = try asked.access()
    guard let last = asked.rest.first else { throw .noRoute }
    let bucket = try BucketName(last)
    let listing = try Listing(try JSONBody(asked.request), of: bucket)
    switch access {
    case .nothing: return .json(Array("[]".utf8))
    case .everything: return .json(JSONObject.list(try await list(listing, root: nil)))
    case .own(let person):
      if listing.folder.isEmpty { return .json(JSONObject.list(try await top(listing, person))) }
      // Not an error: the folder is empty for this caller.
      guard listing.isBeneath(person) else { return .json(Array("[]".utf8)) }
      return .json(JSONObject.list(try await list(listing, root: person)))
    }
  }

  /// At the top level, a user sees only their own folder.
  private func top(_ listing: Listing, _ person: String) async throws(Refused) -> [[UInt8]] {
    let isThere = try await look { session throws(Failure) in
      try session.row(
        "select id from objects where bucket = $1 and root = $2 limit 1", [.text(listing.bucket), .text(person)]) != nil
    }
    return isThere && listing.offset == 0 && listing.finds(person) ? [StoredObject.folder(person)] : []
  }

  private func list(_ listing: Listing, root: String?) async throws(Refused) -> [[UInt8]] {
    try await look { session throws(Failure) in
      let folders = try listing.folders(root, session)
      var items = folders.dropFirst(listing.offset).prefix(listing.limit).map { StoredObject.folder($0) }
      let left = listing.limit - items.count
      if left > 0 {
        let offset = max(0, listing.offset - folders.count)
        items += try listing.files(limit: left, offset: offset, session).map { $0.0.json(as: $0.1) }
      }
      return items
    }
  }
}

/// The parsed parameters of a list request.
struct Listing: Sendable {
  let bucket: String
  /// Without slashes at its ends; empty at the top level.
  let folder: String
  let limit: Int
  let offset: Int
  private let search: String
  private let column: String
  private let isDescending: Bool

  init(_ body: JSONBody, of bucket: BucketName) throws(Refused) {
    self.bucket = bucket.text
    var prefix = (body["prefix"]?.string ?? "")[...]
    while prefix.first == "/" { prefix.removeFirst() }
    while prefix.last == "/" { prefix.removeLast() }
    folder = prefix.isEmpty ? "" : try ObjectName(String(prefix)).text
    limit = try body.number("limit", in: 1...1_000, otherwise: 100)
    offset = try body.number("offset", in: 0...1_000_000, otherwise: 0)
    search = String((body["search"]?.string ?? "").prefix(200))
    let sort = body["sortBy"]
    switch sort?["column"]?.string ?? "name" {
    case "name": column = "leaf"
    case "created_at": column = "created_at"
    case "updated_at", "last_accessed_at": column = "updated_at"
    default: throw .malformed("sortBy.column is name, created_at, updated_at or last_accessed_at")
    }
    switch sort?["order"]?.string?.lowercased() ?? "asc" {
    case "asc", "": isDescending = false
    case "desc": isDescending = true
    default: throw .malformed("sortBy.order is asc or desc")
    }
  }

  func isBeneath(_ person: String) -> Bool { folder == person || folder.hasPrefix(person + "/") }

  func finds(_ name: String) -> Bool { search.isEmpty || name.lowercased().hasPrefix(search.lowercased()) }

  /// Returns the names of the subfolders, in order.
  func folders(_ root: String?, _ session: any Session) throws(Failure) -> [String] {
    let beginning = folder.isEmpty ? "" : folder + "/"
    var sql =
      "select distinct folder from objects where bucket = $1 and folder <> '' and substr(folder, 1, length($2)) = $2"
    var values: [Value] = [.text(bucket), .text(beginning)]
    if let root {
      sql += " and root = $3"
      values.append(.text(root))
    }
    var names: Set<String> = []
    for row in try session.rows(sql + " limit \(Objects.mostFolders)", values) {
      guard let path = row.first?.string else { continue }
      let rest = Substring(path.utf8.dropFirst(beginning.utf8.count))
      let name = String(Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") }))
      if finds(name) { names.insert(name) }
    }
    let sorted = names.sorted()
    return isDescending && column == "leaf" ? sorted.reversed() : sorted
  }

  /// Returns the folder's files, each with the last segment of its name.
  func files(limit: Int, offset: Int, _ session: any Session) throws(Failure) -> [(StoredObject, String)] {
    var sql = "select \(StoredObject.columns), leaf from objects where bucket = $1 and folder = $2"
    var values: [Value] = [.text(bucket), .text(folder), .int(limit), .int(offset)]
    if !search.isEmpty {
      sql += " and substr(lower(leaf), 1, length($5)) = lower($5)"
      values.append(.text(search))
    }
    let way = isDescending ? "desc" : "asc"
    sql += " order by \(column) \(way), leaf \(way) limit $3 offset $4"
    return try session.rows(sql, values).compactMap { row in
      guard let object = StoredObject(row.dropLast()), let leaf = row.last?.string else { return nil }
      return (object, leaf)
    }
  }
}
