/// A food or drink, with its nutrition per 100 g.
public struct Food: Sendable, Hashable {
  public let name: String
  public let calories: Double
  public let protein: Double
  public let carbohydrate: Double
  public let fat: Double
  public let fibre: Double
  /// Other names of it.
  public let aliases: [String]
  /// The usual portions, the most common first.
  public let portions: [Portion]
  /// The relative uncertainty of its figures.
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

  /// A usual portion: "slice", 35 g.
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
  /// Parses a row of the table: names, figures of 100 g, portions and uncertainty in per cent, separated by "|". Nil
  /// for an incomplete row.
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
