public import Interface
public import Kernel

/// A file that waits at a window to be handed over. The front end fetches its bytes with `AnyWindow.piece`, and reports
/// with `Command.delivered` what became of it.
public struct FileOffer: Sendable, Hashable, Codable {
  /// Tells the file from the others of its window.
  public let id: Int
  /// A plain file name, distinct from the others that the person was given.
  public let name: String
  /// The media type.
  public let type: String
  /// Size in bytes.
  public let size: Int
  public let way: Delivery.Way
}

/// A part of an offered file.
public struct FilePiece: Sendable, Hashable {
  /// The most bytes of one piece.
  public static let largest = 1 << 20

  public let offer: FileOffer
  /// Offset of the piece in bytes.
  public let start: Int
  public let bytes: [UInt8]

  public init(of offer: FileOffer, from start: Int, _ bytes: [UInt8]) {
    self.offer = offer
    self.start = start
    self.bytes = bytes
  }
}

extension Command {
  /// The end of a delivery, as a front end reports it.
  public enum Report: Sendable, Hashable {
    /// Saved under the offered name, or at a path.
    case saved(path: String? = nil)
    case shared
    case declined
    case failed(Problem)
  }
}

extension Delivery {
  static let unknown = Problem(
    "no-such-file", "This file is not offered any more.", safe: "Nothing was changed.",
    remedy: "Export it again, and take it from there.")
  static let tooLarge = Problem(
    "file-too-large", "The file is larger than \(OutgoingFile.largest >> 20) MB.", safe: "Nothing was changed.",
    remedy: "Export a shorter time, or less at once.")
  static let superseded = Problem(
    "superseded", "Later files have taken its place before it was saved.", safe: "Nothing was changed.",
    remedy: "Export it again.")
  /// The window that the file belongs to has closed.
  public static let windowClosed = Problem(
    "window-closed", "The window was closed before the file was saved.", safe: "Nothing was changed.",
    remedy: "Export it again in an open window.")
}
