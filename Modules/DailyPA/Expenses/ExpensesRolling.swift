internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Storage

// Expenses that repeat, and what was settled with others.
extension ExpensesState {
  /// Adds what is due by the rules of expenses. The rule is on the newest of a series alone.
  func rolling(_ now: Moment) -> Steps {
    guard reading == .done else { return [] }
    let due = expenses.lazy.map(\.record).filter { $0.repeats != nil && $0.next(upTo: now.day) != nil }.map(\.id)
    return due.isEmpty ? [] : [.run(.roll(Array(due), now.day), .inOrder("keep"))]
  }

  mutating func settled(_ kept: KeptSpending, in window: WindowID) -> Steps {
    take(kept)
    guard case .settlement(let one) = kept else { return [] }
    windows[window].offered = kept.id
    let toast = Toast("Settled with \(one.record.person.brief(40)).", tone: .success)
    return [.tell(.offered(toast.about(kept.undoKey), undo: .takeBack(kept)), window)]
  }
}

extension ExpenseShelves {
  /// The most expenses that one series adds at once.
  static let mostRolled = 400

  /// Adds what follows an expense by its rule, up to a day, and moves the rule to the newest, in one transaction.
  func roll(_ id: ID<Expense>, upTo today: CalendarDay) async throws(Problem) -> [Opened<Expense>] {
    let all = try await expenses.collection()
    guard let kept = try await all.opened(id), kept.record.next(upTo: today) != nil else { return [] }
    var (series, isMade) = ([kept.record], false)
    while !isMade, series.count <= ExpenseShelves.mostRolled, let next = series.last?.next(upTo: today) {
      series[series.count - 1].repeats = nil
      // Another device may have made it already, and its rule is there.
      isMade = try await all.opened(next.id) != nil
      if !isMade { series.append(next) }
    }
    let changed = series
    try await expenses.write { batch throws(Problem) in
      for expense in changed {
        try batch.save(expense, over: expense.id == id ? .version(kept.version) : .nothing, in: all)
      }
    }
    var opened: [Opened<Expense>] = []
    for expense in changed { if let one = try await all.opened(expense.id) { opened.append(one) } }
    return opened
  }
}
