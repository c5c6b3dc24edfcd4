public import Kernel
internal import Platform
public import Storage
public import Sync
public import SyncWire

extension OfflineNeeds.Disk {
  /// Builds the dependencies on a store. Clearing and tidying are passed in.
  public init(
    _ store: Store, _ kinds: [SyncedKind],
    clear: @escaping @Sendable () async throws(Problem) -> Void,
    tidy: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    let courier = Courier(store, kinds)
    self.init(
      perform: { await courier.perform($0) },
      queue: { pages, changes throws(Problem) in try await store.outbox.waiting(pages: pages, changes: changes) },
      changes: { Self.news(of: store.outbox.changed) },
      losers: { () throws(Problem) in try await store.losers(newest: HistoryBounds.most) },
      use: { () throws(Problem) in
        StorageUse(usages: try await store.usage(), damaged: try await store.problems())
      },
      work: { work throws(Problem) in
        switch work {
        case .retry(let op): try await store.outbox.retry(op)
        case .retryAll: try await store.outbox.retryAll()
        case .discard(let op): try await store.outbox.discard(op)
        case .resolve(let op, let resolution): try await store.outbox.resolve(op, resolution)
        case .restore(let number): try await store.restore(number)
        case .clear: try await clear()
        }
      },
      tidy: tidy,
      lastSynced: { () throws(Problem) in try await store.lastSynced() },
      keepSynced: { date throws(Problem) in try await store.keep(lastSynced: date) },
      reductions: { Self.news(of: store.reductions) })
  }

  /// The current value and every change, until the stream is no longer followed.
  private static func news<Value: Sendable>(of current: Current<Value>) -> AsyncStream<Heard<Value>> {
    let values = current.listen()
    return .relaying(keeping: .bufferingNewest(1)) { tell in
      for await value in values { tell(Heard(value)) }
    }
  }
}

extension OfflineNeeds {
  /// Builds the disk's part on a store; the server's and the machine's parts are passed in.
  public init(
    _ store: Store, _ kinds: [SyncedKind],
    clear: @escaping @Sendable () async throws(Problem) -> Void,
    tidy: @escaping @Sendable () async throws(Problem) -> Void,
    push: @escaping @Sendable (Push) async -> TimedAnswer<PushAnswer>,
    pull: @escaping @Sendable (Pull) async -> TimedAnswer<PullAnswer>,
    network: @escaping @Sendable () -> AsyncStream<Heard<Bool>>
  ) {
    self.init(disk: Disk(store, kinds, clear: clear, tidy: tidy), push: push, pull: pull, network: network)
  }
}

/// Bounds of the conflict history.
enum HistoryBounds {
  static let most = 100
}
