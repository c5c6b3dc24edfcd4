public import FoundationEssentials

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

    /// Whoever listens at another desk and was told of everything before is told of this version, in that there is nothing
    /// to say.
    mutating func passOver(but desks: Desks) {
      for (number, listener) in listeners {
        guard let desk = listener.desk, listener.version == version - 1, !desks.contains(desk) else { continue }
        listeners[number]?.version = version
      }
    }
  }

  private struct Listener: Sendable {
    let tell: @Sendable (Value) -> Void
    let finish: @Sendable () -> Void
    /// Where it listens; nil for everything.
    let desk: UUID?
    var version: Int
  }

  private let held: Locked<Held>

  fileprivate init(_ value: Value) { held = Locked(Held(value: value)) }

  public var value: Value { held.withLock { $0.value } }

  /// How many listen now.
  public var listeners: Int { held.withLock { $0.listeners.count } }

  public func listen() -> AsyncStream<Value> { listen { $0 } }

  /// The same without the value, for whoever reads it when they are told: who waits here holds no room for it.
  public func changes() -> AsyncStream<Void> { listen { _ in () } }

  /// For who watches it among others, everywhere or at a desk: a change that was published for other desks alone is not told
  /// there, and lies in the value when the next one is.
  public func watched(at desk: UUID? = nil) -> Watched {
    Watched { told, over in
      guard let number = self.add(at: desk, tell: { _ in told() }, finish: over, first: { _ in }) else {
        over()
        return {}
      }
      return { [weak self] in self?.forget(number) }
    }
  }

  private func listen<Told: Sendable>(_ told: @escaping @Sendable (Value) -> Told) -> AsyncStream<Told> {
    let (stream, continuation) = AsyncStream.makeStream(of: Told.self, bufferingPolicy: .bufferingNewest(1))
    let number = add(
      at: nil, tell: { continuation.yield(told($0)) }, finish: { continuation.finish() },
      first: { continuation.yield(told($0)) })
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number) }
    return stream
  }

  /// Returns when the value is so, when it changes no more, or when the task is cancelled.
  public func wait(until isSo: (Value) -> Bool) async {
    for await value in listen() where isSo(value) { return }
  }

  /// The number of a new listener; nil when there is nothing more to hear. What is done with the first value is done inside
  /// the lock, so that no change falls between it and the changes: nobody may wait for it yet.
  private func add(
    at desk: UUID?, tell: @escaping @Sendable (Value) -> Void, finish: @escaping @Sendable () -> Void,
    first: (Value) -> Void
  ) -> Int? {
    held.withLock { held in
      first(held.value)
      guard !held.isFinished else { return nil }
      held.given += 1
      held.listeners[held.given] = Listener(tell: tell, finish: finish, desk: desk, version: held.version)
      return held.given
    }
  }

  private func forget(_ number: Int) {
    // Let go of outside the lock: the last reference to a continuation runs its termination.
    let gone = held.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func publish(_ value: Value, at desks: Desks?) {
    // The older value is let go of outside the lock, since its end may run code that asks for this one.
    let (older, tells) = held.withLock { held -> (Value?, Bool) in
      guard !held.isFinished else { return (nil, false) }
      let older = held.value
      held.value = value
      held.version += 1
      if let desks { held.passOver(but: desks) }
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
      let behind = held.withLock { held -> ([Listener], Value)? in
        let numbers = held.listeners.filter { $0.value.version < held.version }.map(\.key)
        guard !numbers.isEmpty else {
          held.isTelling = false
          return nil
        }
        for number in numbers { held.listeners[number]?.version = held.version }
        return (numbers.compactMap { held.listeners[$0] }, held.value)
      }
      guard let (listeners, value) = behind else { break }
      for listener in listeners { listener.tell(value) }
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
    for listener in listeners.values { listener.finish() }
  }

  /// The write side: whoever holds it can publish, and when it goes, every listener's stream finishes.
  public final class Source: Sendable {
    public let current: Current

    public init(_ value: Value) { current = Current(value) }

    deinit { current.finish() }

    /// To everyone, or only to who listens at these desks and to who listens everywhere.
    public func publish(_ value: Value, at desks: Desks? = nil) { current.publish(value, at: desks) }
  }
}
