import Testing

@testable import Foods

@Suite("The food table") struct FoodTableTests {
  private let table = FoodTable.own

  @Test("Every row is valid, names are unique, and the parts of 100 g weigh at most about 100 g")
  func rows() {
    let all = [FoodRowsPlants.rows, FoodRowsAnimals.rows, FoodRowsDishes.rows, FoodRowsSweets.rows]
      .flatMap { $0.split(separator: "\n") }
    #expect(all.filter { Food(row: $0) == nil } == [])
    #expect(table.foods.count == all.count && table.foods.count >= 250)
    var met: [[String]: String] = [:]
    for food in table.foods {
      for name in [food.name] + food.aliases {
        let other = met.updateValue(food.name, forKey: Word.words(of: name))
        #expect(other == nil || other == food.name, "\(name) is \(food.name) and \(other ?? "")")
      }
      #expect(food.protein + food.carbohydrate + food.fat + food.fibre <= 105, "\(food.name)")
      #expect((0...0.6).contains(food.uncertainty) && food.portions.allSatisfy { (1...800).contains($0.grams) })
    }
  }

  @Test("The calories of a food match its parts, except for alcoholic drinks")
  func energy() {
    let drinks = ["beer", "wine", "sparkling wine", "whisky", "cocktail", "alcohol-free beer"]
    for food in table.foods where !drinks.contains(food.name) {
      let parts = 4 * food.protein + 4 * food.carbohydrate + 9 * food.fat + 2 * food.fibre
      #expect(abs(food.calories - parts) <= max(18, 0.2 * parts), "\(food.name): \(food.calories), not \(parts)")
    }
  }

  @Test(
    "A food is found by whole words, prefixes and plurals, ignoring accents",
    arguments: [
      ("egg", "egg"), ("Eggs", "egg"), ("bluebe", "blueberry"), ("wholem bread", "wholemeal bread"),
      ("Crème fraîche", "sour cream"), ("tomatoes", "tomato"), ("cookies", "biscuit"), ("leaves salad", "lettuce"),
      ("rösti", "potato pancake"), ("glasses", ""), ("zzz", ""), ("", ""), ("  ", ""),
    ])
  func search(text: String, name: String) {
    #expect((table.search(text).first?.name ?? "") == name)
  }

  @Test("A search is bounded and deterministic")
  func bounds() {
    #expect(table.search("a", most: 5).count == 5 && table.search("a", most: 0).isEmpty)
    #expect(table.search("b", most: 20) == table.search("b", most: 20))
    _ = table.search(String(repeating: "egg ", count: 10_000))
    #expect(table["Eggs"]?.name == "egg" && table["nothing of the kind"] == nil)
  }
}
