/// The console's own texts.
enum ConsoleWords {
  /// The keys available at any time, with their meaning.
  static let keys = [
    ("a number", "opens it"), ("b", "back"), ("s words", "search"), ("h", "help"), ("q", "quit"),
  ]

  static let firstKeys = [("a number or a name", "opens it"), ("h", "help"), ("q", "quit")]

  static func hint(_ keys: [(String, String)]) -> [ScreenLine] {
    keys.map { key, words in ScreenLine("\(key) ", .number) + ScreenLine(words, .soft) }
  }

  static let help = """
    A number opens a link, presses a button, ticks a box.
    A number and words fill in a field: 3 some text. 3 "" empties it.
    A number and a value choose: 3 on, 3 off, 3 7, 3 Metric.
    The name of what has a number does as well: Insights.
    b goes back, or closes what stands in front. r refreshes.
    s and words search for a screen: s sleep.
    p shows all products. Enter alone shows the screen again. q quits.
    """

  static func noNumber(_ number: Int, of count: Int) -> String {
    switch count {
    case 0: "Nothing here has a number. b goes back, h helps, q quits."
    case 1: "There is no \(number) here; the only number is 1. h helps."
    default: "There is no \(number) here; the numbers go from 1 to \(count). h helps."
    }
  }

  static func unknown(_ words: String, isAmbiguous: Bool, choices: Int) -> String {
    let words = words.count > 60 ? "\(words.prefix(60))…" : words
    let what = isAmbiguous ? "“\(words)” is here more than once." : "“\(words)” is not known here."
    let numbers = choices == 0 ? "Write" : choices == 1 ? "Write 1, or" : "Write a number from 1 to \(choices), or"
    return "\(what) \(numbers) b back, r refresh, s words to search, p products, h help, q quit."
  }
}
