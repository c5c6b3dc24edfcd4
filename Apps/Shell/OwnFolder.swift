internal import Files
public import Kernel
internal import Platform

/// A folder with access for its owner only, whose files are written atomically.
public struct OwnFolder: Sendable {
  public static let largestFile = 1 << 20

  public let path: String

  /// Creates the folder and missing parent folders.
  public init(_ path: String) throws(Problem) {
    self.path = path
    try OwnFolder.make(path)
  }

  public func inside(_ name: String) throws(Problem) -> OwnFolder {
    try OwnFolder.check(name)
    return try OwnFolder("\(path)/\(name)")
  }

  /// Returns the contents of a file; nil when it does not exist.
  func bytes(of name: String) throws(Problem) -> [UInt8]? {
    try OwnFolder.check(name)
    let bytes: [UInt8]?
    do throws(PrivateFileFailure) {
      bytes = try PrivateFile("\(path)/\(name)").bytes(upTo: OwnFolder.largestFile + 1, mayBeShared: true)
    } catch {
      throw problem(error, name)
    }
    guard bytes.map({ $0.count <= OwnFolder.largestFile }) ?? true else {
      throw Problem(
        "file-too-large", "The file \(path)/\(name) is larger than Troupe ever writes.",
        safe: "It was left as it is.",
        remedy: "Move it away and start again.")
    }
    return bytes
  }

  /// Creates the file atomically: a crash leaves the whole file or none. Returns false, and changes nothing, when it
  /// exists.
  func create(_ name: String, with bytes: [UInt8]) throws(Problem) -> Bool {
    try OwnFolder.check(name)
    do throws(PrivateFileFailure) {
      return try PrivateFile("\(path)/\(name)").create(bytes)
    } catch {
      throw problem(error, name)
    }
  }

  /// Creates the file, or replaces an older one, atomically.
  func replace(_ name: String, with bytes: [UInt8]) throws(Problem) {
    try OwnFolder.check(name)
    do throws(PrivateFileFailure) {
      try PrivateFile("\(path)/\(name)").replace(with: bytes)
    } catch {
      throw problem(error, name)
    }
  }

  private func problem(_ failure: PrivateFileFailure, _ name: String) -> Problem {
    let what =
      switch failure {
      case .shared: "can be read by others"
      case .unreadable(let reason): "could not be read: \(reason)"
      case .unwritable(let reason): "could not be written: \(reason)"
      }
    return Problem(
      "file-error", "The file \(path)/\(name) \(what).",
      safe: "What was saved before is unchanged.",
      remedy: "Check the folder's rights and the free space, then try again.")
  }

  /// Throws unless `name` is a plain file name, which cannot lead out of the folder.
  static func check(_ name: String) throws(Problem) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(name.utf8.count), !name.hasPrefix(".") else {
      throw Problem(
        "bad-name", "“\(name.prefix(64))” cannot be a name here.",
        remedy: "Use up to 64 letters, digits, hyphens, underscores and dots, not beginning with a dot.")
    }
  }

  private static func make(_ path: String) throws(Problem) {
    do throws(PrivateFolderFailure) {
      try PrivateFolder.make(path)
    } catch {
      throw Problem(
        "no-folder", "The folder \(error.folder) could not be made: \(error.reason).",
        remedy: "Choose another with --data DIR, or mend its rights.")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem("no-folder", "\(path) is not a folder.", remedy: "Choose another with --data DIR.")
    }
  }
}
