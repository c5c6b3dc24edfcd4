internal import Forms

/// The times before a todo at which the form offers to remind of it.
enum TodoLead {
  /// The choice of the time that the settings say.
  static let usual = "usual"
  private static let offered = [0, 10, 60, 1_440]

  static let options =
    [FormOption(usual, "As the settings say")] + offered.map { FormOption(word($0), title($0)) }

  static func word(_ minutes: Int) -> String { "\(minutes)" }

  /// The minutes of a choice; nil for the usual time and for words that are no choice.
  static func minutes(_ word: String) -> Int? {
    Int(word).flatMap { (0...Todo.longestLead).contains($0) ? $0 : nil }
  }

  /// "10 minutes before".
  static func title(_ minutes: Int) -> String {
    switch minutes {
    case 0: "When it is due"
    case 1: "1 minute before"
    case let days where days % 1_440 == 0: days == 1_440 ? "1 day before" : "\(days / 1_440) days before"
    case let hours where hours % 60 == 0: hours == 60 ? "1 hour before" : "\(hours / 60) hours before"
    default: "\(minutes) minutes before"
    }
  }

  /// The sentence that says why a todo without a time has no such reminder; nil when it can have it.
  static func complaint(_ minutes: Int, hasTime: Bool) -> String? {
    hasTime || minutes % 1_440 == 0 ? nil : "Enter a time, or choose to be reminded 1 day before."
  }
}
