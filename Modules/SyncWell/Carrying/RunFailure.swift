internal import HealthProviders
public import Kernel
public import Platform

/// Why a run failed, how often in a row, and when the next one is due.
public struct RunFailure: Sendable, Hashable, Codable {
  public var problem: Problem
  public var count: Int
  /// The instant of the first failure in the row; nil in what older versions stored.
  public var since: Date?
  /// Nil if only the person can go on.
  public var retryAt: Date?

  public var needsPerson: Bool { retryAt == nil }

  /// The failure after another run that failed. Waits double from a minute to six hours; `spread` from 0 to 1 moves them, so
  /// that not everybody asks at the same moment.
  public init(_ problem: Problem, after former: RunFailure?, at now: Date, spread: Double) {
    self.problem = problem
    count = (former?.count ?? 0) + 1
    since = former?.since ?? now
    guard problem.isTransient else { return }
    let wait = min(60 * Double(1 << min(count - 1, 12)), 21_600)
    let due = now.addingTimeInterval(wait * (0.75 + 0.5 * min(max(spread, 0), 1)))
    retryAt = max(due, problem.quotaEnds ?? due)
  }
}

extension Problem {
  /// Whether the same request may succeed later without the person.
  var isTransient: Bool {
    code.hasPrefix(Problem.providerLaterCode) || code == "provider-inactive" || !code.hasPrefix("provider-")
  }
}
