public import Kernel
internal import Platform
public import Storage

/// The dependencies of a board: storage for the last facts.
public struct BoardNeeds<Facts: BoardFacts>: Sendable {
  /// The cached facts; nil when there are none. Throws when they cannot be read.
  public var load: @Sendable () async throws(Problem) -> KeptBoard<Facts>?
  public var keep: @Sendable (KeptBoard<Facts>) async throws(Problem) -> Void
  public var clear: @Sendable () async throws(Problem) -> Void

  /// Keeps the facts encrypted for seven days, within a storage budget.
  public init(_ store: Store, within budget: Budget) {
    let shelf = Shelf<KeptBoard<Facts>>(store, .cached(budget, window: KeptBoard<Facts>.lasts))
    load = { () throws(Problem) in
      let collection = try await shelf.collection()
      // Reading sets aside a row that cannot be opened, so the rows are counted first.
      let isKept = try await collection.count() > 0
      let kept = try await collection.record(KeptBoard.name)
      if kept == nil, isKept { throw .unreadableCache }
      return kept
    }
    keep = { kept throws(Problem) in try await shelf.collection().save(kept, over: .anything) }
    clear = { () throws(Problem) in try await shelf.collection().delete(KeptBoard.name) }
  }
}
