/// An error of a database in the form that PostgREST's clients know: a code of SQLSTATE or of PostgREST, a message,
/// details and a hint.
public struct Failure: Error, Sendable, Hashable {
  public let code: String
  public let message: String
  public var details: String?
  public var hint: String?

  public init(_ code: String, _ message: String, details: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.details = details
    self.hint = hint
  }
}

extension Failure {
  public static func noTable(_ name: String) -> Failure {
    Failure("PGRST205", "Could not find the table 'public.\(name)' in the schema cache")
  }
  public static func noColumn(_ column: String, of table: String) -> Failure {
    Failure("42703", "column \(table).\(column) does not exist")
  }
  public static func forbidden(_ table: String) -> Failure {
    Failure("42501", "permission denied for table \(table)")
  }
  public static func policy(_ table: String) -> Failure {
    Failure("42501", "new row violates row-level security policy for table \"\(table)\"")
  }
  public static func notOne(_ count: Int) -> Failure {
    Failure(
      "PGRST116", "Cannot coerce the result to a single JSON object", details: "The result contains \(count) rows")
  }
  public static func tooMany(_ count: Int) -> Failure {
    Failure(
      "PGRST124", "Query result exceeds max-affected preference constraint",
      details: "The query affects \(count) rows")
  }
  /// The database cannot respond now: busy, out of space, out of connections. Trying again may help.
  public static func busy(_ message: String) -> Failure { Failure("53300", message) }
}
