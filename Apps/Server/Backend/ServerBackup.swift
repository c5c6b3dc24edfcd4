internal import Auth
internal import Files
internal import FoundationEssentials
internal import Glibc
public import Kernel
internal import Objects
internal import Relational
internal import SQLiteStore
internal import Tokens

/// A backup of a server: a folder with a copy of its database, its files and, if wanted, its keys.
///
///     troupe.sqlite    the database at one moment
///     objects/         the files that people stored; on the same disk, links to them
///     keys.*           the keys, encrypted with a passphrase
public struct ServerBackup: Sendable {
  public let folder: String

  /// A slash at the end of the name means nothing.
  public init(_ folder: String) {
    var name = folder[...]
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    self.folder = String(name)
  }

  var database: String { "\(folder)/troupe.sqlite" }
  var objects: String { "\(folder)/objects" }

  /// The outcome of a backup or a restore.
  public struct Outcome: Sendable, Hashable {
    public var files = 0
    /// Uploads in several requests that were not complete, and are left out.
    public var unfinishedUploads = 0
    public var hasKeys = false
    /// The name under which a replaced database is kept.
    public var former: String?
    /// Files of the folder that the restored database may not know stay until they are forgotten.
    public var keepsFiles = false
    /// The accounts that were erased since the copy was made, and are again when the server starts.
    public var erasedAgain = 0
    /// The accounts of the copy that the replaced database does not have, and may have been deleted by an operator.
    public var missing: [String] = []
    /// Whether nothing told which accounts were deleted since: nothing was replaced, or it could not be read.
    public var knowsNoDeletions = false
  }

  /// Writes a backup of a server's folder while the server may run. The backup appears under its name when it is complete.
  /// With a passphrase it contains the keys.
  public func write(of server: String, keys passphrase: Redacted<String>?) async throws(Problem) -> Outcome {
    guard access(folder, F_OK) != 0 else { throw exists }
    guard !isWithin(server) else {
      throw Problem(
        "backup-within", "\(folder) is in the server's own folder.", safe: "Nothing was written.",
        remedy: "Choose a place outside \(server), best on another disk.")
    }
    let unfinished = ServerBackup(folder + ".unfinished")
    guard access(unfinished.folder, F_OK) != 0 else { throw unfinished.exists }
    do throws(PrivateFolderFailure) { try PrivateFolder.make(unfinished.folder) } catch { throw unwritable }
    var outcome = Outcome()
    do throws(Problem) {
      // Files first, so that one which is deleted meanwhile is there; again afterwards for those that came meanwhile.
      outcome.files = try ObjectFiles.give(from: "\(server)/objects", to: unfinished.objects)
      try await SQLiteStore.backUp(folder: server, to: unfinished.database)
      outcome.files += try ObjectFiles.give(from: "\(server)/objects", to: unfinished.objects)
      if let passphrase {
        try await KeyArchive(folder: unfinished.folder).write(of: server, passphrase)
        outcome.hasKeys = true
      }
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished.folder)
      throw error
    }
    outcome.unfinishedUploads = ObjectFiles.unfinished(in: "\(server)/objects")
    guard rename(unfinished.folder, folder) == 0 else {
      let problem = unwritable
      try? FileManager.default.removeItem(atPath: unfinished.folder)
      throw problem
    }
    return outcome
  }

  /// Puts the backup into a server's folder, which must not have a database unless that is to be replaced; the former one is
  /// kept. All sessions end, and accounts that were erased since stay so. `secret` signs tokens unless it is in the folder.
  /// Throws while the folder is in use.
  public func restore(
    into server: String, replacing: Bool = false, keys passphrase: Redacted<String>? = nil, secret: String? = nil,
    time: Time = .live
  ) async throws(Problem) -> Outcome {
    try Folder.make(server)
    var outcome = Outcome()
    let isWhole = isFolder
    let keys = KeyArchive(folder: folder)
    if isWhole, keys.exists, let passphrase {
      try await keys.restore(into: server, passphrase)
      outcome.hasKeys = true
    }
    outcome.keepsFiles = replacing && ObjectFiles.exist(in: "\(server)/objects")
    // Before the database: a server that starts on it must not remove files that it does not know.
    if outcome.keepsFiles { try KeptFiles(in: server).keep() }
    if isWhole { outcome.files = try ObjectFiles.give(from: objects, to: "\(server)/objects") }
    let key = secret != nil || Backend.hasSecret(in: server) ? try TokenKey.kept(in: server, given: secret) : nil
    outcome.knowsNoDeletions = true
    outcome.former = try SQLiteStore.restore(
      from: isWhole ? database : folder, into: server, replacing: replacing, time: time
    ) { copy, former throws(Failure) in
      guard try ServerBackup.hasAccounts(copy) else { return }
      let former = try former.flatMap { store throws(Failure) in try ServerBackup.hasAccounts(store) ? store : nil }
      let accounts = try Auth.settle(restored: copy, replacing: former, key: key, at: time.now().date)
      outcome.knowsNoDeletions = former == nil
      (outcome.erasedAgain, outcome.missing) = (accounts.erasedAgain, accounts.missing)
    }
    return outcome
  }

  /// Whether a database is a server's, with the tables of accounts.
  private static func hasAccounts(_ database: any Session) throws(Failure) -> Bool {
    try database.row("select 1 from sqlite_master where name = 'auth_certificates_account'", []) != nil
  }

  /// Whether the place lies in a folder or is one, whatever links lead there.
  private func isWithin(_ server: String) -> Bool {
    let above = folder.lastIndex(of: "/").map { $0 == folder.startIndex ? "/" : String(folder[..<$0]) } ?? "."
    guard let above = ServerBackup.real(above), let server = ServerBackup.real(server) else { return false }
    return above == server || above.hasPrefix("\(server)/")
  }

  private static func real(_ path: String) -> String? {
    guard let name = realpath(path, nil) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  private var isFolder: Bool {
    var facts = stat()
    return stat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private var exists: Problem {
    Problem(
      "backup-exists", "\(folder) is there already.", safe: "Nothing was changed.",
      remedy: "Choose another name for the backup, or remove that first.")
  }

  private var unwritable: Problem {
    Problem(
      "no-copy", "\(folder) could not be written: \(String(cString: strerror(errno))).",
      safe: "The server's folder is unchanged.", remedy: "Choose another place, then try again.")
  }
}

/// Marks a folder whose files are kept although its database may not know them, as after a restore.
struct KeptFiles {
  private let file: PrivateFile

  init(in folder: String) { file = PrivateFile("\(folder)/objects.kept") }

  var areKept: Bool { access(file.path, F_OK) == 0 }

  func keep() throws(Problem) {
    do throws(PrivateFileFailure) {
      try file.replace(
        with: Array("Files that the database does not know are kept: `troupe backend forget` ends it.\n".utf8))
    } catch {
      throw Problem(
        "no-mark", "\(file.path) could not be written.", safe: "Nothing was restored.",
        remedy: "Check the folder's permissions, then try again.")
    }
  }

  /// Returns false when nothing was kept.
  func forget() -> Bool { unlink(file.path) == 0 }
}
