/// A value that changes, to be read and listened to. Only whoever holds its `Source` can change it.
///
/// A listener hears the latest value first, then changes; when it is slow, the newest is kept.
public final class Current<Value: Sendable>: Sendable {
  private struct Held {
    var value: Value
    /// How often the value changed, and so which change a listener was told of last.
    var version = 0
    var listeners: [Int: Listener] = [:]
    var given = 0
    var isTelling = false
    var isFinished = false
  }

  private struct Listener {
    let continuation: AsyncStream<Value>.Continuation
    var version: Int
  }

  private let held: Locked<Held>

  fileprivate init(_ value: Value) { held = Locked(Held(value: value)) }

  public var value: Value { held.withLock { $0.value } }

  /// How many listen now.
  public var listeners: Int { held.withLock { $0.listeners.count } }

  public func listen() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let number = held.withLock { held -> Int? in
      // Inside the lock, so that no change falls between the first value and the changes. Nobody waits for it yet.
      continuation.yield(held.value)
      guard !held.isFinished else { return nil }
      held.given += 1
      held.listeners[held.given] = Listener(continuation: continuation, version: held.version)
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
    let (older, tells) = held.withLock { held -> (Value?, Bool) in
      guard !held.isFinished else { return (nil, false) }
      let older = held.value
      held.value = value
      held.version += 1
      defer { held.isTelling = true }
      return (older, !held.isTelling)
    }
    withExtendedLifetime(older) {}
    if tells { tell() }
  }

  /// One at a time tells, in order, and never inside the lock: whoever cancels a listener holds that task's own lock while it
  /// asks for ours, and waking the task asks for that one.
  private func tell() {
    while true {
      let behind = held.withLock { held -> ([AsyncStream<Value>.Continuation], Value)? in
        let numbers = held.listeners.filter { $0.value.version < held.version }.map(\.key)
        guard !numbers.isEmpty else {
          held.isTelling = false
          return nil
        }
        for number in numbers { held.listeners[number]?.version = held.version }
        return (numbers.compactMap { held.listeners[$0]?.continuation }, held.value)
      }
      guard let (listeners, value) = behind else { break }
      for listener in listeners { listener.yield(value) }
    }
    end()
  }

  fileprivate func finish() {
    held.withLock { $0.isFinished = true }
    end()
  }

  /// When nothing comes any more and everybody was told all.
  private func end() {
    let listeners = held.withLock { held -> [Int: Listener] in
      guard held.isFinished, !held.isTelling else { return [:] }
      defer { held.listeners = [:] }
      return held.listeners
    }
    for listener in listeners.values { listener.continuation.finish() }
  }

  /// The write side: whoever holds it can publish, and when it goes, every listener's stream finishes.
  public final class Source: Sendable {
    public let current: Current

    public init(_ value: Value) { current = Current(value) }

    deinit { current.finish() }

    public func publish(_ value: Value) { current.publish(value) }
  }
}
