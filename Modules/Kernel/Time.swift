public import FoundationEssentials

/// Where moments come from: live, or by hand in tests and under `--clock`.
///
/// Waiting is always a standing stream, never a sleep inside an effect: a screen that waits ten seconds for a retry
/// has settled long before.
public struct Time: Sendable {
  public typealias Alarms = AsyncStream<Heard<Moment>>

  private let read: @Sendable () -> Moment
  private let ring: @Sendable (_ first: Date, _ every: Duration?) -> Alarms

  public init(
    now: @escaping @Sendable () -> Moment, ring: @escaping @Sendable (_ first: Date, _ every: Duration?) -> Alarms
  ) {
    read = now
    self.ring = ring
  }

  public func now() -> Moment { read() }

  /// Rings once, at once when that instant is past, and finishes. (By hand "at once" is with the next advance, so that
  /// what it sets off is waited for.)
  public func alarm(at date: Date) -> Alarms { ring(date, nil) }

  /// Rings again and again, first after one period.
  public func ticks(every period: Duration) -> Alarms {
    precondition(period > .zero, "a tick takes time")
    return ring(now().date.addingTimeInterval(period.seconds), period)
  }

  /// The machine's own clock and zone.
  public static let live = Time(
    now: { Moment(Date(), in: .current) },
    ring: { first, every in
      let next = Locked<Date?>(first)
      return AsyncStream {
        guard var due = next.withLock({ $0 }) else { return nil }
        while !Task.isCancelled, due.timeIntervalSinceNow > 0 {
          // In pieces, since the machine's clock may be set meanwhile; when back, no period is longer than itself.
          try? await Task.sleep(for: .seconds(min(due.timeIntervalSinceNow, 60)))
          if let every { due = min(due, Date().addingTimeInterval(every.seconds)) }
        }
        if Task.isCancelled { return nil }
        // Periods that were slept through ring once, not one after another.
        next.withLock { $0 = every.map { max(due, Date()).addingTimeInterval($0.seconds) } }
        return Heard(Moment(Date(), in: .current))
      }
    })
}
