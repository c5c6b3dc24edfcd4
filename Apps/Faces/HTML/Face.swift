internal import Accessibility
internal import Entitlement
public import Interface

/// Renders the elements of one window as HTML.
///
/// Every element is one tag with the element's identifier. Its children are, in order and without other content, in one
/// tag marked `data-in` with the same identifier, which may be the element's own tag. A change can therefore be
/// described by identifiers alone. An element drawn as a whole (`isWhole`) has no such tag and is drawn again when
/// anything in it changes.
///
/// The element's own tag never depends on its children, unless the element is drawn as a whole, so it can be drawn
/// alone.
public struct Face: Sendable {
  /// The path prefix of the window's addresses: "/yhealth/me".
  public let base: String
  /// The identifier of the tab, for addresses that only this tab can answer.
  public let tab: String
  /// The product's sign, drawn beside its name.
  public let motif: Motif?

  public init(base: String, tab: String = "", motif: Motif? = nil) {
    self.base = base
    self.tab = tab
    self.motif = motif
  }

  /// Renders the element with its children. Its form depends on the parent: a link in a navigation bar differs from one
  /// in text.
  public func html(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: element.children, into: &markup)
    return markup.text
  }

  /// Renders the element with an empty tag for its children. An element drawn as a whole is rendered with its children.
  public func ownHTML(_ element: Element, in parent: Element) -> String {
    var markup = Markup()
    draw(element, in: parent, children: isWhole(element.role) ? element.children : [], into: &markup)
    return markup.text
  }

  /// Whether the role is drawn as a whole, children included: roles whose children are parts of one control, and roles
  /// that hardly ever have children.
  public func isWhole(_ role: Role) -> Bool {
    switch role {
    case .banner, .navigation, .main, .region, .group, .form, .toolbar, .article, .tablist, .tabpanel, .list, .listitem,
      .figure, .status, .alert, .log, .dialog, .alertDialog, .sheet, .card, .carousel, .message:
      false
    default: true
    }
  }

  /// The position of an element: its parent, and the identifier for its tag; nil when an enclosing tag has that
  /// identifier.
  struct Spot {
    let parent: Element
    let id: String?
  }

  func draw(_ element: Element, in parent: Element, children: [Element], into markup: inout Markup) {
    // Without a name, a screen reader would say nothing at all.
    let element = element.named
    markup.mark(isScanned: element.state.isScanned, called: element.state.called)
    let isInList = parent.role == .list || parent.role == .log
    let isItem = element.role == .listitem || element.role == .step || element.role == .message
    guard isInList, !isItem else {
      return draw(element, Spot(parent: parent, id: element.id), children, &markup)
    }
    // HTML allows only list items in a list.
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

  // MARK: Shared parts

  /// Writes the children in a tag marked `data-in`.
  func inside(_ element: Element, _ children: [Element], _ markup: inout Markup, kind: String = "in") {
    markup.open("div", ["class": kind, "data-in": element.id])
    all(children, of: element, &markup)
    markup.close("div")
  }

  func all(_ children: [Element], of element: Element, _ markup: inout Markup) {
    for child in children { draw(child, in: element, children: child.children, into: &markup) }
  }

  /// Draws an element that usually has neither hint nor children. With either, one tag encloses everything.
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

  /// Writes the hint of the element: help, or the reason why it is disabled.
  func hint(_ element: Element, _ markup: inout Markup) {
    guard let hint = element.hint, !hint.isEmpty else { return }
    markup.open("p", ["class": "hint", "id": "\(element.id)~hint"])
    markup.words(hint)
    markup.close("p")
  }

  /// The value of `aria-describedby` for a control; nil without a description. An identifier with white space cannot be
  /// referenced.
  func described(_ element: Element, by others: [String] = []) -> String? {
    guard !element.id.contains(where: \.isWhitespace) else { return nil }
    let hint = element.hint.map { $0.isEmpty ? [] : ["hint"] } ?? []
    let all = (others + hint).map { "\(element.id)~\($0)" }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  /// Writes what follows a name: badge, unread mark and lock. Every visual mark has a text for screen readers.
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
