/// What happened, told to everyone who listens. Only whoever holds its `Source` can speak.
///
/// A listener hears what is said after it began to listen, in order. What it has not dealt with yet is bounded; when it
/// is too slow it misses the rest, and is told how many as soon as it has room: never silently.
public final class Broadcast<Event: Sendable>: Sendable {
  private struct Held {
    var ears: [Int: Ear<Event>] = [:]
    var given = 0
    var isFinished = false
  }

  private let held = Locked(Held())
  private let bound: Int

  fileprivate init(bound: Int) { self.bound = max(1, bound) }

  /// How many listen now.
  public var listeners: Int { held.withLock { $0.ears.count } }

  public func listen() -> AsyncStream<Heard<Event>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Event>.self)
    let ear = Ear(continuation, bound: bound)
    let number = held.withLock { held -> Int? in
      guard !held.isFinished else { return nil }
      held.given += 1
      held.ears[held.given] = ear
      return held.given
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  private func forget(_ number: Int) {
    // Let go of outside the lock: with the last reference go the receipts of what was not heard.
    let gone = held.withLock { $0.ears.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func say(_ event: Event, _ settling: Settling) {
    held.withLock { held in
      guard !held.ears.isEmpty else { return }
      let receipt = settling.receipt()
      for ear in held.ears.values { ear.offer(event, receipt) }
    }
  }

  fileprivate func finish() {
    let ears = held.withLock { held in
      defer { held.ears = [:] }
      held.isFinished = true
      return held.ears
    }
    for ear in ears.values { ear.finish() }
  }

  /// The write side: whoever holds it can speak, and when it goes, every listener's stream finishes.
  public final class Source: Sendable {
    public let broadcast: Broadcast

    /// `bound` is how much may wait for one listener, one at least.
    public init(bound: Int = 1024) { broadcast = Broadcast(bound: bound) }

    deinit { broadcast.finish() }

    public func say(_ event: Event, settling: Settling) { broadcast.say(event, settling) }
  }
}

/// One listener's side: counts what the listener has not dealt with yet, and what it missed.
private final class Ear<Event: Sendable>: Sendable {
  private struct Held {
    var waiting = 0
    var missed: Missed?
  }

  private struct Missed {
    var count: Int
    /// Of the first that was missed: nothing is settled before the listener was told.
    let receipt: Receipt
  }

  private let held = Locked(Held())
  private let continuation: AsyncStream<Heard<Event>>.Continuation
  private let bound: Int

  init(_ continuation: AsyncStream<Heard<Event>>.Continuation, bound: Int) {
    self.continuation = continuation
    self.bound = bound
  }

  func offer(_ event: Event, _ receipt: Receipt) {
    let slot = held.withLock { held -> Slot? in
      if let missed = held.missed {
        held.missed = Missed(count: missed.count + 1, receipt: missed.receipt)
        return nil
      }
      guard held.waiting < bound else {
        held.missed = Missed(count: 1, receipt: receipt)
        return nil
      }
      held.waiting += 1
      return put(.said(event), receipt)
    }
    withExtendedLifetime(slot) {}
  }

  /// A place is free again: what was missed meanwhile is said first.
  private func release() {
    let slot = held.withLock { held -> Slot? in
      guard let missed = held.missed else {
        held.waiting -= 1
        return nil
      }
      held.missed = nil
      return put(.missed(missed.count), missed.receipt)
    }
    withExtendedLifetime(slot) {}
  }

  /// What was missed is said even though there is no room, since nothing comes after it.
  func finish() {
    let slot = held.withLock { held -> Slot? in
      guard let missed = held.missed else { return nil }
      held.missed = nil
      held.waiting += 1
      return put(.missed(missed.count), missed.receipt)
    }
    continuation.finish()
    withExtendedLifetime(slot) {}
  }

  /// Called inside the lock, so that nothing overtakes; the slot is let go of outside, since a stream that has ended
  /// drops it at once and its end asks for the lock.
  private func put(_ news: News<Event>, _ receipt: Receipt) -> Slot {
    let slot = Slot(self, receipt)
    continuation.yield(Heard(news, holding: slot))
    return slot
  }

  /// A place among the bounded number that may wait; free again when the listener lets go of it.
  private final class Slot: Sendable {
    /// Weak, since the stream holds what it has not delivered and the ear holds the stream: a listener that leaves
    /// without hearing would otherwise keep all of it, and its window would never settle.
    private weak let ear: Ear?
    private let receipt: Receipt

    init(_ ear: Ear, _ receipt: Receipt) {
      self.ear = ear
      self.receipt = receipt
    }

    deinit { ear?.release() }
  }
}
