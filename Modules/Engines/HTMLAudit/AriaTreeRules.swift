extension PageRule {
  static let ariaTreeRules: [PageRule] = [
    PageRule("aria-context", act: "ff89c9", ["1.3.1"], "Role stands in the one that it belongs to") { exam in
      let owners = owners(exam)
      return exam.each { place, node in
        guard node.isHTMLOrSVG, exam.scene.isExposed(place), isOwnRole(place, exam),
          let role = AriaRole.all[exam.scene.explicit[place]], !role.contexts.isEmpty
        else { return nil }
        let parent = owners[place] ?? exam.scene.exposedParent(of: place)
        let outer = parent.map { exam.scene.roles[$0] } ?? ""
        let needed = role.contexts.sorted().joined(separator: ", ")
        return role.contexts.contains(outer) ? .passed : .failed("The role \(role.name) belongs into one of \(needed).")
      }
    },
    PageRule("aria-owned", act: "bc4a75", ["1.3.1"], "Role holds only what belongs into it") { exam in
      let owners = owners(exam)
      return exam.each { place, node in
        guard node.isHTMLOrSVG, exam.scene.isExposed(place),
          let role = AriaRole.all[exam.scene.explicit[place]], !role.owned.isEmpty,
          role.name != "row" || isOwnRole(place, exam),
          !isBusy(place, exam)
        else { return nil }
        let foreign = foreign(in: place, role, owners, exam)
        return foreign.map { other in
          let found = exam.scene.roles[other]
          return .failed("It holds an element of the role \(found), which does not belong into the role \(role.name).")
        } ?? .passed
      }
    },
  ]

  /// The elements that another takes as its children.
  private static func owners(_ exam: PageExam) -> [Int: Int] {
    var owners: [Int: Int] = [:]
    for (place, node) in exam.nodes.enumerated() where node.has("aria-owns") && exam.scene.isExposed(place) {
      for other in exam.scene.referred(node["aria-owns"]) where owners[other] == nil { owners[other] = place }
    }
    return owners
  }

  private static func isBusy(_ place: Int, _ exam: PageExam) -> Bool {
    exam.nodes[place].keyword("aria-busy") == "true"
      || exam.scene.ancestor(of: place) { exam.nodes[$0].keyword("aria-busy") == "true" } != nil
  }

  /// The first child that does not belong into the role, looking into groups, which hold the same.
  private static func foreign(
    in place: Int, _ role: AriaRole, _ owners: [Int: Int], _ exam: PageExam, depth: Int = 0
  ) -> Int? {
    for child in owned(by: place, owners, exam) {
      let found = exam.scene.roles[child]
      guard role.owned.contains(found) else { return child }
      if found == "group", depth < 50, let inner = foreign(in: child, role, owners, exam, depth: depth + 1) {
        return inner
      }
    }
    return nil
  }

  /// The children in the accessibility tree, passing elements without a meaning of their own.
  private static func owned(by place: Int, _ owners: [Int: Int], _ exam: PageExam) -> [Int] {
    var found: [Int] = []
    var waiting = Array(exam.nodes[place].children.reversed())
    if exam.nodes[place].has("aria-owns") { waiting += exam.scene.referred(exam.nodes[place]["aria-owns"]) }
    while let next = waiting.popLast(), found.count < 1_000 {
      guard exam.nodes[next].isElement, !exam.scene.isHidden(next) else { continue }
      if let owner = owners[next], owner != place { continue }
      let role = exam.scene.roles[next]
      if role == "generic" || role.isEmpty || role == "none" {
        // A label or a legend has no role, and names what is beside it.
        let says =
          !role.isEmpty && exam.nodes[next].children.contains { exam.nodes[$0].text.map { !$0.isBlank } ?? false }
        if says || role != "none" && exam.scene.hasMeaning(next) {
          found.append(next)
        } else {
          waiting += exam.nodes[next].children.reversed()
        }
      } else {
        found.append(next)
      }
    }
    return found
  }
}
