extension PageRule {
  static let structureRules: [PageRule] = [
    PageRule("heading-order", ["1.3.1"], "No level of heading is skipped") { exam in
      var last = 0
      return exam.each { place, node in
        guard exam.scene.roles[place] == "heading", exam.scene.isExposed(place) else { return nil }
        let level = headingLevel(node)
        defer { last = level }
        return last > 0 && level > last + 1
          ? .failed("A heading of level \(level) follows one of level \(last).") : .passed
      }
    },
    PageRule("list-structure", ["1.3.1"], "List holds its items, and items stand in a list") { exam in
      exam.each { place, node in list(place, node, exam) }
    },
    PageRule("id-unique", ["1.3.1", "4.1.2"], "Id that is referred to is given once") { exam in
      var counts: [String: Int] = [:]
      var referred: Set<String> = []
      for node in exam.nodes where node.isElement {
        if let id = node["id"] { counts[id, default: 0] += 1 }
        if node.html == "label", let id = node["for"] { referred.insert(id) }
        for name in [
          "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant",
          "aria-errormessage", "aria-details", "aria-flowto",
        ] {
          referred.formUnion(node.tokens(name).prefix(100))
        }
      }
      return exam.each { place, node in
        guard let id = node["id"], referred.contains(id), exam.scene.page.places[id] == place else { return nil }
        let count = counts[id] ?? 1
        return count == 1 ? .passed : .failed("\(count) elements have the id “\(id.prefix(60))”.")
      }
    },
    PageRule("iframe-same-name", act: "4b1c6c", ["4.1.2"], "Frames of one name show the same") { exam in
      same(exam, where: { place, node in node.html == "iframe" && exam.scene.isExposed(place) }) { node in
        node["srcdoc"] ?? node["src"].map(PageAddress.plain)
      }
    },
    PageRule("link-same-name", act: "fd3a94", ["2.4.4"], "Links of one name lead to the same") { exam in
      same(exam, where: { place, _ in isLink(exam.scene.roles[place]) && exam.scene.isExposed(place) }) { node in
        (node["href"] ?? node["xlink:href"]).map(PageAddress.plain)
      }
    },
  ]

  static func headingLevel(_ node: PageNode) -> Int {
    if let level = node["aria-level"].flatMap({ Int($0.trimmed) }), level > 0 { return level }
    return node.html.count == 2 && node.html.hasPrefix("h") ? Int(node.html.suffix(1)) ?? 2 : 2
  }

  private static func list(_ place: Int, _ node: PageNode, _ exam: PageExam) -> PageVerdict? {
    guard !exam.scene.isHidden(place) else { return nil }
    let helpers: Set<String> = ["script", "template"]
    func foreign(_ allowed: Set<String>) -> PageVerdict {
      let child = node.children.first { child in
        let inner = exam.nodes[child]
        if let text = inner.text { return !text.isBlank }
        return !allowed.contains(inner.html) && !helpers.contains(inner.html) && exam.scene.roles[child] != "listitem"
      }
      guard let child else { return .passed }
      let found = exam.nodes[child].text == nil ? "“\(exam.nodes[child].name)”" : "text"
      return .failed("It holds \(found) beside its items.")
    }
    switch node.html {
    case "ul", "ol", "menu": return exam.scene.roles[place] == "list" ? foreign(["li"]) : nil
    case "dl": return exam.scene.explicit[place].isEmpty ? foreign(["dt", "dd", "div"]) : nil
    case "li":
      guard exam.scene.explicit[place].isEmpty, node.parent >= 0 else { return nil }
      return ["ul", "ol", "menu"].contains(exam.nodes[node.parent].html) || exam.scene.roles[node.parent] == "list"
        ? nil : .failed("The item stands in no list.")
    case "dt", "dd":
      guard node.parent >= 0 else { return nil }
      let parent = exam.nodes[node.parent]
      let outer = parent.html == "div" && parent.parent >= 0 ? exam.nodes[parent.parent].html : parent.html
      return outer == "dl" ? nil : .failed("The item stands in no list.")
    default: return nil
    }
  }

  private static func same(
    _ exam: PageExam, where applies: (Int, PageNode) -> Bool, _ target: (PageNode) -> String?
  ) -> [PageTarget] {
    let places = exam.nodes.indices.filter { exam.nodes[$0].isElement && applies($0, exam.nodes[$0]) }
    let groups = Dictionary(grouping: places) { exam.names.name(of: $0).lowercased() }
    return groups.filter { !$0.key.isBlank && $0.value.count > 1 }.values.sorted { $0[0] < $1[0] }.map { group in
      // Where a script leads is not known.
      let isSame = Set(group.map { target(exam.nodes[$0]) ?? "script of \($0)" }).count == 1
      return PageTarget(
        place: group[0],
        verdict: isSame
          ? .passed
          : .undecided(
            "\(group.count) of one name lead to different places; a person has to see whether they do the same."))
    }
  }
}
