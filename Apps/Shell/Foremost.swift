internal import Kernel

/// Tracks which of a person's windows is frontmost: the one opened or acted in last.
final class Foremost: Sendable {
  /// In order of activation; the last one is frontmost.
  private let windows = Locked<[ObjectIdentifier]>([])

  func comes(_ window: Window) {
    let name = ObjectIdentifier(window)
    windows.withLock { $0 = $0.filter { $0 != name } + [name] }
  }

  func goes(_ window: ObjectIdentifier) { windows.withLock { $0.removeAll { $0 == window } } }

  func isAt(_ window: Window) -> Bool { windows.withLock { $0.last } == ObjectIdentifier(window) }
}
