internal import Days
internal import Forms
public import Interface
public import Kernel
internal import Money
internal import Platform
internal import Storage

typealias ExpensesNode = Node<ExpensesWindowAction>

extension ExpensesState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<ExpensesWindowAction> {
    let local = windows[window]
    if let name = ExpenseForm(route) { return formScreen(name, route, surroundings, window) }
    switch route.path {
    case ExpensesPlaces.entry.path: return entryScreen(route, surroundings, local)
    case ExpensesPlaces.summary.path: return summaryScreen(route, surroundings, local)
    case ExpensesPlaces.shared.path: return sharedScreen(route, surroundings, local)
    case ExpensesPlaces.rates.path: return ratesScreen(route, surroundings, local)
    case ExpensesPlaces.budgets.path: return budgetsScreen(route, surroundings, local)
    case ExpensesPlaces.scan.path: return scanSheet(route, surroundings, local)
    case ExpensesPlaces.importing.path: return importSheet(route, surroundings, local)
    default: return home(route, surroundings, local)
    }
  }

  /// The node shown in place of everything while nothing is known; nil once there is something to show.
  func unready() -> ExpensesNode? {
    switch reading {
    case .failed(let problem):
      .unread(problem, retry: .refresh)
    case .unread, .underWay: .skeleton("Loading your expenses", lines: 4)
    case .done: nil
    }
  }

  /// A screen of expenses: its title, what stands from the last action, and its content once the expenses are read.
  func screen(
    _ title: String, _ route: Route, _ words: ExpenseWords, _ local: ExpensesWindowState,
    _ content: () -> [ExpensesNode], ways: [ExpensesNode] = []
  ) -> Screen<ExpensesWindowAction> {
    let nodes: [ExpensesNode] = [.heading(title, level: 1)] + standing(local, words)
    return Screen(
      route, title: title, nodes: nodes + (unready().map { [$0] } ?? content()) + ways, refresh: .refresh)
  }

  /// The problem of the last action, and what was deleted and can be restored.
  func standing(_ local: ExpensesWindowState, _ words: ExpenseWords) -> [ExpensesNode] {
    var nodes: [ExpensesNode] = []
    if let problem = local.problem {
      nodes.append(.problem(problem, dismiss: .dismissProblem))
    }
    // The newest is offered by a message with its own Undo.
    if local.undos.contains(where: { $0.problem != nil || $0.what.id != local.offered }) {
      let said =
        local.undos.count == 1
        ? local.undos.map { "\($0.what.noun) deleted." }.joined() : "\(local.undos.count) deleted."
      nodes.append(
        local.undos.notice(said, dismiss: .dismissUndos, named: { ExpensesState.named($0, words) }) { .undo($0.id) })
    }
    return nodes
  }

  private static func named(_ kept: KeptSpending, _ words: ExpenseWords) -> String {
    switch kept {
    case .expense(let one): "\(ExpenseWords.title(one.record)), \(words.amount(one.record))"
    case .budget(let one): ExpenseCategory.title(of: one.record.category)
    case .settlement(let one): "Settled with \(one.record.person.brief(40))"
    case .rate(let one): ExpensesState.title(one.record)
    }
  }

  // MARK: The list

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    return screen("Expenses", route, words, local) {
      guard !expenses.isEmpty else {
        return [
          .empty(
            "No expenses yet.", because: "Add what you spend to see where your money goes.", icon: .wallet,
            ExpensesState.adding), ExpensesState.scanLink, ExpensesState.importLink,
        ]
      }
      let begin = ExpensesNode.group(id: "begin", [ExpensesState.adding, ExpensesState.scanLink])
      return [begin, thisMonth(surroundings.now.day, words)] + list(surroundings.now.day, words, local)
    }
  }

  static let adding = ExpensesNode.link("Add expense", to: ExpensesPlaces.form, id: "add", icon: .add)
    .with { $0.isProminent = true }
  private static let importLink = ExpensesNode.link(
    "Import expenses", to: ExpensesPlaces.importing, id: "import", icon: .forward)

  private func thisMonth(_ today: CalendarDay, _ words: ExpenseWords) -> ExpensesNode {
    let month = ExpenseMonth(of: today)
    let sums = MoneySums(expenses.lazy.map(\.record).filter { month.days.contains($0.spentOn) }.compactMap(\.own))
    let spent = sums.all.isEmpty ? "Nothing spent yet." : "\(words.sums(sums)) spent."
    return .section(
      month.title, id: "month",
      [
        .text(sums.isOverfull ? ExpensesState.overfull : spent, id: "spent"),
        .group(
          id: "ways",
          [
            .link("Spending", to: ExpensesPlaces.summary, id: "summary", icon: .layers),
            .link("Budgets", to: ExpensesPlaces.budgets, id: "budgets", icon: .flag),
            .link("Shared", to: ExpensesPlaces.shared, id: "shared", icon: .people),
          ]),
      ])
  }

  static let overfull = "The sum is larger than can be counted here."

  private func list(
    _ today: CalendarDay, _ words: ExpenseWords, _ local: ExpensesWindowState
  ) -> [ExpensesNode] {
    let filter = local.filter
    let all = filter.matching(expenses, on: today)
    var nodes: [ExpensesNode] = [
      .search("Search expenses", id: "search", holds: filter.text, example: "Corner shop") { .filter(.search($0)) },
      .button("Filter", id: "filters", icon: .filter, does: .filter(.toggle)).with {
        $0.isExpanded = local.isFilterOpen
      },
    ]
    if local.isFilterOpen { nodes.append(filters(filter)) }
    if all.isEmpty {
      nodes.append(
        .empty(
          "No expense matches.", because: "None of your expenses has all that you chose.", icon: .search,
          .button("Show all expenses", id: "show-all", icon: .close, does: .filter(.clear))))
      return nodes + [ExpensesState.importLink]
    }
    if !filter.isEmpty {
      let sums = MoneySums(all.lazy.compactMap(\.record.own))
      let total = sums.isOverfull ? ExpensesState.overfull : "\(words.sums(sums))."
      nodes += [
        .note("\(ExpenseWords.count(all.count)) found: \(filter.summary). \(total)", id: "count")
          .with { $0.live = .polite },
        .button("Show all expenses", id: "show-all", icon: .close, does: .filter(.clear)),
      ]
    }
    nodes += days(all, today, words, extent: local.extent)
    if all.count > local.extent {
      nodes.append(.button("Show earlier expenses", id: "more", icon: .more, does: .showOlder))
    }
    nodes.append(
      .group(
        id: "ways",
        [
          local.isExporting
            ? .disabledButton("Export CSV", id: "export", icon: .share, because: "The file is on its way.")
            : .button(
              "Export CSV", id: "export", icon: .share, hint: filter.isEmpty ? nil : "What was found above.",
              does: .export),
          ExpensesState.importLink,
        ]))
    return nodes
  }

  private func filters(_ filter: ExpenseFilter) -> ExpensesNode {
    let known = ExpenseCategory.allCases.map(\.rawValue)
    let others = Set(expenses.lazy.map(\.record.category)).subtracting(known).sorted()
    let categories = (known + others).map { (id: $0, title: ExpenseCategory.title(of: $0).brief(40)) }
    var nodes: [ExpensesNode] = [
      .choice(
        "Category", id: "category", [(ExpenseFilter.any, "All categories")] + categories,
        selected: filter.category ?? ExpenseFilter.any, isFolded: true
      ) { .filter(.category($0)) },
      .choice(
        "Date", id: "period", ExpenseFilter.Period.allCases.map { ($0.rawValue, $0.title) },
        selected: filter.period.rawValue, isFolded: true
      ) { .filter(.period($0)) },
    ]
    if filter.period == .own {
      nodes += [
        .field(
          "From", id: "from", holds: filter.from, role: .datefield, draft: { .filter(.from($0)) },
          commit: { .filter(.from($0)) }
        ) { $0.invalid = filter.complaintAboutFrom },
        .field(
          "To", id: "to", holds: filter.to, role: .datefield, draft: { .filter(.to($0)) },
          commit: { .filter(.to($0)) }
        ) { $0.invalid = filter.complaintAboutTo },
      ]
    }
    return .group("Filter", id: "filter", nodes)
  }

  /// The days, the newest first, each with its sum for each currency.
  private func days(
    _ all: [Opened<Expense>], _ today: CalendarDay, _ words: ExpenseWords, extent: Int
  ) -> [ExpensesNode] {
    var days: [(day: CalendarDay, rows: [ExpensesNode])] = []
    var met: [String: Int] = [:]
    for kept in all.prefix(extent) {
      if days.last?.day != kept.record.spentOn { days.append((kept.record.spentOn, [])) }
      let said =
        "\(ExpenseWords.title(kept.record)), \(words.amount(kept.record)), \(words.dates.day(kept.record.spentOn))"
      let alike = "\(ExpenseWords.title(kept.record)), \(ExpensesState.about(kept.record)), \(kept.record.spentOn.text)"
      let count = met[alike, default: 0] + 1
      met[alike] = count
      days[days.count - 1].rows.append(row(kept.record, words, said, number: count))
    }
    var sums: [CalendarDay: MoneySums] = [:]
    let last = days.last?.day
    for expense in all.lazy.map(\.record) {
      guard let last, expense.spentOn >= last else { break }
      if let money = expense.own { sums[expense.spentOn, default: MoneySums()].add(money) }
    }
    return days.map { day, rows in
      let title = words.dates.brief(day)
      // The amount of a single expense stands in its row.
      let sum = rows.count > 1 ? sums[day].map { [ExpensesNode.note(words.sums($0), id: "sum")] } ?? [] : []
      return .section(title, id: "day-\(day.text)", sum + [.list(title, id: "expenses", rows)])
    }
  }

  /// A row whose amount stands at its end. Its day is in the heading above; of two that are alike on one day the second has a
  /// number.
  private func row(_ expense: Expense, _ words: ExpenseWords, _ said: String, number: Int) -> ExpensesNode {
    let value = ExpensesState.about(expense) + (number == 1 ? "" : ", number \(number)")
    let more = "More for \(said)" + (number == 1 ? "" : ", number \(number)")
    return .row(
      ExpenseWords.title(expense), id: expense.id.description, value: value, to: ExpensesPlaces.entry(expense.id.uuid),
      [
        .text(words.spent(expense), id: "amount"),
        .menu(more, id: "menu", [.menuItem("Delete", icon: .remove, does: .delete(expense.id.uuid))]),
      ]
    ).with { $0.icon = ExpenseCategory.icon(of: expense.category) }
  }

  /// The words below the title of a row: "Housing, every month".
  private static func about(_ expense: Expense) -> String {
    let category = ExpenseCategory.title(of: expense.category).brief(40)
    return category + (ExpenseWords.repeats(expense).map { ", \($0)" } ?? "")
  }
}
