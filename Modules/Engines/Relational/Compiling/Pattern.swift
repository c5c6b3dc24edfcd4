/// A pattern of LIKE: `%` is anything, `_` one character, and a backslash takes the meaning from what follows it.
struct Pattern {
  let text: String
  /// The same as SQLite's GLOB has it.
  let glob: String

  init(_ text: String) throws(Failure) {
    guard text.utf8.count <= Compiler.longestPattern else {
      throw Compiler.tooComplex("at most \(Compiler.longestPattern) bytes in a pattern")
    }
    var glob = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch (scalar, isEscaped) {
      case ("\\", false):
        isEscaped = true
        continue
      case ("%", false): glob += "*"
      case ("_", false): glob += "?"
      // In brackets each stands for itself.
      case ("*", _), ("?", _), ("[", _): glob += "[\(scalar)]"
      default: glob.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    guard !isEscaped else { throw Failure("22025", "LIKE pattern must not end with escape character") }
    self.text = text
    self.glob = glob
  }
}
