internal import CSQLite
internal import Kernel
internal import Platform

/// The problems of a store, worded for its owner.
enum StoreProblem {
  static let fullDisk = "disk-full"
  static let kept = "What was saved before is untouched; this change was not saved."

  static let inConflict = Problem(
    "in-conflict", "This entry waits for your decision already.", safe: "Nothing was changed.",
    remedy: "Decide on that first, then bring this version back.")

  /// Maps an SQLite result code to a problem.
  static func of(_ code: Int32, _ handle: OpaquePointer?) -> Problem {
    let reason = String(cString: sqlite3_errstr(code))
    switch code & 0xFF {
    case _ where isFull(code, handle):
      return Problem(
        fullDisk, "There is no room left on the disk.", safe: kept, remedy: "Free some space, then try again.")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return Problem(
        "read-only", "The folder of this profile cannot be written to.", safe: kept,
        remedy: "Mend the folder's rights, then try again.")
    case SQLITE_CANTOPEN:
      return Problem(
        "cannot-open", "The file of this profile could not be opened (\(reason)).", safe: "Nothing was changed.",
        remedy: "Mend the rights of the folder, or choose another, then try again.")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return Problem(
        "damaged-file", "The file of this profile is damaged (\(reason)).",
        safe: "It was left as it is, and nothing was written over it.",
        remedy: "Copy the folder to a safe place, then restore it from a copy or begin a new profile and sync.")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Problem(
        "store-in-use", "Another program holds the file of this profile.", safe: "Nothing was changed.",
        remedy: "Close that program, then try again.")
    case SQLITE_NOMEM:
      return Problem("no-memory", "There is not enough memory.", safe: kept, remedy: "Close something, then try again.")
    case SQLITE_IOERR:
      return Problem(
        "disk-failed", "The disk did not do what it was asked (\(reason), code \(code)).", safe: kept,
        remedy: "Check the disk, then try again.")
    default:
      return Problem(
        "store-failed", "The store could not do what it was asked (\(reason), code \(code)).", safe: kept,
        remedy: "Try again; if it stays so, restart.")
    }
  }

  /// Whether the disk is full. SQLite reports that as an error of input and output where it happens while it extends the
  /// file of its shared memory, which has no other reason.
  private static func isFull(_ code: Int32, _ handle: OpaquePointer?) -> Bool {
    let (shared, write) = (SQLITE_IOERR | 19 << 8, SQLITE_IOERR | 3 << 8)
    if code & 0xFF == SQLITE_FULL || code == shared { return true }
    guard let handle, code == write || code == SQLITE_IOERR else { return false }
    return [ENOSPC, EDQUOT].contains(sqlite3_system_errno(handle))
  }

  static let stale = Problem(
    "stale", "This was changed elsewhere since it was opened.",
    safe: "The newer one was kept, and yours is still here.",
    remedy: "Look at the newer one, then save again.")
  static let exists = Problem(
    "exists", "There is one of that identifier already.", safe: "It was kept as it is.",
    remedy: "Open it, then save again.")
  static let gone = Problem(
    "gone", "This was deleted elsewhere since it was opened.", safe: "Nothing else was changed.",
    remedy: "Save it as a new one, or leave it.")
  static let notOverwritten = Problem(
    "not-overwritten", "What was deleted could not be overwritten on the disk.",
    safe: "It is gone from the profile; its bytes may lie in the file, sealed.", remedy: "Try again.")
  static let closed = Problem(
    "store-closed", "The store is closed.", safe: kept, remedy: "Open the profile again.")

  static func tooLarge(_ what: StaticString) -> Problem {
    Problem("too-large", "\(what) is larger than can be kept.", safe: kept, remedy: "Make it smaller, then try again.")
  }

  static func notCoded(_ collection: String, _ why: any Error) -> Problem {
    let why = (why as? Unreadable)?.why.description ?? "it does not describe itself"
    return Problem(
      "not-coded", "A record of \(collection) could not be put into bytes: \(why).", safe: kept,
      remedy: "Make it smaller or plainer, then try again.")
  }

  static func notRead(_ collection: String, at field: String?) -> Problem {
    let place = field.map { "its field \($0) is missing or of another type" } ?? "it has no fields"
    return Problem(
      "not-read", "A record of \(collection) could not be read: \(place).", safe: "Nothing was changed.",
      remedy: "Read it with the version that wrote it.")
  }
}
