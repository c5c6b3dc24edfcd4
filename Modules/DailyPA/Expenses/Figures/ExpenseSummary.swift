internal import Days
internal import Kernel
internal import Money
internal import Storage

/// The spending of one month: a total for each currency, never across, with its parts by category.
struct ExpenseSummary: Sendable, Equatable {
  struct Part: Sendable, Equatable {
    let category: String
    let amount: Money
    /// Per cent of the total; nil where there are refunds, which have no share. Shares add up to 100.
    let share: Int?
  }

  struct Total: Sendable, Equatable {
    let amount: Money
    let count: Int
    /// The spending of the time that it is compared with.
    let before: Money
    /// The greatest first.
    let parts: [Part]

    var currency: Currency { amount.currency }
  }

  let month: ExpenseMonth
  /// The days of the month before that it is compared with: as many as have passed of a month that is under way.
  let compared: ClosedRange<CalendarDay>
  let totals: [Total]
  /// Expenses that are in no total, since their currency is not known here.
  let unknown: Int
  /// A sum went beyond what is counted.
  let isOverfull: Bool

  init(_ expenses: [Opened<Expense>], of month: ExpenseMonth, on today: CalendarDay) {
    self.month = month
    let before = month.moved(by: -1)
    let isUnderWay = month.days.contains(today)
    compared =
      before.first...(isUnderWay ? min(before.last, before.first.following(today.day - 1)) : before.last)
    let within = month.days
    var (sums, former, unknown) = (MoneySums(), MoneySums(), 0)
    var counts: [Currency: Int] = [:]
    var parts: [String: MoneySums] = [:]
    for expense in expenses.lazy.map(\.record)
    where expense.spentOn >= before.first && expense.spentOn <= within.upperBound {
      let isWithin = within.contains(expense.spentOn)
      guard let money = expense.own else {
        if isWithin { unknown += 1 }
        continue
      }
      if isWithin {
        sums.add(money)
        counts[money.currency, default: 0] += 1
        parts[expense.category, default: MoneySums()].add(money)
      } else if compared.contains(expense.spentOn) {
        former.add(money)
      }
    }
    self.unknown = unknown
    isOverfull = sums.isOverfull || former.isOverfull || parts.values.contains(where: \.isOverfull)
    let currencies = Set(sums.all.map(\.currency)).union(former.all.map(\.currency)).sorted()
    totals = currencies.map { currency in
      let amounts = parts.compactMap { category, sums in
        sums.all.first { $0.currency == currency }.map { (category, $0) }
      }.sorted { ($1.1.minor, $0.0) < ($0.1.minor, $1.0) }
      let shares = ExpenseSummary.shares(amounts.map(\.1.minor))
      return Total(
        amount: sums[currency], count: counts[currency] ?? 0, before: former[currency],
        parts: amounts.enumerated().map { Part(category: $1.0, amount: $1.1, share: shares?[$0]) })
    }
  }

  /// Per cent of the whole for each part, which add up to 100: what rounding leaves over goes to those that lost most.
  static func shares(_ parts: [Int]) -> [Int]? {
    let whole = parts.reduce(0, +)
    guard whole > 0, parts.allSatisfy({ $0 >= 0 }) else { return nil }
    var shares = parts.map { part in
      let (share, rest) = (part * 100).quotientAndRemainder(dividingBy: whole)
      return (share: share, rest: rest)
    }
    var left = 100 - shares.reduce(0) { $0 + $1.share }
    for place in shares.indices.sorted(by: { (shares[$0].rest, -$0) > (shares[$1].rest, -$1) }) where left > 0 {
      shares[place].share += 1
      left -= 1
    }
    return shares.map(\.share)
  }

  /// The rest of a budget in this month; below zero when more was spent.
  func left(of budget: ExpenseBudget) -> (spent: Money, left: Money)? {
    guard let most = budget.money else { return nil }
    let total = totals.first { $0.currency == most.currency }
    let spent = total?.parts.first { $0.category == budget.category }?.amount ?? .zero(most.currency)
    return most.adding(spent.negated).map { (spent, $0) }
  }
}
