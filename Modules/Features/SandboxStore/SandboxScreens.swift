internal import Days
public import Interface
public import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import StoreTransactions

// The sandbox's page as a pure function of the state and the window.
extension SandboxState {
  typealias N = Node<SandboxWindowAction>

  public static let route = Route(["settings", "subscription", "store"])

  public static let place = Place(
    "/settings/subscription/store", title: "Sandbox store", keywords: ["purchase", "test", "refund"])

  public func screen(_ route: Route, in surroundings: Surroundings, at window: WindowID) -> Screen<SandboxWindowAction>
  {
    let nodes: [N] =
      switch reading {
      case .unread, .underWay: [.skeleton("Loading the sandbox store")]
      case .failed(let problem):
        [.problem(problem)]
      case .done: order(windows[window].order, surroundings) + testers(window, surroundings)
      }
    return Screen(
      route, title: "Sandbox store",
      nodes: [
        .heading("Sandbox store", level: 1),
        .notice(
          "This is a sandbox. Nothing is charged, and no payment details are asked for.", id: "sandbox", tone: .info,
          icon: .info),
      ] + (problem.map { [.problem($0)] } ?? []) + nodes)
  }

  // MARK: The order in front

  private func order(_ order: StoreOrder?, _ surroundings: Surroundings) -> [N] {
    guard let order, let item = items.first(where: { $0.id == order.item }) else { return [] }
    let isTrial = item.trialDays != nil && !book.entries.contains { $0.group == item.group }
    let trial = item.trialDays.flatMap { isTrial ? "\($0) days free, then " : nil } ?? ""
    return [
      .section(
        "Your order", id: "order",
        [
          .list(
            "Order", id: "item",
            [.row(item.title, id: "title", value: trial + item.price.text(surroundings) + item.term.words)]),
          .button("Confirm purchase", id: "confirm", icon: .success, isProminent: true, does: .confirm),
          .button("Cancel purchase", id: "cancel", icon: .close, does: .cancel),
        ])
    ]
  }

  // MARK: For testers

  /// The acts of a store by itself, for a tester who tries it.
  private func testers(_ window: WindowID, _ surroundings: Surroundings) -> [N] {
    let isOpen = showsTools(in: window)
    return [.button("For testers", id: "testers", does: .toggleTools).with { $0.isExpanded = isOpen }]
      + (isOpen ? answers(windows[window].order) + approvals + subscriptions(surroundings) + tools : [])
  }

  /// The answers to the order in front with which nothing is sold at once.
  private func answers(_ order: StoreOrder?) -> [N] {
    guard order != nil else { return [] }
    return [
      .section(
        "Other answers to your order", id: "answers",
        [
          .button("Decline the payment", id: "decline", icon: .error, does: .decline),
          .button("Ask for approval", id: "ask", icon: .waiting, does: .askSomebody),
        ])
    ]
  }

  private var approvals: [N] {
    guard !book.waiting.isEmpty else { return [] }
    let rows = book.waiting.enumerated().map { index, order in
      let title = title(of: order.item)
      return N.row(
        title, id: "waiting-\(index + 1)", value: "Waits for approval",
        [
          .button("Approve \(title)", id: "approve", icon: .success, does: .approve(order.id)),
          .button("Deny \(title)", id: "deny", icon: .close, does: .deny(order.id)),
        ])
    }
    return [.section("Orders that wait", id: "approvals", [.list("Waiting", id: "list", rows)])]
  }

  // MARK: What was sold

  private func subscriptions(_ surroundings: Surroundings) -> [N] {
    let all = book.standing
    guard !all.isEmpty else {
      return [
        .section("Sold", id: "sold", [.text("This customer has bought nothing yet.", id: "none")])
      ]
    }
    return [.section("Sold", id: "sold", all.map { sold($0, surroundings) })]
  }

  private func sold(_ entry: SandboxBook.Entry, _ surroundings: Surroundings) -> N {
    let title = title(of: entry.item)
    let isFailing = book.renewals[entry.original]?.isFailing == true
    let refund = N.button("Refund \(title)", id: "refund", icon: .undo, does: .refund(entry.id))
    guard let expires = entry.expires else {
      return .group(
        title, id: "sold-\(entry.original)", [.list(title, id: "item", [row(title, "For good")]), refund])
    }
    let day = DateWords(surroundings.now).day(expires)
    let term = book.runs(entry) ? "Until \(day)" : "Ended on \(day)"
    let renewal = book.renewals[entry.original]?.renews == true ? "renews" : "does not renew"
    let state = isFailing ? "payments fail" : renewal
    return .group(
      title, id: "sold-\(entry.original)",
      [
        .list(title, id: "item", [row(title, "\(term), \(state)")]),
        .button("End the term of \(title) now", id: "end", icon: .clock, does: .endTerm(entry.original)),
        isFailing
          ? .button("Let payments for \(title) succeed", id: "pay", icon: .success, does: .fail(entry.original, false))
          : .button("Let payments for \(title) fail", id: "pay", icon: .error, does: .fail(entry.original, true)),
        refund,
      ])
  }

  private func row(_ title: String, _ value: String) -> N { .row(title, id: "row", value: value) }

  private func title(of id: StoreItem.ID) -> String { items.first { $0.id == id }?.title ?? id }

  private var tools: [N] {
    [
      .section(
        "Store", id: "tools",
        [
          .toggle(
            "Answer nothing", id: "silent", isOn: isSilent, hint: "As a store that cannot be reached."
          ) { .setSilent($0) },
          .button("Report everything twice", id: "report", icon: .refresh, does: .report),
          .link("Subscription", to: Route(["settings", "subscription"]), id: "back", icon: .receipt),
        ])
    ]
  }
}

extension StoreItem.Term {
  /// "a month", behind a price.
  fileprivate var words: String {
    switch self {
    case .month: " a month"
    case .year: " a year"
    case .lifetime: ", once"
    }
  }
}

extension StorePrice {
  fileprivate func text(_ surroundings: Surroundings) -> String {
    guard let currency = Currency(currency),
      let money = Money(minor: thousandths * currency.scale / 1000, currency)
    else { return "\(thousandths / 1000) \(currency)" }
    return money.text(surroundings.numbers)
  }
}
