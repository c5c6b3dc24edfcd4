public import Kernel
public import Storage

/// The dependencies of consent.
public struct ConsentNeeds: Sendable {
  /// All decisions of the person, in any order.
  public var load: @Sendable () async throws(Problem) -> [ConsentRecord]
  /// Returns when the decision is on disk.
  public var save: @Sendable (ConsentRecord) async throws(Problem) -> Void
  /// Tells of each change of the stored decisions, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Bool>>

  public init(
    load: @escaping @Sendable () async throws(Problem) -> [ConsentRecord],
    save: @escaping @Sendable (ConsentRecord) async throws(Problem) -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Heard<Bool>>
  ) {
    self.load = load
    self.save = save
    self.changes = changes
  }
}

extension ConsentNeeds {
  /// Keeps the decisions in the person's store. They go with the account, once there is one.
  public init(_ store: Store) {
    let shelf = Shelf<ConsentRecord>(store, .owned(.done))
    self.init(
      load: { () throws(Problem) in try await shelf.collection().records() },
      save: { record throws(Problem) in try await shelf.collection().save(record) },
      changes: { ConsentNeeds.changes(of: shelf) })
  }

  /// Returns a value for each change until the store is closed or the consumer ends.
  private static func changes(of shelf: Shelf<ConsentRecord>) -> AsyncStream<Heard<Bool>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard<Bool>.self, bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      do throws(Problem) {
        for await _ in try await shelf.collection().revision.changes() { continuation.yield(Heard(true)) }
      } catch {
        // The store is closed; saving into it throws.
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }
}
