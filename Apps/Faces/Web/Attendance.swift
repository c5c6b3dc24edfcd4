internal import FoundationEssentials
internal import Kernel

/// Whether a tab is shown anywhere, and until when it was.
final class Attendance: Sendable {
  private struct Held {
    /// More than one while a page is coming back.
    var present = 0
    var seen: Date
  }

  private let time: Time
  private let held: Locked<Held>

  init(_ time: Time) {
    self.time = time
    held = Locked(Held(seen: time.now().date))
  }

  /// When it was last seen; nil while it is shown.
  var left: Date? { held.withLock { $0.present > 0 ? nil : $0.seen } }

  /// Somebody asks for it, and may show it soon.
  func note() { change(by: 0) }

  /// It is shown for as long as this is kept.
  func presence() -> Presence { Presence(self) }

  private func change(by count: Int) {
    let now = time.now().date
    held.withLock { held in
      held.present += count
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
