internal import Interface

// Landmarks, groups, cards, carousels and dialogs.
extension Face {
  func part(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let name = element.label.isEmpty ? nil : element.label
    switch element.role {
    case .banner:
      markup.open("header", ["id": spot.id, "class": "bar", "data-in": element.id])
      all(children, of: element, &markup)
      markup.close("header")
    case .navigation:
      let kind = element.id == "tabs" ? "nav tabs" : "nav"
      markup.open("nav", ["id": spot.id, "class": kind, "aria-label": name, "data-in": element.id])
      all(children, of: element, &markup)
      markup.close("nav")
    case .main where element.id == "frame-main":
      markup.open(
        "main",
        [
          // Its name is the first heading: a patch leaves this tag as it is, so a label here would be the first screen's.
          "id": spot.id, "class": "in flow", "tabindex": "-1", "inert": isBehind(spot.parent) ? "" : nil,
          "data-in": element.id,
        ])
      all(children, of: element, &markup)
      markup.close("main")
    case .group where element.id == "frame" || spot.parent.id == "frame":
      let isInert = element.id == "frame-chrome" && isBehind(spot.parent)
      markup.open("div", ["id": spot.id, "inert": isInert ? "" : nil, "data-in": element.id])
      all(children, of: element, &markup)
      markup.close("div")
    case .toolbar: labelled("toolbar", element, spot, children, &markup)
    case .tabpanel: labelled("tabpanel", element, spot, children, &markup)
    case .group where element.id == "notices":
      // Not every notice is a live region, so all of them are in a landmark.
      markup.open("div", ["id": spot.id, "role": "region", "aria-label": "Notices", "data-in": element.id])
      all(children, of: element, &markup)
      markup.close("div")
    case .group where name == nil:
      markup.open("div", ["id": spot.id, "class": groupClass(element, spot.parent), "data-in": element.id])
      all(children, of: element, &markup)
      markup.close("div")
    case .group: fieldset(element, spot, children, &markup)
    case .figure:
      markup.open("figure", ["id": spot.id])
      inside(element, children, &markup)
      if let name { markup.tag("figcaption", ["class": "hint"], words: name) }
      markup.close("figure")
    case .form: form(element, spot, children, &markup)
    default: section(element, spot, children, &markup)
    }
  }

  /// Whether a dialog covers the rest of the frame.
  private func isBehind(_ frame: Element) -> Bool {
    frame.children.last.map { $0.id == "frame-dialog" && !$0.children.isEmpty } ?? false
  }

  /// The class of a group. Answer buttons are laid out in a row, and the place to write stands at the end of the screen.
  private func groupClass(_ element: Element, _ parent: Element) -> String {
    if element.id == "composer" { return "group composer" }
    return element.id == "\(parent.id).buttons" ? "group buttons" : "group"
  }

  private func labelled(
    _ role: StaticString, _ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup
  ) {
    markup.open(
      "div",
      [
        "id": spot.id, "class": "group \(role.description)", "role": role.description, "aria-label": element.label,
        "data-in": element.id,
      ])
    all(children, of: element, &markup)
    markup.close("div")
  }

  private func fieldset(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open("fieldset", ["id": spot.id, "class": "set", "aria-describedby": described(element)])
    markup.open("legend")
    if let icon = element.state.icon { markup.icon(icon) }
    markup.words(element.label)
    markup.close("legend")
    value(element, &markup)
    hint(element, &markup)
    inside(element, children, &markup)
    markup.close("fieldset")
  }

  /// Draws a form as a named landmark. Its fields belong to the page's only HTML form.
  private func form(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open("div", ["id": spot.id, "class": "form", "role": "form", "aria-label": element.label])
    markup.open("p", ["class": "caption"])
    markup.words(element.label)
    if let value = element.value, !value.isEmpty { markup.tag("span", ["class": "value"], words: value) }
    markup.close("p")
    hint(element, &markup)
    inside(element, children, &markup)
    markup.close("div")
  }

  private func section(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isEmptyState = element.role == .region && element.state.icon != nil
    let tag: StaticString = element.role == .article ? "article" : "section"
    let kind = isEmptyState ? "empty" : element.role == .article ? "card" : "region"
    markup.open(
      tag,
      [
        "id": spot.id, "class": kind, "aria-label": element.label.isEmpty ? nil : element.label,
        "data-hue": element.state.hue, "aria-busy": element.state.isBusy ? "true" : nil,
      ])
    if isEmptyState, let icon = element.state.icon { markup.icon(icon) }
    if !isEmptyState, !element.label.isEmpty {
      // Visible only if no heading inside says the same.
      markup.tag("p", ["class": "caption", "aria-hidden": "true"], words: element.label)
    }
    value(element, &markup)
    hint(element, &markup)
    inside(element, children, &markup, kind: kind == "region" ? "in flow" : "in")
    markup.close(tag)
  }

  func value(_ element: Element, _ markup: inout Markup) {
    guard let value = element.value, !value.isEmpty, element.state.badge == nil else { return }
    markup.tag("p", ["class": element.state.isProminent ? "number" : "value"], words: value)
  }

  // MARK: Cards

  func card(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    markup.open(
      "article",
      [
        "id": spot.id, "class": "card", "aria-label": element.label.isEmpty ? nil : element.label,
        "data-hue": state.hue, "data-tone": state.tone?.rawValue, "aria-busy": state.isBusy ? "true" : nil,
        "data-selected": state.isSelected ? "" : nil,
        "data-swipe": element.actions.contains(.swipe) ? element.id : nil,
      ])
    markup.open("div", ["class": "head"])
    if let icon = state.icon { markup.icon(icon) }
    markup.open("p", ["class": "title"])
    way(element, words: element.label, &markup)
    marks(element, &markup)
    markup.close("p")
    markup.close("div")
    value(element, &markup)
    hint(element, &markup)
    inside(element, children, &markup)
    markup.close("article")
  }

  func carousel(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open(
      "section",
      [
        "id": spot.id, "class": "carousel", "aria-roledescription": "carousel", "aria-label": element.label,
        "data-swipe": element.actions.contains(.swipe) ? element.id : nil,
      ])
    let place = element.value ?? "\(element.state.position ?? 1) of \(element.state.size ?? 1)"
    markup.open("p", ["class": "caption"])
    markup.words(element.label)
    markup.tag("span", ["class": "value"], words: place)
    markup.close("p")
    inside(element, children, &markup)
    dots(element.state.position ?? 1, of: min(element.state.size ?? 1, 12), &markup)
    markup.close("section")
  }

  /// Draws the page of a carousel as dots. Its number is in words above.
  private func dots(_ position: Int, of size: Int, _ markup: inout Markup) {
    markup.open("p", ["class": "dots", "aria-hidden": "true"])
    for page in 1...max(1, size) { markup.tag("span", ["data-on": page == position ? "" : nil], words: "") }
    markup.close("p")
  }

  // MARK: Dialogs and sheets

  func front(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isSheet = element.role == .sheet
    markup.open(
      "section",
      [
        "id": spot.id, "class": isSheet ? "front sheet" : "front",
        "role": element.role == .alertDialog ? "alertdialog" : "dialog",
        "aria-modal": element.state.isModal ? "true" : nil,
        "aria-label": element.label, "tabindex": "-1",
        "data-dismiss": element.actions.contains(.dismiss) ? element.id : nil,
      ])
    hint(element, &markup)
    inside(element, children, &markup)
    markup.close("section")
  }
}
