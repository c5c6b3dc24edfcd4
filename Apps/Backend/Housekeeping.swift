public import Kernel
internal import PostgresStore
internal import Tables
public import Tokens

/// What is done to a server's folder from outside, while it runs or before.
extension Backend {
  /// The project's two keys, of a server that has this folder.
  public static func keys(in folder: String, secret: String? = nil) throws(Problem) -> ProjectKeys {
    try Folder.make(folder)
    return try ProjectKeys(try TokenKey.kept(in: folder, given: secret))
  }

  /// All collections as SQL for a project of Supabase.
  public static var supabaseSchema: String { PostgresSchema.sql(for: Tables.all, into: .supabase) }
}
