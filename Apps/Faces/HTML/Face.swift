internal import Entitlement
public import Interface

/// How one window's elements become HTML.
///
/// Every element is one tag that bears the element's identifier. Its children stand, in order and nothing else beside them, in
/// one tag marked `data-in` with the same identifier, which may be the first one itself. So a change can be told by
/// identifiers alone. What is drawn as a whole (`isWhole`) has no such tag and is drawn again when anything in it changes.
///
/// What an element's own tag says never depends on its children, unless it is drawn as a whole: it may be drawn alone.
public struct Face: Sendable {
  /// Where the window's addresses begin: "/yhealth/me".
  public let base: String
  /// Which window it is, for the addresses that only it can answer.
  public let tab: String

  public init(base: String, tab: String = "") {
    self.base = base
    self.tab = tab
  }

  /// The element and everything in it. What stands around it matters: a link in a row of tabs is drawn as a tab.
  public func html(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: element.children, into: &markup)
    return markup.text
  }

  /// The element alone: the tag for its children is empty. What is drawn as a whole is never alone.
  public func ownHTML(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: isWhole(element.role) ? element.children : [], into: &markup)
    return markup.text
  }

  /// Whether it is drawn as a whole, children and all: where the children are part of one control, and where there are
  /// hardly ever any.
  public func isWhole(_ role: Role) -> Bool {
    switch role {
    case .banner, .navigation, .main, .region, .group, .form, .toolbar, .article, .tablist, .tabpanel, .list, .listitem,
      .figure, .status, .alert, .log, .dialog, .alertDialog, .sheet, .card, .carousel, .message:
      false
    default: true
    }
  }

  /// Where an element is drawn: in what, and the identifier for its tag, which another tag may bear already.
  struct Spot {
    let parent: Element
    let id: String?
  }

  func draw(_ element: Element, in parent: Element, children: [Element], into markup: inout Markup) {
    let isInList = parent.role == .list || parent.role == .log
    let isItem = element.role == .listitem || element.role == .step || element.role == .message
    guard isInList, !isItem else {
      return draw(element, Spot(parent: parent, id: element.id), children, &markup)
    }
    // In a list there is nothing but items.
    markup.open("li", ["id": element.id, "class": "item"])
    draw(element, Spot(parent: parent, id: nil), children, &markup)
    markup.close("li")
  }

  private func draw(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    switch element.role {
    case .banner, .navigation, .main, .region, .group, .form, .toolbar, .article, .tabpanel, .figure:
      part(element, spot, children, &markup)
    case .card: card(element, spot, children, &markup)
    case .carousel: carousel(element, spot, children, &markup)
    case .dialog, .alertDialog, .sheet: front(element, spot, children, &markup)
    case .heading, .paragraph, .note, .code, .time, .term, .definition, .tooltip, .badge, .separator, .timer:
      words(element, spot, children, &markup)
    case .status, .alert: news(element, spot, children, &markup)
    case .log: log(element, spot, children, &markup)
    case .message: message(element, spot, children, &markup)
    case .button, .menuitem: button(element, spot, children, &markup)
    case .link: link(element, spot, children, &markup)
    case .menu: menu(element, spot, children, &markup)
    case .tablist: tabs(element, spot, children, &markup)
    case .tab: tab(element, spot, children, &markup)
    case .filefield where element.actions.contains(.hand): handover(element, spot, children, &markup)
    case .filefield where element.actions.contains(.attach): attachment(element, spot, children, &markup)
    case .textbox, .searchbox, .spinbutton, .datefield, .timefield, .filefield:
      field(element, spot, children, &markup)
    case .checkbox, .toggle: tick(element, spot, children, &markup)
    case .radiogroup: radios(element, spot, children, &markup)
    case .radio, .option: radio(element, spot, children, &markup)
    case .picker: picker(element, spot, children, &markup)
    case .slider: slider(element, spot, children, &markup)
    case .list: list(element, spot, children, &markup)
    case .listitem: item(element, spot, children, &markup)
    case .step: step(element, spot, children, &markup)
    case .table, .grid: table(element, spot, children, &markup)
    case .row, .cell, .columnheader, .rowheader, .gridcell: cells(element, spot, children, &markup)
    case .meter: meter(element, spot, children, &markup)
    case .progressbar: progress(element, spot, children, &markup)
    case .image: image(element, spot, children, &markup)
    case .chart: chart(element, spot, children, &markup)
    case .skeleton: skeleton(element, spot, children, &markup)
    }
  }

  // MARK: What all have in common

  /// The children and nothing beside them.
  func inside(_ element: Element, _ children: [Element], _ markup: inout Markup, kind: String = "in") {
    markup.open("div", ["class": kind, "data-in": element.id])
    all(children, of: element, &markup)
    markup.close("div")
  }

  func all(_ children: [Element], of element: Element, _ markup: inout Markup) {
    for child in children { draw(child, in: element, children: child.children, into: &markup) }
  }

  /// Something drawn as a whole that has as a rule neither hint nor children; with either, all stand in one tag.
  func held(
    _ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup,
    _ draw: (_ id: String?, _ markup: inout Markup) -> Void
  ) {
    let hasHint = element.hint.map { !$0.isEmpty } ?? false
    guard hasHint || !children.isEmpty else { return draw(spot.id, &markup) }
    markup.open("div", ["id": spot.id, "class": "held"])
    draw(nil, &markup)
    hint(element, &markup)
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close("div")
  }

  /// What is worth knowing of it, or why it cannot be used.
  func hint(_ element: Element, _ markup: inout Markup) {
    guard let hint = element.hint, !hint.isEmpty else { return }
    markup.open("p", ["class": "hint", "id": "\(element.id)~hint"])
    markup.words(hint)
    markup.close("p")
  }

  /// The identifiers of what describes a control. One with a space in it cannot be pointed to.
  func described(_ element: Element, by others: [String] = []) -> String? {
    guard !element.id.contains(where: \.isWhitespace) else { return nil }
    let hint = element.hint.map { $0.isEmpty ? [] : ["hint"] } ?? []
    let all = (others + hint).map { "\(element.id)~\($0)" }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  /// What stands behind a name: counts, marks and how it is. What is only seen is said in words as well.
  func marks(_ element: Element, _ markup: inout Markup) {
    let state = element.state
    let value = element.value.flatMap { $0.isEmpty ? nil : $0 }
    if let badge = state.badge {
      let isCount = badge.contains { $0.isLetter || $0.isNumber }
      markup.open("span", ["class": isCount ? "badge" : "badge dot", "aria-hidden": "true"])
      if isCount { markup.words(badge) }
      markup.close("span")
      markup.unseen(value ?? (isCount ? badge : "new"))
    }
    if state.isUnread {
      markup.open("span", ["class": "badge dot", "aria-hidden": "true"])
      markup.close("span")
      markup.unseen("new")
    }
    if let locked = state.locked {
      markup.icon(.lock)
      markup.unseen("locked, needs \(locked.title)")
    }
  }
}
