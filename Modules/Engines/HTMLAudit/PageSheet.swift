/// The rules of the style elements of a page, found by the name, class or id that they end with.
struct PageSheet: Sendable {
  private struct Rule: Sendable {
    let selector: CSSSelector
    let declarations: CSSDeclarations
    let order: Int
    let condition: String
  }

  private var byName: [String: [Rule]] = [:]
  private var byID: [String: [Rule]] = [:]
  private var byClass: [String: [Rule]] = [:]
  private var others: [Rule] = []
  private static let most = 3_000

  init(_ nodes: [PageNode]) {
    var order = 0
    for node in nodes where node.name == "style" {
      let media = node.keyword("media") ?? ""
      let text = node.children.compactMap { nodes[$0].text }.joined()
      let rules = CSSText.rules(of: Substring(CSSText.withoutComments(text)), under: media)
      for rule in rules.prefix(PageSheet.most) {
        let declarations = CSSDeclarations(rule.body)
        for head in CSSText.split(rule.head, at: ",").prefix(50) {
          guard order < PageSheet.most, let selector = CSSSelector(String(head)) else { continue }
          order += 1
          add(
            Rule(
              selector: selector, declarations: declarations, order: order,
              condition: rule.condition.trimmed.lowercased()))
        }
      }
    }
  }

  private mutating func add(_ rule: Rule) {
    guard let last = rule.selector.parts.first?.compound else { return }
    if let id = last.id {
      byID[id, default: []].append(rule)
    } else if let word = last.classes.first {
      byClass[word, default: []].append(rule)
    } else if let name = last.name {
      byName[name, default: []].append(rule)
    } else {
      others.append(rule)
    }
  }

  private func rules(for place: Int, in nodes: [PageNode]) -> [Rule] {
    let node = nodes[place]
    var found = others + byName[node.name.lowercased(), default: []]
    if let id = node["id"] { found += byID[id, default: []] }
    if !byClass.isEmpty { for word in Set(node.tokens("class")) { found += byClass[word, default: []] } }
    return found.filter { $0.selector.matches(place, in: nodes) }
  }

  /// Whether a rule under this condition holds on a screen as it is usual.
  private static func holds(_ condition: String) -> Bool {
    condition.isEmpty || condition == "all" || condition == "screen"
  }

  /// The declarations of an element: important rules last, then by specificity and order; its style attribute before the
  /// important ones.
  func declarations(for place: Int, in nodes: [PageNode]) -> CSSDeclarations {
    var result = CSSDeclarations()
    let rules = rules(for: place, in: nodes).filter { $0.selector.pseudo == nil && PageSheet.holds($0.condition) }
      .sorted { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
    for rule in rules { result.add(rule.declarations) }
    if let own = nodes[place]["style"] { result.add(CSSDeclarations(CSSText.withoutComments(own))) }
    return result
  }

  /// The words that stand before and after the content of an element.
  func generated(for place: Int, in nodes: [PageNode]) -> [String: String]? {
    var found: [String: String] = [:]
    for rule in rules(for: place, in: nodes).sorted(by: { $0.order < $1.order }) {
      guard let pseudo = rule.selector.pseudo, PageSheet.holds(rule.condition),
        let content = rule.declarations["content"]?.text
      else { continue }
      // Space around it sets it apart from the words beside it.
      let isApart = ["padding", "margin", "display"].contains { rule.declarations[$0] != nil }
      found[pseudo] = isApart ? " \(PageSheet.words(content)) " : PageSheet.words(content)
    }
    return found.isEmpty ? nil : found
  }

  /// The words of `content`; what follows a slash is the alternative and takes their place.
  private static func words(_ content: String) -> String {
    let shown = CSSText.split(content, at: "/").last.map(String.init) ?? content
    var result = ""
    var rest = Substring(shown)
    while let open = rest.first(where: { $0 == "\"" || $0 == "'" }), let start = rest.firstIndex(of: open) {
      let inside = rest[rest.index(after: start)...]
      guard let end = inside.firstIndex(of: open) else { break }
      result += inside[..<end]
      rest = inside[inside.index(after: end)...]
    }
    return result
  }

  /// The turns that hold in one orientation only.
  func turns(of place: Int, in nodes: [PageNode]) -> [String] {
    rules(for: place, in: nodes).filter { $0.condition.contains("orientation") }.flatMap { rule in
      ["transform", "rotate"].compactMap { rule.declarations[$0]?.text.lowercased() }
    }
  }
}
