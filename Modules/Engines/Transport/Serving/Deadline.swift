/// What is waited for from the client, and until when.
struct Deadline {
  enum Of {
    case handshake, nextRequest, head, body, pulse, goodbye
  }

  private(set) var of: Of?
  private(set) var reading: Instant?
  /// Until when the client must have taken something of what waits for it.
  private(set) var sending: Instant?
  /// The earliest alarm that is set with the loop. An instant that moves later needs no new one: the alarm rings, sees
  /// that it is not time yet and is set again. So a busy connection sets next to none.
  private var alarm: Instant?

  mutating func expect(_ of: Of?, until instant: Instant?) {
    self.of = of
    reading = instant
  }

  mutating func awaitSending(until instant: Instant?) { sending = instant }

  /// When the loop must be asked to ring, if it must.
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
