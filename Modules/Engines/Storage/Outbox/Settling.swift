public import FoundationEssentials
public import Kernel

/// What is to become of a change that was sent.
public enum Verdict: Sendable, Hashable {
  /// Done now, at that revision.
  case applied(rev: String)
  /// Done before, at that revision; a later one may be there already.
  case alreadyApplied(rev: String)
  case again(until: Date, countsAsTry: Bool)
  /// `wasRefused` says that the server has surely not done it.
  case aside(reason: String, wasRefused: Bool)
  /// No fields when the server has deleted the record.
  case conflict(theirs: Fields?, rev: String?)
}

/// What may leave the device now.
public struct Claim: Sendable, Hashable {
  public let changes: [Change]
  public let counts: QueueCounts
  /// When there is nothing now: when the next one is due, if any waits.
  public let nextDue: Date?
  /// The server's records are told anew; nothing may leave before that is over.
  public let isHeld: Bool
}

/// How the queue stands after a batch was settled.
public struct Settled: Sendable, Hashable {
  public var counts = QueueCounts()
  /// Conflicts that wait for the person, made by this batch.
  public var asked: [UUID] = []
  /// Conflicts that a rule has resolved.
  public var resolved = 0
}

extension Outbox {
  /// Grows with every change of the queue.
  public var changed: Current<Revision> {
    store.board.revision(of: Ledger.outboxNumber, at: Revision(0))
  }

  /// As `claim`, with what is to be known of the rest; no more bytes at once than given, but at least one change.
  public func draw(_ limit: Int, bytes: Int) async throws(Problem) -> Claim {
    try await store.keeper.write { ledger throws(Problem) in
      let isHeld = try ledger.isSweepingAnew()
      let changes = isHeld ? [] : try ledger.claim(min(max(0, limit), Bounds.rows), bytes: bytes)
      let due = changes.isEmpty && !isHeld ? try ledger.tables.nextDue() : nil
      return Claim(
        changes: changes, counts: try ledger.counts(), nextDue: due.map { Date(timeIntervalSinceReferenceDate: $0) },
        isHeld: isHeld)
    }
  }

  /// What was claimed waits again, under the same operations: nobody knows what became of it.
  public func letGo() async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.letGo() }
  }

  /// The answers to a batch, and the life of the server that gave them, in one transaction. `judge` resolves a conflict
  /// by a rule, or leaves it to the person.
  public func settle(
    _ verdicts: [(op: UUID, verdict: Verdict)], epoch: String? = nil,
    judge: @escaping @Sendable (Conflict) -> Resolution? = { _ in nil }
  ) async throws(Problem) -> Settled {
    for (_, verdict) in verdicts { try Outbox.check(verdict.rev) }
    try Outbox.check(epoch)
    return try await store.keeper.write { ledger throws(Problem) in
      var settled = Settled()
      for (op, verdict) in verdicts { try ledger.settle(op, verdict, judge, &settled) }
      if let epoch, try ledger.epoch() == nil { try ledger.setEpoch(epoch) }
      settled.counts = try ledger.counts()
      return settled
    }
  }
}

extension Verdict {
  fileprivate var rev: String? {
    switch self {
    case .applied(let rev), .alreadyApplied(let rev): rev
    case .conflict(_, let rev): rev
    case .again, .aside: nil
    }
  }
}

extension Ledger {
  func settle(
    _ op: UUID, _ verdict: Verdict, _ judge: (Conflict) -> Resolution?, _ settled: inout Settled
  ) throws(Problem) {
    switch verdict {
    case .applied(let rev): try acknowledge(op, rev, isLate: false)
    case .alreadyApplied(let rev): try acknowledge(op, rev)
    case .again(let until, let countsAsTry):
      try change(op) { row in
        row.state = .waiting
        row.notBefore = until.timeIntervalSinceReferenceDate
        if countsAsTry { row.attempts += 1 }
      }
    case .aside(let reason, let wasRefused): try setAside(op, reason, wasRefused)
    case .conflict(let theirs, let rev):
      try conflict(op, theirs, rev)
      guard let row = try tables.conflict(op), let conflict = try conflict(row) else { return }
      if let resolution = judge(conflict), makesRecord(resolution, of: conflict, row.collection) {
        try resolve(op, resolution)
        settled.resolved += 1
      } else {
        settled.asked.append(op)
      }
    }
  }

  /// A rule must not choose what this version cannot keep: then the person is asked, and nothing else is held up.
  func makesRecord(_ resolution: Resolution, of conflict: Conflict, _ collection: Int) -> Bool {
    let wanted: Fields? =
      switch resolution {
      case .mine: conflict.mine
      case .theirs: conflict.theirs
      case .merged(let fields): fields
      }
    guard let registered = names[collection] else { return false }
    guard let wanted else { return true }
    return (try? registered.row(conflict.id, wanted)) != nil
  }

  func letGo() throws(Problem) {
    for var row in try tables.outbox(in: .claimed, limit: Int(Int32.max)) {
      row.state = .waiting
      try tables.put(row)
    }
  }

  func counts() throws(Problem) -> QueueCounts {
    let counts = try tables.outboxCounts()
    return QueueCounts(
      waiting: counts[.waiting] ?? 0, claimed: counts[.claimed] ?? 0, aside: counts[.aside] ?? 0,
      conflicts: counts[.conflict] ?? 0)
  }

  // MARK: The server's life

  /// Only of collections that are asked for now: nobody would end the sweep of another.
  func isSweepingAnew() throws(Problem) -> Bool {
    for number in names.keys where try tables.sweep(number)?.isAnew == true { return true }
    return false
  }

  func epoch() throws(Problem) -> String? { try tables.meta("epoch").map { String(decoding: $0, as: UTF8.self) } }
  func setEpoch(_ epoch: String) throws(Problem) { try tables.setMeta("epoch", Array(epoch.utf8)) }
}
