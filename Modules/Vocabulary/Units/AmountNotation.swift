public import Numbers

/// Writes and reads the amounts of one reader: their units, in the notation of their locale.
public struct AmountNotation: Sendable, Hashable {
  public let units: UnitPreferences
  public let locale: String
  public let numbers: NumberNotation

  public init(_ units: UnitPreferences = UnitPreferences(), locale: String = "en") {
    self.units = units
    self.locale = locale
    numbers = NumberNotation(locale: locale)
  }

  /// The notation of a locale, with the units that its private-use subtags name: "en-GB-x-lb".
  public init(of locale: String) { self.init(UnitPreferences(in: locale), locale: locale) }

  /// Stored units and plain English notation, for what is compared or exported.
  public static let plain = AmountNotation()

  public func unit(of quantity: Quantity) -> MeasuringUnit { units.unit(of: quantity, locale: locale) }

  /// The number for a field: rounded as it is shown, without groups.
  public func field(_ stored: Double, _ quantity: Quantity) -> String {
    let unit = unit(of: quantity)
    return numbers.text(AmountNotation.rounded(unit.amount(of: stored), unit.decimals))
  }

  /// The amount as a chart draws it: in the reader's unit, rounded as it is written. An amount in its stored unit is not
  /// rounded.
  public func shown(_ stored: Double, _ quantity: Quantity) -> Double {
    let unit = unit(of: quantity)
    return unit == quantity.stored ? stored : AmountNotation.rounded(unit.amount(of: stored), unit.decimals)
  }

  /// "72.4 kg", "3.1 mi", "2,000 kcal".
  public func text(_ stored: Double, _ quantity: Quantity) -> String {
    let unit = unit(of: quantity)
    return "\(number(unit.amount(of: stored), decimals: unit.decimals)) \(unit.symbol)"
  }

  /// A number with at most the given decimals, in groups.
  public func number(_ value: Double, decimals: Int = 0) -> String {
    numbers.grouped(AmountNotation.rounded(value, decimals))
  }

  /// The stored amount of a number that was typed. A number as it is shown for `known` is that amount unchanged, so that
  /// saving a form again changes nothing.
  public func stored(_ typed: Double, _ quantity: Quantity, known: Double? = nil) -> Double {
    let unit = unit(of: quantity)
    if let known, AmountNotation.rounded(unit.amount(of: known), unit.decimals) == typed { return known }
    return unit.stored(typed)
  }

  /// Rounds half away from zero; what is not finite, and what is beyond a Double's whole numbers, is left as it is.
  static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = decimals == 0 ? 1.0 : decimals == 1 ? 10 : 100
    guard value.isFinite, abs(value) < 1e13 else { return value }
    let rounded = (value * scale).rounded() / scale
    return rounded == 0 ? 0 : rounded
  }
}
