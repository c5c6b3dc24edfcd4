public import Kernel
internal import PostgresStore
internal import Relational
internal import SQLiteStore
internal import Tables
public import Tokens

/// What is done to a server's folder from outside, while it runs or before.
extension Backend {
  /// The project's two keys, of a server that has this folder.
  public static func keys(in folder: String, secret: String? = nil) throws(Problem) -> ProjectKeys {
    try Folder.make(folder)
    return try ProjectKeys(try TokenKey.kept(in: folder, given: secret))
  }

  /// Copies the database of a folder while a server has it open, or none.
  public static func backUp(_ folder: String, to file: String) async throws(Problem) {
    try await SQLiteStore.backUp(folder: folder, to: file)
  }

  /// Puts a copy in the place of what the folder holds. Devices notice, and send again what it lacks.
  public static func restore(_ file: String, into folder: String) throws(Problem) {
    try Folder.make(folder)
    try SQLiteStore.restore(from: file, into: folder)
  }

  /// What a restored PostgreSQL needs besides, so that devices notice.
  public static func noteRestored(_ database: String) async throws(Problem) {
    let store = try await PostgresStore.open(address: database, schema: Tables.all)
    do throws(Failure) {
      _ = try await store.renewEpoch()
    } catch {
      await store.close()
      throw Problem(
        "no-epoch", "The database did not take a new epoch: \(error.message).", safe: "Nothing was changed.",
        remedy: "See that it is up, and try again.")
    }
    await store.close()
  }

  /// All collections as SQL for a project of Supabase.
  public static var supabaseSchema: String { PostgresSchema.sql(for: Tables.all, into: .supabase) }
}
