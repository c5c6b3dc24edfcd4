public import Money

/// Another person's part of an expense: an amount of its own, or an equal part of what is left.
public struct ExpenseShare: Sendable, Hashable, Codable {
  public let name: String
  /// In the smallest unit of the currency; nil for an equal part.
  public let amount: Int?

  public init(_ name: String, amount: Int? = nil) { (self.name, self.amount) = (name, amount) }
}

/// The parts of a shared expense, which add up to its amount.
public struct ExpenseParts: Sendable, Equatable {
  public struct Part: Sendable, Equatable {
    public let name: String
    public let amount: Money
  }

  public let own: Money
  public let others: [Part]
}

extension Expense {
  /// The parts of an amount. An own amount of somebody is at most what is left of it, since another device may have
  /// changed the amount meanwhile; the minor units that cannot be shared equally go to the first ones.
  func split(_ total: Money) -> ExpenseParts {
    guard let shares, !shares.isEmpty, total.minor > 0 else { return ExpenseParts(own: total, others: []) }
    var left = total.minor
    let fixed = shares.map { share -> Int? in
      guard let amount = share.amount else { return nil }
      let part = min(max(0, amount), left)
      left -= part
      return part
    }
    let rest = Money(minor: left, total.currency) ?? .zero(total.currency)
    var equal = rest.split(into: 1 + fixed.count { $0 == nil })[...]
    let own = equal.popFirst() ?? .zero(total.currency)
    let others = zip(shares, fixed).map { share, fixed in
      let amount = fixed.flatMap { Money(minor: $0, total.currency) } ?? equal.popFirst() ?? .zero(total.currency)
      return ExpenseParts.Part(name: share.name, amount: amount)
    }
    return ExpenseParts(own: own, others: others)
  }
}
