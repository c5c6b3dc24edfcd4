internal import FoundationEssentials
internal import Kernel

/// Tracks whether a tab is displayed, and when it was last.
final class Attendance: Sendable {
  private struct Held {
    /// The number of connections. More than one while a page reconnects.
    var present = 0
    var seen: Date
    var wasConnected = false
  }

  private let time: Time
  private let held: Locked<Held>

  init(_ time: Time) {
    self.time = time
    held = Locked(Held(seen: time.now().date))
  }

  /// The time at which the tab was last displayed; nil while it is.
  var left: Date? { held.withLock { $0.present > 0 ? nil : $0.seen } }

  /// Whether a page has ever connected, which takes a script. Such a page names its tab when it is loaded again.
  var wasConnected: Bool { held.withLock { $0.wasConnected } }

  /// Records a request for the tab, which may be displayed soon.
  func note() { change(by: 0) }

  /// Marks the tab as displayed for as long as the result is kept.
  func presence() -> Presence { Presence(self) }

  private func change(by count: Int) {
    let now = time.now().date
    held.withLock { held in
      held.present += count
      if count > 0 { held.wasConnected = true }
      held.seen = now
    }
  }

  final class Presence: Sendable {
    private let attendance: Attendance

    fileprivate init(_ attendance: Attendance) {
      self.attendance = attendance
      attendance.change(by: 1)
    }

    deinit { attendance.change(by: -1) }
  }
}
