internal import Platform

/// Folders that only their owner can enter.
public enum PrivateFolder {
  /// Creates the folder and its missing parents. Existing folders keep their permissions.
  public static func make(_ path: String) throws(PrivateFolderFailure) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      throw PrivateFolderFailure(folder: made, reason: String(cString: strerror(errno)))
    }
  }
}

/// The folder that could not be created, and the reason.
public struct PrivateFolderFailure: Error, Sendable, Hashable {
  public let folder: String
  public let reason: String
}
