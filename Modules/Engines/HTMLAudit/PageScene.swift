/// A page with what follows from it for every element: what is hidden, what takes the focus, and its role.
struct PageScene: Sendable {
  let page: StaticPage
  let styles: PageStyles
  /// Not seen and not heard by place, itself or by an ancestor.
  private(set) var isHiddenFromAll: [Bool]
  private(set) var isAriaHidden: [Bool]
  private(set) var isInert: [Bool]
  /// Number of nodes before each place of which a rule that could not be read decides whether they are hidden.
  private let unsureBefore: [Int]
  /// By place, whether such a rule decides what it adds to a name.
  let isNameUnsure: [Bool]
  /// Roles by place; empty for no role.
  private(set) var roles: [String]
  /// Roles that the page gives and that hold.
  private(set) var explicit: [String]

  var nodes: [PageNode] { page.nodes }

  init(_ page: StaticPage) {
    self.page = page
    let styles = PageStyles(page)
    self.styles = styles
    let nodes = page.nodes
    let count = nodes.count
    var (hidden, ariaHidden, inert) = ([Bool](repeating: false, count: count), [Bool](), [Bool]())
    ariaHidden = hidden
    inert = hidden
    for place in nodes.indices {
      let node = nodes[place]
      hidden[place] = !styles.computed[place].isDisplayed || !styles.computed[place].isVisible
      guard node.parent >= 0 else { continue }
      ariaHidden[place] = ariaHidden[node.parent] || node.keyword("aria-hidden") == "true"
      inert[place] = inert[node.parent] || node.has("inert")
    }
    var unsure = [0]
    unsure.reserveCapacity(count + 1)
    for place in nodes.indices { unsure.append((unsure.last ?? 0) + (styles.computed[place].isHidingUnsure ? 1 : 0)) }
    unsureBefore = unsure
    isNameUnsure = nodes.indices.map { styles.computed[$0].isHidingUnsure || styles.unsureGenerated.contains($0) }
    isHiddenFromAll = hidden
    isAriaHidden = ariaHidden
    isInert = inert
    roles = Array(repeating: "", count: count)
    explicit = roles
    for place in nodes.indices where nodes[place].isElement {
      let given = givenRole(of: place)
      explicit[place] = given ?? ""
      roles[place] = given ?? NativeRole.role(of: place, in: self)
    }
  }

  /// True when a rule that could not be read decides whether the element, or a part of it, is hidden.
  func hasUnsure(_ place: Int) -> Bool {
    unsureBefore[max(place + 1, nodes[place].end)] > unsureBefore[place]
  }

  func isHidden(_ place: Int) -> Bool { isHiddenFromAll[place] || isAriaHidden[place] || isInert[place] }

  /// In the accessibility tree.
  func isExposed(_ place: Int) -> Bool {
    guard nodes[place].isElement, !isHidden(place) else { return false }
    return roles[place] != "none" && roles[place] != "presentation"
  }

  /// Seen by somebody who looks at the page.
  func isSeen(_ place: Int) -> Bool {
    let style = styles.computed[place]
    if style.fontSize == 0, nodes[place].text != nil { return false }
    return !isHiddenFromAll[place] && !style.isOffScreen && !style.isClipped
  }

  // MARK: - Focus

  /// Takes the focus, by Tab or by a program.
  func isFocusable(_ place: Int) -> Bool {
    let node = nodes[place]
    guard !isHiddenFromAll[place], !isInert[place], !isDisabled(place) else { return false }
    if node.tabIndex != nil { return true }
    switch node.html {
    case "a", "area": return node.has("href")
    case "button", "select", "textarea", "iframe": return true
    case "input": return node.type != "hidden"
    case "summary": return isDisclosure(place)
    case "audio", "video": return node.has("controls")
    case "": return node.isSVG && node.name == "a" && (node.has("href") || node.has("xlink:href"))
    default: return isEditable(node)
    }
  }

  /// Reached with the Tab key.
  func isInTabOrder(_ place: Int) -> Bool { isFocusable(place) && (nodes[place].tabIndex ?? 0) >= 0 }

  func isEditable(_ node: PageNode) -> Bool {
    node.keyword("contenteditable").map { $0 != "false" } ?? false
  }

  /// The first summary of its details.
  func isDisclosure(_ place: Int) -> Bool {
    let parent = nodes[place].parent
    guard nodes[place].html == "summary", parent >= 0, nodes[parent].html == "details" else { return false }
    return nodes[parent].children.first { nodes[$0].html == "summary" } == place
  }

  /// A control that the page disables, itself or with its group.
  func isDisabled(_ place: Int) -> Bool {
    let node = nodes[place]
    guard ["button", "input", "select", "textarea", "optgroup", "option", "fieldset"].contains(node.html) else {
      return false
    }
    if node.has("disabled") { return true }
    var inner = place
    var outer = node.parent
    while outer >= 0 {
      if nodes[outer].html == "fieldset", nodes[outer].has("disabled") {
        let legend = nodes[outer].children.first { nodes[$0].html == "legend" }
        if legend != inner { return true }
      }
      inner = outer
      outer = nodes[outer].parent
    }
    return false
  }

  // MARK: - Roles

  /// The first role that the page gives and that holds: not one that hides what takes the focus or is described.
  private func givenRole(of place: Int) -> String? {
    let node = nodes[place]
    guard node.isHTMLOrSVG else { return nil }
    guard let role = node.tokens("role").lazy.map({ $0.lowercased() }).first(where: { AriaRole.all[$0] != nil }) else {
      return nil
    }
    if role == "none" || role == "presentation" {
      if isFocusable(place) || node.attributes.keys.contains(where: AriaAttribute.exposing.contains) { return nil }
      return "none"
    }
    return role == "image" ? "img" : role
  }

  func hasExposingAttribute(_ node: PageNode) -> Bool {
    node.attributes.keys.contains { AriaAttribute.exposing.contains($0) && !(node[$0] ?? "").isEmpty }
  }

  /// Marked as decorative, whether or not that holds.
  func isMarkedDecorative(_ node: PageNode) -> Bool {
    if node.html == "img", node["alt"] == "" { return true }
    guard let first = node.tokens("role").lazy.map({ $0.lowercased() }).first(where: { AriaRole.all[$0] != nil }) else {
      return false
    }
    return first == "none" || first == "presentation"
  }

  func role(_ place: Int) -> AriaRole? { AriaRole.all[roles[place]] }

  // MARK: - The tree

  func ancestor(of place: Int, where holds: (Int) -> Bool) -> Int? {
    var at = nodes[place].parent
    while at >= 0 {
      if holds(at) { return at }
      at = nodes[at].parent
    }
    return nil
  }

  /// The descendants, in document order.
  func inside(_ place: Int) -> Range<Int> { place + 1..<max(place + 1, nodes[place].end) }

  /// The text within an element, as it is written.
  func text(of place: Int) -> String { inside(place).compactMap { nodes[$0].text }.joined() }

  /// The elements that a list of ids names.
  func referred(_ list: String?) -> [Int] { (list?.words ?? []).prefix(100).compactMap { page.places[$0] } }

  /// The nearest ancestor in the accessibility tree, passing what has no meaning of its own.
  func exposedParent(of place: Int) -> Int? {
    ancestor(of: place) { isExposed($0) && hasMeaning($0) }
  }

  /// Has a role of its own, takes the focus, or is described.
  func hasMeaning(_ place: Int) -> Bool {
    if roles[place] != "generic", !roles[place].isEmpty { return true }
    return isFocusable(place) || hasExposingAttribute(nodes[place])
  }
}
