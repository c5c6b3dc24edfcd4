/// A word, number or sign of a described meal.
struct MealToken {
  let text: String
  let folded: String
  var number: Double?
  var isFraction = false

  /// Whether the token always separates one food from the next.
  var isBreak: Bool { text == "," }
  var isJoin: Bool { ["and", "with", "plu", "&", "+"].contains(folded) }
  var isArticle: Bool { folded == "a" || folded == "an" }

  static func tokens(of text: String) -> [MealToken] {
    var tokens: [MealToken] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isASCIIDigit {
        tokens.append(number(&rest))
      } else if let fraction = fractions[first] {
        rest.removeFirst()
        tokens.append(MealToken(text: String(first), folded: String(first), number: fraction, isFraction: true))
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0 == "'" || $0 == "’" }
        rest = rest.dropFirst(word.count)
        tokens.append(MealToken(text: String(word), folded: Word.folded(word.filter { $0.isLetter }[...])))
      } else {
        rest.removeFirst()
        switch first {
        case ",", ";", "\n", "\r\n", ".", ":", "(", ")": tokens.append(MealToken(text: ",", folded: ","))
        case "&", "+": tokens.append(MealToken(text: String(first), folded: String(first)))
        default: break
        }
      }
    }
    return tokens
  }

  private static let fractions: [Character: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3]

  /// "200", "1.5", "1,5", "1/2".
  private static func number(_ rest: inout Substring) -> MealToken {
    func digits() -> Substring { rest.prefix { $0.isASCIIDigit } }
    let whole = digits()
    rest = rest.dropFirst(whole.count)
    let next = rest.dropFirst().first
    if let sign = rest.first, [".", ",", "/"].contains(sign), next?.isASCIIDigit == true {
      rest.removeFirst()
      let more = digits()
      rest = rest.dropFirst(more.count)
      let text = "\(whole)\(sign)\(more)"
      if sign == "/" {
        let under = Double(more) ?? 0
        let number = under > 0 ? (Double(whole) ?? 0) / under : nil
        return MealToken(text: text, folded: text, number: bounded(number), isFraction: true)
      }
      return MealToken(text: text, folded: text, number: bounded(Double("\(whole).\(more)")))
    }
    return MealToken(text: String(whole), folded: String(whole), number: bounded(Double(whole)))
  }

  private static func bounded(_ number: Double?) -> Double? {
    number.flatMap { $0.isFinite ? min($0, 1_000_000) : nil } ?? 0
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
