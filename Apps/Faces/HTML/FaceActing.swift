internal import Interface

// Links, buttons, menus and tabs.
extension Face {
  /// The address of a route in this window.
  func address(_ route: Route) -> String { base + route.text }

  /// Writes the title of a card or a row, as a link or a button when activating the title activates the whole.
  func way(_ element: Element, words: String, _ markup: inout Markup) {
    let busy = element.state.isBusy ? "true" : nil
    if element.state.isDisabled {
      markup.words(words)
    } else if let destination = element.destination {
      markup.tag(
        "a",
        [
          "class": "stretch", "href": address(destination), "data-do": "activate", "data-for": element.id,
          "aria-current": element.state.isCurrent ? "page" : nil, "aria-describedby": described(element),
        ], words: words)
    } else if element.actions.contains(.activate) {
      markup.tag(
        "button",
        [
          "class": "stretch", "type": "submit", "form": "acts", "name": "do", "value": element.id,
          "data-do": "activate", "data-for": element.id, "aria-busy": busy,
          "aria-pressed": element.state.isSelected ? "true" : nil,
          "aria-expanded": element.state.isExpanded.map { $0 ? "true" : "false" },
          "aria-describedby": described(element),
        ], words: words)
    } else {
      markup.words(words)
    }
  }

  func button(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    held(element, spot, children, &markup) { id, markup in
      if let destination = element.destination, !element.state.isDisabled {
        anchor(element, to: destination, id, kind: buttonClass(element, spot.parent), &markup)
        content(element, spot.parent, &markup)
        markup.close("a")
      } else {
        press(element, id, kind: buttonClass(element, spot.parent), &markup)
        content(element, spot.parent, &markup)
        markup.close("button")
      }
    }
  }

  func link(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isBrand = spot.parent.role == .banner && element.label == spot.parent.label
    let isPlace = spot.parent.role == .navigation || spot.parent.role == .banner
    let kind = isBrand ? "brand" : isPlace ? "place" : element.state.isProminent ? "button prominent" : "link"
    held(element, spot, children, &markup) { id, markup in
      if let destination = element.destination, !element.state.isDisabled {
        anchor(element, to: destination, id, kind: kind, &markup)
        if isBrand { motif?.mark(&markup) }
        content(element, spot.parent, &markup)
        // A link with an arrow icon gets no chevron.
        if kind == "link", element.state.icon != .forward { markup.glyph(Glyph.chevron) }
        markup.close("a")
      } else {
        press(element, id, kind: kind, &markup)
        content(element, spot.parent, &markup)
        markup.close("button")
      }
    }
  }

  private func anchor(
    _ element: Element, to destination: Route, _ id: String?, kind: String, _ markup: inout Markup
  ) {
    markup.open(
      "a",
      [
        "id": id, "class": kind, "href": address(destination), "data-do": "activate", "data-for": element.id,
        "data-hue": element.state.hue, "aria-current": element.state.isCurrent ? "page" : nil,
        "aria-describedby": described(element), "aria-keyshortcuts": kind == "place act" ? "n" : nil,
      ])
  }

  private func press(_ element: Element, _ id: String?, kind: String, _ markup: inout Markup) {
    let state = element.state
    // A disabled button stays focusable, so that every user can read the reason.
    let isOff = state.isDisabled || !element.actions.contains(.activate)
    markup.open(
      "button",
      [
        "id": id, "class": kind, "type": isOff ? "button" : "submit", "form": isOff ? nil : "acts",
        "name": isOff ? nil : "do", "value": isOff ? nil : element.id, "data-do": isOff ? nil : "activate",
        "data-for": isOff ? nil : element.id, "data-hue": state.hue, "aria-disabled": isOff ? "true" : nil,
        "aria-busy": state.isBusy ? "true" : nil,
        "aria-pressed": state.isSelected ? "true" : state.check.map { $0 == .on ? "true" : "false" },
        "aria-current": state.isCurrent ? "true" : nil,
        "aria-expanded": state.isExpanded.map { $0 ? "true" : "false" }, "aria-describedby": described(element),
      ])
  }

  private func buttonClass(_ element: Element, _ parent: Element) -> String {
    let state = element.state
    if element.role == .menuitem { return state.isDestructive ? "choice destructive" : "choice" }
    if parent.role == .banner { return "place" }
    if parent.role == .navigation { return "place act" }
    if state.check != nil { return "button check" }
    // The close button of a notice or a sheet is drawn in its corner.
    let isCorner = parent.role == .status || parent.role == .alert || parent.role == .sheet
    if state.icon == .close, isCorner { return "button corner" }
    return (["button"] + (state.isProminent ? ["prominent"] : []) + (state.isDestructive ? ["destructive"] : []))
      .joined(separator: " ")
  }

  /// Writes the content of a button or a link: icon, label, value and marks.
  private func content(_ element: Element, _ parent: Element, _ markup: inout Markup) {
    let isAfter = element.state.icon == .forward
    if element.state.check != nil, element.role == .button {
      markup.glyph("m6 12.5 4 4 8-9")
    } else if let icon = element.state.icon, !isAfter {
      markup.icon(icon)
    }
    let (said, ofWhat) = words(of: element, in: parent)
    // In one piece, since a name that is put together of two parts has a space between them.
    markup.tag("span", ["class": "word", "aria-hidden": ofWhat == nil ? nil : "true"], words: said)
    if let ofWhat { markup.tag("span", ["class": "unseen"], words: said + ofWhat) }
    if let value = element.value, !value.isEmpty, element.state.badge == nil {
      markup.raw(" ")
      markup.tag("span", ["class": "value"], words: value)
    }
    marks(element, &markup)
    if let icon = element.state.icon, isAfter { markup.icon(icon) }
  }

  /// Splits a label that ends in the name of its card or row, such as "Dismiss: Mood is better after longer sleep". The end
  /// repeats what the card shows, so only screen readers get it.
  private func words(of element: Element, in parent: Element) -> (said: String, ofWhat: String?) {
    guard parent.role == .card || parent.role == .listitem, let colon = element.label.firstRange(of: ": "),
      parent.label.hasSuffix(element.label[colon.upperBound...]), colon.upperBound < element.label.endIndex
    else { return (element.label, nil) }
    return (String(element.label[..<colon.lowerBound]), String(element.label[colon.lowerBound...]))
  }

  // MARK: Menus and tabs

  func menu(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isSmall = spot.parent.role == .listitem || spot.parent.role == .card || spot.parent.role == .message
    markup.open("details", ["id": spot.id, "class": isSmall ? "menu small" : "menu", "data-for": element.id])
    markup.open("summary", ["class": "button"])
    markup.icon(element.state.icon ?? .more)
    markup.tag("span", ["class": isSmall ? "unseen" : "word"], words: element.label)
    markup.close("summary")
    markup.open("div", ["class": "choices"])
    hint(element, &markup)
    all(children, of: element, &markup)
    markup.close("div")
    markup.close("details")
  }

  func tabs(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open(
      "div",
      ["id": spot.id, "class": "views", "role": "tablist", "aria-label": element.label, "data-in": element.id])
    all(children, of: element, &markup)
    markup.close("div")
  }

  func tab(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let isOff = element.state.isDisabled || !element.actions.contains(.activate)
    let isTab = spot.parent.role == .tablist
    markup.open(
      "button",
      [
        "id": spot.id, "class": "view", "role": isTab ? "tab" : nil, "type": isOff ? "button" : "submit",
        "form": isOff ? nil : "acts", "name": isOff ? nil : "do", "value": isOff ? nil : element.id,
        "data-do": isOff ? nil : "activate", "data-for": isOff ? nil : element.id,
        "aria-selected": isTab ? (element.state.isSelected ? "true" : "false") : nil,
        "aria-disabled": isOff ? "true" : nil,
      ])
    if let icon = element.state.icon { markup.icon(icon) }
    markup.tag("span", ["class": "word"], words: element.label)
    marks(element.without(value: "selected"), &markup)
    markup.close("button")
  }
}

extension Element {
  /// The element without `value`, if that only repeats the element's state.
  fileprivate func without(value: String) -> Element {
    var copy = self
    if copy.value == value { copy.value = nil }
    return copy
  }
}
