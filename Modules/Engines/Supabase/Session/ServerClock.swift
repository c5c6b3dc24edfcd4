internal import FoundationEssentials

/// What time it is at the server, as its answers tell: a device's own clock may be off by hours.
struct ServerClock: Sendable, Hashable {
  private var ahead: TimeInterval = 0

  /// What the head of an answer says, and when it came.
  mutating func hear(_ date: Date?, at now: Date) {
    guard let date else { return }
    let difference = date.timeIntervalSince(now)
    // A head tells whole seconds, and is on its way for a while.
    ahead = abs(difference) > 2 ? difference : 0
  }

  func date(_ now: Date) -> Date { now.addingTimeInterval(ahead) }
}
