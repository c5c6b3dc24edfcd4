internal import Kernel

/// The one place where a store's rows are touched. Writers that wait while a transaction commits share the next one.
actor Keeper {
  typealias Work<Answer> = @Sendable (Ledger) throws(Problem) -> Answer

  private nonisolated let executor: QueueExecutor
  private nonisolated let waiting = Locked<[Writer]>([])
  private var ledger: Ledger?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// `make` opens the tables; it is called on the keeper's own thread.
  init(_ label: String) { executor = QueueExecutor(label) }

  func open(_ make: @Sendable () throws(Problem) -> Ledger) throws(Problem) { ledger = try make() }

  func close() { ledger = nil }

  func read<Answer: Sendable>(_ work: Work<Answer>) throws(Problem) -> Answer {
    guard let ledger else { throw StoreProblem.closed }
    return try work(ledger)
  }

  /// Returns when what the work did is on the disk.
  nonisolated func write<Answer: Sendable>(_ work: @escaping Work<Answer>) async throws(Problem) -> Answer {
    let answer = Locked<Result<Answer, Problem>?>(nil)
    let writer = Writer(
      work: { ledger throws(Problem) in
        let result = try work(ledger)
        answer.withLock { $0 = .success(result) }
      },
      refuse: { problem in answer.withLock { $0 = .failure(problem) } })
    waiting.withLock { $0.append(writer) }
    // Whoever gets here first takes all that waits by then along; the others find their work done.
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

/// One writer of a group: what it does, and how it hears that it was not done.
struct Writer: Sendable {
  let work: @Sendable (Ledger) throws(Problem) -> Void
  let refuse: @Sendable (Problem) -> Void
}
