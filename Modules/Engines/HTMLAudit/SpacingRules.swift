extension PageRule {
  static let spacingRules: [PageRule] = [
    spacing("letter-spacing", act: "24afc2", "Letters can be set wider apart", least: 0.12),
    spacing("word-spacing", act: "9e45ec", "Words can be set wider apart", least: 0.16),
    spacing("line-height", act: "78fd32", "Lines can be set wider apart", least: 1.5),
    PageRule("clipped-when-enlarged", act: "59br37", ["1.4.4"], "Text is not cut off when it is enlarged") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, let own = exam.scene.styles.declared[place], exam.scene.isSeen(place),
          ["overflow-x", "overflow-y"].contains(where: {
            ["hidden", "clip"].contains(own[$0]?.text.lowercased() ?? "")
          }),
          own["height"] != nil || own["max-height"] != nil || own["white-space"]?.text == "nowrap",
          node.children.contains(where: { exam.nodes[$0].text.map { !$0.isBlank } ?? false })
        else { return nil }
        return .undecided("The layout decides whether the text still fits.")
      }
    },
  ]

  /// A property of text in a style attribute that nobody can change must be wide enough.
  private static func spacing(_ property: String, act: String, _ title: String, least: Double) -> PageRule {
    PageRule("\(property)-important", act: act, ["1.4.12"], title) { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, let own = node["style"],
          let value = CSSDeclarations(CSSText.withoutComments(own))[property], value.isImportant,
          exam.scene.styles.declared[place]?[property]?.text == value.text,
          !["inherit", "unset", "revert"].contains(value.text.lowercased())
        else { return nil }
        let texts = node.children.filter { exam.nodes[$0].text.map { !$0.isBlank } ?? false && exam.scene.isSeen($0) }
        guard !texts.isEmpty else { return nil }
        let size = exam.scene.styles.computed[place].fontSize
        guard size > 0, let width = pixels(value.text, property, place, exam) else {
          return value.text.lowercased() == "normal" && property == "line-height"
            ? .undecided("The font decides how high a normal line is.")
            : .undecided("“\(value.text.prefix(40))” cannot be computed.")
        }
        if width / size + 1e-9 >= least { return .passed }
        let isScrolled = exam.scene.ancestor(of: place) { exam.scene.styles.computed[$0].scrolls } != nil
        if property == "line-height",
          isScrolled || texts.reduce(0, { $0 + (exam.nodes[$1].text?.collapsed.count ?? 0) }) < 30
        {
          return .undecided("The layout decides whether the text has more than one line.")
        }
        return .failed("It is \(value.text.prefix(40)), and at least \(least) times the size of the text is needed.")
      }
    }
  }

  private static func pixels(_ words: String, _ property: String, _ place: Int, _ exam: PageExam) -> Double? {
    let size = exam.scene.styles.computed[place].fontSize
    let root = exam.nodes.firstIndex { $0.html == "html" }.map { exam.scene.styles.computed[$0].fontSize } ?? 16
    switch words.lowercased() {
    case "normal", "initial": return property == "line-height" ? nil : 0
    default:
      if property == "line-height", let number = CSSMath.number(words), !words.hasSuffix("%") { return number * size }
      return CSSMath.pixels(words, font: size, root: root)
    }
  }
}
