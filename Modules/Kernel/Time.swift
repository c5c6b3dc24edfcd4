public import Platform

/// The source of the current moment and of alarms: live, or a `ManualTime` in tests and under `--clock`.
///
/// Waiting is always a standing stream, never a sleep inside an effect: a screen that waits ten seconds for a retry has
/// settled long before.
public struct Time: Sendable {
  /// A stream that rings with the moment of each alarm.
  public typealias Alarms = AsyncStream<Heard<Moment>>

  private let read: @Sendable () -> Moment
  private let ring: @Sendable (_ first: Date, _ every: Duration?) -> Alarms
  private let spent: @Sendable () -> Duration

  public init(
    now: @escaping @Sendable () -> Moment, ring: @escaping @Sendable (_ first: Date, _ every: Duration?) -> Alarms
  ) {
    self.init(now: now, elapsed: Time.sinceStart, ring: ring)
  }

  init(
    now: @escaping @Sendable () -> Moment, elapsed: @escaping @Sendable () -> Duration,
    ring: @escaping @Sendable (_ first: Date, _ every: Duration?) -> Alarms
  ) {
    read = now
    spent = elapsed
    self.ring = ring
  }

  public func now() -> Moment { read() }

  /// The time that has passed since some fixed instant, on a clock that nobody can set, and that goes on while the machine
  /// is suspended. Measure with it what a person must not shorten by setting the clock.
  public func elapsed() -> Duration { spent() }

  /// The same clock, with the moments it reads put in another zone and locale. Alarms ring with the clock's own zone.
  func located(_ place: @escaping @Sendable (Moment) -> Moment) -> Time {
    Time(now: { [read] in place(read()) }, elapsed: spent, ring: ring)
  }

  /// Rings once and finishes; rings at once if the instant is past. (`ManualTime` rings a past alarm with the next
  /// advance, so that settling waits for its effects.)
  public func alarm(at date: Date) -> Alarms { ring(date, nil) }

  /// Rings repeatedly, first after one period.
  public func ticks(every period: Duration) -> Alarms {
    precondition(period > .zero, "a tick takes time")
    return ring(now().date.addingTimeInterval(period.seconds), period)
  }

  private static let start = ContinuousClock.now
  private static let sinceStart: @Sendable () -> Duration = { ContinuousClock.now - start }

  /// The clock and zone of the machine.
  public static let live = Time(
    now: { Moment(Date(), in: .current) },
    ring: { first, every in
      let next = Locked<Date?>(first)
      return AsyncStream {
        guard var due = next.withLock({ $0 }) else { return nil }
        while !Task.isCancelled, due.timeIntervalSinceNow > 0 {
          // In pieces of at most 60 s, since the machine's clock may be changed meanwhile; if it is set back, the wait
          // never exceeds one period.
          try? await Task.sleep(for: .seconds(min(due.timeIntervalSinceNow, 60)))
          if let every { due = min(due, Date().addingTimeInterval(every.seconds)) }
        }
        if Task.isCancelled { return nil }
        // Periods that passed during sleep ring once, not one after another.
        next.withLock { $0 = every.map { max(due, Date()).addingTimeInterval($0.seconds) } }
        return Heard(Moment(Date(), in: .current))
      }
    })
}
