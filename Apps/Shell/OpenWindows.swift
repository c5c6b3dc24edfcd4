package import Interface
package import Kernel

/// A person's open windows in order of activation; the last one is frontmost: the one opened or acted in last.
package final class OpenWindows: Sendable {
  private struct Entry: Sendable {
    let id: WindowID
    weak let window: Window?
  }

  private let entries = Locked<[Entry]>([])

  package init() {}

  /// Returns the window, unless it is closed.
  package subscript(id: WindowID) -> Window? { entries.withLock { $0.first { $0.id == id }?.window } }

  func activate(_ window: Window) {
    window.context.regions.activate(window.id)
    let entry = Entry(id: window.id, window: window)
    entries.withLock { $0 = $0.filter { $0.id != entry.id } + [entry] }
  }

  /// Has every window show the person's present interior.
  func recompose() async {
    for window in entries.withLock({ $0.map(\.window) }) { await window?.recompose() }
  }

  /// Changes the surroundings of every window.
  package func surroundings(_ change: @Sendable (inout Surroundings) -> Void) async {
    for window in entries.withLock({ $0.map(\.window) }) { await window?.surroundings(change) }
  }

  func remove(_ id: WindowID) { entries.withLock { $0.removeAll { $0.id == id } } }

  /// Shows a notification in the frontmost window. Returns false if no window is open.
  package func notify(
    _ name: String, _ title: String, _ body: String, icon: Icon, opens route: Route,
    buttons: (WindowID) -> [NotificationButton]
  ) async -> Bool {
    guard let window = entries.withLock({ $0.last { $0.window != nil }?.window }) else { return false }
    await window.notify(name, title, body, icon: icon, opens: route, buttons: buttons(window.id))
    return true
  }

  /// Takes back the banners of notifications in all windows.
  package func withdraw(_ names: Set<String>) async {
    for window in entries.withLock({ $0.map(\.window) }) { await window?.withdraw(names) }
  }

  /// The window that was opened or acted in last.
  var frontmost: WindowID? { entries.withLock { $0.last?.id } }

  func isFrontmost(_ id: WindowID) -> Bool { entries.withLock { $0.last?.id } == id }
}
