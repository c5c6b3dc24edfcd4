/// A stream of events to any number of listeners. Only the holder of its `Source` can publish.
///
/// A listener receives the events published after it began to listen, in order. The number of undelivered events per
/// listener is bounded; a listener that is too slow loses the events beyond the bound and receives their count
/// (`News.missed`) as soon as it has room.
public final class Broadcast<Event: Sendable>: Sendable {
  private struct Held {
    var queues: [Int: DeliveryQueue<Event>] = [:]
    var given = 0
    var isFinished = false
  }

  private let held = Locked(Held())
  private let bound: Int

  fileprivate init(bound: Int) { self.bound = max(1, bound) }

  /// Number of current listeners.
  public var listeners: Int { held.withLock { $0.queues.count } }

  /// Listens everywhere or, if a window is given, to the events for this window and those for all.
  public func listen(at window: WindowID? = nil) -> AsyncStream<Heard<Event>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Event>.self)
    let queue = DeliveryQueue(
      at: window, bound: bound, deliver: { continuation.yield($0) }, close: { continuation.finish() })
    guard let number = add(queue) else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// Subscribes like `listen`, for a listener without a task of its own.
  public func delivery(at window: WindowID? = nil) -> EventDelivery<Event> {
    let line = EventDelivery<Event>.Line()
    let number = add(DeliveryQueue(at: window, bound: bound, deliver: { line.add($0) }, close: {}))
    return EventDelivery(line) { [weak self] in if let number { self?.forget(number) } }
  }

  /// Returns the number of the listener; nil if the source is finished.
  private func add(_ queue: DeliveryQueue<Event>) -> Int? {
    held.withLock { held in
      guard !held.isFinished else { return nil }
      held.given += 1
      held.queues[held.given] = queue
      return held.given
    }
  }

  private func forget(_ number: Int) {
    // Released outside the lock: the last reference also releases the receipts of undelivered events.
    let gone = held.withLock { $0.queues.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func say(_ event: Event, at window: WindowID?, _ settling: Settling) {
    offer(.said(event), at: window, settling)
  }

  fileprivate func miss(_ count: Int, _ settling: Settling) { offer(.missed(count), at: nil, settling) }

  private func offer(_ news: News<Event>, at window: WindowID?, _ settling: Settling) {
    // Queued inside the lock, so that every listener sees the same order; delivered outside it.
    let (queues, receipt) = held.withLock { held -> ([DeliveryQueue<Event>], Receipt?) in
      let concerned = held.queues.values.filter { $0.isConcerned(by: window) }
      guard !concerned.isEmpty else { return ([], nil) }
      let receipt = settling.receipt()
      return (concerned.filter { $0.offer(news, receipt) }, receipt)
    }
    for queue in queues { queue.hand() }
    // Releasing the receipt may wake tasks that wait for settling; this too happens outside the lock.
    withExtendedLifetime(receipt) {}
  }

  fileprivate func finish() {
    let queues = held.withLock { held in
      defer { held.queues = [:] }
      held.isFinished = true
      return held.queues
    }
    for queue in queues.values { queue.finish() }
  }

  /// The write side. Its holder can publish; when it is released, every listener's stream finishes.
  public final class Source: Sendable {
    public let broadcast: Broadcast

    /// `bound` is the number of events that may wait for one listener, at least 1.
    public init(bound: Int = 1024) { broadcast = Broadcast(bound: bound) }

    deinit { broadcast.finish() }

    /// Publishes an event to all listeners or, if a window is given, to those at this window and those that listen
    /// everywhere.
    public func say(_ event: Event, at window: WindowID? = nil, settling: Settling) {
      broadcast.say(event, at: window, settling)
    }

    /// Tells every listener that `count` events were lost, for a source that relays events and was cut off from their
    /// origin.
    public func miss(_ count: Int, settling: Settling) { broadcast.miss(count, settling) }
  }
}

/// The delivery queue of one listener: counts the events that the listener has not finished with, and those it missed.
///
/// One caller at a time delivers, and never inside the lock: cancelling a listener holds the task's own lock while it
/// takes this one, and waking the task takes the task's lock.
private final class DeliveryQueue<Event: Sendable>: Sendable {
  private struct Held {
    var waiting = 0
    var missed: Missed?
    var line: [Heard<Event>] = []
    var isHanding = false
    var isFinished = false
  }

  private struct Missed {
    var count: Int
    /// The receipt of the first missed event: settling waits until the listener has been told.
    let receipt: Receipt
  }

  private let held = Locked(Held())
  private let deliver: @Sendable (Heard<Event>) -> Void
  private let close: @Sendable () -> Void
  /// The window it listens at; nil to hear every event.
  private let window: WindowID?
  private let bound: Int

  init(
    at window: WindowID?, bound: Int, deliver: @escaping @Sendable (Heard<Event>) -> Void,
    close: @escaping @Sendable () -> Void
  ) {
    self.deliver = deliver
    self.close = close
    self.window = window
    self.bound = bound
  }

  /// Whether an event for the given window, or for all of them, is delivered to it.
  func isConcerned(by window: WindowID?) -> Bool { window == nil || self.window == nil || self.window == window }

  /// Returns true if the caller must call `hand()` to deliver the queued events.
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

  /// Frees one place and queues the count of missed events, if any.
  private func release() {
    let hands = change { held in
      held.waiting -= 1
      sayMissed(&held)
    }
    if hands { hand() }
  }

  /// Queues the count of missed events even without room, since nothing follows it.
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

  /// Delivers the queued events. Called only by the caller that `offer`, `release` or `finish` chose.
  func hand() {
    while let next = next() { deliver(next) }
  }

  private func next() -> Heard<Event>? {
    let (next, isOver) = held.withLock { held -> (Heard<Event>?, Bool) in
      if !held.line.isEmpty { return (held.line.removeFirst(), false) }
      held.isHanding = false
      return (nil, held.isFinished)
    }
    if isOver { close() }
    return next
  }

  /// One of the bounded places in the queue; freed when the listener releases the event.
  private final class Slot: Sendable {
    /// Weak, since the stream holds undelivered events and the queue holds the stream: a listener that leaves without
    /// reading would otherwise keep all of them, and its window would never settle.
    private weak let queue: DeliveryQueue?
    private let receipt: Receipt

    init(_ queue: DeliveryQueue, _ receipt: Receipt) {
      self.queue = queue
      self.receipt = receipt
    }

    deinit { queue?.release() }
  }
}
