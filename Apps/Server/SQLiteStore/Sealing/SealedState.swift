internal import Glibc
public import Kernel
internal import Relational

internal import struct Storage.MasterKey

extension SQLiteStore {
  /// Whether the database in a folder is sealed, so that it opens with its own key only. False when there is none.
  public static func isSealed(_ folder: String) throws(Problem) -> Bool {
    try SealedState.fingerprint(of: StoreFolder.database(in: folder)) != nil
  }
}

/// The key with which a database is sealed, as far as its file tells.
enum SealedState {
  /// Throws unless the database is new, readable, or sealed with this key. Changes nothing.
  static func check(_ database: String, against key: MasterKey?) throws(Problem) {
    guard let known = try fingerprint(of: database) else { return }
    guard let key else {
      throw Problem(
        "sealed-database", "The database \(database) is sealed, and no key was given.", safe: "Nothing was changed.",
        remedy: "Start the server with --seal.")
    }
    guard key.fingerprint == known else {
      throw Problem(
        "wrong-key", "The database \(database) was sealed with another key.", safe: "Nothing was changed.",
        remedy: "Give the key that it was sealed with, or restore the key's file from a copy.")
    }
  }

  /// Nil for a database that is missing, empty or readable.
  static func fingerprint(of database: String) throws(Problem) -> String? {
    var about = stat()
    guard stat(database, &about) == 0, about.st_size > 0 || access(database + "-wal", F_OK) == 0 else { return nil }
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(database, .copying, time: .live)
      connection.circumstances.begin(within: .seconds(60))
      guard try connection.row("select 1 from sqlite_master where name = 'troupe_meta'") != nil else { return nil }
      return try connection.row("select value from troupe_meta where key = 'sealed'")?[0].string
    } catch {
      throw error.problem(database)
    }
  }
}

/// The content of a table's sealed texts, as the file remembers it: the key by which they open, and the columns.
struct SealedLayout {
  /// The columns and the types of their values.
  let kinds: [String: String]
  private let keys: [String]
  private let number: Int64

  static func key(of table: String) -> String { "sealed:\(table)" }

  static func text(_ key: [String], _ kinds: [(column: String, kind: String)]) -> String {
    ([key.joined(separator: " ")] + kinds.map { "\($0.column) \($0.kind)" }).joined(separator: "\n")
  }

  /// `text` is nil for a table without sealed columns.
  init(_ text: String?, number: Int64) {
    self.number = number
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    keys = lines.first.map { $0.split(separator: " ").map(String.init) } ?? []
    let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let space = line.lastIndex(of: " ") else { return nil }
      return (String(line[..<space]), String(line[line.index(after: space)...]))
    }
    kinds = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The expression of a column that was sealed; nil for another.
  func opened(_ column: String) -> String? {
    guard kinds[column] != nil else { return nil }
    return TableSealing.opened(column, number, from: TableSealing.name, key: TableSealing.key(keys, Dialect.quoted))
  }
}

extension Making {
  /// Remembers what the sealed texts of a table hold.
  func remember(_ definition: Definition) throws(Problem) {
    let key = SealedLayout.key(of: definition.table.name)
    guard definition.sealing != nil else { return try run("delete from troupe_meta where key = ?1", [.text(key)]) }
    try run(
      "insert into troupe_meta values (?1, ?2) on conflict (key) do update set value = excluded.value",
      [.text(key), .text(SealedLayout.text(definition.table.key, definition.sealedKinds))])
  }

  /// Remembers that readable values were sealed, of which the files still hold copies.
  func markUnclean() throws(Problem) { try run("insert or ignore into troupe_meta values ('unclean', '1')") }

  /// Removes what is left of values that were sealed: in pages that are free, in those that are partly used, and in the
  /// write-ahead log. A conversion that was interrupted before is completed here.
  func clean() throws(Problem) {
    guard try meta("unclean") != nil else { return }
    try run("vacuum")
    // Its first column is 1 when somebody else reads, which the folder's lock excludes but for a backup.
    guard case .int(0)? = try rows("pragma wal_checkpoint(truncate)").first?[0] else {
      throw Problem(
        "store-in-use", "The database \(path) is being read, so what was readable could not be removed.",
        safe: "All rows are sealed, and nothing was lost.", remedy: "Start the server again when the backup has ended.")
    }
    try run("delete from troupe_meta where key = 'unclean'")
  }
}
