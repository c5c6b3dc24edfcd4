/// A unit in which food is measured.
enum Measured: Equatable {
  /// A unit of mass, in grams.
  case mass(Double)
  /// A vessel or piece, such as a cup or slice, whose weight depends on the food.
  case vessel(String)

  /// The unit with a folded name; nil for any other word.
  init?(_ word: String) {
    if let grams = Measured.masses[word] {
      self = .mass(grams)
    } else if let vessel = Measured.vessels[word] {
      self = .vessel(vessel.name)
    } else {
      return nil
    }
  }

  /// Volumes are included: a millilitre of a drink weighs about a gram.
  private static let masses: [String: Double] = [
    "g": 1, "gr": 1, "gram": 1, "gramme": 1, "kg": 1000, "kilo": 1000, "kilogram": 1000, "mg": 0.001, "ml": 1,
    "millilitre": 1, "milliliter": 1, "cl": 10, "dl": 100, "l": 1000, "litre": 1000, "liter": 1000, "oz": 28.35,
    "ounce": 28.35, "lb": 453.6, "pound": 453.6,
  ]

  private static let vessels: [String: (name: String, grams: Double)] = {
    let known: [(String, [String], Double)] = [
      ("cup", [], 200), ("glass", ["glas"], 250), ("mug", [], 300), ("bottle", [], 500), ("can", ["tin"], 330),
      ("carton", [], 200), ("pint", [], 500), ("bowl", ["bowlful"], 300), ("plate", ["plateful"], 350),
      ("handful", ["handfull"], 30), ("slice", [], 30), ("piece", [], 60), ("portion", ["serving", "helping"], 150),
      ("tbsp", ["tablespoon", "spoon", "spoonful"], 15), ("tsp", ["teaspoon"], 5), ("pot", [], 150), ("bar", [], 45),
      ("bag", ["packet", "pack"], 30), ("scoop", [], 50), ("shot", [], 40), ("splash", ["dash"], 20), ("stick", [], 30),
      ("skewer", [], 60), ("fillet", [], 130), ("row", [], 20), ("cube", [], 10), ("clove", [], 4), ("bunch", [], 100),
    ]
    var vessels: [String: (name: String, grams: Double)] = [:]
    for (name, others, grams) in known { for word in [name] + others { vessels[Word.singular(word)] = (name, grams) } }
    return vessels
  }()

  /// The default weight in grams for a food without its own.
  static func usual(_ vessel: String) -> Double { vessels[Word.singular(vessel)]?.grams ?? 100 }
}
