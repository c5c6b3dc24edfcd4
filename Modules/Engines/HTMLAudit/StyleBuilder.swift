/// Applies what a page declares for an element.
struct StyleBuilder {
  let parent: ComputedStyle
  /// The size of the text of the document, to which `rem` refers.
  let root: Double
  /// The element is the document itself.
  let isRoot: Bool
  let animations: Set<String>

  func apply(_ declared: ResolvedDeclarations, to it: inout ComputedStyle) {
    applyDisplay(declared, &it)
    applyFont(declared, &it)
    applyColour(declared, &it)
    applyGround(declared, &it)
    if let words = declared.word("opacity") {
      if let value = CSSMath.number(words) {
        it.opacity = min(1, max(0, value))
      } else if words == "inherit" {
        it.opacity = parent.opacity
      } else if words.contains("(") || words == CSSDeclarations.unknown {
        it.isLookUnsure = true
      }
      if it.opacity == 0 { it.isClipped = true }
    }
    if let words = declared.word("text-shadow"), !["inherit", "unset"].contains(words) {
      it.hasTextShadow = !["none", "initial", "revert", "revert-layer"].contains(words)
    }
    switch declared.word("text-transform") {
    case "uppercase": it.letters = .upper
    case "lowercase": it.letters = .lower
    case "capitalize": it.letters = .capital
    case "none", "initial": it.letters = .asWritten
    default: break
    }
    applyPlace(declared, &it)
    if let names = declared.word("animation-name"), !animations.isEmpty {
      let words = Set(names.split { $0 == "," || $0.isWhitespace }.map(String.init))
      if animations.contains(where: { words.contains($0.lowercased()) }) { it.isLookUnsure = true }
    }
  }

  private func applyDisplay(_ declared: ResolvedDeclarations, _ it: inout ComputedStyle) {
    let usual = it.isDisplayed
    let shown = declared.candidates("display").map { word -> Bool in
      switch word {
      case nil, "revert", "revert-layer": usual
      case "none": false
      case "inherit": true
      default: word == CSSDeclarations.unknown ? usual : true
      }
    }
    let isUnknown = declared.candidates("display").contains(CSSDeclarations.unknown)
    if isUnknown || shown.contains(true) && shown.contains(false) {
      it.isHidingUnsure = true
      it.isDisplayed = parent.isDisplayed
    } else {
      it.isDisplayed = parent.isDisplayed && shown[0]
    }
    if let display = declared.word("display"), !display.hasPrefix("revert") {
      it.isBlock = !display.hasPrefix("inline") && !["contents", "none", "initial", "unset", "ruby"].contains(display)
      it.isBlock = it.isBlock || ["inline-block", "inline-flex", "inline-grid", "inline-table"].contains(display)
      it.setsChildrenApart = display.hasSuffix("flex") || display.hasSuffix("grid")
    }
    if ["left", "right", "inline-start", "inline-end"].contains(declared.word("float") ?? "none") { it.isBlock = true }
    if parent.setsChildrenApart { it.isBlock = true }
    let isVisible = it.isVisible
    let visible = declared.candidates("visibility").map { word -> Bool in
      switch word {
      case "hidden", "collapse": false
      case "visible", "initial": true
      case "inherit", "unset": parent.isVisible
      default: isVisible
      }
    }
    it.isVisible = visible.contains(true)
    if visible.contains(true) && visible.contains(false) || declared.isUnsure("visibility") { it.isHidingUnsure = true }
    if declared.word("content-visibility") == "hidden" { it.isVisible = false }
  }

  private func applyFont(_ declared: ResolvedDeclarations, _ it: inout ComputedStyle) {
    if let size = declared.word("font-size") {
      it.isSizeKnown = true
      switch size {
      case "inherit", "unset":
        it.fontSize = parent.fontSize
        it.isSizeKnown = parent.isSizeKnown
      case "initial": it.fontSize = 16
      case "revert", "revert-layer", "math": break
      case "larger": it.fontSize = parent.fontSize * 1.2
      case "smaller": it.fontSize = parent.fontSize / 1.2
      default:
        let base = isRoot ? 16 : root
        if let pixels = ComputedStyle.sizes[size]
          ?? CSSMath.pixels(size, font: parent.fontSize, root: base, takesNumbers: false)
        {
          it.fontSize = min(10_000, max(0, pixels))
        } else {
          it.isSizeKnown = false
        }
        let isRelative = ["em", "ex", "ch", "%"].contains { size.hasSuffix($0) } && !size.hasSuffix("rem")
        if isRelative, !parent.isSizeKnown { it.isSizeKnown = false }
      }
    }
    if let weight = declared.word("font-weight") {
      switch weight {
      case "bold", "bolder": it.isBold = true
      case "inherit", "unset": it.isBold = parent.isBold
      case "revert", "revert-layer": break
      case CSSDeclarations.unknown: it.isSizeKnown = false
      default: it.isBold = CSSMath.number(weight).map { $0 >= 700 } ?? false
      }
    }
  }

  private func colour(_ words: String, now: CSSColour?) -> CSSColour? {
    switch words {
    case "inherit", "unset", "currentcolor": parent.colour
    case "initial": .black
    case "revert", "revert-layer": now
    default: CSSColour(words)
    }
  }

  private func applyColour(_ declared: ResolvedDeclarations, _ it: inout ComputedStyle) {
    if let words = declared.word("color") {
      let now = it.colour
      let found = Set(declared.candidates("color").map { $0.map { colour($0, now: now) } ?? now })
      it.colour = found.count == 1 ? found.first ?? nil : nil
      it.isColoured = ["inherit", "unset"].contains(words) ? parent.isColoured : true
    }
    // The fill of the letters, which takes the place of their colour.
    if let words = declared.word("-webkit-text-fill-color"), !["currentcolor", "initial", "unset"].contains(words) {
      it.colour = colour(words, now: it.colour)
      it.isColoured = true
    }
  }

  private func applyGround(_ declared: ResolvedDeclarations, _ it: inout ComputedStyle) {
    if declared.declared["background-color"] != nil {
      let usual = it.background
      let found = Set(
        declared.candidates("background-color").map { words -> CSSColour? in
          switch words {
          case nil, "revert", "revert-layer": usual
          case "inherit": parent.background
          case "initial", "unset": .transparent
          case "currentcolor": it.colour
          default: words.flatMap { CSSColour($0) }
          }
        })
      it.background = found.count == 1 ? found.first ?? nil : nil
    }
    if let words = declared.word("background-image") {
      it.hasPicture =
        words == "inherit"
        ? parent.hasPicture : !["none", "initial", "unset", "revert", "revert-layer"].contains(words)
    }
    if declared.word("background-clip")?.contains("text") ?? false { it.hasPicture = true }
    for property in ["filter", "backdrop-filter", "mask-image", "mask", "-webkit-mask-image"]
    where !["none", "initial", "unset", "revert", "revert-layer"].contains(declared.word(property) ?? "none") {
      it.background = nil
    }
    let blending = declared.word("mix-blend-mode") ?? "normal"
    if !["normal", "initial", "unset", "revert", "revert-layer"].contains(blending) { it.background = nil }
  }

  private static let places = [
    "position", "left", "right", "top", "bottom", "margin-left", "margin-top", "transform", "translate", "scale",
    "clip",
    "clip-path", "text-indent", "overflow-x", "overflow-y", "height", "width", "max-height", "max-width", "zoom",
  ]

  private func applyPlace(_ declared: ResolvedDeclarations, _ it: inout ComputedStyle) {
    if StyleBuilder.places.contains(where: declared.isUnsure) { it.isLookUnsure = true }
    let font = it.fontSize
    func length(_ property: String) -> Double? {
      declared.word(property).flatMap { words in
        words.hasSuffix("%") ? nil : CSSMath.pixels(words, font: font, root: root)
      }
    }
    func isFar(_ property: String) -> Bool {
      if let words = declared.word(property), words.hasSuffix("%"), let share = CSSLength(words)?.number {
        return share <= -100
      }
      return (length(property) ?? 0) <= -999
    }
    let position = declared.word("position")
    it.isPlaced = position == "absolute" || position == "fixed"
    if it.isPlaced { it.isBlock = true }
    if it.isPlaced, ["left", "right", "top", "bottom"].contains(where: isFar) { it.isOffScreen = true }
    if position == "relative", isFar("left") || isFar("top") { it.isOffScreen = true }
    if (length("margin-left") ?? 0) <= -999 || (length("margin-top") ?? 0) <= -999 { it.isOffScreen = true }
    if it.isPlaced, declared.word("clip").map({ $0.hasPrefix("rect(0") || $0.hasPrefix("rect(1px") }) ?? false {
      it.isOffScreen = true
    }
    if let path = declared.word("clip-path").map({ $0.filter { !$0.isWhitespace } }) {
      let nothing = [
        "inset(50%)", "inset(100%)", "circle(0)", "circle(0px)", "circle(0%)", "ellipse(00)", "polygon(00)",
      ]
      if nothing.contains(where: path.hasPrefix) || path.hasPrefix("circle(0at") || path.hasPrefix("polygon(00,00,00") {
        it.isOffScreen = true
      }
    }
    applyTransform(declared, font, &it)
    if let indent = length("text-indent"), indent <= -999 { it.isOffScreen = true }
    let axes = [("overflow-x", "width"), ("overflow-y", "height")]
    for (overflow, side) in axes where ["hidden", "clip"].contains(declared.word(overflow) ?? "") {
      let isSmall = [length(side), length("max-\(side)")].contains { $0.map { $0 <= 1 } ?? false }
      if isSmall { it.isOffScreen = true }
    }
    it.scrolls = axes.contains { ["auto", "scroll"].contains(declared.word($0.0) ?? "") }
  }

  /// Scaled to nothing, or moved far off the page.
  private func applyTransform(_ declared: ResolvedDeclarations, _ font: Double, _ it: inout ComputedStyle) {
    for property in ["transform", "translate", "scale"] {
      guard let words = declared.word(property) else { continue }
      for (name, parts) in CSSTransform.functions(property == "transform" ? words : "\(property)(\(words))") {
        let numbers = parts.map { CSSMath.number($0) }
        if name.hasPrefix("scale"), numbers.contains(0) { it.isOffScreen = true }
        guard name.hasPrefix("translate") else { continue }
        let moves = parts.flatMap { CSSText.words($0) }.compactMap {
          CSSMath.pixels(String($0), font: font, root: root)
        }
        if moves.contains(where: { abs($0) >= 2_000 || $0 <= -999 }) { it.isOffScreen = true }
      }
    }
  }
}
