internal import Platform

/// Estimates the server's time from its responses, since a device's clock may be wrong by hours.
struct ServerClock: Sendable, Hashable {
  private var ahead: TimeInterval = 0

  /// Learns from the date of a response and the time it arrived.
  mutating func hear(_ date: Date?, at now: Date) {
    guard let date else { return }
    let difference = date.timeIntervalSince(now)
    // The date has whole seconds, and the response takes time to arrive.
    ahead = abs(difference) > 2 ? difference : 0
  }

  func date(_ now: Date) -> Date { now.addingTimeInterval(ahead) }
}
