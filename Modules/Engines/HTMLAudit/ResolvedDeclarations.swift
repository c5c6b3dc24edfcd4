/// The declarations of one element with custom properties put in.
struct ResolvedDeclarations {
  let declared: CSSDeclarations
  let customs: [String: String]
  /// `light-dark()` stands for its second colour.
  var isDark = false

  /// The text of a property in lower case; nil where it is not declared, the mark of the unknown where it cannot be read.
  func word(_ property: String) -> String? { text(property)?.lowercased() }

  func text(_ property: String) -> String? {
    guard let value = declared[property] else { return nil }
    guard value.others.isEmpty else { return CSSDeclarations.unknown }
    return text(of: value, property)
  }

  /// Each value that the property may have; nil for that which it has when nothing is declared.
  func candidates(_ property: String) -> [String?] {
    guard let value = declared[property] else { return [nil] }
    let own = value.text.isEmpty ? nil : text(of: value, property)?.lowercased()
    return [own] + value.others.sorted().map { $0.lowercased() }
  }

  func isUnsure(_ property: String) -> Bool { text(property) == CSSDeclarations.unknown }

  private func text(of value: CSSDeclarations.Value, _ property: String) -> String? {
    guard value.text.contains("(") else { return value.text }
    guard value.text.lowercased().contains("var(") else { return chosen(value.text) }
    guard let text = ResolvedDeclarations.resolved(value.text, customs) else { return CSSDeclarations.unknown }
    guard !text.contains(CSSDeclarations.unknown) else { return CSSDeclarations.unknown }
    // What is none after all is as if it were not declared.
    let found = CSSShorthand.expanded(value.shorthand ?? property, text).first { $0.name == property }
    return found.map { chosen($0.text) } ?? "unset"
  }

  /// The text with the one of two colours that suits the scheme.
  private func chosen(_ text: String, depth: Int = 0) -> String {
    guard depth < 10, let start = Substring(text).range(of: "light-dark(") else { return text }
    var rest = text[text.index(before: start.upperBound)...]
    let front = text[..<start.lowerBound]
    guard let inside = CSSText.takeBrackets(&rest) else { return text }
    let parts = CSSText.split(inside, at: ",")
    guard parts.count == 2 else { return text }
    return chosen(front + String(parts[isDark ? 1 : 0]).trimmed + rest, depth: depth + 1)
  }

  /// Puts in custom properties; nil for one that the page does not declare.
  static func resolved(_ text: String, _ customs: [String: String], depth: Int = 0) -> String? {
    var result = ""
    var rest = Substring(text)
    while let start = rest.range(of: "var(") {
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(before: start.upperBound)...]
      guard let inside = CSSText.takeBrackets(&rest), depth < 20, result.utf8.count < 4_000 else { return nil }
      let parts = inside.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "").trimmed
      if let known = customs[name] {
        result += known
      } else if parts.count > 1, let other = resolved(String(parts[1]).trimmed, customs, depth: depth + 1) {
        result += other
      } else {
        return nil
      }
    }
    return result + rest
  }

  /// The custom properties of an element whose parent has these.
  static func customs(_ declared: CSSDeclarations, under parent: [String: String]) -> [String: String] {
    let own = declared.values.filter { $0.key.hasPrefix("--") }
    guard !own.isEmpty else { return parent }
    var result = parent
    for (name, value) in own {
      result[name] = value.others.isEmpty ? value.text : CSSDeclarations.unknown
    }
    // One may refer to others, in any order, a few steps far.
    for _ in 0..<5 {
      var isChanged = false
      for name in own.keys.sorted() {
        guard let text = result[name], text.contains("var("), text.utf8.count < 2_000 else { continue }
        var others = result
        others[name] = nil
        let new = resolved(text, others) ?? CSSDeclarations.unknown
        isChanged = isChanged || new != text
        result[name] = String(new.prefix(4_000))
      }
      if !isChanged { break }
    }
    return result
  }
}
