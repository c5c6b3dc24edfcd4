internal import Interface

// Checkboxes, switches, radio buttons, pickers and sliders.
extension Face {
  /// Draws a checkbox or a switch. A form does not send an unchecked box, so a hidden field with the value "off"
  /// precedes it.
  func tick(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let isSwitch = element.role == .toggle
    let isOpen = element.actions.contains(.choose) && !state.isDisabled
    markup.open("div", ["id": spot.id, "class": isSwitch ? "tick switch" : "tick"])
    markup.open("label", ["for": "\(element.id)~field"])
    if let icon = state.icon { markup.icon(icon) }
    markup.words(element.label)
    markup.close("label")
    if isOpen {
      markup.open("input", ["type": "hidden", "name": "set:\(element.id)", "value": "off", "form": "acts"])
    }
    let isMixed = state.check == .mixed
    markup.open(
      "input",
      [
        "id": "\(element.id)~field", "type": "checkbox", "role": isSwitch ? "switch" : nil,
        "name": isOpen ? "set:\(element.id)" : nil, "value": "on", "form": isOpen ? "acts" : nil,
        "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "choose" : nil, "data-mixed": isMixed ? "" : nil,
        "checked": state.check == .on ? "" : nil, "disabled": isOpen ? nil : "",
        "aria-invalid": state.invalid == nil ? nil : "true",
        "aria-describedby": described(
          element, by: (isMixed ? ["mixed"] : []) + (state.invalid == nil ? [] : ["invalid"])),
      ])
    if isMixed { markup.tag("p", ["class": "hint", "id": "\(element.id)~mixed"], words: element.value ?? "partly") }
    hint(element, &markup)
    complaint(element, &markup)
    inner(element, children, &markup)
    markup.close("div")
  }

  private func inner(_ element: Element, _ children: [Element], _ markup: inout Markup) {
    guard !children.isEmpty else { return }
    markup.open("div", ["class": "in"])
    all(children, of: element, &markup)
    markup.close("div")
  }

  func radios(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let invalid = element.state.invalid
    markup.open(
      "fieldset",
      [
        "id": spot.id, "class": "set", "role": "radiogroup", "aria-invalid": invalid == nil ? nil : "true",
        "aria-describedby": described(element, by: invalid == nil ? [] : ["invalid"]),
      ])
    markup.tag("legend", words: element.label)
    hint(element, &markup)
    markup.open("div", ["class": "options"])
    all(children, of: element, &markup)
    markup.close("div")
    complaint(element, &markup)
    markup.close("fieldset")
  }

  func radio(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let isOpen = element.actions.contains(.activate) && !state.isDisabled && !spot.parent.state.isDisabled
    let isOn = state.check == .on || state.isSelected
    held(element, spot, children, &markup) { id, markup in
      markup.open("label", ["id": id, "class": "option"])
      markup.open(
        "input",
        [
          "type": "radio", "name": "set:\(spot.parent.id)", "value": element.id, "form": isOpen ? "acts" : nil,
          "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "activate" : nil, "checked": isOn ? "" : nil,
          "disabled": isOpen ? nil : "", "aria-describedby": described(element),
        ])
      if let icon = state.icon { markup.icon(icon) }
      markup.tag("span", words: element.label)
      markup.close("label")
    }
  }

  func picker(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let options = children.filter { $0.role == .option }
    let isOpen = !element.state.isDisabled && options.contains { $0.actions.contains(.activate) }
    markup.open("div", ["id": spot.id, "class": "field"])
    markup.tag("label", ["for": "\(element.id)~field"], words: element.label)
    hint(element, &markup)
    markup.open("div", ["class": "entry"])
    markup.open(
      "select",
      [
        "id": "\(element.id)~field", "name": isOpen ? "set:\(element.id)" : nil, "form": isOpen ? "acts" : nil,
        "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "activate" : nil, "disabled": isOpen ? nil : "",
        "aria-invalid": element.state.invalid == nil ? nil : "true",
        "aria-describedby": described(element, by: element.state.invalid == nil ? [] : ["invalid"]),
      ])
    if !options.contains(where: \.state.isSelected) {
      markup.tag("option", ["value": "", "selected": "", "disabled": ""], words: "Choose")
    }
    for option in options {
      markup.tag(
        "option",
        [
          "id": option.id, "value": option.id, "selected": option.state.isSelected ? "" : nil,
          "disabled": option.state.isDisabled ? "" : nil,
        ], words: option.label)
    }
    markup.close("select")
    markup.glyph(Glyph.down)
    markup.close("div")
    complaint(element, &markup)
    inner(element, children.filter { $0.role != .option }, &markup)
    markup.close("div")
  }

  /// Draws a number within limits, with step buttons beside it that need no dragging.
  func slider(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let isOpen = element.actions.contains(.choose) && !state.isDisabled
    let number = state.number?.plain
    let said = element.value ?? number ?? ""
    markup.open("div", ["id": spot.id, "class": "field slider"])
    markup.open("div", ["class": "head"])
    markup.tag("label", ["for": "\(element.id)~field"], words: element.label)
    markup.tag("output", ["for": "\(element.id)~field"], words: said)
    markup.close("div")
    hint(element, &markup)
    markup.open("div", ["class": "track"])
    step(children.first { $0.id == "\(element.id).less" }, Glyph.minus, &markup)
    markup.open(
      "input",
      [
        "id": "\(element.id)~field", "type": "range", "name": isOpen ? "set:\(element.id)" : nil,
        "form": isOpen ? "acts" : nil, "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "choose" : nil,
        "data-number": isOpen ? "" : nil, "min": state.minimum?.plain, "max": state.maximum?.plain,
        "step": state.step?.plain ?? "any", "value": number, "disabled": isOpen ? nil : "",
        "aria-valuetext": said == number ? nil : said, "aria-describedby": described(element),
      ])
    step(children.first { $0.id == "\(element.id).more" }, Glyph.path(of: .add), &markup)
    markup.close("div")
    let steps = ["\(element.id).less", "\(element.id).more"]
    inner(element, children.filter { !steps.contains($0.id) }, &markup)
    markup.close("div")
  }

  /// Draws a step button of a slider. A missing one leaves its space empty, so that nothing moves under a finger.
  private func step(_ element: Element?, _ glyph: StaticString, _ markup: inout Markup) {
    guard let element else {
      markup.open("span", ["class": "nudge"])
      return markup.close("span")
    }
    let isOff = element.state.isDisabled || !element.actions.contains(.activate)
    markup.open(
      "button",
      [
        "id": element.id, "class": "button nudge", "type": isOff ? "button" : "submit", "form": isOff ? nil : "acts",
        "name": isOff ? nil : "do", "value": isOff ? nil : element.id, "data-do": isOff ? nil : "activate",
        "data-for": isOff ? nil : element.id, "aria-disabled": isOff ? "true" : nil,
      ])
    markup.glyph(glyph)
    markup.tag("span", ["class": "unseen"], words: element.label)
    markup.close("button")
  }
}
