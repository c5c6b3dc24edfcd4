// Parses "2 eggs, 200 g rice and a glass of milk" into foods and amounts.
extension FoodTable {
  static let longestText = 2000
  static let mostItems = 40

  /// Estimates a described meal, as far as it is understood. Any text has an estimate, if an empty one.
  public func estimate(_ text: String) -> Estimate {
    var reader = EstimateReader(self, String(text.prefix(FoodTable.longestText)))
    return reader.read()
  }
}

private struct EstimateReader {
  private let table: FoodTable
  private let tokens: [MealToken]
  private var at = 0
  private var items: [Estimate.Item] = []
  private var unknown: [String] = []
  /// The end of the last item, when nothing separates it from what follows.
  private var lastEnd: Int?

  /// The stated amount of the next food.
  private struct Amount {
    var count: Double?
    var size = 1.0
    var measured: Measured?
    var start: Int

    var isSaid: Bool { count != nil || measured != nil }
  }

  init(_ table: FoodTable, _ text: String) {
    self.table = table
    tokens = MealToken.tokens(of: text)
  }

  mutating func read() -> Estimate {
    while at < tokens.count, items.count < FoodTable.mostItems {
      let amount = amount()
      guard let (food, length) = food(at: at) else {
        skip()
        continue
      }
      add(food, amount, length)
    }
    return Estimate(items: items, unknown: unknown)
  }

  // MARK: Amounts

  private mutating func amount() -> Amount {
    var amount = Amount(start: at)
    while at < tokens.count {
      let token = tokens[at]
      // A food name wins over a word of measure: "half fat milk".
      if amount.start == at, token.number == nil, food(at: at) != nil { break }
      if let number = token.number ?? EstimateReader.numbers[token.folded], !(token.isArticle && amount.count != nil) {
        // "1 1/2" is one and a half.
        amount.count = amount.count.map { token.isFraction ? $0 + number : $0 * max(number, 1) } ?? number
      } else if let size = EstimateReader.sizes[token.folded] {
        amount.size = size
      } else if amount.measured == nil, let measured = Measured(token.folded), food(at: at) == nil || amount.isSaid,
        !isFood(after: at, named: token)
      {
        amount.measured = measured
      } else if token.folded == "of" || token.folded == "x" || token.isArticle {
        // A word between an amount and its food.
      } else {
        break
      }
      at += 1
    }
    return amount
  }

  /// Whether a food of several words begins here: "bar" is then part of its name and not an amount.
  private func isFood(after place: Int, named token: MealToken) -> Bool {
    guard let (_, length) = food(at: place) else { return false }
    return length > 1
  }

  private static let numbers: [String: Double] = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "couple": 2, "few": 3, "half": 0.5, "quarter": 0.25, "some": 1,
  ]

  private static let sizes: [String: Double] = [
    "small": 0.7, "little": 0.7, "medium": 1, "large": 1.3, "big": 1.3, "huge": 1.6, "double": 2,
  ]

  // MARK: Foods

  /// The longest food name that begins here.
  private func food(at place: Int) -> (food: Food, length: Int)? {
    var words: [String] = []
    var found: (food: Food, length: Int)?
    for token in tokens[place...].prefix(table.longestName) {
      if token.isBreak { break }
      words.append(token.folded)
      if let food = table.food(words) { found = (food, words.count) }
    }
    return found
  }

  private mutating func add(_ food: Food, _ amount: Amount, _ length: Int) {
    let name = tokens[at..<at + length]
    var amount = amount
    // "Strawberry jam" is jam: of two adjacent names the last one counts.
    let isCompound = lastEnd == amount.start && !amount.isSaid && !items.isEmpty
    at += length
    if !amount.isSaid { amount = trailing(amount) }
    var (grams, error) = grams(food, amount, name)
    var words = tokens[amount.start..<at].map(\.text).joined(separator: " ")
    if isCompound, let before = items.popLast() {
      words = "\(before.words) \(words)"
      error += 0.15
      if before.isMeasured { grams = before.grams }
    }
    grams = min(max(0, grams), 20_000)
    let uncertainty = (food.uncertainty * food.uncertainty + error * error).squareRoot()
    items.append(Estimate.Item(food: food, words: words, grams: grams, uncertainty: uncertainty))
    lastEnd = at
  }

  /// Reads an amount after its food, as in "rice 200 g". "Rice, 200 g" is separated by the comma.
  private mutating func trailing(_ amount: Amount) -> Amount {
    guard at + 1 < tokens.count, let number = tokens[at].number,
      case .mass(let grams)? = Measured(tokens[at + 1].folded),
      at + 2 >= tokens.count || tokens[at + 2].isBreak || tokens[at + 2].isJoin
    else { return amount }
    var said = amount
    said.count = number
    said.measured = .mass(grams)
    at += 2
    return said
  }

  /// The weight in grams, and its relative uncertainty.
  private func grams(_ food: Food, _ amount: Amount, _ name: ArraySlice<MealToken>) -> (Double, Double) {
    let count = min(amount.count ?? 1, 1000) * amount.size
    switch amount.measured {
    case .mass(let grams): return (min(amount.count ?? 1, 100_000) * grams, 0.03)
    case .vessel(let vessel):
      let own = food.portions.first { $0.name == vessel }
      return (count * (own?.grams ?? Measured.usual(vessel)), own == nil ? 0.3 : 0.2)
    case nil:
      let called = Set([name.map(\.folded).joined(separator: " "), name.last?.folded ?? ""])
      let itself = food.portions.first { called.contains(Word.words(of: $0.name).joined(separator: " ")) }
      let first = food.portions.first ?? Food.Portion("portion", 100)
      if amount.count != nil { return (count * (itself ?? first).grams, 0.15) }
      // Without a count, a food with tiny portions, such as almonds, counts as a handful.
      let usual =
        food.portions.first { $0.name == "portion" }
        ?? (first.grams < 10 ? food.portions.first { $0.name == "handful" } : itself) ?? first
      return (count * usual.grams, 0.3)
    }
  }

  // MARK: Unknown words

  private mutating func skip() {
    guard at < tokens.count else { return }
    let token = tokens[at]
    at += 1
    guard !token.isBreak, !token.isJoin, token.number == nil, !EstimateReader.plain.contains(token.folded),
      token.folded.count > 2, unknown.count < FoodTable.mostItems
    else { return }
    unknown.append(token.text)
  }

  /// Words that do not affect an estimate.
  private static let plain: Set<String> = Set(
    [
      "the", "my", "on", "in", "for", "to", "at", "of", "from", "fresh", "raw", "cooked", "organic", "homemade", "home",
      "made", "hot", "cold", "warm", "lunch", "dinner", "breakfast", "snack", "had", "ate", "drank", "plain", "chopped",
      "sliced", "grilled", "fried", "baked", "boiled", "steamed", "leftover", "topped", "extra", "about", "then",
      "each",
    ].map { Word.singular($0) })
}

extension Estimate.Item {
  /// Whether the amount was measured.
  fileprivate var isMeasured: Bool { words.contains { $0.isNumber } }
}
