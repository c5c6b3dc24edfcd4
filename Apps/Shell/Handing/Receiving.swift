public import Kernel

/// The one file that a window is being handed, piece by piece, by whoever shows it. What is there already is not taken
/// twice, so that a piece whose answer was lost can be sent again.
public actor Receiving {
  public struct Piece: Sendable {
    /// Whoever sends makes one up for each file.
    public let file: String
    public let name: String
    /// Of the whole file.
    public let size: Int
    /// Where the piece begins.
    public let start: Int
    /// The node that takes the file.
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
  /// The last that came whole: its last piece may be sent once more.
  private var whole: (id: String, size: Int)?

  /// It takes its room in the folder.
  public init(for window: Window, in folder: String?) {
    self.window = window
    self.folder = folder
  }

  /// How much of the file is there. Once it is whole, the node has it.
  public func take(_ piece: Piece) async throws(Problem) -> Int {
    if let whole, whole.id == piece.file { return whole.size }
    if incoming?.id != piece.file { try await begin(piece) }
    guard var file = incoming, file.id == piece.file else { throw .unknownFile }
    guard piece.size == file.file.size, piece.start >= 0, piece.start <= file.done, !piece.bytes.isEmpty else {
      throw .misplaced
    }
    guard piece.start == file.done else { return file.done }
    do throws(Problem) {
      try file.file.write(piece.bytes, at: file.done)
    } catch {
      // Of a disk that is full nothing better comes.
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

  /// Another file takes the place of one that did not come to its end.
  private func begin(_ piece: Piece) async throws(Problem) {
    guard piece.start == 0, !piece.bytes.isEmpty else { throw .unknownFile }
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

  /// Whoever sent it will not go on.
  public func stop() { incoming = nil }
}

extension Problem {
  fileprivate static let gone = Problem(
    "no-such-node", "The screen went on before any of the file came.", safe: "Nothing of it was taken over.",
    remedy: "Go back to where it was chosen, and choose it again.")
  fileprivate static let unknownFile = Problem(
    "no-such-file", "This file is not being sent any more.", safe: "Nothing of it was taken over.",
    remedy: "Choose it again.")
}
