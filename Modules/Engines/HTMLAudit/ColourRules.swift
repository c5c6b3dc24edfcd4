extension PageRule {
  static let colourRules: [PageRule] = [
    PageRule("contrast", act: "afw4f7", ["1.4.3"], "Text has enough contrast") { exam in
      var targets: [PageTarget] = []
      let labels = disabledLabels(exam)
      for place in exam.nodes.indices {
        guard let text = exam.nodes[place].text, !text.isBlank else { continue }
        let parent = exam.nodes[place].parent
        guard parent >= 0, !exam.nodes[parent].html.isEmpty, exam.scene.isSeen(place), !isDisabled(parent, labels, exam)
        else { continue }
        guard let verdict = contrast(of: place, text, exam) else { continue }
        if exam.scene.styles.computed[place].isHidingUnsure {
          targets.append(PageTarget(place: parent, verdict: .undecided(PageRule.unsure)))
          continue
        }
        targets.append(PageTarget(place: parent, verdict: verdict))
      }
      return targets
    }
  ]

  private static func isDisabled(_ place: Int, _ labels: Set<Int>, _ exam: PageExam) -> Bool {
    func holds(_ at: Int) -> Bool {
      let role = exam.scene.role(at)
      let isControl = role?.isWidget ?? false || ["group", "radiogroup", "toolbar"].contains(exam.scene.roles[at])
      return labels.contains(at) || exam.scene.isDisabled(at)
        || isControl && exam.nodes[at].keyword("aria-disabled") == "true"
    }
    return holds(place) || exam.scene.ancestor(of: place, where: holds) != nil
  }

  /// The elements that name a disabled control.
  private static func disabledLabels(_ exam: PageExam) -> Set<Int> {
    var labels: Set<Int> = []
    for (place, node) in exam.nodes.enumerated() where node.isElement {
      guard exam.scene.isDisabled(place) || node.keyword("aria-disabled") == "true" else { continue }
      labels.formUnion(exam.names.labels(of: place))
      labels.formUnion(exam.scene.referred(node["aria-labelledby"]))
    }
    return labels
  }

  private static func contrast(of place: Int, _ text: String, _ exam: PageExam) -> PageVerdict? {
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return .passed }
    switch PageColours(of: place, in: exam.scene) {
    case .unknown(let why): return .undecided(why)
    case .known(let front, let ground, let style):
      if front.hexadecimal == ground.hexadecimal { return nil }
      let ratio = front.contrast(with: ground)
      let isLarge = style.fontSize >= 24 || (style.isBold && style.fontSize >= 18.66)
      let needed = isLarge ? 3.0 : 4.5
      if ratio >= 3, ratio < 4.5, !style.isSizeKnown || exam.scene.styles.hasOuterSheets {
        return .undecided("The size of the text, which decides what contrast it needs, cannot be read from the page.")
      }
      if ratio >= needed { return .passed }
      if text.collapsed.count == 1 { return .undecided("“\(text.collapsed)” may be a sign rather than a word.") }
      let shown = Int((ratio * 100).rounded(.down))
      let words = "\(shown / 100).\(shown % 100 < 10 ? "0" : "")\(shown % 100)"
      return .failed(
        "\(front.hexadecimal) on \(ground.hexadecimal) has \(words) to 1, and \(isLarge ? "3" : "4.5") to 1 is needed.")
    }
  }
}

/// The colours in which a text is drawn.
enum PageColours {
  case known(front: CSSColour, ground: CSSColour, style: ComputedStyle)
  case unknown(String)

  /// Lays the text and its grounds over one another, from the inside out, each with its opacity.
  init(of place: Int, in scene: PageScene) {
    let style = scene.styles.computed[place]
    if scene.styles.hasOuterSheets, !PageColours.isFixed(scene.nodes[scene.nodes[place].parent]) {
      self = .unknown("A style sheet outside of the page may set its colours.")
      return
    }
    if style.isLookUnsure {
      self = .unknown("An animation, or a rule that cannot be read here, changes how the text looks.")
      return
    }
    guard let colour = style.colour else {
      self = .unknown("The colour of the text cannot be read from the page.")
      return
    }
    if style.hasTextShadow {
      self = .unknown("A shadow of the text changes its contrast.")
      return
    }
    var front = colour
    var ground = CSSColour.transparent
    var at = scene.nodes[place].parent
    while at >= 0 {
      let outer = scene.styles.computed[at]
      // Nothing beyond an opaque ground is seen.
      if ground.alpha >= 1, outer.opacity == 1, !scene.hasFadedAncestor(of: at) { break }
      if outer.hasPicture {
        self = .unknown("A picture or a gradient is behind the text.")
        return
      }
      guard let behind = outer.background else {
        self = .unknown("The colour behind the text cannot be read from the page.")
        return
      }
      front = front.over(behind).faded(outer.opacity)
      ground = ground.over(behind).faded(outer.opacity)
      if outer.isPlaced, ground.alpha < 1 {
        self = .unknown("The text is placed over another part of the page.")
        return
      }
      at = scene.nodes[at].parent
    }
    self = .known(front: front.over(.white), ground: ground.over(.white), style: style)
  }

  /// True when the element itself sets both colours so that no sheet can change them.
  private static func isFixed(_ node: PageNode) -> Bool {
    guard let style = node["style"] else { return false }
    let own = CSSDeclarations(CSSText.withoutComments(style))
    guard let front = own["color"], let ground = own["background-color"] else { return false }
    return front.isImportant && ground.isImportant && CSSColour(ground.text)?.alpha == 1
  }
}

extension PageScene {
  fileprivate func hasFadedAncestor(of place: Int) -> Bool {
    styles.computed[place].opacity < 1 || ancestor(of: place) { styles.computed[$0].opacity < 1 } != nil
  }
}
