/// Names as the accessible-name computation 1.2 and the mappings of HTML and SVG give them.
final class AccessibleName {
  private struct Context {
    var isReferred = false
    var isInContent = false
    /// Hidden nodes count, since a hidden one was referred to.
    var takesHidden = false
    /// The control whose name is computed.
    var root = -1
  }

  private let scene: PageScene
  private let labels: [Int: [Int]]
  private var known: [Int: String] = [:]
  private var unsure: Set<Int> = []
  private var isUnsure = false
  private var active: Set<Int> = []
  /// Steps that are left; a page that refers to itself over and over ends here.
  private var steps = 2_000_000

  /// True when a name took more steps than are allowed, and some names are incomplete.
  var isExhausted: Bool { steps <= 0 }

  init(_ scene: PageScene) {
    self.scene = scene
    labels = AccessibleName.labels(in: scene)
  }

  func name(of place: Int) -> String {
    if let name = known[place] { return name }
    active = []
    isUnsure = false
    let name = compute(place, Context(root: place)).collapsed
    known[place] = name
    if isUnsure { unsure.insert(place) }
    return name
  }

  /// True when a rule that could not be read decides what the name is.
  func isUnsure(_ place: Int) -> Bool {
    _ = name(of: place)
    return unsure.contains(place)
  }

  /// The labels of a control.
  func labels(of place: Int) -> [Int] { labels[place] ?? [] }

  static func takesLabel(_ node: PageNode) -> Bool {
    ["button", "input", "meter", "output", "progress", "select", "textarea"].contains(node.html)
      && !(node.html == "input" && node.type == "hidden")
  }

  private static func labels(in scene: PageScene) -> [Int: [Int]] {
    var labels: [Int: [Int]] = [:]
    for (place, node) in scene.nodes.enumerated() where node.html == "label" {
      let control: Int? =
        if let id = node["for"] {
          scene.page.places[id].flatMap { takesLabel(scene.nodes[$0]) ? $0 : nil }
        } else {
          scene.inside(place).first { takesLabel(scene.nodes[$0]) }
        }
      if let control { labels[control, default: []].append(place) }
    }
    return labels
  }

  private func compute(_ place: Int, _ context: Context) -> String {
    steps -= 1
    guard steps > 0 else { return "" }
    let node = scene.nodes[place]
    if scene.isNameUnsure[place] { isUnsure = true }
    if let text = node.text {
      if !context.takesHidden, scene.isHiddenFromAll[place] { return "" }
      return transformed(text, scene.styles.computed[place].letters)
    }
    if !context.takesHidden, scene.isHidden(place) {
      // Within what is only invisible, a part may be visible again.
      let isOnlyInvisible =
        scene.styles.computed[place].isDisplayed && !scene.isAriaHidden[place] && !scene.isInert[place]
      return isOnlyInvisible && context.isInContent ? content(of: place, context) : ""
    }
    guard active.insert(place).inserted || context.isReferred else { return "" }
    defer { active.remove(place) }

    if !context.isReferred, let list = node["aria-labelledby"] ?? node["aria-labeledby"] {
      let referred = scene.referred(list)
      let words = referred.map { other in
        var inner = context
        inner.isReferred = true
        inner.isInContent = false
        inner.takesHidden = scene.isHidden(other)
        return compute(other, inner)
      }
      let whole = words.joined(separator: " ")
      if !whole.isBlank { return whole }
    }
    let isEmbedded = (context.isInContent || context.isReferred) && place != context.root
    if isEmbedded, let value = value(of: place, context) { return value }
    if let label = node["aria-label"], !label.isBlank { return label.collapsed }
    let role = scene.roles[place]
    if role != "none", let native = native(place, context), !native.isBlank { return native }
    let isNamedByContent =
      AriaRole.all[role]?.isNamedByContent ?? false || scene.isDisclosure(place) && scene.explicit[place].isEmpty
    if isNamedByContent || context.isReferred || context.isInContent {
      let words = content(of: place, context)
      if !words.isBlank { return words }
    }
    if role == "none", !context.isReferred { return "" }
    return tooltip(of: node) ?? fallback(of: node)
  }

  /// The title, where it is one; never that of an element without a role that stands in the content of another.
  private func tooltip(of node: PageNode) -> String? {
    let title = node["title"] ?? ""
    if !title.isBlank { return title.collapsed }
    guard ["input", "textarea"].contains(node.html) else { return nil }
    let placeholder = node["placeholder"] ?? node["aria-placeholder"] ?? ""
    return placeholder.isBlank ? nil : placeholder.collapsed
  }

  private func fallback(of node: PageNode) -> String {
    guard node.html == "input" else { return "" }
    return switch node.type {
    case "submit": node.has("value") ? "" : "Submit"
    case "reset": node.has("value") ? "" : "Reset"
    case "image": "Submit"
    default: ""
    }
  }

  private func transformed(_ text: String, _ letters: ComputedStyle.Letters) -> String {
    switch letters {
    case .asWritten: return text
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .capital:
      var isFirst = true
      return text.map { letter in
        defer { isFirst = letter.isWhitespace || isFirst && !letter.isLetter && !letter.isNumber }
        return isFirst ? letter.uppercased() : String(letter)
      }.joined()
    }
  }

  // MARK: - What a control holds

  private func value(of place: Int, _ context: Context) -> String? {
    let node = scene.nodes[place]
    switch scene.roles[place] {
    case "textbox", "searchbox":
      if node.html == "input" { return node["value"] ?? "" }
      if scene.isEditable(node) || node.html == "textarea" || node.has("role") { return scene.text(of: place) }
      return nil
    case "combobox", "listbox":
      if node.html == "input" { return node["value"] ?? "" }
      let options = scene.inside(place).filter { scene.roles[$0] == "option" }
      let chosen = options.filter { option in
        scene.nodes[option].has("selected") || scene.nodes[option].keyword("aria-selected") == "true"
      }
      let shown = chosen.isEmpty && scene.roles[place] == "combobox" && node.html == "select" ? options.first : nil
      let words = (chosen + [shown].compactMap { $0 }).map { content(of: $0, context) }.joined(separator: " ")
      if options.isEmpty, node.html != "select" { return scene.text(of: place) }
      return words
    case "slider", "spinbutton", "progressbar", "scrollbar", "meter":
      if let text = node["aria-valuetext"], !text.isBlank { return text }
      if node.html == "input", node.type == "range" { return RangeInput(node).value }
      return node["aria-valuenow"] ?? node["value"]
    default: return nil
    }
  }

  // MARK: - What the language says

  private func native(_ place: Int, _ context: Context) -> String? {
    let node = scene.nodes[place]
    if node.isSVG { return title(in: place, context) }
    switch node.html {
    case "input":
      switch node.type {
      case "button", "submit", "reset":
        return labelled(place, context) ?? node["value"].flatMap { $0.isBlank ? nil : $0 }
      case "image": return labelled(place, context) ?? node["alt"].flatMap { $0.isBlank ? nil : $0 }
      case "hidden": return nil
      default: return labelled(place, context)
      }
    case "button", "meter", "output", "progress", "select", "textarea": return labelled(place, context)
    case "img", "area": return node["alt"]
    case "fieldset": return first("legend", of: place, context)
    case "figure": return first("figcaption", of: place, context)
    case "table": return first("caption", of: place, context)
    case "optgroup": return node["label"]
    case "option": return node["label"].flatMap { $0.isBlank ? nil : $0 }
    default: return nil
    }
  }

  private func labelled(_ place: Int, _ context: Context) -> String? {
    // A label's own words do not lead back to the control that it labels.
    guard let labels = labels[place], !context.isInContent else { return nil }
    let words = labels.map { label in
      var inner = context
      inner.isInContent = true
      inner.isReferred = false
      // A hidden label is referred to like a hidden node of aria-labelledby.
      inner.takesHidden = scene.isHidden(label)
      inner.root = -1
      active.insert(place)
      return compute(label, inner)
    }
    let whole = words.joined(separator: " ")
    return whole.isBlank ? nil : whole
  }

  private func first(_ name: String, of place: Int, _ context: Context) -> String? {
    guard let found = scene.nodes[place].children.first(where: { scene.nodes[$0].html == name }) else { return nil }
    guard context.takesHidden || !scene.isHidden(found) else { return nil }
    return content(of: found, context)
  }

  private func title(in place: Int, _ context: Context) -> String? {
    let found = scene.nodes[place].children.first { scene.nodes[$0].isSVG && scene.nodes[$0].name == "title" }
    if let found {
      let words = scene.text(of: found)
      if !words.isBlank { return words }
    }
    return scene.nodes[place].name == "a" ? scene.nodes[place]["xlink:title"] : nil
  }

  // MARK: - Content

  private func content(of place: Int, _ context: Context) -> String {
    var inner = context
    inner.isInContent = true
    inner.isReferred = false
    let generated = scene.styles.generated[place]
    var result = generated?["before"] ?? ""
    let hasOwn = scene.nodes[place].has("aria-owns")
    let owned = hasOwn ? scene.referred(scene.nodes[place]["aria-owns"]).filter { !active.contains($0) } : []
    for child in scene.nodes[place].children where owned.isEmpty || !owned.contains(child) {
      append(child, to: &result, inner)
    }
    for child in owned { append(child, to: &result, inner, isApart: true) }
    return result + (generated?["after"] ?? "")
  }

  private func append(_ child: Int, to result: inout String, _ context: Context, isApart: Bool = false) {
    let node = scene.nodes[child]
    guard node.text == nil else {
      // Two texts beside each other have a comment between them, at which browsers set words apart.
      if scene.nodes[child - 1].text != nil, scene.nodes[child - 1].parent == node.parent { result += " " }
      result += compute(child, context)
      return
    }
    if node.html == "br" {
      result += " "
      return
    }
    let words = compute(child, context)
    if isApart || scene.styles.computed[child].isBlock || ["td", "th"].contains(node.html) {
      result += " \(words) "
    } else {
      result += words
    }
  }
}
