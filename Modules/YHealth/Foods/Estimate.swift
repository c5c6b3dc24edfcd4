/// What a described meal comes to, and how sure that is.
public struct Estimate: Sendable, Hashable {
  /// One food of a meal, as it was understood.
  public struct Item: Sendable, Hashable {
    public let food: Food
    /// As it was written: "200 g rice".
    public let words: String
    public let grams: Double
    /// How far off its calories may be, as a share of them: what the table does not know and what nobody said.
    public let uncertainty: Double

    public var calories: Double { food.calories * grams / 100 }
  }

  public let items: [Item]
  /// Words that say something and are in no table.
  public let unknown: [String]

  /// Nothing of it was understood.
  public var isEmpty: Bool { items.isEmpty }

  private func total(_ amount: KeyPath<Food, Double>) -> Double {
    items.reduce(0) { $0 + $1.food[keyPath: amount] * $1.grams / 100 }
  }

  public var calories: Double { total(\.calories) }
  public var protein: Double { total(\.protein) }
  public var carbohydrate: Double { total(\.carbohydrate) }
  public var fat: Double { total(\.fat) }
  public var fibre: Double { total(\.fibre) }

  /// Where the calories probably lie. The items err each for itself, so their errors partly make up for one another.
  public var range: ClosedRange<Double> {
    let spread = items.reduce(0) { sum, item in
      let error = item.calories * item.uncertainty
      return sum + error * error
    }.squareRoot()
    return max(0, calories - spread)...calories + spread
  }

  /// "About 540 kcal, 430 to 650".
  public var sentence: String {
    let (least, likely, most) = (range.lowerBound, calories, range.upperBound)
    func said(_ amount: Double) -> Int { Estimate.rounded(amount, to: likely < 100 ? 5 : 10) }
    return "About \(said(likely)) kcal, \(said(least)) to \(said(most))"
  }

  /// No more exact than it is.
  public static func rounded(_ amount: Double, to step: Int) -> Int {
    guard amount.isFinite, step > 0 else { return 0 }
    return Int((min(max(amount, 0), 1e9) / Double(step)).rounded()) * step
  }
}
