/// What happened, told to everyone who listens. Only whoever holds its `Source` can speak.
///
/// A listener hears what is said after it began to listen, in order. What it has not taken yet is bounded; when it is
/// too slow it misses the rest, and is told how many as soon as it has room: never silently.
public final class Broadcast<Event: Sendable>: Sendable {
  private struct Held {
    var ears: [Int: Ear<Event>] = [:]
    var given = 0
    var isFinished = false
  }

  private let held = Locked(Held())
  private let bound: Int

  fileprivate init(bound: Int) { self.bound = bound }

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
    let gone = held.withLock { $0.ears.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func say(_ event: Event, _ settling: Settling) {
    held.withLock { held in
      guard !held.ears.isEmpty else { return }
      let receipt = settling.receipt()
      for ear in held.ears.values { ear.offer(event, receipt, settling) }
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

    public init(bound: Int = 1024) { broadcast = Broadcast(bound: bound) }

    deinit { broadcast.finish() }

    public func say(_ event: Event, settling: Settling) { broadcast.say(event, settling) }
  }
}

/// What reaches a listener: an event, or how many it was too slow to hear.
public enum News<Event: Sendable>: Sendable {
  case said(Event)
  case missed(Int)
}

extension News: Equatable where Event: Equatable {}

/// News on its way to one listener. Until the listener has dealt with it, its window is not settled.
public struct Heard<Event: Sendable>: Sendable {
  public let news: News<Event>
  private let slot: (any Sendable)?

  public init(_ event: Event) {
    news = .said(event)
    slot = nil
  }

  public init(_ event: Event, holding receipt: Receipt) {
    news = .said(event)
    slot = receipt
  }

  fileprivate init(_ news: News<Event>, slot: any Sendable) {
    self.news = news
    self.slot = slot
  }

  /// Deals with the news; what `body` sets off has taken its own receipt before this one is let go.
  public func use(_ body: (News<Event>) async -> Void) async {
    await body(news)
    withExtendedLifetime(slot) {}
  }

  public func map<Other>(_ transform: (Event) -> Other) -> Heard<Other> {
    switch news {
    case .said(let event): Heard<Other>(.said(transform(event)), slot: slot ?? ())
    case .missed(let count): Heard<Other>(.missed(count), slot: slot ?? ())
    }
  }
}

extension AsyncSequence where Failure == Never {
  /// Hears every event in order until the owner goes or the task is cancelled.
  public func hear<Event>(_ body: (News<Event>) async -> Void) async where Element == Heard<Event> {
    for await heard in self { await heard.use(body) }
  }
}

/// One listener's side: counts what it has not let go of yet, and what it missed.
private final class Ear<Event: Sendable>: Sendable {
  private struct Held {
    var waiting = 0
    var missed = 0
    var settling: Settling?
  }

  private let held = Locked(Held())
  private let continuation: AsyncStream<Heard<Event>>.Continuation
  private let bound: Int

  init(_ continuation: AsyncStream<Heard<Event>>.Continuation, bound: Int) {
    self.continuation = continuation
    self.bound = bound
  }

  func offer(_ event: Event, _ receipt: Receipt, _ settling: Settling) {
    let slot = Slot(self, receipt)
    let isTaken = held.withLock { held in
      guard held.missed == 0, held.waiting < bound else {
        held.missed += 1
        held.settling = settling
        return false
      }
      held.waiting += 1
      continuation.yield(Heard(.said(event), slot: slot))
      return true
    }
    // Here and not in the lock: a stream that has ended lets go of the slot at once, and that asks for the lock.
    if !isTaken { slot.forget() }
    withExtendedLifetime(slot) {}
  }

  /// A place is free again: what was missed meanwhile is said first.
  fileprivate func release() {
    let slot = held.withLock { held -> Slot? in
      held.waiting -= 1
      guard held.missed > 0, let settling = held.settling else { return nil }
      let slot = Slot(self, settling.receipt())
      held.waiting += 1
      continuation.yield(Heard(.missed(held.missed), slot: slot))
      held.missed = 0
      held.settling = nil
      return slot
    }
    withExtendedLifetime(slot) {}
  }

  func finish() { continuation.finish() }

  /// A place among the bounded number that may wait; free again when the listener lets go of it.
  private final class Slot: Sendable {
    private let ear: Locked<Ear?>
    private let receipt: Receipt

    init(_ ear: Ear, _ receipt: Receipt) {
      self.ear = Locked(ear)
      self.receipt = receipt
    }

    func forget() { ear.withLock { $0 = nil } }

    deinit { ear.withLock { $0 }?.release() }
  }
}
