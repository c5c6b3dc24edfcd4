/// A changing value of any type, reduced to its change signal.
public struct Watched: Sendable {
  /// Starts signalling changes through `told` and the end of all changes through `over`; returns a closure that stops
  /// it.
  let begin: @Sendable (_ told: @escaping @Sendable () -> Void, _ over: @escaping @Sendable () -> Void) -> Ending

  typealias Ending = @Sendable () -> Void

  /// Calls `told` at every change, within the change, for as long as the observation is kept. For a value that others
  /// watch under another name; `told` must return at once.
  public func observe(_ told: @escaping @Sendable () -> Void) -> Observation { Observation(begin(told, {})) }
}

/// Ends when it is released.
public final class Observation: Sendable {
  private let ending: Watched.Ending

  fileprivate init(_ ending: @escaping Watched.Ending) { self.ending = ending }

  deinit { ending() }
}

/// Reports which of many values have changed, by name.
///
/// One task waits for any number of values, and takes all changes that happened while it was busy as one set. A change
/// after the watch was created is never missed. Supports a single listener, which keeps the watch.
public final class Watch<Name: Hashable & Sendable>: AsyncSequence, Sendable {
  private let changed: ChangedNames<Name>
  private let signals: AsyncStream<Void>
  private let endings: [Watched.Ending]

  public init(_ values: [(name: Name, value: Watched)]) {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let changed = ChangedNames<Name>(continuation, values: values.count)
    (self.changed, self.signals) = (changed, signals)
    endings = values.map { name, value in value.begin({ changed.insert(name) }, { changed.end() }) }
  }

  deinit { for end in endings { end() } }

  /// Marks a name as changed by hand, for something that is not a value, such as the time.
  public func tell(_ name: Name) { changed.insert(name) }

  /// Removes and returns the names that changed since they were last taken and that `isWanted` accepts.
  public func take(_ isWanted: (Name) -> Bool = { _ in true }) -> Set<Name> { changed.take(isWanted) }

  public func makeAsyncIterator() -> Iterator { Iterator(watch: self, signals: signals.makeAsyncIterator()) }

  /// Signals that there are names to take. It takes none itself, so that a listener can take them where it uses them:
  /// between a change and the use of its name there is no moment at which nobody knows of it.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let watch: Watch
    fileprivate var signals: AsyncStream<Void>.Iterator

    /// Returns once there are names to take; nil once nothing can change any more, or when the task is cancelled.
    public mutating func next() async -> Void? { await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
      while await signals.next(isolation: actor) != nil {
        if watch.changed.hasNames { return () }
      }
      return nil
    }
  }
}

/// Collects the names of changed values and signals until they are read.
private final class ChangedNames<Name: Hashable & Sendable>: Sendable {
  private let held: Locked<(changed: Set<Name>, values: Int)>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation, values: Int) {
    self.continuation = continuation
    held = Locked(([], values))
    if values == 0 { continuation.finish() }
  }

  /// Yields outside the lock: the woken task may be cancelled meanwhile, and cancelling holds that task's own lock.
  func insert(_ name: Name) {
    let isNew = held.withLock { $0.changed.insert(name).inserted }
    if isNew { continuation.yield() }
  }

  func end() {
    let left = held.withLock { held in
      held.values -= 1
      return held.values
    }
    if left == 0 { continuation.finish() }
  }

  func take(_ isWanted: (Name) -> Bool) -> Set<Name> {
    held.withLock { held in
      let wanted = held.changed.filter(isWanted)
      held.changed.subtract(wanted)
      return wanted
    }
  }

  var hasNames: Bool { held.withLock { !$0.changed.isEmpty } }
}
