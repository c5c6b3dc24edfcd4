// The texts of a run, including that nothing was found.
extension InsightRun {
  /// "3 reliable links in 312 pairs of measures over 61 days."
  public var sentence: String {
    let least = Insights.leastDays
    if days < least {
      let missing = least - days
      let far = days == 0 ? "" : " You have \(days)."
      return "Insights need \(least) days of entries.\(far) \(missing) more day\(missing == 1 ? "" : "s") to go."
    }
    if looked == 0 {
      return
        "No two measures have \(least) days in common yet. Logging the same few every day is the quickest way there."
    }
    let over = "\(looked) pair\(looked == 1 ? "" : "s") of measures over \(days) days"
    let count = findings.count + own.count
    if count == 0 { return "No reliable link yet in \(over)." }
    return "\(count) reliable link\(count == 1 ? "" : "s") in \(over)."
  }

  /// The run without dismissed findings, by their identifiers.
  public func without(_ dismissed: Set<String>) -> InsightRun {
    InsightRun(
      findings: findings.filter { !dismissed.contains($0.id) }, looked: looked, days: days,
      own: own.filter { !dismissed.contains($0.id) })
  }
}
