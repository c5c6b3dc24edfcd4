/// The units that a person reads and types: by their locale, unless they chose otherwise.
public struct UnitPreferences: Sendable, Hashable {
  /// The person's choices; a quantity that is missing follows the locale.
  public var chosen: [Quantity: MeasuringUnit]

  public init(chosen: [Quantity: MeasuringUnit] = [:]) {
    self.chosen = chosen.filter { quantity, unit in quantity.units.contains(unit) }
  }

  /// The choices in the private-use subtags of a locale: pounds for "en-GB-x-lb".
  public init(in locale: String) {
    let parts = locale.split(separator: "-").drop { $0 != "x" }.dropFirst()
    let subtags = "-\(parts.joined(separator: "-"))-"
    let named = MeasuringUnit.allCases.filter { subtags.contains("-\($0.rawValue)-") }
    let pairs = Quantity.allCases.compactMap { quantity in
      named.first { quantity.units.contains($0) }.map { (quantity, $0) }
    }
    self.init(chosen: Dictionary(pairs) { first, _ in first })
  }

  /// The private-use subtags that name the choices, such as "lb-mi"; nil without any.
  public var subtags: String? {
    let units = Quantity.allCases.compactMap { chosen[$0]?.rawValue }
    return units.isEmpty ? nil : units.joined(separator: "-")
  }

  public func unit(of quantity: Quantity, locale: String) -> MeasuringUnit {
    chosen[quantity] ?? UnitPreferences.usual(quantity, in: locale)
  }

  /// The unit that most people of a locale expect. The United Kingdom mixes systems, and its health service records in
  /// metric units, which are used there too.
  public static func usual(_ quantity: Quantity, in locale: String) -> MeasuringUnit {
    let region = locale.split { $0 == "-" || $0 == "_" }.prefix { $0.count > 1 }.dropFirst()
      .last { $0.count == 2 }?.uppercased()
    switch (quantity, region) {
    case (.bodyWeight, "US"), (.bodyWeight, "LR"): return .pound
    case (.distance, "US"), (.distance, "LR"): return .mile
    case (.volume, "US"), (.volume, "LR"): return .usFluidOunce
    case (.energy, "AU"), (.energy, "NZ"): return .kilojoule
    default: return quantity.stored
    }
  }
}
