internal import Kernel

/// Which of a person's windows they are at: the one they opened or did something in last.
final class Foremost: Sendable {
  /// The last one is in front.
  private let windows = Locked<[ObjectIdentifier]>([])

  func comes(_ window: Window) {
    let name = ObjectIdentifier(window)
    windows.withLock { $0 = $0.filter { $0 != name } + [name] }
  }

  func goes(_ window: ObjectIdentifier) { windows.withLock { $0.removeAll { $0 == window } } }

  func isAt(_ window: Window) -> Bool { windows.withLock { $0.last } == ObjectIdentifier(window) }
}
