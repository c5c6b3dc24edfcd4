internal import FoundationEssentials
public import Kernel

/// What went when a store was tidied.
public struct Tidied: Sendable, Hashable {
  public var records = 0
  public var bytes = 0
}

extension Store {
  /// Holds every cached collection to its window and its budget now, also those that nobody writes to. What a person made
  /// and what is unsent stay.
  @discardableResult
  public func tidy() async throws(Problem) -> Tidied {
    try await keeper.write { ledger throws(Problem) in try ledger.tidy() }
  }

  /// How often the disk was full and cached collections were reduced to half their budgets for what a person made. It is
  /// told, so that they know why less is there.
  public var reductions: Current<Int> { board.reductions.current }
}

extension Ledger {
  /// A collection that can be fetched again, and how it is held.
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

  /// Every window, then every budget.
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

  /// Every budget to that share of it, and no more records at once than given.
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

  // MARK: A full disk

  /// Gives up half of what can be fetched again, so that what a person made can be kept. False when there is nothing to
  /// give, or the disk has no room even for that.
  func reduce() -> Bool {
    tables.spendReserve()
    // A log that is written from its beginning again needs no new room.
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

  /// In parts, each with a log that is small. Nil when there is no more to give up, or no room to do it.
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
