internal import Days
internal import Entitlement
internal import Interface
internal import Kernel
internal import Money
internal import Numbers
internal import Platform
internal import StoreTransactions

// Sentences about plans, prices and payments.
extension PurchasesState {
  func title(of id: StoreItem.ID) -> String { plan.item(id)?.title ?? plan.entitlement.title }

  func day(_ date: Date, _ surroundings: Surroundings) -> String {
    DateWords(surroundings.now).day(date)
  }

  /// "€9.99 a month".
  func price(of id: StoreItem.ID, _ surroundings: Surroundings) -> String {
    guard let item = plan.item(id) else { return "its price in the store" }
    let amount = (prices[id] ?? item.price).text(surroundings)
    return switch item.term {
    case .month: "\(amount) a month"
    case .year: "\(amount) a year"
    case .lifetime: "\(amount) once"
    }
  }

  /// Words of a plan's row.
  func words(for standing: StoreStanding, _ surroundings: Surroundings) -> String {
    func on(_ date: Date) -> String { day(date, surroundings) }
    let next = standing.next.flatMap { $0 == standing.product ? nil : $0 }
    func after(_ date: Date) -> String {
      guard standing.renews else { return "ends then" }
      if let next { return "then \(title(of: next)), \(price(of: next, surroundings))" }
      return "then \(price(of: standing.product, surroundings))"
    }
    let shared = standing.ownership == .family ? "Shared by your family. " : ""
    return shared
      + {
        switch standing.state {
        case .owned where passEnd(of: standing) != nil:
          passEnd(of: standing).map {
            gives(standing) ? "Free trial until \(on($0))" : "The free trial ended on \(on($0))"
          }
            ?? ""
        case .owned: "Bought once. It is yours for good."
        case .trial(let until): "Free trial until \(on(until)), \(after(until))"
        case .active(let until) where standing.renews && next == nil:
          "Renews on \(on(until)), \(price(of: standing.product, surroundings))"
        case .active(let until): "Until \(on(until)), \(after(until))"
        case .grace(let until):
          "The last payment failed. Open until \(on(until)). Update your payment details in the store."
        case .retry(let since):
          "Paused since \(on(since)), because the last payment failed. Update your payment details in the store."
        case .expired(let end) where isAwaitingNews(standing):
          "The term ended on \(on(end)). The store could not be asked since, and it stays open for now."
        case .expired(let end): "Ended on \(on(end))"
        case .revoked(let date): "Refunded on \(on(date))"
        }
      }()
  }

  // MARK: Billing history

  func history(_ surroundings: Surroundings) -> [Node<PurchasesWindowAction>] {
    let bought = ledger.history.prefix(PurchasesState.shownHistory)
    guard !bought.isEmpty else { return [] }
    let rows = bought.map { one in
      let revoked = one.revoked.map { ", refunded on \(day($0, surroundings))" } ?? ""
      let amount = one.isFree ? "Free trial" : one.price.map { $0.text(surroundings) } ?? "–"
      return Node<PurchasesWindowAction>.row(
        title(of: one.product), id: "bill-\(one.id)", value: "\(day(one.purchased, surroundings))\(revoked)",
        [.note(amount, id: "amount")]
      ).with { $0.icon = .receipt }
    }
    return [.section("Billing history", id: "history", [.list("Payments", id: "list", rows)])]
  }

  /// The most payments that are listed: ten years of months.
  private static let shownHistory = 120
}

extension StorePrice {
  /// The amount in its currency.
  func text(_ surroundings: Surroundings) -> String {
    guard let known = Currency(currency),
      let money = Money(minor: Int((Double(thousandths) * Double(known.scale) / 1000).rounded()), known)
    else { return "\(surroundings.numbers.text(Double(thousandths) / 1000)) \(currency)" }
    return money.text(surroundings.numbers)
  }
}

extension StoreStanding {
  /// Until when it gives its rights; nil for what is owned for good.
  var end: Date? {
    switch state {
    case .owned: nil
    case .trial(let date), .active(let date), .grace(let date), .retry(let date), .expired(let date),
      .revoked(let date):
      date
    }
  }
}

extension Node {
  /// The node with another label, or as it is.
  func relabelled(to label: String?) -> Node {
    guard let label else { return self }
    var copy = self
    copy.label = label
    return copy
  }
}
