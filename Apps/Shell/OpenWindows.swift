package import Interface
package import Kernel
package import Navigation
internal import Push

/// A person's open windows in order of activation; the last one is frontmost: the one opened or acted in last.
package final class OpenWindows: Sendable {
  private struct Entry: Sendable {
    let id: WindowID
    weak let window: Window?
  }

  private let entries = Locked<[Entry]>([])
  private let address = Current<Redacted<String>?>.Source(nil)
  private let key = Current<String?>.Source(nil)
  private let readers = Current<Set<WindowID>>.Source([])
  private let readerSet = Locked<Set<WindowID>>([])
  private let unread = Current<Int>.Source(0)
  private let reception = Locked<PushReception?>(nil)
  private let taken = Locked<[PushedNotice]>([])
  private let tabs = Broadcast<Tab.ID>.Source()
  private let site = Locked<Site?>(nil)

  /// Returns the site of the window before when it is equal, so that the windows share its memory.
  func shared(_ own: Site) -> Site {
    site.withLock { last in
      if let last, last == own { return last }
      last = own
      return own
    }
  }

  /// The address at which a push service reaches this device, as a front end has told it.
  package var pushAddress: Current<Redacted<String>?> { address.current }

  /// The key with which a browser subscribes to notifications; nil while the person wants none, or the server sends none.
  package var pushKey: Current<String?> { key.current }

  package func offer(pushKey offered: String?) {
    if offered != key.current.value { key.publish(offered) }
  }

  /// The windows whose front ends read text aloud.
  package var readingAloud: Current<Set<WindowID>> { readers.current }

  func tell(readsAloud: Bool, at window: WindowID) {
    // Published within the lock, so that the newest set is the last one.
    readerSet.withLock { windows in
      let before = windows
      if readsAloud { windows.insert(window) } else { windows.remove(window) }
      if windows != before { readers.publish(windows) }
    }
  }

  /// The number of unread notifications, which a front end may show on the app's icon.
  package var badge: Current<Int> { unread.current }

  package func show(badge count: Int) {
    if count != unread.current.value { unread.publish(count) }
  }

  /// The tabs that the person chooses, in any window. Nothing of them is kept here; a product records them with a consent.
  package var chosenTabs: Broadcast<Tab.ID> { tabs.broadcast }

  func choose(_ tab: Tab.ID, settling: Settling) { tabs.say(tab, settling: settling) }

  /// The product's hand for notifications that the server has sent.
  package func receive(pushes: @escaping PushReception) { reception.withLock { $0 = pushes } }

  var pushReception: PushReception? { reception.withLock { $0 } }

  /// Notes a notification that a push service brought; false for one that was brought before.
  func take(_ pushed: PushedNotice, at now: Int) -> Bool {
    taken.withLock { taken in
      taken.removeAll { $0.expires <= now }
      guard !taken.contains(pushed) else { return false }
      taken = taken.suffix(OpenWindows.mostTaken - 1) + [pushed]
      return true
    }
  }

  private static let mostTaken = 200

  func tell(pushAddress told: Redacted<String>?) { address.publish(told) }

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

  /// Has every window but the frontmost give back its picture.
  func releasePictures() async {
    for window in entries.withLock({ $0.dropLast().map(\.window) }) { await window?.releasePicture() }
  }

  func remove(_ id: WindowID) {
    entries.withLock { $0.removeAll { $0.id == id } }
    tell(readsAloud: false, at: id)
  }

  /// Shows a notification in the frontmost window. Returns false if no window is open.
  package func notify(
    _ name: String, _ title: String, _ body: String, icon: Icon, opens route: Route, channel: String? = nil,
    isSilent: Bool = false, buttons: (WindowID) -> [NotificationButton]
  ) async -> Bool {
    guard let window = entries.withLock({ $0.last { $0.window != nil }?.window }) else { return false }
    await window.notify(
      name, title, body, icon: icon, opens: route, channel: channel, isSilent: isSilent, buttons: buttons(window.id))
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

/// A notification of the server that has reached this device.
package struct PushArrival: Sendable {
  package let id: String
  package let kind: String
  package let body: String
  package let route: Route
  /// Whether another device of the person has told of it.
  package let isEcho: Bool
}

/// Takes a notification of the server at the window where it arrived or was tapped. Returns false for one that is to be shown,
/// since the person's history does not have it yet.
package typealias PushReception = @Sendable (PushArrival, _ isTapped: Bool, WindowID) async -> Bool
