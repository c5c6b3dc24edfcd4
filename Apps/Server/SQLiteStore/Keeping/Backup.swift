internal import CSQLite
internal import FoundationEssentials
internal import Glibc
public import Kernel
public import Relational
internal import Threads

extension SQLiteStore {
  /// Writes a consistent snapshot to a new file, readable by its owner only, while writes continue. The file appears
  /// under its name only when it is complete and on disk.
  public func backup(to path: String) async throws(Problem) {
    try await Self.backUp(folder.database, to: path, time: time)
  }

  /// Backs up a store from outside, whether or not a server has the folder open.
  public static func backUp(folder: String, to path: String, time: Time = .live) async throws(Problem) {
    try await backUp(StoreFolder.database(in: folder), to: path, time: time)
  }

  private static func backUp(_ database: String, to path: String, time: Time) async throws(Problem) {
    let result: Result<Void, Problem> = await withUnsafeContinuation { told in
      let thread = OwnThread {
        do throws(Problem) {
          try Backup.write(database, to: path, time: time)
          told.resume(returning: .success(()))
        } catch {
          told.resume(returning: .failure(error))
        }
      }
      if thread == nil { told.resume(returning: .failure(Backup.failed(path, "the system has no thread left"))) }
    }
    try result.get()
  }

  /// Puts a backup into a folder. Devices notice by the new epoch. A store that is there is replaced only if that is wanted,
  /// and kept as `troupe.sqlite.before` or, when there is one, under the next free number; returns that name. Throws while
  /// the folder is in use. `settle` changes the copy before it takes its place; it also gets the store that is there, nil if
  /// that cannot be read.
  @discardableResult
  public static func restore(
    from backup: String, into folder: String, replacing: Bool = false, time: Time = .live,
    identifiers: Identifiers? = nil,
    settle: (_ copy: any Session, _ former: (any Session)?) throws(Failure) -> Void = { _, _ in }
  ) throws(Problem) -> String? {
    let folder = try StoreFolder(folder)
    return try Backup.restore(
      backup, into: folder, replacing: replacing, epoch: (identifiers ?? .live(time)).text(), settle)
  }
}

enum Backup {
  static func write(_ database: String, to path: String, time: Time) throws(Problem) {
    guard access(database, R_OK) == 0 else { throw failed(database, String(cString: strerror(errno))) }
    guard access(path, F_OK) != 0 else { throw failed(path, "there is a file of that name already") }
    let unfinished = path + ".unfinished"
    unlink(unfinished)
    // Created here, so that other users cannot read it.
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failed(path, String(cString: strerror(errno))) }
    close(file)
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(database, .copying, time: time)
      connection.circumstances.begin(within: .seconds(86_400))
      try connection.run("vacuum into ?1", [.text(unfinished)])
    } catch {
      unlink(unfinished)
      throw error.primary == SQLITE_FULL ? error.problem(path) : failed(path, error.message)
    }
    try settle(unfinished, as: path)
  }

  static func restore(
    _ backup: String, into folder: StoreFolder, replacing: Bool, epoch: String,
    _ change: (_ copy: any Session, _ former: (any Session)?) throws(Failure) -> Void
  ) throws(Problem) -> String? {
    let isThere = access(folder.database, F_OK) == 0
    guard replacing || !isThere else {
      throw Problem(
        "folder-has-a-database", "\(folder.path) has a database already.", safe: "Nothing was changed.",
        remedy: "Restore into an empty folder, or say that it is to be replaced; it is then kept under another name.")
    }
    let incoming = folder.database + ".incoming"
    let all = [incoming, incoming + "-wal", incoming + "-shm", incoming + "-journal"]
    for name in all { unlink(name) }
    do throws(Problem) {
      try copy(backup, to: incoming)
      // A store that another restore moved away may still have its write-ahead log, without which it is incomplete.
      if access(backup + "-wal", F_OK) == 0 { try copy(backup + "-wal", to: incoming + "-wal") }
      let former = isThere ? readable(folder.database) : nil
      defer { former?.close() }
      try adopt(incoming, from: backup, epoch: epoch) { copy throws(Failure) in
        try change(copy, former.map { OpenSession($0) })
      }
    } catch {
      for name in all { unlink(name) }
      throw error
    }
    for name in all.dropFirst() { unlink(name) }
    // The old file is moved together with its write-ahead log, without which it is incomplete.
    let former = formerName(folder.database)
    for ending in ["", "-wal"] {
      let (from, to) = (folder.database + ending, former + ending)
      guard access(from, F_OK) != 0 || rename(from, to) == 0 else {
        throw failed(folder.database, String(cString: strerror(errno)))
      }
    }
    unlink(folder.database + "-shm")
    try settle(incoming, as: folder.database)
    return isThere ? former : nil
  }

  /// The first name of a former store that is free.
  private static func formerName(_ database: String) -> String {
    var (name, number) = ("\(database).before", 1)
    while ["", "-wal"].contains(where: { access(name + $0, F_OK) == 0 }) {
      number += 1
      name = "\(database).before-\(number)"
    }
    return name
  }

  /// Checks that the file is a complete store, and sets its new epoch.
  private static func adopt(
    _ path: String, from backup: String, epoch: String, _ change: (any Session) throws(Failure) -> Void
  ) throws(Problem) {
    func spoilt(_ why: String) -> Problem {
      Problem(
        "not-a-backup", "\(backup) is no backup of a store: \(why).", safe: "Nothing was changed.",
        remedy: "Choose another backup.")
    }
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(path, .copying, time: .live)
      connection.circumstances.begin(within: .seconds(86_400))
      // Without the key the checks cannot read sealed columns.
      if try connection.row("select 1 from troupe_meta where key = 'sealed'") != nil {
        try connection.run("pragma ignore_check_constraints = on")
      }
      let state = try connection.row("pragma integrity_check(1)")?[0].string
      guard state == "ok" else { throw SQLiteFault(Failure("XX001", state ?? "it cannot be read")) }
      guard try connection.row("select value from troupe_meta where key = 'epoch'") != nil else {
        throw SQLiteFault(Failure("XX001", "it has no epoch"))
      }
      // Overwrites what is deleted.
      try connection.run("pragma secure_delete = on")
      try connection.run("begin immediate")
      try connection.run("update troupe_meta set value = ?1 where key = 'epoch'", [.text(epoch)])
      do throws(Failure) { try change(OpenSession(connection)) } catch { throw SQLiteFault(error) }
      try connection.run("commit")
      // Everything is in the file itself from here on; its first column is 1 if that could not be done.
      guard case .int(0)? = try connection.row("pragma wal_checkpoint(truncate)")?[0] else {
        throw SQLiteFault(Failure("XX001", "its write-ahead log cannot be merged"))
      }
    } catch {
      throw spoilt(error.message)
    }
  }

  /// Opens the store that is there, to be read; nil if it is damaged.
  private static func readable(_ database: String) -> SQLiteConnection? {
    guard let connection = try? SQLiteConnection(database, .copying, time: .live) else { return nil }
    connection.circumstances.begin(within: .seconds(86_400))
    // Without the key they cannot be checked.
    guard (try? connection.run("pragma ignore_check_constraints = on")) != nil,
      (try? connection.row("pragma quick_check(1)"))?[0].string == "ok"
    else {
      connection.close()
      return nil
    }
    return connection
  }

  private static func copy(_ from: String, to: String) throws(Problem) {
    let source = open(from, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failed(from, String(cString: strerror(errno))) }
    defer { close(source) }
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw failed(to, String(cString: strerror(errno))) }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = read(source, &buffer, buffer.count), count != 0 {
      guard count > 0 else { throw failed(from, String(cString: strerror(errno))) }
      var done = 0
      while done < count {
        let written = buffer.withUnsafeBytes { Glibc.write(target, $0.baseAddress?.advanced(by: done), count - done) }
        guard written > 0 else { throw failed(to, String(cString: strerror(errno))) }
        done += written
      }
    }
  }

  /// Renames a file durably: its content and its name are on disk when this returns.
  private static func settle(_ unfinished: String, as path: String) throws(Problem) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard StoreFolder.sync(unfinished), rename(unfinished, path) == 0, StoreFolder.sync(folder.isEmpty ? "/" : folder)
    else { throw failed(path, String(cString: strerror(errno))) }
  }

  static func failed(_ path: String, _ why: String) -> Problem {
    Problem(
      "no-copy", "\(path) could not be written or read: \(why).", safe: "The database is unchanged.",
      remedy: "Choose another place, then try again.")
  }
}
