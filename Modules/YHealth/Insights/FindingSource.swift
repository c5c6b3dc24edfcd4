public import Days
public import Measures
internal import Statistics

extension Finding {
  /// The least part of a finding's days that must still be as they were when it was found.
  static let leastShare = 0.9

  /// Whether the finding still has its source: a question that is asked, statistics that are reported, and days of the
  /// person with the same values, enough of them, that say the same together. Days that were deleted or edited since, and a
  /// finding that this program did not make, fail.
  public func holds(in table: DayTable, on day: CalendarDay) -> Bool {
    guard isReported, points.count >= Insights.leastDays, isOfThePast(day) else { return false }
    let same = points.count { table[$0.day, effect] == $0.effect && table[$0.day.following(-lag), cause] == $0.cause }
    guard Double(same) >= Finding.leastShare * Double(points.count) else { return false }
    let known = table.days.filter { $0.day <= day && day.days(since: $0.day) < Insights.mostDays }
    let pairs = known.compactMap { figures -> (cause: Double, effect: Double)? in
      guard let effect = figures[effect], let cause = table[figures.day.following(-lag), cause] else { return nil }
      return (cause, effect)
    }
    guard pairs.count >= Insights.leastDays, let now = spearman(pairs.map(\.cause), pairs.map(\.effect)) else {
      return false
    }
    return now * strength > 0
  }

  /// Whether the search asks about these measures, and reports such an answer.
  private var isReported: Bool {
    Asking.pairs.contains { $0.cause == cause && $0.effect == effect && $0.lags.contains(lag) }
      && (Insights.leastStrength...1).contains(strength.magnitude)
      && (0...CorrelationSearch.Bounds().level).contains(chance)
  }

  /// Whether its days are each named once, in their order, and none is yet to come.
  private func isOfThePast(_ day: CalendarDay) -> Bool {
    zip(points, points.dropFirst()).allSatisfy { $0.day < $1.day } && (points.last.map { $0.day <= day } ?? false)
  }
}
