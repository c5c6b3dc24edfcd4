public import JSON
public import Kernel
public import Relational

/// Auth's data about a person, for the export of their data.
extension Auth {
  /// Returns the account with its identities and devices; nil when there is none. Passwords and tokens are left out.
  public static func export(of person: String, from database: any Database) async throws(Problem) -> JSON? {
    do throws(Failure) {
      return try await database.look { session throws(Failure) -> JSON? in
        guard let account = try session.account(id: person) else { return nil }
        let devices = try session.signedIn(user: person, most: mostSessions)
        return [
          "account": account.json(try session.identities(of: person)),
          "devices": .array(devices.map { $0.json(isCurrent: false) }),
        ]
      }
    } catch {
      throw Problem(
        "export-database", "The database did not answer for the export (\(error.code)).",
        safe: "Your data are unchanged.", remedy: "Try again in a while.")
    }
  }

  /// Returns the confirmed address of a person; nil without one.
  public static func address(of person: String, in session: any Session) throws(Failure) -> String? {
    guard let account = try session.account(id: person), account.emailConfirmed != nil else { return nil }
    return account.email
  }

  /// Whether the session of a sign-in still holds.
  public static func holds(session id: String, in session: any Session) throws(Failure) -> Bool {
    try session.row("select 1 from auth_sessions where id = $1", [.text(id)]) != nil
  }
}
