/// A value that changes, of whichever kind, for who asks only when.
public struct Watched: Sendable {
  /// Tells of changes from now on, and once that there are no more; what it returns ends that.
  let begin: @Sendable (_ told: @escaping @Sendable () -> Void, _ over: @escaping @Sendable () -> Void) -> Ending

  typealias Ending = @Sendable () -> Void
}

/// Says which of many values have changed, by their names and on one stream.
///
/// Whoever shows them all waits with one task however many they are, and hears once of everything that changed while they
/// were busy. A change after the watch was made is never missed. For one listener, who keeps it.
public final class Watch<Name: Hashable & Sendable>: AsyncSequence, Sendable {
  private let bell: Bell<Name>
  private let rings: AsyncStream<Void>
  private let endings: [Watched.Ending]

  public init(_ values: [(name: Name, value: Watched)]) {
    let (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let bell = Bell<Name>(continuation, values: values.count)
    (self.bell, self.rings) = (bell, rings)
    endings = values.map { name, value in value.begin({ bell.ring(name) }, { bell.end() }) }
  }

  deinit { for end in endings { end() } }

  /// Something that is no value, such as the time, has moved on.
  public func tell(_ name: Name) { bell.ring(name) }

  public func makeAsyncIterator() -> Iterator { Iterator(watch: self, rings: rings.makeAsyncIterator()) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let watch: Watch
    fileprivate var rings: AsyncStream<Void>.Iterator

    /// What changed since the last time; nil once nothing changes any more, or when the task is cancelled.
    public mutating func next() async -> Set<Name>? { await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Set<Name>? {
      while await rings.next(isolation: actor) != nil {
        let changed = watch.bell.changed()
        if !changed.isEmpty { return changed }
      }
      return nil
    }
  }
}

private final class Bell<Name: Hashable & Sendable>: Sendable {
  private let held: Locked<(changed: Set<Name>, values: Int)>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation, values: Int) {
    self.continuation = continuation
    held = Locked(([], values))
    if values == 0 { continuation.finish() }
  }

  /// Rung outside the lock: whoever is woken by it may be cancelled meanwhile, and who cancels holds a lock of theirs.
  func ring(_ name: Name) {
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

  func changed() -> Set<Name> {
    held.withLock { held in
      defer { held.changed = [] }
      return held.changed
    }
  }
}
