public import Units

/// The estimated nutrition of a described meal, with its uncertainty.
public struct Estimate: Sendable, Hashable {
  /// One recognized food of a meal.
  public struct Item: Sendable, Hashable {
    public let food: Food
    /// The text it was read from: "200 g rice".
    public let words: String
    public let grams: Double
    /// The relative uncertainty of its calories, from the table and from an unstated amount.
    public let uncertainty: Double

    public var calories: Double { food.calories * grams / 100 }
  }

  public let items: [Item]
  /// Significant words that are in no table.
  public let unknown: [String]

  /// Whether nothing was recognized.
  public var isEmpty: Bool { items.isEmpty }

  private func total(_ amount: KeyPath<Food, Double>) -> Double {
    items.reduce(0) { $0 + $1.food[keyPath: amount] * $1.grams / 100 }
  }

  public var calories: Double { total(\.calories) }
  public var protein: Double { total(\.protein) }
  public var carbohydrate: Double { total(\.carbohydrate) }
  public var fat: Double { total(\.fat) }
  public var fibre: Double { total(\.fibre) }

  /// The likely range of the calories. The items' errors are independent, so they partly cancel out.
  public var range: ClosedRange<Double> {
    let spread = items.reduce(0) { sum, item in
      let error = item.calories * item.uncertainty
      return sum + error * error
    }.squareRoot()
    return max(0, calories - spread)...calories + spread
  }

  /// "About 540 kcal, 430 to 650", "About 2250 kJ, 1800 to 2700".
  public func sentence(in amounts: AmountNotation = .plain) -> String {
    let unit = amounts.unit(of: .energy)
    let step = (calories < 100 ? 5 : 10) * (unit == Quantity.energy.stored ? 1 : 5)
    func said(_ amount: Double) -> Int { Estimate.rounded(unit.amount(of: amount), to: step) }
    return "About \(said(calories)) \(unit.symbol), \(said(range.lowerBound)) to \(said(range.upperBound))"
  }

  /// Rounds to the precision of the estimate.
  public static func rounded(_ amount: Double, to step: Int) -> Int {
    guard amount.isFinite, step > 0 else { return 0 }
    return Int((min(max(amount, 0), 1e9) / Double(step)).rounded()) * step
  }
}
