/// Joins words to an enumeration.
enum ListWords {
  /// "reading workouts, sleep and steps".
  static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}
