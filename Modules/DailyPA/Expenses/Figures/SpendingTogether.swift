internal import Days
internal import Money

/// The spending of all currencies in one of them, at the rates that the person gave.
struct SpendingTogether: Sendable, Equatable {
  /// Nil when a rate is missing, or the sum is beyond what is counted.
  let sum: Money?
  /// The rates that were used, in the order of their currencies and days.
  let used: [SpendingRate]
  /// The currencies without a rate.
  let missing: [Currency]

  /// Sums the expenses in one currency. The latest rate up to the day of an expense applies, and the earliest one to
  /// expenses before it. Expenses of one rate are summed before they are converted, so each rate rounds once.
  init(_ expenses: some Sequence<Expense>, in currency: Currency, at rates: [SpendingRate]) {
    let fitting = Dictionary(grouping: rates.filter { $0.to == currency.code && $0.rate != nil }, by: \.from)
      .mapValues { $0.sorted { $0.day < $1.day } }
    var (direct, groups, missing) = (MoneySums(), [SpendingRate: MoneySums](), Set<Currency>())
    for expense in expenses {
      guard let own = expense.own else { continue }
      if own.currency == currency {
        direct.add(own)
      } else if let all = fitting[own.currency.code],
        let rate = all.last(where: { $0.day <= expense.spentOn }) ?? all.first
      {
        groups[rate, default: MoneySums()].add(own)
      } else {
        missing.insert(own.currency)
      }
    }
    used = groups.keys.sorted { ($0.from, $0.day) < ($1.from, $1.day) }
    self.missing = missing.sorted()
    var sum: Money? = missing.isEmpty && !direct.isOverfull ? direct[currency] : nil
    for (rate, sums) in groups {
      guard !sums.isOverfull, let from = Currency(rate.from), let added = rate.rate?.converted(sums[from]) else {
        sum = nil
        break
      }
      sum = sum?.adding(added)
    }
    self.sum = sum
  }
}
