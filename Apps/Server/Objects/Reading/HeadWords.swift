/// A header value such as `form-data; name="a"; filename="b.png"`: a kind, and parameters by lower-case name.
struct HeadWords: Sendable, Hashable {
  let kind: String
  private(set) var parameters: [String: String] = [:]

  init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    kind = HeadWords.word(&rest).lowercased()
    while rest.popFirst() == ";", parameters.count < 20 {
      let name = HeadWords.word(&rest, until: "=").lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = rest.first == "\"" ? HeadWords.quoted(&rest) : HeadWords.word(&rest)
      // The first one counts: a repeated parameter may be an attack.
      if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
      rest = rest.drop { $0 != ";" }
    }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Reads up to a semicolon or `stop`, trimming blanks.
  private static func word(_ rest: inout ArraySlice<Unicode.Scalar>, until stop: Unicode.Scalar? = nil) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    rest = rest.drop(while: isBlank)
    var word = rest.prefix { $0 != ";" && $0 != stop }
    rest = rest.dropFirst(word.count)
    while let last = word.last, isBlank(last) { word.removeLast() }
    return text(word)
  }

  /// Reads a quoted string. Browsers escape an inner quotation mark as `%22`, other clients with a backslash.
  private static func quoted(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    rest.removeFirst()
    var inside: [Unicode.Scalar] = []
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        inside.append(next)
        rest.removeFirst()
      } else {
        inside.append(scalar)
      }
    }
    return text(inside[...])
  }
}
