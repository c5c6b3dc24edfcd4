extension PageRule {
  private static let fields: Set<String> = [
    "checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox",
    "menuitemcheckbox", "menuitemradio",
  ]

  static let formRules: [PageRule] = [
    PageRule("field-name", act: "e086e5", ["1.3.1", "4.1.2"], "Form field has a name") { exam in
      exam.each { place, node in
        let isField = fields.contains(exam.scene.roles[place]) || node.html == "input" && node.type == "file"
        guard isField, exam.scene.isExposed(place) else { return nil }
        return exam.named(place, "field")
      }
    },
    PageRule("label-target", ["1.3.1", "4.1.2"], "Label leads to a control") { exam in
      exam.each { place, node in
        guard node.html == "label", let id = node["for"], !id.isEmpty, exam.scene.isSeen(place) else { return nil }
        guard let target = exam.scene.page.places[id] else {
          return .failed("No element has the id “\(id.prefix(60))”.")
        }
        let name = exam.nodes[target].html
        if name.contains("-") { return .undecided("Its script decides whether “\(name.prefix(40))” takes a label.") }
        return AccessibleName.takesLabel(exam.nodes[target])
          ? .passed : .failed("“\(exam.nodes[target].name)” is not an element that takes a label.")
      }
    },
    PageRule("autocomplete", act: "73f2c2", ["1.3.5"], "Autocomplete names a purpose that browsers know") { exam in
      exam.each { place, node in autocomplete(place, node, exam) }
    },
    PageRule("field-group", ["1.3.1"], "Radio buttons of one question are in a group with a name") { exam in
      let radios = exam.nodes.indices.filter { place in
        exam.nodes[place].html == "input" && exam.nodes[place].type == "radio" && exam.scene.isExposed(place)
      }
      let byName = Dictionary(grouping: radios) { exam.nodes[$0]["name"] ?? "" }
      return byName.values.filter { $0.count > 1 }.compactMap(\.first).sorted().map { first in
        let group = exam.scene.ancestor(of: first) { other in
          ["group", "radiogroup"].contains(exam.scene.roles[other]) && !exam.names.name(of: other).isBlank
        }
        return PageTarget(
          place: first,
          verdict: group != nil ? .passed : .undecided("A person has to see whether the question is clear without one.")
        )
      }
    },
    PageRule("field-error", act: "36b590", ["3.3.1"], "Error message says what is wrong") { exam in
      let first = exam.nodes.indices.first { place in
        ["input", "select", "textarea"].contains(exam.nodes[place].html) && fields.contains(exam.scene.roles[place])
          && exam.scene.isExposed(place)
      }
      guard let first else { return [] }
      return [
        PageTarget(
          place: first, verdict: .undecided("A person has to see whether a field is in error, and what is said of it."))
      ]
    },
  ]

  private static let purposes: Set<String> = [
    "name", "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname",
    "username", "new-password", "current-password", "one-time-code", "organization-title", "organization",
    "street-address", "address-line1", "address-line2", "address-line3", "address-level4", "address-level3",
    "address-level2", "address-level1", "country", "country-name", "postal-code", "cc-name", "cc-given-name",
    "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month", "cc-exp-year", "cc-csc", "cc-type",
    "transaction-currency", "transaction-amount", "language", "bday", "bday-day", "bday-month", "bday-year", "sex",
    "url", "photo",
  ]
  private static let reachable: Set<String> = [
    "tel", "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix",
    "tel-extension", "email", "impp",
  ]

  private static func autocomplete(_ place: Int, _ node: PageNode, _ exam: PageExam) -> PageVerdict? {
    guard ["input", "select", "textarea"].contains(node.html), let value = node["autocomplete"] else { return nil }
    let words = value.lowercased().words
    let isFixed =
      node.html == "input"
      && ["button", "checkbox", "file", "image", "radio", "reset", "submit", "hidden"].contains(
        node.type ?? "")
    let isDisabled = exam.scene.isDisabled(place) || node.keyword("aria-disabled") == "true"
    let isGone = !exam.scene.isSeen(place) && !exam.scene.isExposed(place)
    let isStill = !exam.scene.isInTabOrder(place) && !(exam.scene.role(place)?.isWidget ?? false)
    guard !words.isEmpty, words != ["on"], words != ["off"], !isFixed, !isDisabled, !isGone, !isStill else {
      return nil
    }
    var rest = words[...]
    if let first = rest.first, first.hasPrefix("section-"), first.count > 8 { rest = rest.dropFirst() }
    if let first = rest.first, ["shipping", "billing"].contains(first) { rest = rest.dropFirst() }
    var isReached = false
    if let first = rest.first, ["home", "work", "mobile", "fax", "pager"].contains(first) {
      isReached = true
      rest = rest.dropFirst()
    }
    let purpose = rest.popFirst() ?? ""
    if rest.first == "webauthn" { rest = rest.dropFirst() }
    let isKnown = reachable.contains(purpose) || (!isReached && purposes.contains(purpose))
    return isKnown && rest.isEmpty ? .passed : .failed("“\(value.prefix(60))” is not a purpose that browsers know.")
  }
}
