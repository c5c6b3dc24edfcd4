/// A LIKE pattern: `%` matches anything, `_` one character, and a backslash makes the next character literal.
struct LikePattern {
  let text: String
  /// The equivalent pattern for SQLite's GLOB.
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
      // In brackets each is literal.
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
