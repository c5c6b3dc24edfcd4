internal import CSQLite
internal import Kernel
internal import Relational

/// An error of SQLite, or a rule violation found by the store itself.
struct SQLiteFault: Error {
  /// The extended result code.
  let code: Int32
  let message: String
  /// The violation that the store itself found.
  private(set) var refusal: Failure?

  var primary: Int32 { code & 0xFF }

  init(_ code: Int32, _ handle: OpaquePointer?) {
    self.code = code
    message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }

  init(_ refusal: Failure) {
    code = SQLITE_ABORT
    message = refusal.message
    self.refusal = refusal
  }

  /// The equivalent PostgreSQL error, for errors that concern no particular table.
  var failure: Failure { refusal ?? said }

  private var said: Failure {
    switch primary {
    case SQLITE_FULL: Failure("53100", "could not extend file: no space left on the disk")
    case SQLITE_IOERR: Failure("58030", "the disk did not do what it was asked (code \(code))")
    case SQLITE_NOMEM: Failure("53200", "out of memory")
    case SQLITE_INTERRUPT: Failure("57014", "canceling statement due to statement timeout")
    case SQLITE_BUSY, SQLITE_LOCKED: .busy("the database is busy")
    case SQLITE_READONLY: Failure("25006", "cannot write in a read-only transaction")
    case SQLITE_CORRUPT, SQLITE_NOTADB: Failure("XX001", "the database file is damaged")
    // The store's own functions say so of a sealed row.
    case SQLITE_AUTH: Failure("XX001", message)
    case SQLITE_TOOBIG: Failure("54000", "a value or a statement is too large")
    case SQLITE_CONSTRAINT: Failure("23000", message)
    default: Failure("XX000", message)
    }
  }

  /// The error for the caller that opens the store.
  func problem(_ path: String) -> Problem {
    let reason = String(cString: sqlite3_errstr(code))
    switch primary {
    case SQLITE_FULL:
      return Problem(
        "disk-full", "There is no room left on the disk for \(path).", safe: "What was saved before is unchanged.",
        remedy: "Free some space, then try again.")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
      return Problem(
        "cannot-open", "The database \(path) could not be opened for writing (\(reason)).",
        safe: "Nothing was changed.",
        remedy: "Correct the permissions of its folder, or choose another, then try again.")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return Problem(
        "damaged-file", "The database \(path) is damaged (\(reason)).",
        safe: "It was left as it is, and nothing was written over it.",
        remedy: "Copy the folder to a safe place, then restore it from a backup.")
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Problem(
        "store-in-use", "Another program has opened the database \(path).", safe: "Nothing was changed.",
        remedy: "Close that program, then try again.")
    default:
      return Problem(
        "store-failed", "The database \(path) failed: \(message) (code \(code)).",
        safe: "What was saved before is unchanged.", remedy: "Try again. If it fails again, check the disk.")
    }
  }
}
