public import Kernel
public import Platform

/// The server's ruling on a change that was sent.
public enum Verdict: Sendable, Hashable {
  /// Applied now, at that revision.
  case applied(rev: String)
  /// Applied before, at that revision; there may be a later one.
  case alreadyApplied(rev: String)
  case again(until: Date, countsAsTry: Bool)
  /// `wasRefused` means that the server has certainly not applied it.
  case aside(reason: String, wasRefused: Bool)
  /// `theirs` is nil when the server has deleted the record.
  case conflict(theirs: Fields?, rev: String?)
}

/// The changes to send now.
public struct Claim: Sendable, Hashable {
  public let changes: [Change]
  public let counts: QueueCounts
  /// When no change is due now: the instant at which the next one is, if any is pending.
  public let nextDue: Date?
  /// The server's records are being pulled again; nothing may be sent before that ends.
  public let isHeld: Bool

  /// A draw that takes nothing out of the queue, while its person has not decided whether anything may be sent.
  public static func nothing(of counts: QueueCounts) -> Claim {
    Claim(changes: [], counts: counts, nextDue: nil, isHeld: false)
  }
}

/// The state of the queue after a batch was settled.
public struct Settled: Sendable, Hashable {
  public var counts = QueueCounts()
  /// New conflicts that wait for the person.
  public var asked: [UUID] = []
  /// The number of conflicts that a policy resolved.
  public var resolved = 0
}

extension Outbox {
  /// Increases with every change of the queue.
  public var changed: Current<Revision> {
    store.board.revision(of: Ledger.outboxNumber, at: Revision(0))
  }

  /// As `claim`, with the state of the queue; limits the bytes, but returns at least one due change.
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

  /// Makes claimed changes pending again, under the same operations, since their outcome is unknown.
  public func letGo() async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.letGo() }
  }

  /// Stores the rulings on a batch and the server's epoch, in one transaction. `judge` resolves a conflict by policy,
  /// or returns nil to leave it to the person.
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

  /// A policy must not choose a version that this program cannot store. Then the person is asked, and other changes
  /// proceed.
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

  // MARK: Server epoch and sweeps

  /// Only for registered collections, since the sweep of another would never end.
  func isSweepingAnew() throws(Problem) -> Bool {
    for number in names.keys where try tables.sweep(number)?.isAnew == true { return true }
    return false
  }

  func epoch() throws(Problem) -> String? { try tables.meta("epoch").map { String(decoding: $0, as: UTF8.self) } }
  func setEpoch(_ epoch: String) throws(Problem) { try tables.setMeta("epoch", Array(epoch.utf8)) }
}
