public import Kernel

/// A file that a feature hands out to the person.
public struct OutgoingFile: Sendable, Equatable {
  /// The most bytes of one file. It is held in memory until it is superseded or its window closes, and never written
  /// to the disk of the machine that runs the window.
  public static let largest = 32 << 20

  public let name: FileName
  /// The media type.
  public let type: String
  public let bytes: [UInt8]

  public init(_ name: FileName, type: String, _ bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
  }
}

/// The way in which a file is handed out, and what a face reports about it.
public enum Delivery {
  public enum Way: String, Sendable, Hashable, Codable, CaseIterable {
    /// Kept by the person: a download in a browser, a file in a folder elsewhere.
    case save
    /// Given to the share sheet of the system. A face without one saves the file and reports that.
    case share
  }

  /// The end of a delivery, as the face reports it. Until then nothing is known about the file.
  public enum Outcome: Sendable, Hashable {
    /// The person has the file under this name or path.
    case saved(as: String)
    /// Another app has taken the file under this name.
    case shared(as: String)
    /// The person closed the share sheet or cancelled.
    case declined
    case failed(Problem)
  }

  /// The problem of a face that may not write where the file is to be saved.
  public static func notPermitted(_ place: String? = nil) -> Problem {
    Problem(
      permissionCode,
      place.map { "The file cannot be saved in \($0)." } ?? "The device did not allow the file to be saved.",
      safe: "Nothing was overwritten, and the file can still be saved.",
      remedy: "Allow it in the device's settings or choose another folder, and try again.")
  }

  public static let permissionCode = "storage-permission"

  /// The problem of a transfer that ended early.
  public static let interrupted = Problem(
    "interrupted", "The file did not arrive.", safe: "It can still be saved.", remedy: "Try again.")
}
