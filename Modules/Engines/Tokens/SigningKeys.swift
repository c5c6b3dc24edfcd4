internal import Files
internal import JSON
public import Kernel
internal import Platform

/// The keys that sign a project's tokens with ES256, in `signing.keys` of a server's folder. Without that file the
/// secret of the project signs, with HS256.
///
/// `rotate` changes the file while servers run. Each notices before it signs, at a token of a key that it does not
/// know, and otherwise within seconds.
public struct SigningKeys: Sendable {
  public enum Algorithm: String, Sendable {
    case hs256 = "HS256"
    case es256 = "ES256"
  }

  /// The keys, and a number that another set of keys does not share.
  struct Current: Sendable {
    let ring: SigningRing
    let generation: Int
  }

  private struct Held {
    var current: Current
    var stamp: FileStamp?
    var looked: Int
  }

  /// Seconds between two looks at the file.
  static let patience = 5
  private static let longest = 65_536

  private let file: PrivateFile?
  private let held: Locked<Held>

  /// No keys but the secret of the project.
  public static var none: SigningKeys { SigningKeys(nil, SigningRing(), nil) }

  /// Reads the keys in that folder.
  public init(in folder: String) throws(Problem) {
    let file = SigningKeys.file(in: folder)
    let stamp = FileStamp(file.path)
    self.init(file, try SigningKeys.read(file), stamp)
  }

  private init(_ file: PrivateFile?, _ ring: SigningRing, _ stamp: FileStamp?) {
    self.file = file
    held = Locked(Held(current: Current(ring: ring, generation: 0), stamp: stamp, looked: .min))
  }

  /// Returns the keys, having looked for newer ones in the last seconds; `isNewest` looks now. A file that cannot be read
  /// changes nothing.
  func current(at now: Int, isNewest: Bool = false) -> Current {
    guard let file else { return held.withLock { $0.current } }
    return held.withLock { held in
      // A clock that was set back counts as a reason to look.
      let isRecent = held.looked <= now && now < held.looked.addingReportingOverflow(SigningKeys.patience).partialValue
      guard isNewest || !isRecent else { return held.current }
      held.looked = now
      let stamp = FileStamp(file.path)
      guard stamp != held.stamp, let ring = try? SigningKeys.read(file) else { return held.current }
      held.stamp = stamp
      held.current = Current(ring: ring, generation: held.current.generation + 1)
      return held.current
    }
  }

  /// Lets a new key pair sign, or the secret of the project again. Returns the identifier of the new key pair. Former keys
  /// verify the tokens that they have signed until those end.
  public static func rotate(
    in folder: String, to algorithm: Algorithm, at now: Int
  ) throws(Problem) -> String? {
    let file = file(in: folder)
    let lock: LockFile
    do throws(LockRefusal) {
      lock = try LockFile("\(file.path).lock", note: "another command")
    } catch {
      throw Problem(
        "keys-in-use", "Another command changes the keys of this folder.", safe: "Nothing was changed.",
        remedy: "Try again when it has ended.")
    }
    defer { lock.release() }
    var ring = try read(file)
    let key = algorithm == .es256 ? try PrivateKey.generated() : nil
    try ring.sign(with: key, at: now)
    guard let data = try? JSON.data(ring.json) else { throw PrivateKey.failed }
    do throws(PrivateFileFailure) {
      try file.replace(with: [UInt8](data))
    } catch {
      throw unusable(file, "could not be written")
    }
    return key?.id
  }

  private static func file(in folder: String) -> PrivateFile { PrivateFile("\(folder)/signing.keys") }

  private static func read(_ file: PrivateFile) throws(Problem) -> SigningRing {
    let bytes: [UInt8]?
    do throws(PrivateFileFailure) {
      bytes = try file.bytes(upTo: longest)
    } catch {
      throw unusable(file, error == .shared ? "can be read by others" : "could not be read")
    }
    guard let bytes else { return SigningRing() }
    guard let json = try? JSON(bytes: bytes, deepest: 8), let ring = SigningRing(json) else {
      throw unusable(file, "is damaged")
    }
    return ring
  }

  private static func unusable(_ file: PrivateFile, _ what: String) -> Problem {
    Problem(
      "signing-keys", "The file \(file.path) \(what).", safe: "Its keys are unchanged.",
      remedy: "Restore it from a copy, or correct its permissions. Without it, people must sign in again.")
  }
}

/// The identity of a file's content, as far as the file system knows it.
private struct FileStamp: Hashable {
  let inode: UInt
  let size: Int
  let seconds: Int
  let nanoseconds: Int

  /// Nil when there is no such file.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (inode, size) = (UInt(facts.st_ino), Int(facts.st_size))
    (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
  }
}
