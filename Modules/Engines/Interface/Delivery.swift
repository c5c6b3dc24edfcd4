public import Kernel

/// A file that a feature hands out to the person.
public struct OutgoingFile: Sendable, Equatable {
  /// The most bytes of a file in memory. It is held until it is superseded or its window closes, and never written to the
  /// disk of the machine that runs the window.
  public static let largest = 32 << 20

  public let name: FileName
  /// The media type.
  public let type: String
  /// The content of a file in memory; empty for one with a source.
  public let bytes: [UInt8]
  /// Where the content of a larger file is read.
  public let source: OutgoingSource?

  public init(_ name: FileName, type: String, _ bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
    source = nil
  }

  /// A file of any size, of which parts are read when they are asked for.
  public init(_ name: FileName, type: String, _ source: OutgoingSource) {
    self.name = name
    self.type = type
    self.source = source
    bytes = []
  }

  public var size: Int { source?.size ?? bytes.count }

  /// The bytes from an offset on, at most `count`.
  public func read(from start: Int, _ count: Int) throws(Problem) -> [UInt8] {
    if let source { return try source.read(start, count) }
    guard start < bytes.count else { return [] }
    return Array(bytes[start..<min(bytes.count, start + count)])
  }
}

/// Content that is too large for memory. Two are equal when they are the same.
public final class OutgoingSource: Sendable, Equatable {
  public let size: Int
  /// Returns the bytes from an offset on, at most so many.
  let read: @Sendable (_ start: Int, _ count: Int) throws(Problem) -> [UInt8]

  public init(
    size: Int, read: @escaping @Sendable (_ start: Int, _ count: Int) throws(Problem) -> [UInt8]
  ) {
    self.size = size
    self.read = read
  }

  public static func == (left: OutgoingSource, right: OutgoingSource) -> Bool { left === right }
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

    /// The toast of a feature that says nothing else about the end of a delivery.
    public var toast: Toast {
      switch self {
      case .saved(let name): Toast("Saved as \(name).", tone: .success)
      case .shared(let name): Toast("Shared as \(name).", tone: .success)
      case .declined: Toast("The file was not saved.")
      case .failed(let problem): Toast(problem)
      }
    }
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
