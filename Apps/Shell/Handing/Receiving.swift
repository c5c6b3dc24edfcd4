public import Kernel

/// Receives one file for a window, piece by piece. Bytes already received are ignored, so that a piece whose response
/// was lost can be sent again.
public actor Receiving {
  public struct Piece: Sendable {
    /// An identifier chosen by the sender for each file.
    public let file: String
    public let name: String
    /// Size of the whole file in bytes.
    public let size: Int
    /// Offset of the piece in bytes.
    public let start: Int
    /// The node that accepts the file.
    public let node: String
    public let bytes: [UInt8]

    public init(file: String, name: String, size: Int, start: Int, node: String, bytes: [UInt8]) {
      self.file = file
      self.name = name
      self.size = size
      self.start = start
      self.node = node
      self.bytes = bytes
    }
  }

  private struct Incoming {
    let id: String
    let file: HandedFile
    let taker: Window.Taker
    var done = 0
  }

  private let window: Window
  private let folder: String?
  private var incoming: Incoming?
  /// The last complete file: its last piece may be sent again.
  private var whole: (id: String, size: Int)?

  /// Stores files in the file system of `folder`.
  public init(for window: Window, in folder: String?) {
    self.window = window
    self.folder = folder
  }

  /// Accepts a piece and returns how many bytes of the file have been received. The node gets the file once it is
  /// complete.
  public func take(_ piece: Piece) async throws(Problem) -> Int {
    if let whole, whole.id == piece.file { return whole.size }
    if incoming?.id != piece.file { try await begin(piece) }
    guard var file = incoming, file.id == piece.file else { throw .unknownFile }
    guard piece.size == file.file.size, piece.start >= 0, piece.start <= file.done,
      !piece.bytes.isEmpty || piece.size == 0
    else { throw .misplaced }
    guard piece.start == file.done else { return file.done }
    do throws(Problem) {
      try file.file.write(piece.bytes, at: file.done)
    } catch {
      // A full disk will not accept a retry either.
      if error.code != Problem.misplaced.code { incoming = nil }
      throw error
    }
    file.done += piece.bytes.count
    incoming = file
    guard file.done == file.file.size else { return file.done }
    incoming = nil
    whole = (file.id, file.done)
    try await file.taker.take(file.file)
    return file.done
  }

  /// Starts a file; an incomplete one is discarded.
  private func begin(_ piece: Piece) async throws(Problem) {
    guard piece.start == 0, !piece.bytes.isEmpty || piece.size == 0 else { throw .unknownFile }
    guard piece.bytes.count <= piece.size else { throw .misplaced }
    let taker: Window.Taker
    do throws(Problem) {
      taker = try await window.taker(piece.node)
    } catch  where error.code == "no-such-node" {
      throw .gone
    }
    incoming = nil
    incoming = Incoming(
      id: piece.file, file: try HandedFile(named: piece.name, size: piece.size, in: folder), taker: taker)
  }

  /// Discards the incomplete file after the sender has gone.
  public func stop() { incoming = nil }
}

extension Problem {
  fileprivate static let gone = Problem(
    "no-such-node", "The screen went on before any of the file came.", safe: "Nothing was imported.",
    remedy: "Go back to where it was chosen, and choose it again.")
  fileprivate static let unknownFile = Problem(
    "no-such-file", "This file is not being sent any more.", safe: "Nothing was imported.",
    remedy: "Choose it again.")
}
