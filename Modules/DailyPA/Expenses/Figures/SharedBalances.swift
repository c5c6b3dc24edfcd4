internal import Days
internal import Forms
internal import Money

/// The amount that somebody owes the person in one currency; below zero when the person owes it.
struct SharedBalance: Sendable, Equatable {
  let person: String
  let amount: Money
}

/// The balances with everybody with whom expenses are shared, without those that are even.
struct SharedBalances: Sendable, Equatable {
  let all: [SharedBalance]
  /// Shared expenses in a currency that is not known here.
  let unknown: Int

  init(_ expenses: some Sequence<Expense>, _ settlements: some Sequence<ExpenseSettlement>) {
    var (sums, names, unknown) = ([String: MoneySums](), [String: String](), 0)
    func add(_ amount: Money, to name: String) {
      let key = name.trimmed.lowercased()
      if names[key] == nil { names[key] = name.trimmed }
      sums[key, default: MoneySums()].add(amount)
    }
    for expense in expenses {
      guard let shares = expense.shares, !shares.isEmpty else { continue }
      guard let money = expense.money else {
        unknown += 1
        continue
      }
      let parts = expense.split(money)
      if let payer = expense.payer {
        add(parts.own.negated, to: payer)
      } else {
        for part in parts.others { add(part.amount, to: part.name) }
      }
    }
    for settlement in settlements {
      if let money = settlement.money { add(money.negated, to: settlement.person) }
    }
    self.unknown = unknown
    all = sums.keys.sorted().flatMap { key in
      sums[key, default: MoneySums()].all.filter { $0.minor != 0 }
        .map { SharedBalance(person: names[key] ?? key, amount: $0) }
    }
  }
}
