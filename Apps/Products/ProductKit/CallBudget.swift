internal import Kernel
package import Platform

/// A limit on the calls of each person within a span of time. It forgets the eldest of too many people.
package final class CallBudget: Sendable {
  private struct Spent {
    var calls = 0
    var since: Date
  }

  private let most: Int
  private let span: TimeInterval
  private let spent = Locked<[String: Spent]>([:])
  private static let mostPeople = 10_000

  package init(_ most: Int, in span: TimeInterval) {
    self.most = most
    self.span = span
  }

  /// Counts a call; false when the person has none left.
  package func spend(_ person: String, at now: Date) -> Bool {
    spent.withLock { spent in
      if spent.count >= CallBudget.mostPeople {
        spent = spent.filter { abs(now.timeIntervalSince($0.value.since)) < span }
      }
      if spent.count >= CallBudget.mostPeople { spent.removeAll() }
      var own = spent[person] ?? Spent(since: now)
      if abs(now.timeIntervalSince(own.since)) >= span { own = Spent(since: now) }
      own.calls += 1
      spent[person] = own
      return own.calls <= most
    }
  }

  /// Takes back a call that was counted.
  package func giveBack(_ person: String) {
    spent.withLock { spent in
      guard let own = spent[person], own.calls > 0 else { return }
      spent[person]?.calls = own.calls - 1
    }
  }
}
