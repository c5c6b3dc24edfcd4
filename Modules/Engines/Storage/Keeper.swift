internal import Kernel

/// Serialises all access to a store's tables, with group commit: writers that wait during a transaction share the next
/// one.
actor Keeper {
  typealias Work<Answer> = @Sendable (Ledger) throws(Problem) -> Answer

  private nonisolated let executor: QueueExecutor
  private nonisolated let waiting = Locked<[CommitWriter]>([])
  private var ledger: Ledger?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// `open` is called before anything else; it creates the tables on the keeper's own queue.
  init(_ label: String) { executor = QueueExecutor(label) }

  func open(_ make: @Sendable () throws(Problem) -> Ledger) throws(Problem) { ledger = try make() }

  func close() { ledger = nil }

  func read<Answer: Sendable>(_ work: Work<Answer>) throws(Problem) -> Answer {
    guard let ledger else { throw StoreProblem.closed }
    return try work(ledger)
  }

  /// Returns when the changes are on disk.
  nonisolated func write<Answer: Sendable>(_ work: @escaping Work<Answer>) async throws(Problem) -> Answer {
    let answer = Locked<Result<Answer, Problem>?>(nil)
    let writer = CommitWriter(
      work: { ledger throws(Problem) in
        let result = try work(ledger)
        answer.withLock { $0 = .success(result) }
      },
      refuse: { problem in answer.withLock { $0 = .failure(problem) } })
    waiting.withLock { $0.append(writer) }
    // The first writer to get here commits everything that waits; the others find their work done.
    await commit()
    guard let answer = answer.withLock({ $0 }) else { throw StoreProblem.closed }
    return try answer.get()
  }

  private func commit() {
    let group = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !group.isEmpty else { return }
    guard let ledger else {
      for writer in group { writer.refuse(StoreProblem.closed) }
      return
    }
    ledger.commit(group)
  }
}

/// One writer of a group commit: its work, and the callback for its failure.
struct CommitWriter: Sendable {
  let work: @Sendable (Ledger) throws(Problem) -> Void
  let refuse: @Sendable (Problem) -> Void
}
