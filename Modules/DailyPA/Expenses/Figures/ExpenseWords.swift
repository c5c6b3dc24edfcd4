internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Recurrence

/// Amounts and days in words, as the window's locale writes them.
struct ExpenseWords {
  let dates: DateWords
  let numbers: NumberNotation

  init(_ surroundings: Surroundings) {
    dates = DateWords(surroundings.now)
    numbers = surroundings.numbers
  }

  static func count(_ count: Int) -> String { count == 1 ? "1 expense" : "\(count) expenses" }

  func money(_ money: Money) -> String { money.text(numbers) }

  func amount(_ expense: Expense) -> String {
    expense.money.map(money) ?? "\(expense.amount) (\(expense.currency.brief(10)))"
  }

  /// "€12.50", or "€4.17 of €12.50" for the own part of a shared expense.
  func spent(_ expense: Expense) -> String {
    guard let own = expense.own, own != expense.money else { return amount(expense) }
    return "\(money(own)) of \(amount(expense))"
  }

  /// "every month"; nil for what does not repeat.
  static func repeats(_ expense: Expense) -> String? {
    switch DayRepeat(of: expense.repeats) {
    case .never: nil
    case .rule: "repeats by a rule"
    case let way: way.title.lowercased()
    }
  }

  /// "€12.50 and CHF 4.00": one for each currency.
  func sums(_ sums: MoneySums) -> String {
    let all = sums.all.map(money)
    guard let last = all.last, all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The name of an expense in a list.
  static func title(_ expense: Expense) -> String {
    (expense.merchant ?? expense.description)?.brief(60) ?? ExpenseCategory.title(of: expense.category).brief(60)
  }
}
