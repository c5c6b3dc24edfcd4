/// The rules of the style elements of a page, found by the name, class or id that they end with.
struct PageSheet: Sendable {
  private struct Rule: Sendable {
    let selector: CSSSelector
    let declarations: CSSDeclarations
    let layer: Int
    let order: Int
    let condition: CSSTruth
    let isTurned: Bool
  }
  private struct Match {
    let rule: Rule
    let truth: CSSTruth
  }

  private let tree: CSSTree
  private var byName: [String: [Rule]] = [:]
  private var byID: [String: [Rule]] = [:]
  private var byClass: [String: [Rule]] = [:]
  private var others: [Rule] = []
  private static let most = 3_000
  /// Number of comparisons of a rule with an element that a page may ask for.
  private static let mostComparisons = 30_000_000
  /// True when matching the rules would take too long; nothing is matched then.
  private(set) var isTooIntricate = false
  /// True when the page has style sheets that were not given with it.
  let hasOuterSheets: Bool
  /// The animations that change how something looks.
  let animations: Set<String>

  /// Reads the style elements, and the linked sheets that are given by their addresses.
  init(_ nodes: [PageNode], sheets: [String: String]) {
    tree = CSSTree(nodes)
    var rules = CSSRules(sheets: sheets)
    var isOuter = false
    for node in nodes {
      if node.html == "link", PageSheet.isOuterSheet(node) {
        if let text = sheets[node["href"]?.trimmed ?? ""] {
          rules.read(text, media: node["media"]?.lowercased() ?? "")
        } else {
          isOuter = true
        }
      }
      guard node.name == "style", ["", "text/css"].contains(node["type"]?.lowercased() ?? "") else { continue }
      rules.read(node.children.compactMap { nodes[$0].text }.joined(), media: node["media"]?.lowercased() ?? "")
    }
    hasOuterSheets = isOuter || rules.imports
    animations = rules.animations
    var order = 0
    for rule in rules.rules {
      let heads = CSSText.split(rule.selectors, at: ",").prefix(100)
      let selectors = heads.compactMap { CSSSelector($0) }
      // Browsers drop a rule with a selector that is none.
      guard selectors.count == heads.count else { continue }
      for selector in selectors where order < PageSheet.most {
        order += 1
        add(
          Rule(
            selector: selector, declarations: rule.declarations,
            layer: rules.layers.firstIndex(of: rule.layer) ?? .max, order: order, condition: rule.condition,
            isTurned: rule.isTurned))
      }
    }
    isTooIntricate = comparisons() > PageSheet.mostComparisons
  }

  /// The comparisons that matching all elements takes; those that look into an element count as many.
  private func comparisons() -> Int {
    func weight(_ rules: [Rule]?) -> Int { (rules ?? []).reduce(0) { $0 + ($1.selector.looksInside ? 100 : 1) } }
    let general = weight(others)
    let named = byName.mapValues(weight)
    let classed = byClass.mapValues(weight)
    var sum = 0
    for node in tree.nodes where node.isElement {
      sum += general + named[node.name.lowercased(), default: 0]
      if let id = node["id"] { sum += weight(byID[id]) }
      if !classed.isEmpty { for word in node.tokens("class").prefix(100) { sum += classed[word, default: 0] } }
      if sum > PageSheet.mostComparisons { break }
    }
    return sum
  }

  /// A sheet outside of the page that may be used on a screen.
  static func isOuterSheet(_ node: PageNode) -> Bool {
    let kinds = node.tokens("rel").map { $0.lowercased() }
    guard kinds.contains("stylesheet"), !kinds.contains("alternate"), !node.has("disabled"), node.has("href") else {
      return false
    }
    return CSSCondition.media(node["media"] ?? "") != .no
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

  private func matches(_ place: Int) -> [Match] {
    guard !isTooIntricate else { return [] }
    let node = tree.nodes[place]
    var found = others + byName[node.name.lowercased(), default: []]
    if let id = node["id"] { found += byID[id, default: []] }
    if !byClass.isEmpty { for word in Set(node.tokens("class")) { found += byClass[word, default: []] } }
    return found.compactMap { rule in
      let truth = rule.selector.matches(place, in: tree)
      return truth == .no ? nil : Match(rule: rule, truth: truth.and(rule.condition == .no ? .yes : rule.condition))
    }
  }

  /// The declarations of the page for an element.
  struct Cascade {
    var own = CSSDeclarations()
    /// The declarations of its pseudo-elements.
    var boxes: [String: CSSDeclarations] = [:]
    /// The turns that hold in one orientation of the screen only.
    var turns: [CSSDeclarations] = []
    /// Without what holds in one orientation only.
    var usual: CSSDeclarations?
  }

  func cascade(for place: Int) -> Cascade {
    var result = Cascade()
    let node = tree.nodes[place]
    let all = matches(place)
    let style = node["style"].map { CSSDeclarations(CSSText.withoutComments($0)) }
    let hints = PresentationalHints.declarations(of: node, in: tree.nodes)
    let own = all.filter { $0.rule.selector.pseudo == nil }
    result.own = PageSheet.merged(own.filter { $0.rule.condition != .no }, style, hints)
    let turning = own.filter { $0.rule.isTurned }
    if !turning.isEmpty {
      result.turns = turning.map(\.rule.declarations)
      result.usual = PageSheet.merged(own.filter { !$0.rule.isTurned }, style, hints)
    }
    for match in all where match.rule.condition != .no {
      guard let box = match.rule.selector.pseudo, result.boxes[box] == nil else { continue }
      result.boxes[box] = PageSheet.merged(
        all.filter { $0.rule.selector.pseudo == box && $0.rule.condition != .no }, nil, nil)
    }
    return result
  }

  /// The declarations of rules in the order of the cascade: layers, specificity, place; the style attribute before the
  /// important ones, which layers turn around.
  private static func merged(_ all: [Match], _ style: CSSDeclarations?, _ hints: CSSDeclarations?) -> CSSDeclarations {
    var result = CSSDeclarations()
    if let hints { result.add(hints, important: false) }
    let sorted = all.sorted {
      ($0.rule.layer, $0.rule.selector.specificity, $0.rule.order)
        < ($1.rule.layer, $1.rule.selector.specificity, $1.rule.order)
    }
    for match in sorted { result.add(match.rule.declarations, important: false, truth: match.truth) }
    if let style { result.add(style, important: false) }
    let important = all.sorted {
      (-1 - $0.rule.layer, $0.rule.selector.specificity, $0.rule.order)
        < (-1 - $1.rule.layer, $1.rule.selector.specificity, $1.rule.order)
    }
    for match in important { result.add(match.rule.declarations, important: true, truth: match.truth) }
    if let style { result.add(style, important: true) }
    return result
  }
}
