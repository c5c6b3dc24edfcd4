public import Platform

/// A clock set by hand, for tests and demonstrations. An advance stops at every alarm that falls due, rings it and
/// waits until everything has settled, so that eight hours pass at once with nothing skipped and without sleeping.
public final class ManualTime: Sendable {
  private struct Alarm {
    let number: Int
    var due: Date
    let every: Duration?
    let continuation: Time.Alarms.Continuation
  }

  private struct Held {
    var now: Moment
    var alarms: [Alarm] = []
    var given = 0
    /// The time that had passed, and the clock, when the clock was last set.
    var elapsed = Duration.zero
    var since: Date

    init(now: Moment) {
      self.now = now
      since = now.date
    }

    var passed: Duration { elapsed + .milliseconds(Int64((now.date.timeIntervalSince(since) * 1000).rounded())) }

    /// The index of the alarm that rings next; of two at the same instant, the one set first.
    func next(until limit: Date) -> Int? {
      alarms.indices.filter { alarms[$0].due <= limit }
        .min { (alarms[$0].due, alarms[$0].number) < (alarms[$1].due, alarms[$1].number) }
    }
  }

  private let held: Locked<Held>

  public init(_ now: Moment) { held = Locked(Held(now: now)) }

  public var now: Moment { held.withLock { $0.now } }

  /// The time that the clock was advanced by. Setting it does not count.
  public var elapsed: Duration { held.withLock { $0.passed } }

  /// Number of alarms set.
  public var alarms: Int { held.withLock { $0.alarms.count } }

  public var time: Time {
    Time(now: { self.now }, elapsed: { self.elapsed }, ring: { first, every in self.set(first, every) })
  }

  public func advance(by duration: Duration, settling: Settling) async {
    await advance(to: now.date.addingTimeInterval(duration.seconds), settling: settling)
  }

  /// Advances to an instant; never moves back.
  public func advance(to date: Date, settling: Settling) async {
    await settling.settled()
    while ring(until: date, settling) { await settling.settled() }
    held.withLock { $0.now.date = max($0.now.date, date) }
  }

  /// Sets the clock to another instant or zone, forward or back, as a person or a journey does. Alarms that are now
  /// past ring, once each; alarms that are now ahead again wait for their instant.
  public func set(_ moment: Moment, settling: Settling) async {
    held.withLock { held in
      held.elapsed = held.passed
      held.since = moment.date
      held.now = moment
      for index in held.alarms.indices {
        guard let every = held.alarms[index].every else { continue }
        // The wait never exceeds one period, however far back the clock was set.
        held.alarms[index].due = min(held.alarms[index].due, moment.date.addingTimeInterval(every.seconds))
      }
    }
    await advance(to: moment.date, settling: settling)
  }

  private func set(_ first: Date, _ every: Duration?) -> Time.Alarms {
    let (stream, continuation) = Time.Alarms.makeStream()
    let number = held.withLock { held in
      held.given += 1
      held.alarms.append(Alarm(number: held.given, due: first, every: every, continuation: continuation))
      return held.given
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) {
    let gone = held.withLock { held in
      let index = held.alarms.firstIndex { $0.number == number }
      return index.map { held.alarms.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
  }

  /// Rings the next alarm that is due, with a receipt, so that settling waits for its effects. Returns false if none is
  /// due.
  private func ring(until limit: Date, _ settling: Settling) -> Bool {
    let rung = held.withLock { held -> (Alarm, Moment)? in
      guard let index = held.next(until: limit) else { return nil }
      let alarm = held.alarms[index]
      held.now.date = max(held.now.date, alarm.due)
      if let every = alarm.every {
        // Periods skipped by setting the clock forward ring once, as they do with the live clock.
        held.alarms[index].due = held.now.date.addingTimeInterval(every.seconds)
      } else {
        held.alarms.remove(at: index)
      }
      return (alarm, held.now)
    }
    guard let (alarm, now) = rung else { return false }
    alarm.continuation.yield(Heard(now, holding: settling.receipt()))
    if alarm.every == nil { alarm.continuation.finish() }
    return true
  }
}
