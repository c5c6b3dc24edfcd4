internal import FoundationEssentials
internal import JSON
public import Kernel
internal import Relational
internal import Tokens
internal import Zip

/// A stored file of a person.
public struct ExportedFile: Sendable {
  /// Its place in the archive, such as `meal-photos/lunch.jpg`.
  public let name: String
  public let bytes: @Sendable () async throws(Problem) -> [UInt8]?

  public init(name: String, bytes: @escaping @Sendable () async throws(Problem) -> [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// Packs everything that a server has of one person. Rows go from the database to the archive in pages, files one after
/// another, so memory does not grow with the archive.
struct ExportPacking: Sendable {
  static let page = 500

  let database: any Database
  let sources: ExportSources
  let time: Time

  /// Writes the archive. `alive` is asked between pages and files, and throws when the work is no longer wanted.
  func pack(
    _ person: String, into writer: ArchiveWriter, alive: () async throws(Problem) -> Void
  ) async throws(Problem) {
    let zip = ZipWriter(at: time.now().date) { bytes throws(Problem) in try writer.write(bytes) }
    try await zip.add("README.txt", Array(ExportPacking.readme(time.now().text).utf8))
    if let account = try await sources.account(person) {
      try await zip.add("account.json", try ExportPacking.bytes(account))
    }
    var tables: [JSON] = []
    for table in database.schema.ordered where table.key.count == 1 {
      let count = try await add(table, of: person, to: zip, alive)
      guard count > 0 else { continue }
      tables.append(
        ["name": .string(table.name), "rows": .number(Double(count)), "synced": .bool(table.isSynced)])
    }
    var files = 0
    for file in try await sources.files(person) {
      try await alive()
      // A file that was deleted meanwhile is left out.
      guard let bytes = try await file.bytes() else { continue }
      try await zip.add("files/\(file.name)") { deflater throws(Problem) in try deflater.write(bytes) }
      files += 1
    }
    try await zip.add(
      "manifest.json",
      try ExportPacking.bytes([
        "format": "troupe-account", "version": 1, "owner": .string(person), "made_at": .string(time.now().text),
        "tables": .array(tables), "files": .number(Double(files)),
      ]))
    try zip.finish()
  }

  /// Adds the rows that the person may see, as JSON with a row a line and as CSV. A table without any is left out. Returns
  /// their number.
  private func add(
    _ table: Table, of person: String, to zip: ZipWriter, _ alive: () async throws(Problem) -> Void
  ) async throws(Problem) -> Int {
    let first = try await rows(of: table, person, after: nil)
    guard !first.isEmpty else { return 0 }
    var count = 0
    try await zip.add("data/\(table.name).json") { deflater throws(Problem) in
      try deflater.write(Array("[".utf8))
      var isFirst = true
      try await pages(of: table, person, first, alive) { rows throws(Problem) in
        for row in rows {
          try deflater.write(Array((isFirst ? "\n" : ",\n").utf8))
          try deflater.write(try ExportPacking.bytes(row))
          isFirst = false
        }
        count += rows.count
      }
      try deflater.write(Array("\n]\n".utf8))
    }
    let columns = table.columns.map(\.name)
    try await zip.add("data/\(table.name).csv") { deflater throws(Problem) in
      try deflater.write(Array(CSVLine.text(columns.map { .string($0) }).utf8))
      try await pages(of: table, person, first, alive) { rows throws(Problem) in
        for row in rows { try deflater.write(Array(CSVLine.text(columns.map { row[$0] ?? .null }).utf8)) }
      }
    }
    return count
  }

  private func pages(
    of table: Table, _ person: String, _ first: [JSON], _ alive: () async throws(Problem) -> Void,
    _ body: ([JSON]) throws(Problem) -> Void
  ) async throws(Problem) {
    var rows = first
    while true {
      try body(rows)
      guard rows.count == ExportPacking.page, let last = rows.last?[table.key[0]]?.string else { return }
      try await alive()
      rows = try await self.rows(of: table, person, after: last)
    }
  }

  private func rows(of table: Table, _ person: String, after last: String?) async throws(Problem) -> [JSON] {
    var select = Select(table)
    let key = table.key[0]
    if let last { select.filter = .compare(key, .greater, .text(last)) }
    (select.order, select.limit) = ([Order(key)], ExportPacking.page)
    do throws(Failure) {
      let rows = try await database.select(select, as: .person(person))
      guard let items = (try? JSON(bytes: rows.json, deepest: 64))?.array else { throw .busy("unreadable rows") }
      return items
    } catch {
      throw Problem(
        "export-database", "The database did not answer for the export (\(error.code)).",
        safe: "Your data are unchanged.", remedy: "Try again in a while.")
    }
  }

  private static func bytes(_ json: JSON) throws(Problem) -> [UInt8] {
    guard let data = try? JSON.data(json) else { throw SealedArchive.diskFailed }
    return Array(data)
  }

  private static func readme(_ date: String) -> String {
    """
    This archive holds everything that the server kept of your account on \(date).

    account.json   your account, its addresses, ways to sign in and devices
    data/          one file for each kind of entry, as JSON and as CSV (UTF-8, with a header line)
    files/         your pictures and files, in the folders in which they are stored
    manifest.json  the list of contents, for programs

    Times are in UTC. Entries that a device has not sent yet are not in it: export those on the device.

    To bring your entries back, open the app, choose Settings, Privacy, Your data, Import, and choose this ZIP file. Each
    app takes the entries that are its own. The account, and the pictures and files, are for reading.

    """
  }
}

/// One line of CSV (RFC 4180).
enum CSVLine {
  static func text(_ values: [JSON]) -> String { values.map(field).joined(separator: ",") + "\r\n" }

  private static func field(_ value: JSON) -> String {
    let text: String
    switch value {
    case .null: return ""
    case .string(let string): text = string
    case .bool(let flag): return flag ? "true" : "false"
    default: text = (try? JSON.text(value)) ?? ""
    }
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) || text.hasPrefix(" ") else {
      return text
    }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
