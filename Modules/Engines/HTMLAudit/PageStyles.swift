/// The styles of all elements of a page: from the rules of browsers, its style elements and its style attributes.
struct PageStyles: Sendable {
  private(set) var computed: [ComputedStyle]
  /// The declarations of each element that has any.
  private(set) var declared: [Int: CSSDeclarations] = [:]
  /// The contents of "before" and "after", where they are words.
  private(set) var generated: [Int: [String: String]] = [:]
  /// The elements of whose generated content a rule that could not be read decides.
  private(set) var unsureGenerated: Set<Int> = []
  /// Rotations that depend on the orientation of the screen, by element.
  private(set) var turned: [Int: PageSheet.Cascade] = [:]
  /// True when the page has style sheets that were not given with it.
  let hasOuterSheets: Bool
  /// True when the style sheets take too long to be matched, and the styles are not those of the page.
  let isTooIntricate: Bool

  /// The contents of these elements are shown only by browsers that do not know them.
  private static let replaced: Set<String> = ["iframe", "video", "audio"]

  init(_ page: StaticPage) {
    let nodes = page.nodes
    let sheet = PageSheet(nodes, sheets: page.sheets)
    hasOuterSheets = sheet.hasOuterSheets
    isTooIntricate = sheet.isTooIntricate
    computed = Array(repeating: ComputedStyle(), count: nodes.count)
    var customs: [Int: [String: String]] = [:]
    var root = 16.0
    for place in nodes.indices {
      let node = nodes[place]
      let parent = node.parent >= 0 ? computed[node.parent] : ComputedStyle()
      guard node.isElement else {
        computed[place] = parent
        if node.parent >= 0, PageStyles.replaced.contains(nodes[node.parent].html) {
          computed[place].isDisplayed = false
        }
        continue
      }
      let cascade = sheet.cascade(for: place)
      if !cascade.own.values.isEmpty { declared[place] = cascade.own }
      if !cascade.turns.isEmpty { turned[place] = cascade }
      let own = ResolvedDeclarations.customs(cascade.own, under: node.parent >= 0 ? customs[node.parent] ?? [:] : [:])
      if !own.isEmpty { customs[place] = own }
      generate(cascade.boxes, for: place, node, own)
      var style = PageStyles.inherited(from: parent)
      BrowserStyle.apply(to: &style, of: place, in: nodes)
      if node.parent >= 0, PageStyles.replaced.contains(nodes[node.parent].html) { style.isDisplayed = false }
      let builder = StyleBuilder(
        parent: parent, root: root, isRoot: node.html == "html", animations: sheet.animations)
      var resolved = ResolvedDeclarations(declared: cascade.own, customs: own, isDark: style.isDark)
      if let scheme = resolved.word("color-scheme")?.words {
        style.isDark = scheme.contains("dark") && !scheme.contains("light")
        resolved.isDark = style.isDark
        // The browser's own colours are others in the dark, and not the same in each browser.
        if style.isDark != parent.isDark { style.isLookUnsure = style.isDark }
      }
      builder.apply(resolved, to: &style)
      computed[place] = style
      if node.html == "html" { root = style.fontSize }
    }
  }

  private static func inherited(from parent: ComputedStyle) -> ComputedStyle {
    var it = ComputedStyle()
    it.isDisplayed = parent.isDisplayed
    it.isHidingUnsure = parent.isHidingUnsure
    it.isLookUnsure = parent.isLookUnsure
    it.isVisible = parent.isVisible
    it.colour = parent.colour
    it.isColoured = parent.isColoured
    it.fontSize = parent.fontSize
    it.isSizeKnown = parent.isSizeKnown
    it.isBold = parent.isBold
    it.hasTextShadow = parent.hasTextShadow
    it.isOffScreen = parent.isOffScreen
    it.isClipped = parent.isClipped
    it.letters = parent.letters
    it.isDark = parent.isDark
    return it
  }

  /// Reads the words that stand before and after the content of an element.
  private mutating func generate(
    _ boxes: [String: CSSDeclarations], for place: Int, _ node: PageNode, _ customs: [String: String]
  ) {
    for (box, declarations) in boxes where box == "before" || box == "after" {
      let own = ResolvedDeclarations(declared: declarations, customs: customs)
      let unsure = ["content", "display", "visibility"].contains(where: own.isUnsure)
      if unsure { unsureGenerated.insert(place) }
      guard own.word("display") != "none", own.word("visibility") != "hidden", let content = own.text("content"),
        !["none", "normal", CSSDeclarations.unknown].contains(content.lowercased())
      else { continue }
      let words = PageStyles.words(content, of: node)
      // Space around it sets it apart from the words beside it.
      let isApart = ["padding", "margin", "display"].contains { declarations[$0] != nil }
      generated[place, default: [:]][box] = isApart ? " \(words) " : words
    }
  }

  /// The words of `content`; what follows a slash is the alternative and takes their place.
  private static func words(_ content: String, of node: PageNode) -> String {
    var result = ""
    var rest = CSSText.split(content, at: "/").last ?? Substring(content)
    while let first = rest.first {
      if first == "\"" || first == "'" {
        rest.removeFirst()
        var inside = ""
        while let it = rest.popFirst(), it != first {
          inside.append(it)
          if it == "\\", let next = rest.popFirst() { inside.append(next) }
        }
        result += CSSText.unescaped(inside)
      } else if first.isLetter || first == "-" {
        let name = CSSText.takeName(&rest).lowercased()
        let inside = CSSText.takeBrackets(&rest)
        if name == "attr", let inside {
          let parts = inside.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
          let asked = parts.first?.words.first?.lowercased() ?? ""
          result += node[asked] ?? (parts.count > 1 ? parts[1].filter { !"\"'".contains($0) } : "")
        }
      } else {
        rest.removeFirst()
      }
    }
    return result
  }
}
