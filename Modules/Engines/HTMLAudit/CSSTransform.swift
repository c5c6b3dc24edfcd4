/// The functions of a transformation.
enum CSSTransform {
  static func functions(_ words: String) -> [(name: String, parts: [String])] {
    var rest = Substring(words.trimmed)
    var found: [(name: String, parts: [String])] = []
    while !rest.isEmpty, found.count < 50 {
      let name = CSSText.takeName(&rest)
      guard !name.isEmpty, let inside = CSSText.takeBrackets(&rest) else { break }
      found.append((name.lowercased(), CSSText.split(inside, at: ",").map { String($0).trimmed }))
      rest = rest.drop(while: \.isWhitespace)
    }
    return found
  }
}
