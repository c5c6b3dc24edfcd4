/// The declarations that old attributes stand for.
enum PresentationalHints {
  static func declarations(of node: PageNode, in nodes: [PageNode]) -> CSSDeclarations? {
    var text = ""
    func add(_ property: String, _ attribute: String) {
      guard let words = node[attribute], let colour = colour(words) else { return }
      text += "\(property): \(colour.hexadecimal);"
    }
    switch node.html {
    case "body", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "marquee":
      add("background-color", "bgcolor")
      if node.html != "marquee", let file = node["background"], !file.isBlank { text += "background-image: url();" }
      if node.html == "body" { add("color", "text") }
    case "font":
      add("color", "color")
      if let size = node["size"].flatMap(size) { text += "font-size: \(size);" }
    case "a":
      guard node.has("href"), let body = nodes.first(where: { $0.html == "body" }), let words = body["link"],
        let colour = colour(words)
      else { return nil }
      text += "color: \(colour.hexadecimal);"
    default: return nil
    }
    return text.isEmpty ? nil : CSSDeclarations(text)
  }

  private static func size(_ words: String) -> String? {
    let text = words.trimmed
    let digits = text.drop { $0 == "+" || $0 == "-" }.prefix { $0.isNumber && $0.isASCII }
    guard let number = Int(digits.prefix(4)) else { return nil }
    let step = text.hasPrefix("+") ? 3 + number : text.hasPrefix("-") ? 3 - number : number
    let names = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    return names[max(1, min(7, step)) - 1]
  }

  /// A colour as browsers read it in attributes, where any text is one.
  static func colour(_ words: String) -> CSSColour? {
    var text = words.trimmed.lowercased()
    guard !text.isEmpty, text != "transparent" else { return nil }
    if let known = CSSColourNames.all[text] { return CSSColour(known, alpha: 1) }
    if text.hasPrefix("#"), text.count == 4, let short = CSSColour(text) { return short }
    if text.hasPrefix("#") { text.removeFirst() }
    var digits = text.prefix(128).map { $0.isHexDigit && $0.isASCII ? $0 : "0" }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append("0") }
    let length = digits.count / 3
    var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length].suffix(8)) }
    while parts[0].count > 2, parts.allSatisfy({ $0.first == "0" }) { parts = parts.map { Array($0.dropFirst()) } }
    let numbers = parts.map { Int(String($0.prefix(2)), radix: 16) ?? 0 }
    return CSSColour(numbers[0] << 16 | numbers[1] << 8 | numbers[2], alpha: 1)
  }
}
