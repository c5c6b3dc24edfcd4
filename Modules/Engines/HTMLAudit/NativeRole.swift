/// The roles that elements of HTML and SVG have by themselves.
enum NativeRole {
  private static let plain: [String: String] = [
    "address": "group", "article": "article", "b": "generic", "bdi": "generic", "bdo": "generic",
    "blockquote": "blockquote", "body": "generic", "button": "button", "caption": "caption", "code": "code",
    "data": "generic", "datalist": "listbox", "dd": "definition", "del": "deletion", "details": "group",
    "dfn": "term", "dialog": "dialog", "div": "generic", "dt": "term", "em": "emphasis", "fieldset": "group",
    "figure": "figure", "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading",
    "h6": "heading", "hgroup": "group", "hr": "separator", "html": "document", "i": "generic", "ins": "insertion",
    "main": "main", "math": "math", "menu": "list", "meter": "meter", "nav": "navigation", "ol": "list",
    "optgroup": "group", "option": "option", "output": "status", "p": "paragraph", "pre": "generic",
    "progress": "progressbar", "q": "generic", "s": "deletion", "samp": "generic", "search": "search",
    "small": "generic", "span": "generic", "strong": "strong", "sub": "subscript", "sup": "superscript",
    "svg": "graphics-document", "table": "table", "tbody": "rowgroup", "textarea": "textbox", "tfoot": "rowgroup",
    "thead": "rowgroup", "time": "time", "tr": "row", "u": "generic", "ul": "list",
  ]
  private static let inputs: [String: String] = [
    "button": "button", "checkbox": "checkbox", "image": "button", "number": "spinbutton", "radio": "radio",
    "range": "slider", "reset": "button", "search": "searchbox", "submit": "button", "email": "textbox",
    "tel": "textbox", "text": "textbox", "url": "textbox", "password": "textbox", "date": "textbox",
    "datetime-local": "textbox", "month": "textbox", "time": "textbox", "week": "textbox", "color": "textbox",
    "file": "button", "hidden": "",
  ]
  private static let sectioning: Set<String> = ["article", "aside", "main", "nav", "section"]
  private static let sectioningRoles: Set<String> = ["article", "complementary", "main", "navigation", "region"]

  static func role(of place: Int, in scene: PageScene) -> String {
    let node = scene.nodes[place]
    if node.isSVG { return svg(node) }
    if case .element("math", .math) = node.kind { return "math" }
    let name = node.html
    switch name {
    case "a", "area": return node.has("href") ? "link" : "generic"
    case "img": return image(place, node, in: scene)
    case "input": return input(node)
    case "select":
      let size = node["size"].flatMap { Int($0.trimmed) } ?? 1
      return node.has("multiple") || size > 1 ? "listbox" : "combobox"
    case "header", "footer":
      let isInside =
        scene.ancestor(of: place) {
          sectioning.contains(scene.nodes[$0].html) || sectioningRoles.contains(scene.roles[$0])
        } != nil
      return isInside ? "generic" : name == "header" ? "banner" : "contentinfo"
    case "section": return isNamed(node) ? "region" : "generic"
    case "form": return isNamed(node) ? "form" : "generic"
    case "aside":
      let isInside =
        scene.ancestor(of: place) { ["article", "aside", "nav", "section"].contains(scene.nodes[$0].html) } != nil
      return !isInside || isNamed(node) ? "complementary" : "generic"
    case "li":
      let parent = node.parent
      return parent >= 0 && scene.roles[parent] == "list" ? "listitem" : "generic"
    case "td", "th", "tr", "tbody", "thead", "tfoot", "caption": return table(place, node, in: scene)
    default: return plain[name] ?? ""
    }
  }

  private static func svg(_ node: PageNode) -> String {
    switch node.name {
    case "svg": "graphics-document"
    case "a": node.has("href") || node.has("xlink:href") ? "link" : "group"
    case "image": "img"
    default: node.attributes.keys.contains { AriaAttribute.exposing.contains($0) } ? "graphics-symbol" : ""
    }
  }

  private static func image(_ place: Int, _ node: PageNode, in scene: PageScene) -> String {
    guard node["alt"] == "", (node["title"] ?? "").isBlank else { return "img" }
    return scene.isFocusable(place) || scene.hasExposingAttribute(node) ? "img" : "none"
  }

  private static func input(_ node: PageNode) -> String {
    let role = inputs[node.type ?? "text"] ?? "textbox"
    return node.has("list") && ["textbox", "searchbox"].contains(role) ? "combobox" : role
  }

  /// A part of a table means something where the table does.
  private static func table(_ place: Int, _ node: PageNode, in scene: PageScene) -> String {
    guard let table = scene.ancestor(of: place, where: { scene.nodes[$0].html == "table" }) else { return "generic" }
    let role = scene.roles[table]
    guard ["table", "grid", "treegrid"].contains(role) else { return "generic" }
    switch node.html {
    case "td": return role == "table" ? "cell" : "gridcell"
    case "th":
      switch node.keyword("scope") {
      case "row", "rowgroup": return "rowheader"
      case "col", "colgroup": return "columnheader"
      default: return isRowHeader(place, node, in: scene) ? "rowheader" : "columnheader"
      }
    default: return plain[node.html] ?? "generic"
    }
  }

  /// A header without a scope heads its row when a cell that holds something is beside it, and it is not between headers.
  private static func isRowHeader(_ place: Int, _ node: PageNode, in scene: PageScene) -> Bool {
    guard node.parent >= 0 else { return false }
    let cells = scene.nodes[node.parent].children.filter { scene.nodes[$0].isElement }
    guard let index = cells.firstIndex(of: place) else { return false }
    let beside = [index - 1, index + 1].filter(cells.indices.contains).map { cells[$0] }
    if beside.count == 2, beside.allSatisfy({ scene.nodes[$0].html == "th" }) { return false }
    return beside.contains { scene.nodes[$0].html == "td" && !scene.nodes[$0].children.isEmpty }
  }

  private static func isNamed(_ node: PageNode) -> Bool {
    !(node["aria-label"] ?? "").isBlank || !node.tokens("aria-labelledby").isEmpty || !(node["title"] ?? "").isBlank
  }
}
