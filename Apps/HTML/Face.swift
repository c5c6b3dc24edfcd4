public import Interface

/// How one window's elements become HTML.
///
/// Every element is one tag that bears the element's identifier. Its children stand, in order and nothing else beside them, in
/// one tag marked `data-in` with the same identifier, which may be the first one itself. So a change can be told by
/// identifiers alone. What is drawn as a whole (`isWhole`) has no such tag and is drawn again when anything in it changes.
public struct Face: Sendable {
  /// Where the window's addresses begin: "/yhealth/me".
  public let base: String

  public init(base: String) { self.base = base }

  /// The element and everything in it. What stands around it matters: a link in a row of tabs is drawn as a tab.
  public func html(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: element.children, into: &markup)
    return markup.text
  }

  /// The element alone: the tag for its children is empty.
  public func ownHTML(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: [], into: &markup)
    return markup.text
  }

  /// Whether it is drawn as a whole, children and all.
  public func isWhole(_ role: Role) -> Bool {
    switch role {
    case .picker, .radiogroup, .slider, .menu, .table, .grid, .chart: true
    default: false
    }
  }

  func draw(_ element: Element, in parent: Element, children: [Element], into markup: inout Markup) {
    markup.open("div", ["id": element.id, "data-do": element.actions.contains(.activate) ? "activate" : nil])
    markup.open("span")
    markup.words(element.label)
    markup.close("span")
    markup.open("div", ["data-in": element.id])
    for child in children { draw(child, in: element, children: child.children, into: &markup) }
    markup.close("div")
    markup.close("div")
  }
}
