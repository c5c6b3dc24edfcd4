internal import Measures
public import Units

/// The words for a person's own measure in a finding. They are not stored with it.
public struct OwnLabel: Sendable, Hashable {
  /// The name as the person wrote it.
  public let name: String
  /// Behind a value: " of 10", " mmol/l"; empty for none.
  public let unit: String

  public init(name: String, unit: String) {
    self.name = name
    self.unit = unit
  }

  func said(_ value: Double, in amounts: AmountNotation) -> String { Measure.tenths(value, in: amounts) + unit }

  var quoted: String { "“\(name)”" }
}

// The texts of a finding about a person's own measure.
extension OwnFinding {
  /// The same points and figures, for the texts that every finding has.
  private var plain: Finding {
    Finding(
      cause: measure, effect: measure, lag: lag, strength: strength, interval: -1...1, chance: chance, points: points,
      priority: 3)
  }

  /// "“Headache” is higher on days with more stress".
  public func title(_ label: OwnLabel) -> String {
    let rises = strength > 0
    guard isCause else {
      return "\(label.quoted) is \(rises ? "higher" : "lower") \(when(isTitle: true)) \(measure.more)"
    }
    return "\(rises ? measure.rising : measure.falling) \(when(isTitle: true)) higher \(label.quoted)"
  }

  /// "On the 24 days after more than 7 h 30 min of sleep “Headache” was 3.1 of 10, else 4.6 of 10."
  public func says(_ label: OwnLabel, in amounts: AmountNotation) -> String {
    guard let halves = plain.halves else { return "\(label.quoted) and \(measure.name) were correlated." }
    let days = "On the \(halves.count) day\(halves.count == 1 ? "" : "s") \(when(isTitle: false))"
    guard isCause else {
      let amount = measure.amount(halves.bound, isAtLeast: halves.isAtLeast, in: amounts)
      return
        "\(days) \(amount) \(label.quoted) was \(label.said(halves.high, in: amounts)), else \(label.said(halves.low, in: amounts))."
    }
    let bound = label.said(halves.bound, in: amounts)
    let than = halves.isAtLeast ? "\(label.quoted) at \(bound) or more" : "\(label.quoted) above \(bound)"
    return
      "\(days) \(than) your \(measure.name) was \(measure.said(halves.high, in: amounts)), else \(measure.saidAgain(halves.low, in: amounts))."
  }

  public var certainty: String { plain.certainty }

  /// The same in the notation of a reader.
  public func certainty(in amounts: AmountNotation) -> String { plain.certainty(in: amounts) }

  private func when(isTitle: Bool) -> String {
    switch (lag, isCause, measure.isOfTheNight) {
    case (0, false, true): "after"
    case (0, _, _): isTitle ? "on days with" : "with"
    case (1, true, true): isTitle ? "after days with" : "after a day with"
    case (1, _, _): isTitle ? "the day after" : "a day after"
    default: "two days after"
    }
  }

  /// Whether the days with more and those with less differ, as they are said and in the direction of the correlation.
  var holds: Bool {
    guard let halves = plain.halves, (halves.high - halves.low) * strength > 0 else { return false }
    return isCause
      ? measure.said(halves.high) != measure.said(halves.low)
      : Measure.tenths(halves.high) != Measure.tenths(halves.low)
  }
}
