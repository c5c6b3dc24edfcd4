/// Something to eat or drink, and what is in a hundred grams of it.
public struct Food: Sendable, Hashable {
  public let name: String
  public let calories: Double
  public let protein: Double
  public let carbohydrate: Double
  public let fat: Double
  public let fibre: Double
  /// Other names of it.
  public let aliases: [String]
  /// The most usual first.
  public let portions: [Portion]
  /// How far off its figures may be, as a share of them.
  public let uncertainty: Double

  public init(
    _ name: String, calories: Double, protein: Double, carbohydrate: Double, fat: Double, fibre: Double,
    aliases: [String] = [], portions: [Portion] = [], uncertainty: Double = 0.2
  ) {
    self.name = name
    self.calories = calories
    self.protein = protein
    self.carbohydrate = carbohydrate
    self.fat = fat
    self.fibre = fibre
    self.aliases = aliases
    self.portions = portions
    self.uncertainty = uncertainty
  }

  /// What people take of it at once: "slice", 35 g.
  public struct Portion: Sendable, Hashable {
    public let name: String
    public let grams: Double

    public init(_ name: String, _ grams: Double) {
      self.name = name
      self.grams = grams
    }
  }
}

extension Food {
  /// A row of the table: names | figures of 100 g | portions | how unsure in per cent. Nil for a row that says less.
  init?(row: Substring) {
    let parts = row.split(separator: "|").map(Food.trimmed)
    guard parts.count == 4, let unsure = Double(parts[3]) else { return nil }
    let names = parts[0].split(separator: ";").map { String(Food.trimmed($0)) }
    let figures = parts[1].split(separator: " ").compactMap { Double(String($0)) }
    let portions = parts[2].split(separator: ",").compactMap { part -> Portion? in
      let words = part.split(separator: " ")
      guard words.count > 1, let grams = words.last.flatMap({ Double(String($0)) }), grams > 0 else { return nil }
      return Portion(words.dropLast().joined(separator: " "), grams)
    }
    guard let name = names.first, figures.count == 5, figures.allSatisfy({ $0 >= 0 }), !portions.isEmpty else {
      return nil
    }
    self.init(
      name, calories: figures[0], protein: figures[1], carbohydrate: figures[2], fat: figures[3], fibre: figures[4],
      aliases: Array(names.dropFirst()), portions: portions, uncertainty: unsure / 100)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
