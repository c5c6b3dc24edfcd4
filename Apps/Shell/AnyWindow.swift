public import Interface
public import Kernel

/// A window of a profile, either in this process or in the process that has the profile open.
public protocol AnyWindow: AnyObject, Sendable {
  var frames: Current<Frame> { get }
  var outlets: Broadcast<Outlet> { get }

  /// Executes a command and returns the frame once all effects have settled.
  @discardableResult
  func perform(_ command: Command) async throws(Problem) -> Frame

  /// Returns the bytes of an offered file from `start` on, at most `FilePiece.largest`.
  func piece(of file: Int, from start: Int) async throws(Problem) -> FilePiece

  /// Closes the window. It publishes no more frames and executes no more commands.
  func close() async
}

extension Window: AnyWindow {}
