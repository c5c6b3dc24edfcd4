public import Kernel
internal import Platform

/// The outcome of tidying: removed records and their bytes.
public struct Tidied: Sendable, Hashable {
  public var records = 0
  public var bytes = 0
}

extension Store {
  /// Applies window and budget to every cached collection now, including those without writes. Data that the person
  /// created and unsent changes stay.
  @discardableResult
  public func tidy() async throws(Problem) -> Tidied {
    try await keeper.write { ledger throws(Problem) in try ledger.tidy() }
  }

  /// The number of times that the disk was full and cached collections were reduced to half their budgets. Published so
  /// that the person can be told.
  public var reductions: Current<Int> { board.reductions.current }
}

extension Ledger {
  /// A cached collection with its limits.
  private struct Cached {
    let number: Int
    let budget: Budget
    let window: Duration?
  }

  private func cached() throws(Problem) -> [Cached] {
    try holdings().compactMap { one in
      guard case .cached(let budget, let window) = one.holding else { return nil }
      return Cached(number: one.number, budget: budget, window: window)
    }
  }

  /// Applies every window, then every budget.
  func tidy() throws(Problem) -> Tidied {
    var tidied = Tidied()
    let cached = try cached()
    for one in cached {
      guard let window = one.window else { continue }
      let removed = try tables.removeClean(one.number, before: now - window.seconds)
      guard removed.count > 0 else { continue }
      tidied.records += removed.count
      tidied.bytes += removed.bytes
      try tellAnew(one.number)
    }
    try hold(cached, to: 1, most: .max, &tidied)
    return tidied
  }

  /// Reduces every budget's collections to that share of it, removing at most `most` records.
  private func hold(_ cached: [Cached], to share: Double, most: Int, _ tidied: inout Tidied) throws(Problem) {
    let budgets = Dictionary(grouping: cached, by: \.budget.name).values
    for sharing in budgets.sorted(by: { $0[0].number < $1[0].number }) {
      var surplus = -Int(Double(sharing.map(\.budget.bytes).min() ?? 0) * share)
      for one in sharing { surplus += try used(one.number) }
      for one in sharing {
        while surplus > 0, tidied.records < most {
          var enough: [(id: UUID, bytes: Int)] = []
          let oldest = try tables.oldestClean(one.number, before: nil, limit: min(500, most - tidied.records))
          for row in oldest where surplus > 0 {
            enough.append(row)
            surplus -= row.bytes
            tidied.bytes += row.bytes
          }
          guard !enough.isEmpty else { break }
          tidied.records += enough.count
          for row in enough { try tables.removeRecord(one.number, row.id) }
          try tellAnew(one.number)
        }
      }
    }
  }

  // MARK: Eviction on a full disk

  /// Evicts half of the data that can be fetched again, to make space for what the person created. Returns false when
  /// nothing could be freed.
  func reduce() -> Bool {
    tables.spendReserve()
    // An emptied log is reused from its beginning and needs no new space.
    try? tables.emptyLog()
    var given = 0
    while let part = giveUp() {
      given += part
      try? tables.emptyLog()
    }
    guard given > 0 else { return false }
    board.reduced()
    context.log.warning("The disk is full: \(given) records that can be fetched again were given up.")
    return true
  }

  /// Evicts in parts, so that each needs only a small log. Returns nil when nothing is left to evict, or the disk is
  /// too full to do it.
  private func giveUp() -> Int? {
    var tidied = Tidied()
    touched = []
    do throws(Problem) {
      try tables.begin()
      try hold(try cached(), to: 0.5, most: 500, &tidied)
      try tables.commit()
    } catch {
      tables.rollback()
      usages = [:]
      return nil
    }
    publish()
    return tidied.records > 0 ? tidied.records : nil
  }
}
