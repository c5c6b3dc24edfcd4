/// An observable value. Only the holder of its `Source` can change it.
///
/// A listener receives the latest value first, then changes; a slow listener skips to the newest value.
public final class Current<Value: Sendable>: Sendable {
  private struct Held {
    var value: Value
    /// Number of changes so far; compared with the version that each listener was last told of.
    var version = 0
    var listeners: [Int: Listener] = [:]
    var given = 0
    var isTelling = false
    var isFinished = false

    /// Marks listeners of other windows that are up to date as told of this version, since it holds no change for them.
    mutating func passOver(but windows: Set<WindowID>) {
      for (number, listener) in listeners {
        guard let window = listener.window, listener.version == version - 1, !windows.contains(window) else { continue }
        listeners[number]?.version = version
      }
    }
  }

  /// The callbacks of one listener, and the version it was last told of.
  private struct Listener: Sendable {
    let tell: @Sendable (Value) -> Void
    let finish: @Sendable () -> Void
    /// The window it listens at; nil to be told of every change.
    let window: WindowID?
    var version: Int
  }

  private let held: Locked<Held>

  fileprivate init(_ value: Value) { held = Locked(Held(value: value)) }

  public var value: Value { held.withLock { $0.value } }

  /// Number of current listeners.
  public var listeners: Int { held.withLock { $0.listeners.count } }

  public func listen() -> AsyncStream<Value> { listen { $0 } }

  /// Signals changes without the value, for a listener that reads `value` when told; a pending signal keeps no copy of
  /// it.
  public func changes() -> AsyncStream<Void> { listen { _ in () } }

  /// For observing this value among others with `Watch`, everywhere or at one window. A change that was published only
  /// for other windows is not signalled there; the value includes it when the next change is.
  public func watched(at window: WindowID? = nil) -> Watched {
    Watched { told, over in
      guard let number = self.add(at: window, tell: { _ in told() }, finish: over, first: { _ in }) else {
        over()
        return {}
      }
      return { [weak self] in self?.forget(number) }
    }
  }

  /// A part of this value, or a figure that is made of it, which changes only when it differs. It is made once for each
  /// change, however many listen to it.
  public func part<Part: Sendable & Equatable>(_ make: @escaping @Sendable (Value) -> Part) -> Current<Part> {
    let source = Current<Part>.Source(make(value))
    _ = add(at: nil, tell: { source.renew(make($0)) }, finish: {}, first: { source.renew(make($0)) })
    return source.current
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

  /// Returns when the value satisfies the predicate, when it can no longer change, or when the task is cancelled.
  public func wait(until isSo: (Value) -> Bool) async {
    for await value in listen() where isSo(value) { return }
  }

  /// Adds a listener and returns its number; nil if the source is finished. `first` runs inside the lock, so that no
  /// change falls between the first value and the changes; no task may be waiting on its stream yet.
  private func add(
    at window: WindowID?, tell: @escaping @Sendable (Value) -> Void, finish: @escaping @Sendable () -> Void,
    first: (Value) -> Void
  ) -> Int? {
    held.withLock { held in
      first(held.value)
      guard !held.isFinished else { return nil }
      held.given += 1
      held.listeners[held.given] = Listener(tell: tell, finish: finish, window: window, version: held.version)
      return held.given
    }
  }

  private func forget(_ number: Int) {
    // Released outside the lock: the last reference to a continuation runs its termination handler.
    let gone = held.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(gone) {}
  }

  fileprivate func publish(_ value: Value, at windows: Set<WindowID>?) {
    // The older value is released outside the lock, since its deinit may run code that takes it.
    let (older, tells) = held.withLock { held -> (Value?, Bool) in
      guard !held.isFinished else { return (nil, false) }
      let older = held.value
      held.value = value
      held.version += 1
      if let windows { held.passOver(but: windows) }
      defer { held.isTelling = true }
      return (older, !held.isTelling)
    }
    withExtendedLifetime(older) {}
    if tells { tell() }
  }

  /// Tells listeners of the latest value. One caller at a time does, in order, and never inside the lock: cancelling a
  /// listener holds the task's own lock while it takes this one, and waking the task takes the task's lock.
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

  /// Finishes all streams once the source is finished and every listener was told the last value.
  private func end() {
    let listeners = held.withLock { held -> [Int: Listener] in
      guard held.isFinished, !held.isTelling else { return [:] }
      defer { held.listeners = [:] }
      return held.listeners
    }
    for listener in listeners.values { listener.finish() }
  }

  /// The write side. Its holder can publish; when it is released, every listener's stream finishes.
  public final class Source: Sendable {
    public let current: Current

    public init(_ value: Value) { current = Current(value) }

    deinit { current.finish() }

    /// Publishes to all listeners or, if `windows` is given, only to those at these windows and those that listen
    /// everywhere.
    public func publish(_ value: Value, at windows: Set<WindowID>? = nil) { current.publish(value, at: windows) }
  }
}

extension Current.Source where Value: Equatable {
  /// Publishes a value that differs from the current one.
  fileprivate func renew(_ value: Value) { if current.value != value { publish(value) } }
}
