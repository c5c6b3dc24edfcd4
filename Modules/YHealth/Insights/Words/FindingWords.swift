internal import Measures
internal import Statistics
public import Units

// The texts of a finding.
extension Finding {
  /// The sentence with every finding that correlation is not causation.
  public static let caution = "A correlation does not mean that one causes the other."

  /// "Mood is better after longer sleep".
  public var title: String {
    "\(strength > 0 ? effect.rising : effect.falling) \(when(isTitle: true)) \(cause.more)"
  }

  /// "On the 24 days after more than 7 h 30 min of sleep your mood was 7.1 of 10, else 6.2."
  public var says: String { says(in: .plain) }

  /// The sentence, with amounts in a reader's units.
  public func says(in amounts: AmountNotation) -> String {
    guard let halves else { return "\(cause.title) and \(effect.name) were correlated." }
    let counted = effect.isOfSleep ? "night" : "day"
    return
      "On the \(halves.count) \(counted)\(halves.count == 1 ? "" : "s") \(when(isTitle: false)) \(cause.amount(halves.bound, isAtLeast: halves.isAtLeast, in: amounts)) your \(effect.name) was \(effect.said(halves.high, in: amounts)), else \(effect.saidAgain(halves.low, in: amounts))."
  }

  /// "Found over 58 days. Of findings this clear, about 1 in 200 is a coincidence."
  public var certainty: String { certainty(in: .plain) }

  /// The same in the notation of a reader.
  public func certainty(in amounts: AmountNotation) -> String {
    "Found over \(days) days. Of findings this clear, about 1 in \(Finding.odds(chance, in: amounts)) is a coincidence."
  }

  /// The regression line through the points: the range of the cause, and the effect at both ends.
  public var line: (causes: ClosedRange<Double>, from: Double, to: Double)? {
    let causes = points.map(\.cause)
    guard let least = causes.min(), let most = causes.max(), least < most,
      let line = Line(through: points.map { ($0.cause, $0.effect) })
    else { return nil }
    return (least...most, line.at(least), line.at(most))
  }

  private func when(isTitle: Bool) -> String {
    switch (lag, cause.isOfTheNight, effect.isOfTheNight) {
    case (0, true, false): "after"
    case (0, true, true): "with"
    case (0, false, _): isTitle ? "on days with" : "with"
    case (1, false, true): isTitle ? "after days with" : "after a day with"
    case (1, _, _): isTitle ? "the day after" : "a day after"
    default: "two days after"
    }
  }

  /// The odds rounded for readers: 1 in 20, in 140, in 2,000; at most 1 in 10,000.
  static func odds(_ chance: Double, in amounts: AmountNotation = .plain) -> String {
    let odds = min(10_000, 1 / max(chance, 1e-9))
    let step = odds < 100 ? 1.0 : odds < 1000 ? 10 : 100
    return amounts.number(max(1, (odds / step).rounded(.down) * step))
  }

  /// The days split by the cause: the number of days, the bound, and the mean effect of both halves.
  public struct Halves: Sendable, Hashable {
    public let bound: Double
    /// Whether the bound itself counts as more.
    public let isAtLeast: Bool
    public let count: Int
    public let high: Double
    public let low: Double
  }

  /// The days split at the median, as far as ties allow. Nil when all are equal.
  public var halves: Halves? {
    let causes = points.map(\.cause).sorted()
    guard let least = causes.first, let most = causes.last, least < most else { return nil }
    let middle = causes[causes.count / 2]
    // Days equal to the median join the half that makes the two more even.
    let above = causes.count { $0 > middle }
    let below = causes.count { $0 < middle }
    let isAtLeast = middle > least && (middle == most || below > above)
    let high = points.filter { isAtLeast ? $0.cause >= middle : $0.cause > middle }.map(\.effect)
    let low = points.filter { isAtLeast ? $0.cause < middle : $0.cause <= middle }.map(\.effect)
    guard !high.isEmpty, !low.isEmpty else { return nil }
    return Halves(
      bound: middle, isAtLeast: isAtLeast, count: high.count, high: high.reduce(0, +) / Double(high.count),
      low: low.reduce(0, +) / Double(low.count))
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
