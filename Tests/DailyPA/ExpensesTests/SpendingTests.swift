import Chance
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Money
import Storage
import Testing

@testable import Expenses

@Suite("Sums, shares and budgets") struct SpendingTests {
  @Test("sums of ten thousand expenses in four currencies are those of an independent count, to the last unit")
  func sums() async throws {
    var random = try FuzzPlan.generator(for: "expenses")
    let (currencies, categories) = (["EUR", "JPY", "KWD", "USD"], ExpenseCategory.allCases.map(\.rawValue))
    let first = ExpensesBench.day("2026-09-15")
    let all = (0..<10_000).map { number in
      Expense(
        id: ID(named: "\(number)"), amount: Int.random(in: 1...100_000_000_000, using: &random),
        currency: currencies[Int.random(in: 0..<4, using: &random)],
        category: categories[Int.random(in: 0..<12, using: &random)],
        spentOn: first.following(Int.random(in: 0..<68, using: &random)))
    }
    let bench = try await ExpensesBench()
    try await bench.take(all)
    let today = ExpensesBench.day("2026-11-22")
    let dated = all.map { (day: $0.spentOn.text, expense: $0) }
    for months in [0, -1] {
      let month = ExpenseMonth(of: today).moved(by: months)
      let summary = ExpenseSummary(bench.state.expenses, of: month, on: today)
      #expect(!summary.isOverfull && summary.totals.map(\.currency.code) == currencies)
      for total in summary.totals {
        // Counted digit by digit, in another way than the summary does.
        let prefix = months == 0 ? "2026-11" : "2026-10"
        let within = dated.filter { $0.expense.currency == total.currency.code && $0.day.hasPrefix(prefix) }
          .map(\.expense)
        #expect(Decimals(total.amount.minor) == within.reduce(into: Decimals(0)) { $0.add($1.amount) })
        #expect(total.count == within.count && total.parts.count == 12)
        #expect(total.parts.reduce(0) { $0 + $1.amount.minor } == total.amount.minor)
        #expect(total.parts.compactMap(\.share).reduce(0, +) == 100)
        for part in total.parts {
          let same = within.filter { $0.category == part.category }.reduce(into: Decimals(0)) { $0.add($1.amount) }
          #expect(Decimals(part.amount.minor) == same)
        }
        let before = months == 0 ? "2026-10-01"..."2026-10-22" : "2026-09-01"..."2026-09-30"
        let former = dated.filter { $0.expense.currency == total.currency.code && before.contains($0.day) }
          .map(\.expense)
        #expect(Decimals(total.before.minor) == former.reduce(into: Decimals(0)) { $0.add($1.amount) })
      }
    }
  }

  @Test("shares add up to 100, and there are none where something was refunded")
  func shares() {
    #expect(ExpenseSummary.shares([1, 1, 1]) == [34, 33, 33])
    #expect(ExpenseSummary.shares([999, 1]) == [100, 0])
    #expect(ExpenseSummary.shares([5, -1]) == nil && ExpenseSummary.shares([]) == nil)
    #expect(ExpenseSummary.shares([9_000_000_000_000_000]) == [100])
  }

  @Test("a sum that is larger than can be counted is said, and is not shown as a smaller one")
  func overfull() async throws {
    let bench = try await ExpensesBench()
    try await bench.take(
      (0..<9_001).map {
        Expense(
          id: ID(named: "\($0)"), amount: Expense.mostAmount, currency: "EUR", category: "food",
          spentOn: ExpensesBench.day("2026-11-22"))
      })
    #expect(bench.sees("The sum is larger than can be counted here."))
    #expect(bench.sees("The sum is larger than can be counted here.", at: ExpensesPlaces.summary))
  }

  @Test("a month is summed for each currency, by category with shares, and compared with the same days before")
  func summary() async throws {
    let bench = try await ExpensesBench()
    await bench.add("75", "Shop", category: .groceries, day: "2026-11-10")
    await bench.add("25", "Café", category: .food, day: "2026-11-22")
    await bench.add("1000", "Metro", category: .transport, currency: "JPY")
    await bench.add("80", "Shop", category: .groceries, day: "2026-10-22")
    await bench.add("500", "Rent", category: .housing, day: "2026-10-23")
    let screen = bench.screen(ExpensesPlaces.summary)
    let euro = try #require(screen.nodes.first { $0.id == "eur" })
    // Without the values that the chart lists of itself.
    func rows(_ node: Node<ExpensesWindowAction>) -> [String] {
      guard node.role != .chart else { return [] }
      return (node.role == .listitem ? ["\(node.label): \(node.value ?? "")"] : []) + node.children.flatMap(rows)
    }
    #expect(
      rows(euro) == [
        "Total: €100.00, 2 expenses", "Compared with 1 to 22 October 2026: €20.00 more (€80.00)",
        "Groceries: €75.00, 75 %", "Eating out: €25.00, 25 %",
      ])
    let chart = try #require(euro.all.first { $0.role == .chart })
    #expect(chart.value == "November 2026 by category, EUR: Groceries €75.00, Eating out €25.00.")
    let yen = try #require(screen.nodes.first { $0.id == "jpy" })
    #expect(
      rows(yen) == [
        "Total: ¥1,000, 1 expense", "Compared with 1 to 22 October 2026: ¥1,000 more (¥0)", "Transport: ¥1,000, 100 %",
      ])
    await bench.tap("Month before", at: ExpensesPlaces.summary)
    #expect(bench.sees("€580.00, 2 expenses", at: ExpensesPlaces.summary))
    #expect(bench.sees("Compared with September 2026", at: ExpensesPlaces.summary))
    await bench.tap("Month after", at: ExpensesPlaces.summary)
    #expect(bench.node("Month after", at: ExpensesPlaces.summary)?.hint == "It has not begun yet.")
  }

  @Test("a budget says what is left of it this month, is changed and deleted, and there is one for each pair")
  func budgets() async throws {
    let bench = try await ExpensesBench()
    let form = ExpenseForm.addBudget.route
    func add(_ amount: String, _ currency: String) async {
      await bench.do(.appeared(form))
      await bench.fill(.addBudget, [.amount: amount, .category: "food", .currency: currency])
      await bench.tap("Save", at: form)
    }
    #expect(bench.sees("No budgets yet.", at: ExpensesPlaces.budgets))
    await add("100", "EUR")
    await bench.do(.left(form))
    await bench.add("30", "Café")
    #expect(bench.toasts.first == "Budget saved." && bench.events.contains(.finished([form])))
    func row() -> Node<ExpensesWindowAction>? { bench.node("Eating out, EUR", at: ExpensesPlaces.budgets) }
    #expect(row()?.value == "€30.00 of €100.00 spent")
    #expect(bench.sees("€70.00 left of the budget", at: ExpensesPlaces.budgets))
    #expect(bench.sees("€70.00 left of the budget", at: ExpensesPlaces.summary))
    await add("50", "EUR")
    let category = bench.nodes(form).first { $0.role == .radiogroup }
    #expect(
      category?.state.invalid
        == "Eating out has a budget in EUR already. Change that one, or choose another category.")
    await bench.fill(.addBudget, [.currency: "CHF"])
    await bench.tap("Save", at: form)
    #expect(bench.state.budgets.count == 2)
    let edit = try #require(row()?.destination)
    await bench.do(.appeared(edit))
    let name = try #require(ExpenseForm(edit))
    await bench.fill(name, [.amount: "20"])
    await bench.tap("Save", at: edit)
    #expect(bench.sees("€10.00 over the budget", at: ExpensesPlaces.budgets))
    await bench.tap("Delete", at: ExpensesPlaces.budgets)
    #expect(bench.state.budgets.count == 1 && bench.toasts.last == "Budget deleted.")
    try await bench.undoLast()
    #expect(bench.state.budgets.count == 2)
    #expect(try await bench.waiting().map(\.collection).contains("expense_budgets"))
    let again = try await ExpensesBench(over: bench)
    #expect(again.state.budgets.count == 2)
  }
}

/// Whole numbers as decimal digits, added as on paper.
private struct Decimals: Equatable {
  private var digits: [Int]

  init(_ number: Int) { digits = String(number).compactMap(\.wholeNumberValue).reversed() }

  mutating func add(_ number: Int) {
    let other = Decimals(number).digits
    var carry = 0
    for place in 0..<max(digits.count, other.count) + 1 {
      if place >= digits.count { digits.append(0) }
      let sum = digits[place] + (place < other.count ? other[place] : 0) + carry
      (digits[place], carry) = (sum % 10, sum / 10)
    }
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
  }
}
