internal import Relational

/// Checks that many tables need, in SQL of either store. A column without a value passes them all.
extension Check {
  static func length(_ column: String, _ range: ClosedRange<Int>) -> Check {
    Check("\(column)_length", "length(\(column)) between \(range.lowerBound) and \(range.upperBound)")
  }

  /// Of JSON and of lists, in characters.
  static func size(_ column: String, _ most: Int) -> Check {
    Check("\(column)_size", "length(cast(\(column) as text)) <= \(most)")
  }

  static func range(_ column: String, _ range: ClosedRange<Int>) -> Check {
    Check("\(column)_range", "\(column) between \(range.lowerBound) and \(range.upperBound)")
  }

  static func word(_ column: String, _ words: [String]) -> Check {
    Check("\(column)_word", "\(column) in (\(words.map { "'\($0)'" }.joined(separator: ", ")))")
  }

  /// Two that name the same person: one of them is what policies of other tables can tell apart from theirs.
  static func same(_ column: String, _ other: String) -> Check {
    Check("\(column)_is_\(other)", "\(column) = \(other)")
  }
}
