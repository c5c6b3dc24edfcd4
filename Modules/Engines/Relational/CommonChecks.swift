/// Checks shared by many tables, in SQL that both stores accept. A null column passes them all.
extension Check {
  public static func length(_ column: String, _ range: ClosedRange<Int>) -> Check {
    Check("\(column)_length", "length(\(column)) between \(range.lowerBound) and \(range.upperBound)")
  }

  /// Limits the text length of JSON and of lists, in characters.
  public static func size(_ column: String, _ most: Int) -> Check {
    Check("\(column)_size", "length(cast(\(column) as text)) <= \(most)")
  }

  public static func range(_ column: String, _ range: ClosedRange<Int>) -> Check {
    Check("\(column)_range", "\(column) between \(range.lowerBound) and \(range.upperBound)")
  }

  public static func word(_ column: String, _ words: [String]) -> Check {
    Check("\(column)_word", "\(column) in (\(words.map { "'\($0)'" }.joined(separator: ", ")))")
  }

  /// Requires two columns to name the same person; policies of other tables need a name that is unique to this one.
  public static func same(_ column: String, _ other: String) -> Check {
    Check("\(column)_is_\(other)", "\(column) = \(other)")
  }
}
