internal import Interface

// Text, notices, conversations and messages.
extension Face {
  func words(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    held(element, spot, children, &markup) { id, markup in
      switch element.role {
      case .heading: heading(element, spot.parent, id, &markup)
      case .separator where element.state.icon == .arrow:
        // An arrow from the preceding element to the following one.
        markup.open("p", ["id": id, "class": "arrow"])
        markup.icon(.arrow)
        if !element.label.isEmpty { markup.unseen(element.label) }
        markup.close("p")
      case .separator: markup.open("hr", ["id": id])
      case .note, .tooltip: note(element, id, &markup)
      case .badge:
        markup.open("p", ["id": id])
        // One with a hue is a dot of that colour, with its word for screen readers.
        let isDot = element.state.hue != nil
        markup.open("span", ["class": isDot ? "badge dot" : "badge", "data-hue": element.state.hue])
        if isDot { markup.unseen(element.value ?? element.label) } else { markup.words(element.value ?? element.label) }
        markup.close("span")
        markup.close("p")
      case .term:
        markup.open("p", ["id": id])
        markup.tag("dfn", words: element.label)
        markup.close("p")
      default: line(element, id, &markup)
      }
    }
  }

  private func heading(_ element: Element, _ parent: Element, _ id: String?, _ markup: inout Markup) {
    let tags: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]
    let level = min(max(element.state.level ?? 2, 1), tags.count)
    // The card shows the same label already.
    let isSaid = parent.role == .card && parent.label == element.label
    markup.open(
      tags[level - 1],
      [
        "id": id, "class": isSaid ? "unseen" : nil, "data-hue": element.state.hue,
        "aria-busy": element.state.isBusy ? "true" : nil,
      ])
    if let icon = element.state.icon { markup.icon(icon) }
    markup.words(element.label)
    markup.close(tags[level - 1])
  }

  /// Draws a sentence, or a label with its value.
  private func line(_ element: Element, _ id: String?, _ markup: inout Markup) {
    let state = element.state
    let value = element.value.flatMap { $0.isEmpty ? nil : $0 }
    let kind: String? =
      switch element.role {
      case .code: "pair code"
      case .definition: "definition"
      case .paragraph where value == nil: "text"
      default: "pair"
      }
    markup.open(
      "p",
      [
        "id": id, "class": state.isProminent ? "prominent \(kind ?? "")" : kind,
        "role": element.role == .timer ? "timer" : nil, "data-hue": state.hue, "data-tone": state.tone?.rawValue,
      ])
    if let icon = state.icon { markup.icon(icon) }
    if let value {
      if !element.label.isEmpty { markup.tag("span", ["class": "label"], words: element.label) }
      markup.raw(" ")
      switch element.role {
      case .code where state.purpose == .phone: call(value, of: element.label, &markup)
      case .code: markup.tag("code", words: value)
      case .time where Face.isTime(value): markup.tag("time", words: value)
      default: markup.tag("b", ["class": state.isProminent ? "number" : nil], words: value)
      }
    } else if state.isProminent {
      markup.tag("b", ["class": "number"], words: element.label)
    } else {
      markup.words(element.label)
    }
    markup.close("p")
  }

  /// Draws a telephone number as a link that calls it.
  private func call(_ number: String, of name: String, _ markup: inout Markup) {
    let dialled = number.filter { $0.isASCII && $0.isNumber || $0 == "+" }
    markup.open(
      "a",
      [
        "class": "button prominent", "href": "tel:\(dialled)",
        "aria-label": name.isEmpty ? nil : "Call \(number), \(name)",
      ])
    markup.icon(.call)
    markup.words(number)
    markup.close("a")
  }

  /// Whether the text is a time or a date that the HTML element `time` accepts.
  static func isTime(_ text: String) -> Bool { isClock(text) || isDate(text) }

  static func isClock(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(isDigit) }) else {
      return false
    }
    return Int(parts[0]).map { $0 < 24 } ?? false && Int(parts[1]).map { $0 < 60 } ?? false
  }

  static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else { return false }
    return Int(parts[1]).map { (1...12).contains($0) } ?? false && Int(parts[2]).map { (1...31).contains($0) } ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func note(_ element: Element, _ id: String?, _ markup: inout Markup) {
    let state = element.state
    markup.open(
      "p",
      [
        "id": id, "class": "note", "data-tone": state.tone?.rawValue,
        "role": state.live.map { _ in "status" }, "aria-live": state.live.map { _ in "off" },
      ])
    if let icon = state.icon ?? state.tone.flatMap(Glyph.icon) { markup.icon(icon) }
    newsWord(element, &markup)
    markup.words(element.label)
    markup.close("p")
  }

  // MARK: Notices

  func news(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let tone = state.tone ?? (element.role == .alert ? .critical : nil)
    let isNotice = tone != nil || state.icon != nil
    markup.open(
      "div",
      [
        "id": spot.id, "class": isNotice ? "notice" : "count", "role": "status", "aria-live": "off",
        "data-tone": isNotice ? (tone ?? .info).rawValue : nil,
      ])
    if let icon = state.icon ?? tone.flatMap(Glyph.icon) { markup.icon(icon) }
    markup.open("p")
    newsWord(element, &markup)
    markup.words(element.label)
    markup.close("p")
    value(element, &markup)
    hint(element, &markup)
    inside(element, children, &markup)
    markup.close("div")
  }

  /// Writes the kind of notice for screen readers, unless the label begins with that word. Colour and icon show it
  /// visually.
  private func newsWord(_ element: Element, _ markup: inout Markup) {
    let word: String? =
      switch element.state.icon {
      case .offline: "Offline"
      case .syncing: "Syncing"
      case .waiting: "Waiting"
      case .lock: "Locked"
      default:
        switch element.state.tone {
        case .info: "Note"
        case .success: "Done"
        case .warning: "Warning"
        case .critical: "Problem"
        case .excellent: "Excellent"
        case .needsAttention: "Needs attention"
        case .priorityFocus: "Priority focus"
        case .accent, .neutral, nil: element.role == .alert ? "Problem" : nil
        }
      }
    guard let word, !element.label.lowercased().hasPrefix(word.lowercased()) else { return }
    markup.tag("span", ["class": "unseen"], words: "\(word): ")
  }

  // MARK: Conversations

  func log(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    markup.open(
      "section",
      [
        "id": spot.id, "class": "log", "role": "log", "aria-label": element.label,
        "aria-live": "off",
      ])
    hint(element, &markup)
    markup.open("ol", ["class": "in", "role": "list", "data-in": element.id])
    all(children, of: element, &markup)
    markup.close("ol")
    markup.close("section")
  }

  /// Draws a message: author, time and text. What can be expanded below it, such as its reasons, is in a fold.
  func message(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let tag: StaticString = spot.parent.role == .log || spot.parent.role == .list ? "li" : "div"
    markup.open(
      tag, ["id": spot.id, "class": state.isCurrent ? "message own" : "message", "data-tone": state.tone?.rawValue])
    markup.open("p", ["class": "who"])
    markup.tag("b", words: element.label)
    if let hint = element.hint, !hint.isEmpty {
      markup.raw(" ")
      markup.tag("span", words: hint)
    }
    marks(element, &markup)
    markup.close("p")
    if let value = element.value, !value.isEmpty { markup.tag("p", ["class": "said"], words: value) }
    if let isExpanded = state.isExpanded {
      markup.open("details", ["open": isExpanded ? "" : nil])
      markup.open("summary")
      markup.glyph(Glyph.down)
      markup.raw("Why")
      markup.close("summary")
      inside(element, children, &markup)
      markup.close("details")
    } else {
      inside(element, children, &markup)
    }
    markup.close(tag)
  }
}
