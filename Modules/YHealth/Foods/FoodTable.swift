/// Common foods and dishes, found by name.
public struct FoodTable: Sendable {
  public let foods: [Food]
  /// The index by every folded name.
  private let byName: [[String]: Int]
  private let names: [(words: [String], place: Int)]
  /// Number of words of the longest name.
  let longestName: Int

  public init(_ foods: [Food]) {
    self.foods = foods
    names = foods.enumerated().flatMap { place, food in
      ([food.name] + food.aliases).map { (words: Word.words(of: $0), place: place) }
    }
    byName = Dictionary(names.map { ($0.words, $0.place) }, uniquingKeysWith: { first, _ in first })
    longestName = names.map(\.words.count).max() ?? 0
  }

  /// The built-in table: about 370 foods of several cuisines, from general knowledge and rounded.
  public static let own = FoodTable(
    [FoodRowsPlants.rows, FoodRowsAnimals.rows, FoodRowsDishes.rows, FoodRowsSweets.rows]
      .flatMap { $0.split(separator: "\n").compactMap { Food(row: $0) } })

  /// The food with exactly that name, in singular or plural.
  public subscript(name: String) -> Food? { food(Word.words(of: String(name.prefix(FoodTable.longestQuery)))) }

  func food(_ words: some Collection<String>) -> Food? { byName[Array(words)].map { foods[$0] } }

  static let longestQuery = 100

  /// Foods with a name that has all these words or words beginning with them, the closest first.
  public func search(_ text: String, most: Int = 20) -> [Food] {
    let query = Word.words(of: String(text.prefix(FoodTable.longestQuery)))
    guard !query.isEmpty, most > 0 else { return [] }
    var best: [Int: (rank: Int, length: Int)] = [:]
    for (words, place) in names {
      guard query.allSatisfy({ asked in words.contains { $0.hasPrefix(asked) } }) else { continue }
      let rank = words == query ? 0 : words.first?.hasPrefix(query[0]) == true ? 1 : 2
      let found = (rank: rank, length: words.count)
      if best[place].map({ found < $0 }) ?? true { best[place] = found }
    }
    let ranked = best.sorted { one, other in
      (one.value.rank, one.value.length, one.key) < (other.value.rank, other.value.length, other.key)
    }
    return ranked.prefix(most).map { foods[$0.key] }
  }
}
