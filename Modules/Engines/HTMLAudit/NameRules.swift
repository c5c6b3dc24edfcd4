extension PageRule {
  static let nameRules: [PageRule] = [
    PageRule("button-name", act: "97a4e1", ["4.1.2"], "Button has a name") { exam in
      exam.each { place, node in
        guard exam.scene.roles[place] == "button", exam.scene.isExposed(place), node.type != "image",
          node.type != "file"
        else { return nil }
        return exam.named(place, "button")
      }
    },
    PageRule("link-name", act: "c487ae", ["2.4.4", "4.1.2"], "Link has a name") { exam in
      exam.each { place, node in
        guard node.isHTMLOrSVG, exam.scene.isExposed(place), isLink(exam.scene.roles[place]) else { return nil }
        return exam.named(place, "link")
      }
    },
    PageRule("menuitem-name", act: "m6b1q3", ["4.1.2"], "Menu item has a name") { exam in
      exam.each { place, node in
        guard !node.html.isEmpty, exam.scene.roles[place].hasPrefix("menuitem"), exam.scene.isExposed(place) else {
          return nil
        }
        return exam.named(place, "menu item")
      }
    },
    PageRule("summary-name", act: "2t702h", ["4.1.2"], "Summary of details has a name") { exam in
      exam.each { place, _ in
        guard exam.scene.isDisclosure(place), exam.scene.isExposed(place), exam.scene.explicit[place].isEmpty else {
          return nil
        }
        return exam.named(place, "summary")
      }
    },
    PageRule("heading-name", act: "ffd0e9", ["1.3.1", "2.4.6"], "Heading has a name") { exam in
      exam.each { place, node in
        guard exam.scene.roles[place] == "heading", !node.html.isEmpty, exam.scene.isExposed(place) else { return nil }
        return exam.named(place, "heading")
      }
    },
    PageRule("iframe-name", act: "cae760", ["4.1.2"], "Frame has a name") { exam in
      exam.each { place, node in
        guard node.html == "iframe", exam.scene.isExposed(place), (node.tabIndex ?? 0) >= 0,
          !exam.scene.isMarkedDecorative(node)
        else { return nil }
        return exam.named(place, "frame")
      }
    },
    PageRule("dialog-name", ["4.1.2"], "Dialog has a name") { exam in
      exam.each { place, _ in
        guard ["dialog", "alertdialog"].contains(exam.scene.roles[place]), exam.scene.isExposed(place) else {
          return nil
        }
        return exam.named(place, "dialog")
      }
    },
    PageRule("widget-name", ["1.1.1", "4.1.2"], "Tab, tree item, tooltip, meter and progress bar have a name") { exam in
      let roles: Set<String> = ["tab", "treeitem", "tooltip", "meter", "progressbar"]
      return exam.each { place, _ in
        guard roles.contains(exam.scene.roles[place]), exam.scene.isExposed(place) else { return nil }
        return exam.named(place, exam.scene.roles[place])
      }
    },
    PageRule("label-in-name", act: "2ee8b8", ["2.5.3"], "Words in sight are part of the name") { exam in
      exam.each { place, node in
        guard let role = exam.scene.role(place), role.isWidget, role.isNamedByContent, exam.scene.isExposed(place),
          node.has("aria-label") || node.has("aria-labelledby")
        else { return nil }
        return labelInName(place, exam)
      }
    },
  ]

  static func isLink(_ role: String) -> Bool {
    ["link", "doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref"].contains(role)
  }

  /// Each run of words in sight must be found in the name, whatever their case.
  private static func labelInName(_ place: Int, _ exam: PageExam) -> PageVerdict? {
    var shown = ""
    for inner in exam.scene.inside(place) {
      guard let text = exam.nodes[inner].text else {
        if exam.scene.styles.computed[inner].isBlock || exam.nodes[inner].html == "br" { shown += " " }
        continue
      }
      if exam.scene.isSeen(inner) { shown += text }
    }
    let visible = shown.collapsed
    guard !visible.isEmpty else { return nil }
    let font = exam.scene.styles.declared[place]?["font-family"]?.text.lowercased() ?? ""
    if ["icon", "symbol", "awesome"].contains(where: font.contains) {
      return .undecided("“\(visible.prefix(40))” may be drawn as a sign.")
    }
    let name = exam.names.name(of: place)
    let asked = words(of: visible)
    let given = words(of: name)
    guard !asked.isEmpty else { return .undecided("“\(visible.prefix(40))” may be a sign rather than words.") }
    if visible.count == 1 { return .undecided("“\(visible)” may be a sign rather than a word.") }
    if given.count >= asked.count,
      (0...(given.count - asked.count)).contains(where: { Array(given[$0..<($0 + asked.count)]) == asked })
    {
      return .passed
    }
    return .failed("“\(visible.prefix(60))” is in sight and is not part of the name “\(name.prefix(60))”.")
  }

  /// Letters and digits, word by word, in lower case.
  private static func words(of text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }
}
