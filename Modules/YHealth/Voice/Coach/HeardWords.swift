/// The words of what a person said, and what they ask for.
struct HeardWords {
  enum Intent {
    case scores, missing, advice, summary, feeling, help
  }

  private let words: Set<Substring>
  private let text: String

  /// Characters that are looked at; what comes after them changes nothing.
  private static let longest = 2000

  init(_ text: String) {
    let plain = text.prefix(HeardWords.longest).lowercased().replacing("’", with: "'")
    let split = plain.split { !$0.isLetter && $0 != "'" }
    words = Set(split)
    self.text = " " + split.joined(separator: " ") + " "
  }

  /// Whether one of the words, or phrases of several words, was said.
  func has(_ any: [String]) -> Bool { any.contains { text.contains(" \($0) ") } }

  var intent: Intent? {
    if has(["score", "scores"]) { return .scores }
    if has(["missing", "forgot", "forget", "forgotten", "still to log", "not logged", "what's left", "to do"]) {
      return .missing
    }
    if has(["improve", "better", "advice", "insight", "insights", "tip", "tips", "recommend", "why"]) {
      return .advice
    }
    if has(["help", "what can you", "what can i ask"]) { return .help }
    if has(["day", "today", "summary", "doing", "so far"]) { return .summary }
    if has(["i feel", "i am", "i'm", "feeling", "tired", "sad", "happy", "stressed", "great", "exhausted"]) {
      return .feeling
    }
    return nil
  }

  /// Words alone end a session only when little else is said: "stop eating" does not.
  var isFarewell: Bool {
    has(["bye", "goodbye", "good bye", "that's all", "that is all", "see you"])
      || (words.count <= 3 && has(["stop", "end", "thanks", "thank you", "nothing", "no"]))
  }

  /// Signs that need help at once.
  var isAlarming: Bool {
    has([
      "chest pain", "pain in my chest", "can't breathe", "cannot breathe", "can't breath", "fainted", "passed out",
      "heart attack", "stroke", "suicide", "suicidal", "kill myself", "end my life", "hurt myself", "overdose",
    ])
  }
}
