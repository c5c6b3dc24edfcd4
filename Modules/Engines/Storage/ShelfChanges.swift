public import Kernel

extension Shelf {
  /// Tells of each change of the collection, by this device and others, until the consumer ends. A slow consumer is told
  /// once of several changes, and catches up with one read. The stream ends at once when the store is closed already.
  public func changes() -> AsyncStream<Heard<Void>> {
    .relaying(keeping: .bufferingNewest(1)) { tell in await follow { tell(Heard(())) } }
  }

  /// Calls with every change, until the task is cancelled; returns at once when the store is closed already.
  public func follow(_ tell: @Sendable () -> Void) async {
    // A closed store reports nothing more; saving to it throws.
    guard let collection = try? await collection() else { return }
    for await _ in collection.revision.changes() { tell() }
  }

  /// Tells of each stored record, and then of each that is saved, by this device and others, until the consumer ends.
  /// Deleted records, and changes that the store no longer has one by one, count as missed. The stream ends when a closed
  /// store refuses a read.
  public func saves<Event: Sendable>(
    _ event: @escaping @Sendable (Opened<Record>) -> Event
  ) -> AsyncStream<Heard<Event>> {
    .relaying { tell in
      do throws(Problem) {
        let collection = try await collection()
        // Starts at revision 0, so that no change is missed between reading and listening.
        var seen = Revision(0)
        for await _ in collection.revision.changes() {
          seen = try await collection.catchUp(from: seen) { tell($0.map(event)) }
        }
      } catch {
        // The store is closed; saving into it throws.
      }
    }
  }
}

extension Collection {
  /// Tells of the records saved since a revision, and returns the revision up to which it did.
  fileprivate func catchUp(
    from start: Revision, _ tell: (Heard<Opened<Record>>) -> Void
  ) async throws(Problem) -> Revision {
    var seen = start
    while true {
      switch try await changes(since: seen) {
      case .anew(let revision):
        tell(Heard(missed: 1))
        return revision
      case .since(let saved, let deleted, let revision, let more):
        for id in saved {
          // A record deleted meanwhile is reported among the deletions of the next page.
          guard let opened = try await opened(id) else { continue }
          tell(Heard(opened))
        }
        if !deleted.isEmpty { tell(Heard(missed: deleted.count)) }
        seen = revision
        if !more { return seen }
      }
    }
  }
}
