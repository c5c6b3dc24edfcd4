internal import Auth
internal import FoundationEssentials
internal import Glibc
public import Kernel
internal import PostgresStore
public import Relational
internal import SQLiteStore
public import Tokens

/// Maintenance of a server's folder from outside, whether or not a server runs.
extension Backend {
  /// Returns the two project keys of the folder, creating the folder if needed.
  public static func keys(in folder: String, secret: String? = nil) throws(Problem) -> ProjectKeys {
    try Folder.make(folder)
    return try ProjectKeys(try TokenKey.kept(in: folder, given: secret))
  }

  /// Whether a folder holds the secret that signs tokens.
  public static func hasSecret(in folder: String) -> Bool { access("\(folder)/jwt.secret", F_OK) == 0 }

  /// Whether a folder is that of a server: it has a database or a secret.
  public static func isServer(_ folder: String) -> Bool {
    hasSecret(in: folder) || access("\(folder)/troupe.sqlite", F_OK) == 0
  }

  /// Lets a new key sign the tokens of the folder's servers, running ones too. Returns its identifier; nil for the secret.
  public static func rotateKeys(
    in folder: String, to algorithm: SigningKeys.Algorithm, time: Time = .live
  ) throws(Problem) -> String? {
    try Folder.make(folder)
    return try SigningKeys.rotate(
      in: folder, to: algorithm, at: Int(time.now().date.timeIntervalSince1970.rounded(.down)))
  }

  /// Whether the rows in a folder, and in copies of its database, are sealed.
  public static func isSealed(_ folder: String) throws(Problem) -> Bool { try SQLiteStore.isSealed(folder) }

  /// Lets the server remove the files that its database does not know, which a restore has kept. Returns false when there
  /// was nothing to forget.
  public static func forgetKeptFiles(in folder: String) -> Bool { KeptFiles(in: folder).forget() }

  /// Starts a new epoch in a restored PostgreSQL database, so that devices notice the restore.
  /// Ends all sessions, too.
  public static func noteRestored(_ database: String, schema: Schema, time: Time = .live) async throws(Problem) {
    let store = try await PostgresStore.open(address: database, schema: schema, migrations: migrations)
    do throws(Failure) {
      let now = time.now().date
      try await store.transact { session throws(Failure) in
        _ = try Auth.settle(restored: session, replacing: nil, key: nil, at: now)
      }
      _ = try await store.renewEpoch()
    } catch {
      await store.close()
      throw Problem(
        "no-epoch", "The database could not start a new epoch: \(error.message).", safe: "Nothing was changed.",
        remedy: "Check that it runs, and try again.")
    }
    await store.close()
  }

  /// The SQL that creates these tables in a Supabase project.
  public static func supabaseSchema(_ schema: Schema) -> String { PostgresSchema.sql(for: schema, into: .supabase) }
}
