public import Interface
public import Kernel

/// What one does things with and hears of as a window, wherever the window is: in this process, or in the one that has
/// the profile open.
public protocol AnyWindow: AnyObject, Sendable {
  var frames: Current<Frame> { get }
  var outlets: Broadcast<Outlet> { get }

  /// Does what the command says and answers with the frame once all has settled.
  @discardableResult
  func perform(_ command: Command) async throws(Problem) -> Frame

  /// Shows and hears nothing from now on.
  func close() async
}

extension Window: AnyWindow {}
