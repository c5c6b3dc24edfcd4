/// The properties of an element that decide what is seen and heard of it, as far as a page without its outer style sheets
/// says so.
struct ComputedStyle: Sendable {
  var isDisplayed = true
  /// Begins a line of its own.
  var isBlock = false
  var isVisible = true
  var colour: CSSColour? = .black
  /// Nil when it cannot be read.
  var background: CSSColour? = .transparent
  var hasPicture = false
  var hasTextShadow = false
  /// Taken out of the flow, so that its ground is not that of its parent.
  var isPlaced = false
  var opacity = 1.0
  var fontSize = 16.0
  var isBold = false
  /// Cut to nothing, or outside the page: heard, and not seen.
  var isOffScreen = false
  /// Nothing is seen although it is laid out: no size, or no opacity.
  var isClipped = false
  var scrolls = false
  var isUppercase = false
  /// The page names a colour for the text.
  var isColoured = false
}

/// The styles of all elements of a page: from the rules of browsers, its style elements and its style attributes.
struct PageStyles: Sendable {
  let computed: [ComputedStyle]
  /// The declarations of each element that has any.
  let declared: [Int: CSSDeclarations]
  /// The contents of "before" and "after", where they are words.
  let generated: [Int: [String: String]]
  /// Rotations that depend on the orientation of the screen, by element.
  let turned: [Int: [String]]
  /// True when the page has style sheets that are not in it.
  let hasOuterSheets: Bool

  init(_ nodes: [PageNode]) {
    let sheet = PageSheet(nodes)
    hasOuterSheets = nodes.contains { node in
      node.html == "link" && node.tokens("rel").contains { $0.lowercased() == "stylesheet" }
    }
    var computed = Array(repeating: ComputedStyle(), count: nodes.count)
    var declared: [Int: CSSDeclarations] = [:]
    var generated: [Int: [String: String]] = [:]
    var turned: [Int: [String]] = [:]
    for place in nodes.indices {
      let node = nodes[place]
      let parent = node.parent >= 0 ? computed[node.parent] : ComputedStyle()
      guard node.isElement else {
        computed[place] = parent
        continue
      }
      let own = sheet.declarations(for: place, in: nodes)
      if !own.values.values.isEmpty { declared[place] = own }
      if let words = sheet.generated(for: place, in: nodes) { generated[place] = words }
      let turns = sheet.turns(of: place, in: nodes)
      if !turns.isEmpty { turned[place] = turns }
      computed[place] = PageStyles.style(of: place, in: nodes, declared: own, under: parent)
    }
    self.computed = computed
    self.declared = declared
    self.generated = generated
    self.turned = turned
  }

  private static func style(
    of place: Int, in nodes: [PageNode], declared: CSSDeclarations, under parent: ComputedStyle
  ) -> ComputedStyle {
    var it = ComputedStyle()
    it.isDisplayed = parent.isDisplayed
    it.isVisible = parent.isVisible
    it.colour = parent.colour
    it.isColoured = parent.isColoured
    it.fontSize = parent.fontSize
    it.isBold = parent.isBold
    it.hasTextShadow = parent.hasTextShadow
    it.isOffScreen = parent.isOffScreen
    it.isClipped = parent.isClipped
    it.isUppercase = parent.isUppercase
    BrowserStyle.apply(to: &it, of: place, in: nodes)
    it.apply(declared, parent: parent)
    return it
  }
}

extension ComputedStyle {
  /// Applies what the page declares.
  fileprivate mutating func apply(_ declared: CSSDeclarations, parent: ComputedStyle) {
    func word(_ property: String) -> String? { declared[property]?.text.lowercased() }
    if let display = word("display") {
      if display == "none" { isDisplayed = false } else { isDisplayed = parent.isDisplayed }
      isBlock = !display.hasPrefix("inline") && display != "contents" && display != "none" || display == "inline-block"
    }
    if word("content-visibility") == "hidden" { isVisible = false }
    switch word("visibility") {
    case "hidden", "collapse": isVisible = false
    case "visible", "initial": isVisible = true
    default: break
    }
    if let size = word("font-size") ?? word("font").flatMap(ComputedStyle.sizeOfFont) {
      fontSize = CSSLength(size)?.pixels(font: parent.fontSize) ?? ComputedStyle.sizes[size] ?? fontSize
    }
    if let weight = word("font-weight") ?? word("font").flatMap({ $0.words.first { $0 == "bold" } }) {
      isBold = weight == "bold" || weight == "bolder" || (Int(weight).map { $0 >= 700 } ?? false)
    }
    if let words = word("color") {
      switch words {
      case "inherit", "currentcolor":
        colour = parent.colour
        isColoured = parent.isColoured
      case "initial": colour = .black
      default:
        colour = CSSColour(words)
        isColoured = true
      }
    }
    applyGround(declared, parent: parent)
    if let words = word("opacity") {
      let value = words.hasSuffix("%") ? Double(words.dropLast()).map { $0 / 100 } : Double(words)
      if let value, value.isFinite { opacity = min(1, max(0, value)) }
      if opacity == 0 { isClipped = true }
    }
    if let words = word("text-shadow") { hasTextShadow = words != "none" }
    if let words = word("text-transform") { isUppercase = words == "uppercase" }
    applyPlace(declared)
  }

  private mutating func applyGround(_ declared: CSSDeclarations, parent: ComputedStyle) {
    if let words = declared["background"]?.text {
      hasPicture = words.lowercased().contains("url(") || words.lowercased().contains("gradient(")
      if !hasPicture {
        let colours = CSSText.split(words, at: " ").filter { !$0.isEmpty }.compactMap { CSSColour(String($0)) }
        background =
          CSSColour(words) ?? colours.first ?? (words.lowercased() == "none" ? .transparent : nil)
      }
    }
    if let words = declared["background-color"]?.text.lowercased() {
      switch words {
      case "inherit": background = parent.background
      case "initial", "unset": background = .transparent
      case "currentcolor": background = colour
      default: background = CSSColour(words)
      }
    }
    if let words = declared["background-image"]?.text.lowercased() { hasPicture = words != "none" }
    if declared["filter"].map({ $0.text != "none" }) ?? false { background = nil }
    if declared["mix-blend-mode"].map({ $0.text != "normal" }) ?? false { background = nil }
  }

  private mutating func applyPlace(_ declared: CSSDeclarations) {
    func word(_ property: String) -> String? { declared[property]?.text.lowercased() }
    func length(_ property: String) -> Double? {
      word(property).flatMap { CSSLength($0) }?.pixels(font: fontSize)
    }
    let position = word("position")
    isPlaced = position == "absolute" || position == "fixed"
    let hides = ["hidden", "clip"].contains(word("overflow") ?? "")
    scrolls = ["overflow", "overflow-x", "overflow-y"].contains { ["auto", "scroll"].contains(word($0) ?? "") }
    if isPlaced, ["left", "right", "top", "bottom"].contains(where: { (length($0) ?? 0) <= -999 }) {
      isOffScreen = true
    }
    if position == "relative", (length("left") ?? 0) <= -999 || (length("top") ?? 0) <= -999 { isOffScreen = true }
    if isPlaced, word("clip").map({ $0.hasPrefix("rect(0") || $0.hasPrefix("rect(1px") }) ?? false {
      isOffScreen = true
    }
    if let path = word("clip-path"), path.contains("inset(50%)") || path.contains("inset(100%)") { isOffScreen = true }
    if let indent = length("text-indent"), indent <= -999 { isOffScreen = true }
    let isSmall = (length("height").map { $0 <= 1 } ?? false) || (length("width").map { $0 <= 1 } ?? false)
    if hides, isSmall { isOffScreen = true }
  }

  private static func sizeOfFont(_ words: String) -> String? {
    words.words.lazy.compactMap { word -> String? in
      let size = String(word.prefix { $0 != "/" })
      return CSSLength(size) != nil && Int(size) == nil || sizes[size] != nil ? size : nil
    }.first
  }

  static let sizes: [String: Double] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
  ]
}

/// A length with its unit.
struct CSSLength: Sendable {
  let number: Double
  let unit: String

  init?(_ text: String) {
    let words = text.trimmed.lowercased()
    let digits = words.prefix { $0.isNumber && $0.isASCII || "+-.".contains($0) }
    guard let number = Double(digits.hasPrefix(".") ? "0\(digits)" : String(digits)), number.isFinite else {
      return nil
    }
    self.number = number
    unit = String(words.dropFirst(digits.count))
    guard ["", "px", "pt", "pc", "in", "cm", "mm", "em", "rem", "ex", "ch", "%"].contains(unit) else { return nil }
  }

  /// In pixels, where relative units and percentages refer to this size of the font.
  func pixels(font: Double) -> Double {
    switch unit {
    case "pt": number * 4 / 3
    case "pc": number * 16
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    case "em": number * font
    case "rem": number * 16
    case "ex", "ch": number * font / 2
    case "%": number * font / 100
    default: number
    }
  }
}
