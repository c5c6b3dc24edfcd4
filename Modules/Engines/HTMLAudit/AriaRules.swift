extension PageRule {
  static let ariaRules: [PageRule] = [
    PageRule("aria-defined", act: "5f99a7", ["4.1.2"], "ARIA attribute exists") { exam in
      attributes(exam, where: { _, node in node.isHTMLOrSVG }) { _, _, name in
        AriaAttribute.all[name] != nil ? .passed : .failed("There is no attribute \(name.prefix(60)).")
      }
    },
    PageRule("aria-valid", act: "6a7281", ["4.1.2"], "ARIA attribute has a value that it takes") { exam in
      attributes(exam, where: { _, node in node.isHTMLOrSVG }) { _, node, name in
        guard let kind = AriaAttribute.all[name], let value = node[name], !value.trimmed.isEmpty else { return nil }
        return AriaAttribute.isValid(value, for: kind)
          ? .passed : .failed("\(name) does not take “\(value.prefix(40))”.")
      }
    },
    PageRule("aria-permitted", act: "5c01ea", ["4.1.2"], "ARIA attribute is allowed for the role") { exam in
      attributes(exam, where: { place, node in node.isHTMLOrSVG && exam.scene.isExposed(place) }) { place, node, name in
        guard AriaAttribute.all[name] != nil else { return nil }
        return permitted(name, place, node, exam)
      }
    },
    PageRule("aria-controls", act: "in6db8", ["4.1.2"], "What an open combobox or a scrollbar controls exists") {
      exam in
      exam.each { place, node in
        guard !node.html.isEmpty, let value = node["aria-controls"], !value.isBlank else { return nil }
        let role = exam.scene.roles[place]
        guard role == "combobox" && node.keyword("aria-expanded") == "true" || role == "scrollbar" else { return nil }
        return exam.scene.referred(value).isEmpty ? .failed("No element has the id “\(value.prefix(60))”.") : .passed
      }
    },
    PageRule("aria-reference", ["1.3.1", "4.1.2"], "What names or describes an element exists") { exam in
      attributes(exam, where: { place, _ in exam.scene.isExposed(place) }) { _, node, name in
        guard ["aria-labelledby", "aria-describedby", "aria-errormessage"].contains(name), let value = node[name],
          !value.isBlank
        else { return nil }
        let isLost = { exam.scene.page.places[$0] == nil }
        // A name may come from those that are there; of a description or a message, no part may be missing.
        let lost = name == "aria-labelledby" && !value.words.allSatisfy(isLost) ? nil : value.words.first(where: isLost)
        return lost.map { .failed("No element has the id “\($0.prefix(60))”.") } ?? .passed
      }
    },
    PageRule("role-valid", act: "674b10", ["4.1.2"], "Role exists") { exam in
      exam.each { place, node in
        guard node.isHTMLOrSVG, let value = node["role"], !value.isBlank, !exam.scene.isHidden(place) else {
          return nil
        }
        return value.words.contains { AriaRole.all[$0.lowercased()] != nil }
          ? .passed : .failed("There is no role “\(value.prefix(40))”.")
      }
    },
    PageRule("aria-required", act: "4e8ab6", ["4.1.2"], "Role has the attributes that it needs") { exam in
      exam.each { place, node in
        guard node.isHTMLOrSVG, exam.scene.isExposed(place), isOwnRole(place, exam),
          let role = AriaRole.all[exam.scene.explicit[place]]
        else { return nil }
        var needed = role.required
        if role.name == "separator", exam.scene.isFocusable(place) { needed = ["aria-valuenow"] }
        if role.name == "combobox", node.keyword("aria-expanded") == "true" { needed.insert("aria-controls") }
        let isNative = node.html == "input" && ["checkbox", "radio"].contains(node.type ?? "")
        let missing = needed.filter { name in
          (node[name] ?? "").isBlank && !(isNative && name == "aria-checked")
            && !(node.html == "input" && name == "aria-valuenow")
        }.sorted()
        return missing.isEmpty ? .passed : .failed("The role \(role.name) needs \(missing.joined(separator: " and ")).")
      }
    },
    PageRule("hidden-focus", act: "6cfa84", ["4.1.2"], "Nothing that is hidden from screen readers takes the focus") {
      exam in
      exam.each { place, node in
        guard node.keyword("aria-hidden") == "true" else { return nil }
        let focused = ([place] + Array(exam.scene.inside(place))).first(where: exam.scene.isInTabOrder)
        guard let focused else { return .passed }
        // A script may pass the focus on at once, as the edge of a dialog does.
        if exam.scene.styles.computed[focused].isOffScreen, exam.nodes.contains(where: { $0.html == "script" }) {
          return .undecided("A script may pass the focus on from “\(exam.nodes[focused].name)”, which is out of sight.")
        }
        return .failed("The Tab key reaches “\(exam.nodes[focused].name)” in it.")
      }
    },
    PageRule("presentational-focus", act: "307n5z", ["4.1.2"], "Nothing in a control takes the focus by itself") {
      exam in
      exam.each { place, node in
        guard node.isHTMLOrSVG, exam.scene.role(place)?.hidesChildren ?? false, !exam.scene.isHiddenFromAll[place]
        else {
          return nil
        }
        let focused = exam.scene.inside(place).first(where: exam.scene.isInTabOrder)
        return focused.map { .failed("The Tab key reaches “\(exam.nodes[$0].name)” in it.") } ?? .passed
      }
    },
    PageRule("nested-control", ["4.1.2"], "No link or button stands in a link") { exam in
      exam.each { place, _ in
        guard isLink(exam.scene.roles[place]), exam.scene.isExposed(place) else { return nil }
        let inner = exam.scene.inside(place).first { exam.scene.isInTabOrder($0) && exam.nodes[$0].tabIndex == nil }
        return inner.map { .failed("“\(exam.nodes[$0].name)” stands in the link.") } ?? .passed
      }
    },
  ]

  /// True for a role that the element does not have by itself.
  static func isOwnRole(_ place: Int, _ exam: PageExam) -> Bool {
    let given = exam.scene.explicit[place]
    return !given.isEmpty && given != "none" && given != NativeRole.role(of: place, in: exam.scene)
  }

  /// Checks each ARIA attribute; an element with several is one target that fails with the first failure.
  private static func attributes(
    _ exam: PageExam, where applies: (Int, PageNode) -> Bool, _ verdict: (Int, PageNode, String) -> PageVerdict?
  ) -> [PageTarget] {
    exam.each { place, node in
      guard !node.attributes.isEmpty, applies(place, node) else { return nil }
      let found = node.attributes.keys.filter { $0.hasPrefix("aria-") }.sorted().compactMap { verdict(place, node, $0) }
      return found.first {
        if case .failed = $0 { return true }
        return false
      } ?? found.first
    }
  }

  private static let naming: Set<String> = [
    "aria-label", "aria-labelledby", "aria-braillelabel",
  ]

  private static func permitted(_ name: String, _ place: Int, _ node: PageNode, _ exam: PageExam) -> PageVerdict {
    let role = exam.scene.roles[place]
    let known = AriaRole.all[role]
    if naming.contains(name), known?.isUnnamed ?? false {
      return .failed("An element of the role \(role) is not named.")
    }
    if AriaAttribute.global.contains(name) || known?.allows(name) ?? false { return .passed }
    let isNative: Bool =
      switch node.html {
      case "input", "select", "textarea":
        ["aria-required", "aria-readonly", "aria-placeholder", "aria-autocomplete"].contains(name) && role.isEmpty
          || name == "aria-pressed" && role == "checkbox"
      case "summary": ["aria-expanded", "aria-haspopup", "aria-pressed"].contains(name)
      default: false
      }
    if isNative { return .passed }
    return .failed("\(name) is not for \(role.isEmpty ? "the element \(node.name)" : "the role \(role)").")
  }
}
