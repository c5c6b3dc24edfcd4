internal import Kernel

/// Maps a failed connection to an error code. libpq reports the cause in words only.
enum Connecting {
  static func code(for words: String) -> String {
    if words.contains("authentication failed") || words.contains("no pg_hba.conf entry") { return "28P01" }
    if words.contains("too many") || words.contains("remaining connection slots") { return "53300" }
    if words.contains("the database system is") { return "57P03" }
    if words.contains("database \"") && words.contains("does not exist") { return "3D000" }
    return "08001"
  }

  /// Whether a retry may succeed soon: the database is starting, or has no free connection.
  static func passes(_ code: String) -> Bool { code == "53300" || code == "57P03" }

  /// The error for the caller that starts the server.
  static func problem(_ address: PostgresAddress, _ code: String) -> Problem {
    switch code {
    case "28P01":
      Problem(
        "postgres-refused", "PostgreSQL refused the user or the password for \(address).",
        safe: "Nothing was changed.", remedy: "Check both in the address.")
    case "3D000":
      Problem(
        "postgres-no-database", "The database does not exist: \(address).", safe: "Nothing was changed.",
        remedy: "Create it (createdb), or correct the address.")
    case _ where passes(code):
      Problem(
        "postgres-busy", "PostgreSQL accepts no connections now: \(address).", safe: "Nothing was changed.",
        remedy: "Try again in a moment.")
    default:
      Problem(
        "postgres-unreachable", "PostgreSQL does not answer: \(address).", safe: "Nothing was changed.",
        remedy: "Check that it runs and that the address is right.")
    }
  }
}
