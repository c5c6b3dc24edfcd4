internal import Measures

/// What several devices say of the same day and measure, as one amount.
struct Sources {
  /// By import: what stands before the first colon of a source's name, and what all of that import came to together.
  private struct Import {
    var together: Double?
    var single: [Double] = []
  }

  private var imports: [Measure: [String: Import]] = [:]

  mutating func add(_ day: DeviceDay) {
    guard let measure = day.measure else { return }
    let (name, rest) = day.origin
    if rest == DeviceDay.all {
      imports[measure, default: [:]][name, default: Import()].together = day.amount
    } else {
      imports[measure, default: [:]][name, default: Import()].single.append(day.amount)
    }
  }

  /// Of totals the greatest, since two that saw the same minutes must not be added; of levels the mean. What an import has
  /// reconciled already wins over its single sources.
  var amounts: [Measure: Double] {
    var amounts: [Measure: Double] = [:]
    for (measure, byName) in imports {
      let said = byName.values.flatMap { $0.together.map { [$0] } ?? $0.single }
      amounts[measure] =
        switch measure.kind {
        case .total: said.max()
        // Summed in order of size, so that the order in which they lie decides nothing.
        case .level: said.isEmpty ? nil : said.sorted().reduce(0, +) / Double(said.count)
        }
    }
    return amounts
  }
}
