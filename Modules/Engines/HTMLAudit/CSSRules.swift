/// The style rules of a sheet, each with what must hold for it.
struct CSSRules: Sendable {
  struct Rule: Sendable {
    let selectors: String
    let declarations: CSSDeclarations
    let condition: CSSTruth
    /// True within a condition of the orientation of the screen.
    let isTurned: Bool
    /// The name of its layer; empty for a rule outside of layers.
    let layer: String
  }

  private struct Context {
    var condition = CSSTruth.yes
    var isTurned = false
    var layer = ""
    /// The selectors of the rule that this one is nested in.
    var outer: String?
    var depth = 0

    func inside(_ outer: String?) -> Context {
      var it = self
      it.outer = outer
      return it
    }
  }

  /// The sheets that others may name, by their addresses.
  private let sheets: [String: String]
  private(set) var rules: [Rule] = []
  /// The layers in the order in which they are named, the weakest first.
  private(set) var layers: [String] = []
  /// True when the sheet names another one.
  private(set) var imports = false
  /// The animations that change how something looks.
  private(set) var animations: Set<String> = []
  private var unnamed = 0
  private static let most = 5_000

  init(sheets: [String: String]) { self.sheets = sheets }

  /// Reads a sheet that is used under a list of media queries.
  mutating func read(_ text: String, media: String) {
    let plain = CSSText.withoutMarks(CSSText.withoutComments(text))
    let context = Context(condition: CSSCondition.media(media), isTurned: media.contains("orientation"))
    guard context.condition != .no || context.isTurned else { return }
    read(Substring(plain), context)
  }

  private mutating func read(_ text: Substring, _ context: Context) {
    for (head, body) in CSSRules.items(of: text) {
      guard rules.count < CSSRules.most else { return }
      if head.hasPrefix("@") {
        rule(head, body, context)
      } else if let body {
        style(head, body, context)
      }
    }
  }

  private mutating func rule(_ head: String, _ body: Substring?, _ context: Context) {
    let name = head.dropFirst().prefix { $0.isLetter || $0 == "-" }.lowercased()
    let words = String(head.dropFirst(name.count + 1)).trimmed
    var inner = context
    inner.depth += 1
    if name == "layer" {
      layer(words, body, inner)
      return
    }
    guard let body else {
      if name == "import" { add(imported: words, context) }
      return
    }
    switch name {
    case "media":
      inner.condition = context.condition.and(CSSCondition.media(words))
      inner.isTurned = context.isTurned || words.lowercased().contains("orientation")
      // Rules for the other orientation are kept, since they may turn the page.
      guard inner.condition != .no || inner.isTurned else { return }
    case "supports": inner.condition = context.condition.and(CSSCondition.supports(words))
    case "container", "scope": inner.condition = context.condition.and(.maybe)
    case "keyframes", "-webkit-keyframes":
      let looks = [
        "color", "background", "opacity", "visibility", "display", "filter", "transform", "clip", "translate",
      ]
      if looks.contains(where: body.lowercased().contains) { animations.insert(words.filter { !"\"'".contains($0) }) }
      return
    default: return
    }
    guard inner.depth < 10, inner.condition != .no || inner.isTurned else { return }
    if let outer = context.outer {
      style(outer, body, inner.inside(nil))
    } else {
      read(body, inner)
    }
  }

  /// Reads a sheet that another one names, if it is given. Browsers take it only before the first rule.
  private mutating func add(imported words: String, _ context: Context) {
    guard context.depth < 5, context.outer == nil else { return }
    var rest = Substring(words)
    var address = ""
    if rest.lowercased().hasPrefix("url(") {
      rest = rest.dropFirst(3)
      address = CSSText.takeBrackets(&rest).map { String($0).trimmed } ?? ""
    } else if let first = CSSText.words(rest).first {
      address = String(first)
      rest = rest.dropFirst(first.count)
    }
    let text = sheets[address.filter { !"\"'".contains($0) }]
    guard let text, !rest.contains("layer"), !rest.contains("supports") else {
      imports = imports || CSSCondition.media(String(rest)) != .no
      return
    }
    var inner = context
    inner.depth += 2
    inner.condition = context.condition.and(CSSCondition.media(String(rest)))
    guard inner.condition != .no else { return }
    read(Substring(CSSText.withoutMarks(CSSText.withoutComments(text))), inner)
  }

  private mutating func layer(_ words: String, _ body: Substring?, _ context: Context) {
    func full(_ name: String) -> String { context.layer.isEmpty ? name : "\(context.layer).\(name)" }
    guard let body else {
      for name in words.split(separator: ",").prefix(100) { add(layer: full(String(name).trimmed)) }
      return
    }
    var inner = context
    if words.isEmpty { unnamed += 1 }
    inner.layer = full(words.isEmpty ? "-\(unnamed)" : words)
    add(layer: inner.layer)
    guard inner.depth < 10 else { return }
    if let outer = context.outer { style(outer, body, inner.inside(nil)) } else { read(body, inner) }
  }

  private mutating func add(layer: String) {
    if !layer.isEmpty, !layers.contains(layer), layers.count < 1_000 { layers.append(layer) }
  }

  private mutating func style(_ head: String, _ body: Substring, _ context: Context) {
    guard head.utf8.count < 20_000 else { return }
    let selectors = context.outer.map { CSSRules.nested(head, in: $0) } ?? head
    guard body.contains("{"), context.depth < 10 else {
      add(selectors, CSSDeclarations(body), context)
      return
    }
    var own = ""
    var blocks: [(head: String, body: Substring)] = []
    for (head, body) in CSSRules.items(of: body) {
      if let body { blocks.append((head, body)) } else if !head.hasPrefix("@") { own += head + ";" }
    }
    add(selectors, CSSDeclarations(own), context)
    var inner = context.inside(selectors)
    inner.depth += 1
    for block in blocks where rules.count < CSSRules.most {
      if block.head.hasPrefix("@") {
        rule(block.head, block.body, inner)
      } else {
        style(block.head, block.body, inner)
      }
    }
  }

  private mutating func add(_ selectors: String, _ declarations: CSSDeclarations, _ context: Context) {
    guard !declarations.isEmpty else { return }
    rules.append(
      Rule(
        selectors: selectors, declarations: declarations, condition: context.condition, isTurned: context.isTurned,
        layer: context.layer))
  }

  /// The selectors of a rule that stands in another.
  private static func nested(_ head: String, in outer: String) -> String {
    CSSText.split(head, at: ",").prefix(50).map { part in
      let text = String(part).trimmed
      return text.contains("&") ? text.replacing("&", with: ":is(\(outer))") : ":is(\(outer)) \(text)"
    }.joined(separator: ",")
  }

  /// The statements and blocks of a text: a statement has no body.
  private static func items(of text: Substring) -> [(head: String, body: Substring?)] {
    var found: [(head: String, body: Substring?)] = []
    var start = text.startIndex
    var opened = start
    var (level, brackets) = (0, 0)
    var quote: Character?
    var isEscaped = false
    for place in text.indices {
      let it = text[place]
      if isEscaped {
        isEscaped = false
      } else if it == "\\" {
        isEscaped = true
      } else if let open = quote {
        if it == open || it.isNewline { quote = nil }
      } else if it == "\"" || it == "'" {
        quote = it
      } else if it == "{" {
        if level == 0 { opened = place }
        level += 1
      } else if it == "}" {
        level -= 1
        brackets = 0
        if level == 0 {
          found.append((String(text[start..<opened]).trimmed, text[text.index(after: opened)..<place]))
          start = text.index(after: place)
        } else if level < 0 {
          level = 0
          start = text.index(after: place)
        }
      } else if level == 0 {
        if it == "(" { brackets += 1 } else if it == ")" { brackets = max(0, brackets - 1) }
        if it == ";", brackets == 0 {
          let head = String(text[start..<place]).trimmed
          if !head.isEmpty { found.append((head, nil)) }
          start = text.index(after: place)
        }
      }
      if found.count >= most { return found }
    }
    if level > 0 {
      found.append((String(text[start..<opened]).trimmed, text[text.index(after: opened)...]))
    } else {
      let head = String(text[start...]).trimmed
      if !head.isEmpty { found.append((head, nil)) }
    }
    return found
  }
}
