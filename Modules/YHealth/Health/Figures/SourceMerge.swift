internal import Measures

/// Combines several sources of the same day and measure into one amount.
struct SourceMerge {
  /// The amounts of one import, identified by the part of the source name before the first colon: its own total, and
  /// each source.
  private struct Import {
    var together: Double?
    var single: [Double] = []
  }

  private var imports: [Measure: [String: Import]] = [:]
  /// The rank of each import that the person prefers, the lowest first.
  private let ranks: [String: Int]

  /// `order` names the imports that the person prefers, the most preferred first.
  init(preferring order: [String] = []) {
    ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ day: DeviceDay) {
    guard let measure = day.measure else { return }
    let (name, rest) = day.origin
    if rest == DeviceDay.all {
      imports[measure, default: [:]][name, default: Import()].together = day.amount
    } else {
      imports[measure, default: [:]][name, default: Import()].single.append(day.amount)
    }
  }

  /// The import that the person prefers most decides. Among equals, for totals the greatest amount, since sources that saw
  /// the same minutes must not be added; for levels the mean. An import's own total takes precedence over its single sources.
  var amounts: [Measure: Double] {
    var amounts: [Measure: Double] = [:]
    for (measure, byName) in imports {
      let best = byName.keys.map(rank).min()
      let said = byName.filter { rank($0.key) == best }.values.flatMap { $0.together.map { [$0] } ?? $0.single }
      amounts[measure] =
        switch measure.kind {
        case .total: said.max()
        // Summed in order of size, so that their order has no effect.
        case .level: said.isEmpty ? nil : said.sorted().reduce(0, +) / Double(said.count)
        }
    }
    return amounts
  }

  private func rank(_ name: String) -> Int { ranks[name] ?? .max }
}
