/// The deadlines of a connection: what the client must do, and until when.
struct Deadline {
  enum Of {
    case handshake, nextRequest, head, body, pulse, goodbye
  }

  private(set) var of: Of?
  private(set) var reading: Instant?
  /// Until when the client must have read part of the pending output.
  private(set) var sending: Instant?
  /// The earliest alarm set on the loop. A deadline that moves later needs no new alarm: the old one fires, finds that
  /// it is early, and is set again. So a busy connection sets almost none.
  private var alarm: Instant?

  mutating func expect(_ of: Of?, until instant: Instant?) {
    self.of = of
    reading = instant
  }

  mutating func awaitSending(until instant: Instant?) { sending = instant }

  /// Returns the instant for a new alarm, if one is needed.
  mutating func newAlarm() -> Instant? {
    guard let next = [reading, sending].compactMap(\.self).min() else { return nil }
    if let alarm, alarm <= next { return nil }
    alarm = next
    return next
  }

  mutating func rung(at now: Instant) {
    if let alarm, alarm <= now { self.alarm = nil }
  }
}
