internal import Interface

// Figures: scores, progress, images and placeholders.
extension Face {
  /// Draws a score as a partly filled ring, with the number inside and the word beside it.
  func meter(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let number = state.number?.plain
    let value = element.value ?? number ?? ""
    markup.open(
      "div",
      ["id": spot.id, "class": "meter", "data-tone": state.tone?.rawValue, "data-hue": state.hue ?? hue(element)])
    ring(state, number, &markup)
    markup.open("div", ["class": "words"])
    markup.open("p", ["class": "title"])
    if let icon = state.icon { markup.icon(icon) }
    way(element, words: element.label, &markup)
    marks(element, &markup)
    markup.close("p")
    markup.open("p", ["class": "word"])
    if let icon = state.tone.flatMap(Glyph.icon) { markup.icon(icon) }
    // The ring shows the number already, so only screen readers get it here.
    if let number, value.hasPrefix("\(number), ") {
      markup.tag("span", ["class": "unseen"], words: "\(number), ")
      markup.words(String(value.dropFirst(number.count + 2)))
    } else {
      markup.words(value)
    }
    markup.close("p")
    hint(element, &markup)
    markup.close("div")
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close("div")
  }

  /// The colour of a health pillar, by its icon.
  private func hue(_ element: Element) -> String? {
    switch element.state.icon {
    case .fitness, .nutrition, .wellbeing: element.state.icon?.rawValue
    default: nil
    }
  }

  private func ring(_ state: Condition, _ number: String?, _ markup: inout Markup) {
    let share = Face.share(state)
    markup.open(
      "svg", ["class": "ring", "width": "88", "height": "88", "viewBox": "0 0 100 100", "aria-hidden": "true"])
    markup.raw("<circle cx=\"50\" cy=\"50\" r=\"42\"/>")
    if let share {
      // The length of the arc is relative to `pathLength`, so it equals the percentage.
      markup.open(
        "circle",
        ["class": "full", "cx": "50", "cy": "50", "r": "42", "pathLength": "100", "stroke-dasharray": "\(share) 100"])
      markup.close("circle")
    }
    if let number {
      markup.tag("text", ["x": "50", "y": "50"], words: number)
    }
    markup.close("svg")
  }

  private static func share(_ state: Condition) -> Int? {
    guard let number = state.number, let minimum = state.minimum, let maximum = state.maximum, maximum > minimum,
      number.isFinite
    else { return nil }
    return Int((100 * min(max((number - minimum) / (maximum - minimum), 0), 1)).rounded())
  }

  func progress(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    held(element, spot, children, &markup) { id, markup in
      markup.open("div", ["id": id, "class": "progress"])
      markup.open("label", ["for": "\(element.id)~bar"])
      markup.words(element.label)
      if let value = element.value { markup.tag("span", ["class": "value"], words: " \(value)") }
      markup.close("label")
      markup.open(
        "progress",
        [
          "id": "\(element.id)~bar", "max": element.state.maximum?.plain ?? "1", "value": element.state.number?.plain,
          "aria-busy": element.state.isBusy ? "true" : nil,
        ])
      markup.close("progress")
      markup.close("div")
    }
  }

  func image(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    held(element, spot, children, &markup) { id, markup in
      // Only paths within the product are accepted, so that no image is loaded from another server.
      if let source = element.state.source, source.hasPrefix("/"), !source.hasPrefix("//") {
        markup.open("img", ["id": id, "src": base + source, "alt": element.label, "loading": "lazy"])
      } else {
        markup.tag("p", ["id": id, "class": "note"], words: element.label.isEmpty ? "Picture" : element.label)
      }
    }
  }

  /// Draws placeholder lines, the last one shorter, as a paragraph ends.
  func skeleton(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    held(element, spot, children, &markup) { id, markup in
      if let view = element.view, view.skeleton != nil { return shape(element, view, id, &markup) }
      markup.open("div", ["id": id, "class": "skeleton", "role": "status", "aria-live": "off", "aria-busy": "true"])
      markup.tag("span", ["class": "unseen"], words: element.label)
      for _ in 0..<min(max(element.state.size ?? 3, 1), 12) { markup.raw("<span></span>") }
      markup.close("div")
    }
  }
}
