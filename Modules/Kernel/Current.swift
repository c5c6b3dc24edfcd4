/// A value that changes, to be read and listened to. Only whoever holds its `Source` can change it.
///
/// A listener hears the latest value first, then changes; when it is slow, the newest is kept.
public final class Current<Value: Sendable>: Sendable {
  private struct Held {
    var value: Value
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var given = 0
    var isFinished = false
  }

  private let held: Locked<Held>

  fileprivate init(_ value: Value) { held = Locked(Held(value: value)) }

  public var value: Value { held.withLock { $0.value } }

  /// How many listen now.
  public var listeners: Int { held.withLock { $0.listeners.count } }

  public func listen() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let number = held.withLock { held -> Int? in
      // Inside the lock, so that no change falls between the first value and the changes.
      continuation.yield(held.value)
      guard !held.isFinished else { return nil }
      held.given += 1
      held.listeners[held.given] = continuation
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
    // Let go of outside the lock: the last reference to a continuation runs its termination.
    let gone = held.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func publish(_ value: Value) {
    // The older value is let go of outside the lock, since its end may run code that asks for this one.
    let older = held.withLock { held -> Value? in
      guard !held.isFinished else { return nil }
      let older = held.value
      held.value = value
      for listener in held.listeners.values { listener.yield(value) }
      return older
    }
    withExtendedLifetime(older) {}
  }

  fileprivate func finish() {
    let listeners = held.withLock { held in
      defer { held.listeners = [:] }
      held.isFinished = true
      return held.listeners
    }
    for listener in listeners.values { listener.finish() }
  }

  /// The write side: whoever holds it can publish, and when it goes, every listener's stream finishes.
  public final class Source: Sendable {
    public let current: Current

    public init(_ value: Value) { current = Current(value) }

    deinit { current.finish() }

    public func publish(_ value: Value) { current.publish(value) }
  }
}
