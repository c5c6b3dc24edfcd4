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

  fileprivate func say(_ event: Event, _ settling: Settling) { offer(.said(event), settling) }

  fileprivate func miss(_ count: Int, _ settling: Settling) { offer(.missed(count), settling) }

  private func offer(_ news: News<Event>, _ settling: Settling) {
    // In the lock they take their places in every line, so that all hear the same order; outside it they are handed over.
    let (ears, receipt) = held.withLock { held -> ([Ear<Event>], Receipt?) in
      guard !held.ears.isEmpty else { return ([], nil) }
      let receipt = settling.receipt()
      return (held.ears.values.filter { $0.offer(news, receipt) }, receipt)
    }
    for ear in ears { ear.hand() }
    // Whoever waits for what it stands for is woken outside the lock too.
    withExtendedLifetime(receipt) {}
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

    /// Tells everybody that so many were not heard, for who brings news from elsewhere and was cut off from them.
    public func miss(_ count: Int, settling: Settling) { broadcast.miss(count, settling) }
  }
}

/// One listener's side: counts what the listener has not dealt with yet, and what it missed.
///
/// News stand in a line, and one at a time hands them over, never inside the lock: whoever cancels the listener holds
/// that task's own lock while it asks for ours, and waking the task asks for that one.
private final class Ear<Event: Sendable>: Sendable {
  private struct Held {
    var waiting = 0
    var missed: Missed?
    var line: [Heard<Event>] = []
    var isHanding = false
    var isFinished = false
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

  /// Whether whoever asks is to hand over what stands in the line now.
  func offer(_ news: News<Event>, _ receipt: Receipt) -> Bool {
    change { held in
      if let missed = held.missed {
        held.missed = Missed(count: missed.count + news.count, receipt: missed.receipt)
      } else if held.waiting < bound {
        held.waiting += 1
        held.line.append(Heard(news, holding: Slot(self, receipt)))
      } else {
        held.missed = Missed(count: news.count, receipt: receipt)
      }
    }
  }

  /// A place is free again: what was missed meanwhile is said first.
  private func release() {
    let hands = change { held in
      held.waiting -= 1
      sayMissed(&held)
    }
    if hands { hand() }
  }

  /// What was missed is said even though there is no room, since nothing comes after it.
  func finish() {
    let hands = change { held in
      sayMissed(&held)
      held.isFinished = true
    }
    if hands { hand() }
  }

  private func sayMissed(_ held: inout Held) {
    guard let missed = held.missed else { return }
    held.missed = nil
    held.waiting += 1
    held.line.append(Heard(.missed(missed.count), holding: Slot(self, missed.receipt)))
  }

  private func change(_ body: (inout Held) -> Void) -> Bool {
    held.withLock { held in
      body(&held)
      defer { held.isHanding = true }
      return !held.isHanding
    }
  }

  /// For whoever was told to.
  func hand() {
    while let next = next() { continuation.yield(next) }
  }

  private func next() -> Heard<Event>? {
    let (next, isOver) = held.withLock { held -> (Heard<Event>?, Bool) in
      if !held.line.isEmpty { return (held.line.removeFirst(), false) }
      held.isHanding = false
      return (nil, held.isFinished)
    }
    if isOver { continuation.finish() }
    return next
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
