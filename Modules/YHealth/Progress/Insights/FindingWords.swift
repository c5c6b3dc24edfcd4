internal import Insights
internal import Measures
internal import Numbers
internal import Plot

/// The screens' texts about a finding, in addition to its own.
struct FindingWords {
  let finding: Finding
  private let numbers: NumberNotation

  init(_ finding: Finding, in numbers: NumberNotation = .plain) { (self.finding, self.numbers) = (finding, numbers) }

  /// "A clear link, rising together: strength 0.45, between 0.21 and 0.63 with 95 % certainty."
  var strength: String {
    let words = TrendLine(slope: finding.strength, intercept: 0, correlation: finding.strength).words
    let (low, high) = (finding.interval.lowerBound, finding.interval.upperBound)
    return "\(words.upperFirst): strength \(figure), between "
      + "\(FindingWords.hundredths(low, in: numbers)) and \(FindingWords.hundredths(high, in: numbers)) "
      + "with 95 % certainty."
  }

  /// "0.45".
  var figure: String { FindingWords.hundredths(finding.strength, in: numbers) }

  var days: String { "\(finding.days) days" }

  var lag: String {
    switch finding.lag {
    case 0: "The same day"
    case 1: "One day later"
    default: "\(finding.lag) days later"
    }
  }

  /// The title, extended where another finding has the same one.
  func title(among others: [Finding]) -> String {
    let isAlone = others.allSatisfy { $0.id == finding.id || $0.title != finding.title }
    return isAlone
      ? finding.title
      : "\(finding.title) (\(finding.cause.title.lowerFirst) and \(finding.effect.title.lowerFirst))"
  }

  /// "0.45", "-0.3".
  static func hundredths(_ value: Double, in numbers: NumberNotation = .plain) -> String {
    let rounded = (min(max(value, -1e6), 1e6) * 100).rounded() / 100
    return numbers.text(rounded == 0 ? 0 : rounded)
  }
}

extension String {
  /// Lowercases the first letter, except in abbreviations: "REM sleep" stays as it is.
  var lowerFirst: String {
    let second = dropFirst().first
    guard let first, second.map({ !$0.isUppercase }) ?? true else { return self }
    return first.lowercased() + dropFirst()
  }

  var upperFirst: String { prefix(1).uppercased() + dropFirst() }
}
