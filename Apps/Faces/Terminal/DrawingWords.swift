internal import Commands
internal import Interface

// Text, headings, notices and messages.
extension Drawing {
  /// Draws a heading. A blank line follows the title of a screen, none follows a smaller heading.
  func title(_ element: Element, _ width: Int) -> Block {
    let level = element.state.level ?? 2
    let busy = element.state.isBusy ? " (loading)" : ""
    return Block(lines: heading(element.label + busy, level, width), air: level <= 1 ? .apart : .heading)
  }

  /// Underlines a heading according to its level, so that it is recognizable without colours.
  func heading(_ text: String, _ level: Int, _ width: Int) -> [ScreenLine] {
    if level > 2 { return led(by: ScreenLine("▪ ", .accent), width) { ScreenLine(text, .title).wrapped(to: $0) } }
    let lines = ScreenLine(text, .title).wrapped(to: width)
    let long = lines.map(\.columns).max() ?? 0
    return lines + [level == 2 ? .rule("─", long) : .rule("═", long, .accent)]
  }

  func words(_ element: Element, _ width: Int) -> Block {
    let look: TextLook = element.role == .term ? .strong : .plain
    guard let value = element.value, !value.isEmpty else {
      return spoken(element.label, look, width)
    }
    guard !element.label.isEmpty, element.role != .cell else { return spoken(value, look, width) }
    return Block(
      lines: (ScreenLine("\(element.label): ", .soft) + ScreenLine(value, .strong)).wrapped(to: text(width)),
      air: .close)
  }

  /// Draws text. Several lines get a bar at the left, so that none of them can be mistaken for another part of the
  /// screen.
  private func spoken(_ words: String, _ look: TextLook, _ width: Int) -> Block {
    let parts = words.harmlessLines
    guard parts.count > 1 else {
      let lines = ScreenLine(words, look).wrapped(to: text(width))
      return Block(lines: lines, air: lines.count > 1 ? .apart : .close)
    }
    return Block(lines: railed(words, width, look: look))
  }

  func railed(_ words: String, _ width: Int, look: TextLook = .plain, rail: TextLook = .border) -> [ScreenLine] {
    let lines = words.harmlessLines.flatMap { ScreenLine($0, look).wrapped(to: text(width - 2)) }
    return lines.led(by: ScreenLine("│ ", rail), then: ScreenLine("│ ", rail))
  }

  func note(_ element: Element, _ width: Int) -> Block {
    let tone = element.state.tone ?? .neutral
    let words = ScreenLine(element.wordOfNews, .tone(tone)) + ScreenLine(element.label, .soft)
    let said = element.role == .tooltip ? ScreenLine("(", .soft) + words + ScreenLine(")", .soft) : words
    return Block(lines: said.wrapped(to: text(width)) + below(element, width), air: .remark)
  }

  /// Draws a notice behind a bar, with the word for its kind.
  func news(_ element: Element, _ width: Int) -> Block {
    let state = element.state
    guard element.role == .alert || state.tone != nil || state.icon != nil || !element.children.isEmpty else {
      return Block(lines: ScreenLine(element.label, .soft).wrapped(to: text(width)), air: .close)
    }
    let tone = element.toneOfNews
    let rail = ScreenLine("┃ ", .tone(tone))
    let words = ScreenLine(element.wordOfNews, .tone(tone)) + ScreenLine(element.label)
    return Block(
      lines: led(by: rail, then: rail, width) { inner in
        words.wrapped(to: text(inner)) + below(element, inner)
      })
  }

  func below(_ element: Element, _ width: Int) -> [ScreenLine] { lines(element.children, width, isDense: true) }

  /// Draws a message: author, time, and the text behind a bar. The user's own messages are indented.
  func message(_ element: Element, _ width: Int) -> Block {
    let indent = element.state.isCurrent && width >= 40 ? 8 : 0
    let about = element.hint.map { $0.isEmpty ? ScreenLine() : ScreenLine(" · \($0)", .soft) } ?? ScreenLine()
    let rail: TextLook = element.state.isCurrent ? .accent : .border
    let head = (name(element, .strong) + marks(element) + about).wrapped(to: width - indent)
    let said = railed(element.value ?? "", width - indent, rail: rail)
    let more = led(by: ScreenLine("│ ", rail), then: ScreenLine("│ ", rail), width - indent) { below(element, $0) }
    return Block(lines: (head + said + more).led(by: .blank(indent)))
  }
}

extension Element {
  /// The word for the kind of notice, unless the label begins with that word.
  var wordOfNews: String {
    let word: String? =
      switch state.icon {
      case .offline: "Offline"
      case .syncing: "Syncing"
      case .waiting: "Waiting"
      case .lock: "Locked"
      default:
        switch state.tone {
        case .info: "Note"
        case .success: "Done"
        case .warning: "Warning"
        case .critical: "Problem"
        case .excellent: "Excellent"
        case .needsAttention: "Needs attention"
        case .priorityFocus: "Priority focus"
        case .accent, .neutral, nil: role == .alert ? "Problem" : nil
        }
      }
    guard let word, !label.lowercased().hasPrefix(word.lowercased()) else { return "" }
    return "\(word): "
  }
}
