internal import FoundationEssentials
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
  public static func noteRestored(_ database: String, schema: Schema) async throws(Problem) {
    let store = try await PostgresStore.open(address: database, schema: schema)
    do throws(Failure) {
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
