internal import CPostgres
public import Kernel

/// The address and credentials of a PostgreSQL server, parsed from `postgres://person:password@host:port/database`.
/// Its description never contains the password.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The settings of libpq: `host`, `port`, `user`, `password`, `dbname` and further ones.
  let settings: [String: String]
  /// Whether a pooler in transaction mode is there, which may give each transaction another connection. Then nothing of a
  /// session outlives a transaction: no prepared statement, no setting, no LISTEN.
  let isPooled: Bool

  public init(_ text: String, isPooled: Bool = false) throws(Problem) {
    self.isPooled = isPooled
    guard text.utf8.count <= 4096, !text.utf8.contains(0) else { throw PostgresAddress.unreadable }
    guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix) else {
      throw PostgresAddress.unreadable
    }
    // An unencoded character in the password would make libpq take a part of it for the host, and hosts are logged.
    let signs = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let authority = signs[0].prefix { $0 != "/" }
    guard signs[0].count(where: { $0 == "@" }) == authority.count(where: { $0 == "@" }),
      authority.count(where: { $0 == "@" }) <= 1, !authority.contains("#")
    else { throw PostgresAddress.unreadable }
    settings = try PostgresAddress.parse(text)
    guard PostgresAddress.ports(settings["port"]) else { throw PostgresAddress.unreadable }
  }

  public var description: String {
    let host = settings["host"] ?? settings["hostaddr"] ?? "this machine"
    return
      "\(settings["dbname"] ?? settings["user"] ?? "the database") at \(host)\(settings["port"].map { ":" + $0 } ?? "")"
  }

  private static func parse(_ text: String) throws(Problem) -> [String: String] {
    guard postgres_is_available() else { throw missing }
    // libpq's message contains the whole text with its password, so it is discarded.
    var complaint: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &complaint)
    PQfreemem(complaint)
    guard let options else { throw unreadable }
    defer { PQconninfoFree(options) }
    var found: [String: String] = [:]
    var next = options
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      next += 1
    }
    return found
  }

  private static func ports(_ text: String?) -> Bool {
    (text ?? "").split(separator: ",").allSatisfy { UInt16($0) != nil }
  }

  private static let missing = Problem(
    "no-libpq", "PostgreSQL needs libpq, which is not installed on this machine.",
    safe: "Nothing was read or written.",
    remedy: "Install it (Debian's libpq5), or serve without `--database`.")

  static let unreadable = Problem(
    "postgres-address", "The address of the database cannot be read.",
    remedy:
      "Use postgres://user:password@host:5432/database, with characters such as @ / : # of the password encoded (%40).")
}
