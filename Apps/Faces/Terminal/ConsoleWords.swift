internal import Kernel

/// The console's own texts.
enum ConsoleWords {
  /// The keys available at any time, with their meaning.
  static let keys = [
    ("a number", "opens it"), ("b", "back"), ("s words", "search"), ("h", "help"), ("q", "quit"),
  ]

  static let firstKeys = [("a number or a name", "opens it"), ("h", "help"), ("q", "quit")]

  /// The commands that are whole words.
  static let commands = ["back", "refresh", "search", "products", "lock", "help", "quit"]

  static func hint(_ keys: [(String, String)]) -> [ScreenLine] {
    keys.map { key, words in ScreenLine("\(key) ", .number) + ScreenLine(words, .soft) }
  }

  static func help(editsLines: Bool) -> [String] {
    let lines = [
      "A number opens a link, presses a button, ticks a box.",
      "A number and words fill in a field: 3 some text. 3 \"\" empties it.",
      "A number and a value choose: 3 on, 3 off, 3 7, 3 Metric.",
      "The name of what has a number does as well: Insights.",
      "b goes back, or closes what stands in front. r refreshes.",
      "s and words search for a screen: s sleep.",
      "lock locks the profile, if its lock is on.",
      "say and a voice command act by name: say tap Insights, say type 7 into Hours, say show numbers, say go back.",
      "scan goes through the screen by two switches: Enter moves on, x selects. scan off ends it.",
      "p shows all products. Enter alone shows the next page, or the screen again. q quits.",
    ]
    let editing = [
      "Arrow keys move in the line, and up and down through earlier ones. Space and Page Up turn pages.",
      "Ctrl-C empties the line, or quits when it is empty.",
    ]
    return editsLines ? lines + editing : lines
  }

  static func noNumber(_ number: Int, among numbers: [Int]) -> String {
    guard let first = numbers.first, let last = numbers.last else {
      return "Nothing here has a number. b goes back, h helps, q quits."
    }
    return first == last
      ? "There is no \(number) here; the only number is \(first). h helps."
      : "There is no \(number) here; the numbers go from \(first) to \(last). h helps."
  }

  static func gone(_ number: Int, _ name: String) -> String { "\(number), “\(short(name))”, is gone from this screen." }

  static func changed(_ number: Int, _ name: String) -> String {
    "\(number) has just changed to “\(short(name))”. Nothing was done; write \(number) again."
  }

  static func unknown(_ words: String, isAmbiguous: Bool, numbers: [Int], names: [String]) -> String {
    if !isAmbiguous, let meant = suggestion(for: words, among: names) { return meant }
    let what = isAmbiguous ? "“\(short(words))” is here more than once." : "“\(short(words))” is not known here."
    let choice =
      switch (numbers.first, numbers.last) {
      case (let first?, let last?) where first < last: "Write a number from \(first) to \(last), or"
      case (let first?, _): "Write \(first), or"
      default: "Write"
      }
    return "\(what) \(choice) b back, r refresh, s words to search, p products, h help, q quit."
  }

  /// Returns the sentence that suggests a name or a command for a misspelled one; nil when none is similar.
  static func suggestion(for words: String, among names: [String]) -> String? {
    let (first, rest) = words.cut
    var meant = Spelling.nearest(to: words, among: names + commands)
    if meant == nil, !rest.isEmpty, Spelling.nearest(to: first, among: ["search"]) != nil { meant = "search \(rest)" }
    return meant.map { "There is no “\(short(words))” here. Did you mean “\(short($0))”?" }
  }

  static func pages(_ range: Range<Int>, of count: Int, isLast: Bool, takesSpace: Bool) -> String {
    let lines = "Lines \(range.lowerBound + 1)–\(range.upperBound) of \(count)."
    if isLast { return "\(lines) Enter shows the screen from its top." }
    return "\(lines) \(takesSpace ? "Space or Enter" : "Enter") shows the next page."
  }

  static func short(_ words: String) -> String { words.count > 60 ? "\(words.prefix(60))…" : words }
}
