internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Platform
internal import Plot
internal import Storage

// The summary of a month, and the budgets.
extension ExpensesState {
  func summaryScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    let month = ExpenseMonth(of: surroundings.now.day).moved(by: local.month)
    return screen("Spending", route, words, local) {
      let summary = ExpenseSummary(expenses, of: month, on: surroundings.now.day)
      var nodes = [.heading(month.title, level: 2, id: "month"), months(local.month)]
      if summary.totals.allSatisfy({ $0.count == 0 }) {
        nodes.append(
          .empty(
            "Nothing spent in \(month.title).", because: "What you add appears here by category.", icon: .wallet,
            ExpensesState.adding))
      }
      nodes += together(in: summary, words)
      nodes += summary.totals.filter { $0.count > 0 }.map { total($0, in: summary, words) }
      if summary.isOverfull {
        nodes.append(.note(ExpensesState.overfull, tone: .warning, icon: .warning, id: "overfull"))
      }
      if summary.unknown > 0 {
        nodes.append(
          .note(
            "\(ExpenseWords.count(summary.unknown)) in a currency that is not known here: in no total.", icon: .info,
            id: "unknown"))
      }
      return nodes + [.link("Budgets", to: ExpensesPlaces.budgets, id: "budgets", icon: .flag)]
    }
  }

  private func months(_ month: Int) -> ExpensesNode {
    .group(
      id: "months",
      [
        .button("Month before", id: "before", icon: .back, does: .chooseMonth(month - 1)),
        month < 0
          ? .button("Month after", id: "after", icon: .forward, does: .chooseMonth(month + 1))
          : .disabledButton("Month after", id: "after", icon: .forward, because: "It has not begun yet."),
      ])
  }

  private func total(
    _ total: ExpenseSummary.Total, in summary: ExpenseSummary, _ words: ExpenseWords
  ) -> ExpensesNode {
    let currency = total.currency
    var nodes: [ExpensesNode] = [
      .list(
        "Total in \(currency.code)", id: "total",
        [
          .row("Total", id: "amount", value: "\(words.money(total.amount)), \(ExpenseWords.count(total.count))"),
          .row(
            "Compared with \(ExpensesState.compared(summary))", id: "compared",
            value: ExpensesState.comparison(total, words)),
        ])
    ]
    if let chart = ExpensesState.chart(total, in: summary, words) { nodes.append(.chart(chart, id: "chart")) }
    nodes.append(
      .list(
        "By category in \(currency.code)", id: "categories",
        total.parts.map { part in
          let share = part.share.map { ", \($0) %" } ?? ""
          let left =
            budget(part.category, currency).flatMap { summary.left(of: $0) }
            .map { [ExpensesNode.note(ExpensesState.left($0.left, words), id: "left")] } ?? []
          return ExpensesNode.row(
            ExpenseCategory.title(of: part.category).brief(40), id: part.category,
            value: words.money(part.amount) + share, left
          ).with { $0.icon = ExpenseCategory.icon(of: part.category) }
        }))
    return .section(currency.name ?? currency.code, id: currency.code.lowercased(), nodes)
  }

  private func budget(_ category: String, _ currency: Currency) -> ExpenseBudget? {
    budgets.lazy.map(\.record).first { $0.category == category && $0.currency == currency.code }
  }

  /// "October 2026", or "1 to 22 October 2026" while the month is under way.
  private static func compared(_ summary: ExpenseSummary) -> String {
    let before = summary.month.moved(by: -1)
    return summary.compared.upperBound == before.last
      ? before.title : "1 to \(summary.compared.upperBound.day) \(before.title)"
  }

  private static func comparison(_ total: ExpenseSummary.Total, _ words: ExpenseWords) -> String {
    guard let more = total.amount.adding(total.before.negated) else { return "–" }
    let before = words.money(total.before)
    if more.minor == 0 { return "As much (\(before))" }
    return more.minor > 0 ? "\(words.money(more)) more (\(before))" : "\(words.money(more.negated)) less (\(before))"
  }

  static func left(_ left: Money, _ words: ExpenseWords) -> String {
    left.minor >= 0
      ? "\(words.money(left)) left of the budget" : "\(words.money(left.negated)) over the budget"
  }

  /// The greatest categories as bars. The figures of the chart are rounded by drawing only.
  private static func chart(
    _ total: ExpenseSummary.Total, in summary: ExpenseSummary, _ words: ExpenseWords
  ) -> ChartSpec? {
    let shown = total.parts.filter { $0.amount.minor > 0 }
    guard shown.count > 1 else { return nil }
    let scale = Double(total.currency.scale)
    var points = shown.prefix(5).map { part in
      Point(.label(ExpenseCategory.title(of: part.category).brief(20)), Double(part.amount.minor) / scale)
    }
    let rest = shown.dropFirst(5).reduce(0) { $0 + $1.amount.minor }
    if rest > 0 { points.append(Point(.label("The rest"), Double(rest) / scale)) }
    let said = shown.map { "\(ExpenseCategory.title(of: $0.category).brief(20)) \(words.money($0.amount))" }
    let title = "\(summary.month.title) by category, \(total.currency.code)"
    return ChartSpec(
      title: title, summary: "\(title): \(said.prefix(8).joined(separator: ", ")).",
      kind: .bar(
        Bars(
          series: [Series(id: "spent", name: "Spent", unit: total.currency.code, points: points)],
          y: Axis(unit: total.currency.code, least: 0))))
  }

  // MARK: Budgets

  func budgetsScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    let month = ExpenseMonth(of: surroundings.now.day)
    let add = ExpensesNode.link("Add budget", to: ExpensesPlaces.budgetForm, id: "add", icon: .add)
      .with { $0.isProminent = true }
    return screen(
      "Budgets", route, words, local,
      {
        guard !budgets.isEmpty else {
          return [
            .empty(
              "No budgets yet.", because: "Set the most that you want to spend in a category each month.",
              icon: .flag, add)
          ]
        }
        let summary = ExpenseSummary(expenses, of: month, on: surroundings.now.day)
        let sorted = budgets.map(\.record).sorted {
          (ExpenseCategory.title(of: $0.category), $0.currency) < (ExpenseCategory.title(of: $1.category), $1.currency)
        }
        return [
          .section(month.title, id: "month", [.list("Budgets", id: "budgets", sorted.map { row($0, summary, words) })]),
          add,
        ]
      }, ways: [.link("All expenses", to: ExpensesPlaces.home, id: "all", icon: .list)])
  }

  private func row(_ budget: ExpenseBudget, _ summary: ExpenseSummary, _ words: ExpenseWords) -> ExpensesNode {
    let title = "\(ExpenseCategory.title(of: budget.category).brief(40)), \(budget.currency)"
    var (value, isOver) = ("\(budget.amount) (\(budget.currency))", false)
    if let most = budget.money, let (spent, left) = summary.left(of: budget) {
      value = "\(words.money(spent)) of \(words.money(most)) spent"
      isOver = left.minor < 0
      let note = ExpensesNode.note(
        ExpensesState.left(left, words), tone: isOver ? .warning : .neutral, icon: isOver ? .warning : nil, id: "left")
      return row(budget, title, value, [note])
    }
    return row(budget, title, value, [])
  }

  private func row(_ budget: ExpenseBudget, _ title: String, _ value: String, _ notes: [ExpensesNode]) -> ExpensesNode {
    .row(
      title, id: budget.id.description, value: value, to: ExpenseForm.editBudget(budget.id.uuid).route,
      menu: [.menuItem("Delete", icon: .remove, does: .delete(budget.id.uuid))], notes
    ).with { $0.icon = ExpenseCategory.icon(of: budget.category) }
  }
}
