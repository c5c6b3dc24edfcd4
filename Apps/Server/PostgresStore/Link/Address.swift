internal import CPostgres
public import Kernel

/// Where a PostgreSQL is and who asks, read from `postgres://person:password@host:port/database`. Its description never
/// holds the password.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// As libpq takes them: `host`, `port`, `user`, `password`, `dbname` and what else was given.
  let settings: [String: String]

  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= 4096, !text.utf8.contains(0) else { throw PostgresAddress.unreadable }
    guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix) else {
      throw PostgresAddress.unreadable
    }
    // A sign of the password that is not encoded makes libpq take a part of it for the host, and hosts are told.
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
    // What libpq says of a text that it cannot read holds the text, so it is thrown away.
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
    "no-libpq", "PostgreSQL is asked by way of libpq, which is not on this machine.",
    safe: "Nothing was read and nothing was written.",
    remedy: "Install it (Debian's libpq5), or serve without `--database`.")

  static let unreadable = Problem(
    "postgres-address", "The address of the database cannot be read.",
    remedy:
      "Write postgres://person:password@host:5432/database, with signs such as @ / : # of the password encoded (%40).")
}
