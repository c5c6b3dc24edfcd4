/// The browsers' own style of elements that the page says nothing about.
enum BrowserStyle {
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre",
    "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "input", "select",
    "textarea", "button", "video", "audio", "iframe", "object", "meter", "progress",
  ]
  private static let undisplayed: Set<String> = [
    "base", "basefont", "datalist", "head", "link", "meta", "noembed", "noframes", "noscript", "param", "rp", "script",
    "style", "template", "title", "source", "track",
  ]
  private static let bold: Set<String> = ["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"]
  private static let scales: [String: Double] = [
    "h1": 2, "h2": 1.5, "h3": 1.17, "h4": 1, "h5": 0.83, "h6": 0.67, "small": 0.833, "sub": 0.833, "sup": 0.833,
    "big": 1.2, "code": 0.8125, "pre": 0.8125, "kbd": 0.8125, "samp": 0.8125, "tt": 0.8125,
  ]
  private static let controls: Set<String> = ["button", "input", "select", "textarea"]

  static func apply(to style: inout ComputedStyle, of place: Int, in nodes: [PageNode]) {
    let node = nodes[place]
    let name = node.html
    if node.isSVG, ["title", "desc", "defs", "metadata", "symbol"].contains(node.name) { style.isDisplayed = false }
    guard !name.isEmpty else { return }
    style.isBlock = blocks.contains(name)
    if undisplayed.contains(name) || node.has("hidden") && name != "embed" { style.isDisplayed = false }
    if name == "input", node.type == "hidden" { style.isDisplayed = false }
    if name == "dialog", !node.has("open") { style.isDisplayed = false }
    if node.has("popover") { style.isDisplayed = false }
    if ["audio"].contains(name), !node.has("controls") { style.isDisplayed = false }
    if node.parent >= 0, nodes[node.parent].html == "details", !nodes[node.parent].has("open"),
      nodes[node.parent].children.first(where: { nodes[$0].html == "summary" }) != place
    {
      style.isDisplayed = false
    }
    if bold.contains(name) { style.isBold = true }
    if let scale = scales[name] { style.fontSize *= scale }
    if name == "a" || name == "area", node.has("href") {
      style.colour = CSSColour(red: 0, green: 0, blue: 238.0 / 255, alpha: 1)
    }
    if name == "mark" {
      style.colour = .black
      style.background = CSSColour(red: 1, green: 1, blue: 0, alpha: 1)
    }
    guard controls.contains(name) else { return }
    style.fontSize = 13.333
    style.isBold = false
    style.colour = .black
    style.background = name == "button" ? CSSColour(red: 0.937, green: 0.937, blue: 0.937, alpha: 1) : .white
  }
}
