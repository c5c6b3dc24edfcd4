import Testing

@testable import Foods

@Suite("Estimating a described meal") struct EstimateTests {
  private func read(_ text: String) -> [String] {
    FoodTable.own.estimate(text).items.map { "\($0.food.name) \(Estimate.rounded($0.grams, to: 1))" }
  }

  @Test("2 eggs, 200 g of rice and a glass of milk are recognised and estimated at 588 kcal, with a range")
  func three() {
    let estimate = FoodTable.own.estimate("2 eggs, 200 g rice and a glass of milk")
    #expect(estimate.items.map(\.words) == ["2 eggs", "200 g rice", "a glass of milk"])
    #expect(estimate.items.map(\.grams) == [120, 200, 250] && estimate.unknown.isEmpty)
    #expect(estimate.calories == 168 + 260 + 160)
    #expect(estimate.range.lowerBound < 588 && estimate.range.upperBound > 588)
    #expect(estimate.sentence() == "About 590 kcal, 540 to 640")
  }

  @Test(
    "Amounts are understood in many forms",
    arguments: [
      ("200g rice", ["rice 200"]), ("rice 200 g", ["rice 200"]), ("0.5 kg potatoes", ["potato 500"]),
      ("1,5 dl milk", ["milk 150"]), ("half an avocado", ["avocado 75"]), ("1/2 avocado", ["avocado 75"]),
      ("1 1/2 cups of rice", ["rice 240"]), ("½ bagel", ["bagel 48"]), ("two slices of bread", ["bread 70"]),
      ("a couple of eggs", ["egg 120"]), ("a large banana", ["banana 156"]), ("2 x 30 g cheese", ["cheese 60"]),
      ("almonds", ["almond 30"]), ("10 almonds", ["almond 12"]), ("pizza", ["pizza 400"]),
      ("2 slices of pizza", ["pizza 220"]), ("a bowl of porridge", ["porridge 250"]),
      ("a dozen oysters", ["mussel 180"]),
      ("3 fish fingers", ["fried fish 84"]), ("12 oz steak", ["steak 340"]), ("a tablespoon of honey", ["honey 21"]),
      ("half fat milk", ["semi-skimmed milk 250"]), ("a cup of coffee with milk", ["cappuccino 180"]),
    ])
  func amounts(text: String, items: [String]) { #expect(read(text) == items) }

  @Test(
    "Foods are separated by punctuation, words and their own names",
    arguments: [
      ("fish and chips", ["fish and chips 380"]), ("Toast with butter & jam", ["bread 35", "butter 10", "jam 20"]),
      ("mac and cheese; an apple", ["macaroni and cheese 300", "apple 150"]),
      ("bread\ncheese\ntomatoes", ["bread 35", "cheese 30", "tomato 100"]), ("strawberry jam", ["jam 20"]),
      ("Frühstück: 2 Crêpes", ["pancake 120"]), ("rice and beans", ["rice 180", "kidney bean 120"]),
    ])
  func parted(text: String, items: [String]) { #expect(read(text) == items) }

  @Test("Unknown foods are listed, and the rest is estimated")
  func unknown() {
    let estimate = FoodTable.own.estimate("2 eggs with fresh flubber on toast")
    #expect(estimate.items.map(\.food.name) == ["egg", "bread"] && estimate.unknown == ["flubber"])
    let nothing = FoodTable.own.estimate("leftovers")
    #expect(nothing.isEmpty && nothing.calories == 0 && nothing.sentence() == "About 0 kcal, 0 to 0")
  }

  @Test("Unmeasured amounts are less certain, and many items together are more certain than each alone")
  func certainty() {
    func spread(_ text: String) -> Double {
      let estimate = FoodTable.own.estimate(text)
      return (estimate.range.upperBound - estimate.calories) / estimate.calories
    }
    #expect(spread("180 g rice") < spread("1 portion rice") && spread("1 portion rice") < spread("rice"))
    #expect(spread("apple, pear, banana, orange") < spread("apple"))
  }

  @Test("Any text has a bounded, finite estimate")
  func rubbish() {
    var random = Lot(state: 11)
    let pieces = [
      "2", "egg", "eggs", "g", "kg", "of", "a", ",", "and", "1/0", "1/", ".", "½", "999999999999999999999", "x", "rice",
      "half", "é", "👩‍👩‍👧", "\0", "glass", "\n", "with", "milk", "-", "٣", "0", "tin", "bar",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined(separator: Bool.random(using: &random) ? " " : "")
      let estimate = FoodTable.own.estimate(text)
      #expect(estimate.items.allSatisfy { (0...20_000).contains($0.grams) && $0.uncertainty.isFinite })
      #expect(estimate.range.contains(estimate.calories) && estimate.calories.isFinite)
    }
    let long = FoodTable.own.estimate(String(repeating: "an egg, ", count: 100_000))
    #expect(long.items.count == FoodTable.mostItems)
  }
}

/// A deterministic random number generator.
private struct Lot: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
