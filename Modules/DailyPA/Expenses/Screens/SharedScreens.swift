internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import Storage

// What is shared with others, and the rates between currencies.
extension ExpensesState {
  private static let mostSettlements = 50

  /// The parts of a shared expense, on its page.
  func shared(_ expense: Expense, _ words: ExpenseWords) -> [ExpensesNode] {
    guard expense.shares?.isEmpty == false, let money = expense.money else { return [] }
    let parts = expense.split(money)
    let others = parts.others.enumerated().map { index, part in
      ExpensesNode.row(part.name.brief(60), id: "part-\(index + 1)", value: words.money(part.amount))
    }
    return [
      .section(
        "Shared", id: "shared",
        [
          .list(
            "Parts", id: "parts",
            [
              .row("Paid by", id: "payer", value: expense.payer?.brief(60) ?? "You"),
              .row("Your part", id: "own", value: words.money(parts.own)),
            ] + others), .link("Shared expenses", to: ExpensesPlaces.shared, id: "balances", icon: .people),
        ])
    ]
  }

  // MARK: Balances

  func sharedScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    return screen(
      "Shared expenses", route, words, local,
      {
        let balances = SharedBalances(expenses.lazy.map(\.record), settlements.lazy.map(\.record))
        var nodes = [balances.all.isEmpty ? even : open(balances, words)]
        if balances.unknown > 0 {
          nodes.append(
            .note(
              "\(ExpenseWords.count(balances.unknown)) in a currency that is not known here: in no balance.",
              icon: .info, id: "unknown"))
        }
        return nodes + settled(words)
      }, ways: [.link("All expenses", to: ExpensesPlaces.home, id: "all", icon: .list)])
  }

  private var even: ExpensesNode {
    let isShared = expenses.contains { $0.record.shares?.isEmpty == false }
    return .empty(
      isShared ? "Everything is settled." : "Nothing is shared yet.",
      because: "Name the people that an expense is shared with in its form. What each owes appears here.",
      icon: .people, ExpensesState.adding)
  }

  private func open(_ balances: SharedBalances, _ words: ExpenseWords) -> ExpensesNode {
    let rows = balances.all.enumerated().map { index, balance in
      let isOwed = balance.amount.minor > 0
      let amount = words.money(isOwed ? balance.amount : balance.amount.negated)
      return ExpensesNode.row(
        balance.person.brief(60), id: "balance-\(index + 1)",
        value: isOwed ? "owes you \(amount)" : "you owe \(amount)",
        [
          .button(
            "Settle \(amount) with \(balance.person.brief(40))", id: "settle", icon: .success,
            does: .settle(person: balance.person, balance.amount))
        ]
      ).with { $0.icon = .person }
    }
    return .section("Open", id: "open", [.list("Balances", id: "balances", rows)])
  }

  private func settled(_ words: ExpenseWords) -> [ExpensesNode] {
    guard !settlements.isEmpty else { return [] }
    let newest = settlements.map(\.record).sorted {
      ($0.settledOn.number, $0.id.description) > ($1.settledOn.number, $1.id.description)
    }
    var met: [String: Int] = [:]
    let rows = newest.prefix(ExpensesState.mostSettlements).map { settlement in
      let money = settlement.money
      let amount = money.map { words.money($0.minor < 0 ? $0.negated : $0) } ?? "\(settlement.amount.magnitude)"
      let name = settlement.person.brief(40)
      let said = settlement.amount < 0 ? "You paid \(name) \(amount)" : "\(name) paid you \(amount)"
      met[said, default: 0] += 1
      let count = met[said, default: 1]
      return ExpensesNode.row(
        count == 1 ? said : "\(said), number \(count)", id: settlement.id.description,
        value: words.dates.day(settlement.settledOn),
        menu: [.menuItem("Delete settlement", id: "delete", icon: .remove, does: .delete(settlement.id.uuid))])
    }
    return [.section("Settled", id: "settled", [.list("Settlements", id: "settlements", Array(rows))])]
  }

  // MARK: Rates

  func ratesScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: ExpensesWindowState
  ) -> Screen<ExpensesWindowAction> {
    let words = ExpenseWords(surroundings)
    let add = ExpensesNode.link("Add rate", to: ExpensesPlaces.rateForm, id: "add", icon: .add)
      .with { $0.isProminent = true }
    return screen(
      "Exchange rates", route, words, local,
      {
        guard !rates.isEmpty else {
          return [
            .empty(
              "No rates yet.",
              because:
                "With a rate that you give, Spending also shows one sum of all currencies. No rate is looked up.",
              icon: .wallet, add)
          ]
        }
        let sorted = rates.map(\.record).sorted { ($0.from, $0.to, $1.day.number) < ($1.from, $1.to, $0.day.number) }
        return [
          .list(
            "Exchange rates", id: "rates",
            sorted.map { rate in
              .row(
                ExpensesState.title(rate), id: rate.id.description,
                value: ExpensesState.said(rate, words), to: ExpenseForm.editRate(rate.id.uuid).route,
                menu: [.menuItem("Delete rate", id: "delete", icon: .remove, does: .delete(rate.id.uuid))])
            }), add,
        ]
      }, ways: [.link("Spending", to: ExpensesPlaces.summary, id: "summary", icon: .layers)])
  }

  /// "CHF to EUR, 2026-03-02".
  static func title(_ rate: SpendingRate) -> String { "\(rate.from) to \(rate.to), \(rate.day.text)" }

  private static func said(_ rate: SpendingRate, _ words: ExpenseWords) -> String {
    "1 \(rate.from) is \(words.numbers.text(Double(rate.millionths) / 1_000_000)) \(rate.to)"
  }

  /// The spending of all currencies in the usual one; nothing while there is only one.
  func together(in summary: ExpenseSummary, _ words: ExpenseWords) -> [ExpensesNode] {
    let spent = summary.totals.filter { $0.count > 0 }
    guard spent.contains(where: { $0.currency != usual }) else { return [] }
    let link = ExpensesNode.link("Exchange rates", to: ExpensesPlaces.rates, id: "rates", icon: .wallet)
    let days = summary.month.days
    let all = SpendingTogether(
      expenses.lazy.map(\.record).filter { days.contains($0.spentOn) }, in: usual, at: rates.map(\.record))
    guard all.missing.isEmpty else {
      let missing = all.missing.map(\.code).joined(separator: ", ")
      return [
        .section(
          "Together", id: "together",
          [
            .note("A rate from \(missing) to \(usual.code) is missing for one sum.", icon: .info, id: "missing"), link,
          ])
      ]
    }
    guard let sum = all.sum else {
      return [.note(ExpensesState.overfull, tone: .warning, icon: .warning, id: "overfull-sum")]
    }
    return [
      .section(
        "Together", id: "together",
        [
          .list(
            "Together in \(usual.code)", id: "sum",
            [.row("Together in \(usual.code)", id: "amount", value: words.money(sum))]
              + all.used.map {
                .row(ExpensesState.title($0), id: $0.id.description, value: ExpensesState.said($0, words))
              }
          ), link,
        ])
    ]
  }
}
