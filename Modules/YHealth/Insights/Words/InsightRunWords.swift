// The texts of a run, including that nothing was found.
extension InsightRun {
  /// "Nothing that holds up yet: 312 pairs were looked at over 61 days."
  public var sentence: String {
    let least = Insights.leastDays
    if days < least {
      let missing = least - days
      return
        "There \(days == 1 ? "is 1 day" : "are \(days) days") so far. Insights begin at \(least): \(missing) more \(missing == 1 ? "is" : "are") missing."
    }
    if looked == 0 {
      return
        "No two measures have \(least) days in common yet. Logging the same few every day is the quickest way there."
    }
    let over = "\(looked) pair\(looked == 1 ? " was" : "s were") looked at over \(days) days"
    let count = findings.count + own.count
    if count == 0 { return "Nothing that holds up yet: \(over)." }
    return "\(count) hold\(count == 1 ? "s" : "") up: \(over)."
  }

  /// The run without dismissed findings, by their identifiers.
  public func without(_ dismissed: Set<String>) -> InsightRun {
    InsightRun(
      findings: findings.filter { !dismissed.contains($0.id) }, looked: looked, days: days,
      own: own.filter { !dismissed.contains($0.id) })
  }
}
