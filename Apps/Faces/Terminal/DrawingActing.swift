internal import Interface

// Buttons, links, menus and bars.
extension Drawing {
  func inline(_ element: Element) -> ScreenLine {
    switch element.role {
    case .link: number(element) + link(element)
    case .tab: entry(element)
    case .menuitem:
      number(element) + ScreenLine(element.state.isDestructive ? "! " : "", .tone(.critical)) + pressed(element)
    case .badge: ScreenLine("(\(element.value ?? element.label))", .accent)
    default: number(element) + button(element)
    }
  }

  private func link(_ element: Element) -> ScreenLine {
    if element.state.isCurrent { return current(element) }
    let value =
      element.value.flatMap { $0.isEmpty || element.state.badge != nil ? nil : ScreenLine(" · \($0)", .soft) }
      ?? ScreenLine()
    return name(element, .press) + marks(element) + value + ScreenLine(" →", .accent)
  }

  private func button(_ element: Element) -> ScreenLine {
    let state = element.state
    if state.isProminent {
      return ScreenLine([TextRun("[ ", .main)] + face(element, .main).runs + [TextRun(" ]", .main)])
    }
    let edge: TextLook = state.isDestructive ? .tone(.critical) : .border
    return ScreenLine(state.isDestructive ? "[! " : "[ ", edge) + pressed(element) + ScreenLine(" ]", edge)
  }

  private func pressed(_ element: Element) -> ScreenLine {
    face(element, element.state.isDestructive ? .tone(.critical) : .press)
  }

  /// The label with value, state and marks, and a glyph for well-known icons.
  private func face(_ element: Element, _ look: TextLook) -> ScreenLine {
    let glyph: (before: String, after: String) =
      switch element.state.icon {
      case .back: ("← ", "")
      case .forward: ("", " →")
      case .add: ("+ ", "")
      case .close: ("× ", "")
      default: ("", "")
      }
    let chosen = element.state.isSelected ? " (chosen)" : ""
    let busy = element.state.isBusy ? " (working)" : ""
    let value = element.value.flatMap { $0.isEmpty || element.state.badge != nil ? nil : ": \($0)" } ?? ""
    return ScreenLine(glyph.before, look) + ScreenLine(element.label + value, look)
      + ScreenLine(chosen + busy + glyph.after, look)
      + marks(element)
  }

  /// Draws a disabled element with its reason, or an enabled one with its hint on a line of its own.
  func refused(_ element: Element, _ width: Int) -> Block {
    guard element.state.isDisabled else {
      let lines = inline(element).wrapped(to: width)
      return Block(lines: lines + hint(element, width))
    }
    let label = element.role == .button ? "[ \(element.label) ]" : element.label
    let reason = element.hint.map { $0.isEmpty ? "not now" : "not now: \($0)" } ?? "not now"
    return Block(lines: (ScreenLine(label, .soft) + ScreenLine("  \(reason)", .soft)).wrapped(to: text(width)))
  }

  // MARK: Bars and menus

  /// A row of destinations or views; the current one is between ‹ and ›.
  func bar(_ element: Element, _ width: Int, label: String = "") -> [ScreenLine] {
    let lead = label.isEmpty ? ScreenLine() : ScreenLine("\(label):", .soft)
    let items = element.children.map { child in
      child.role == .link || child.role == .tab ? entry(child) : inline(child)
    }
    return flow([lead] + items, width, gap: 3)
  }

  private func entry(_ element: Element) -> ScreenLine {
    element.state.isCurrent || element.state.isSelected
      ? number(element) + current(element)
      : number(element) + name(element) + marks(element)
  }

  private func current(_ element: Element) -> ScreenLine {
    ScreenLine("‹", .accent) + ScreenLine(element.label, .accent) + marks(element) + ScreenLine("›", .accent)
  }

  /// Draws the brand and the way back at the left, everything else at the right.
  func banner(_ element: Element, _ width: Int) -> [ScreenLine] {
    let brand = element.children.firstIndex { $0.label == element.label }.map { $0 + 1 } ?? 0
    func item(_ child: Element) -> ScreenLine {
      if child.label == element.label { return number(child) + ScreenLine(child.label, .accent) }
      return child.role == .link && !child.state.isCurrent
        ? number(child) + name(child, .press) + marks(child) : inline(child)
    }
    let left = element.children.prefix(brand).map(item)
    let right = element.children.dropFirst(brand).map(item)
    let (head, tail) = (left.joined(by: .blank(2)), right.joined(by: .blank(2)))
    guard head.columns + 3 + tail.columns <= width else { return flow(left, width) + flow(right, width) }
    return [head + .blank(width - head.columns - tail.columns) + tail]
  }

  func menu(_ element: Element, _ width: Int) -> Block {
    // Inside a row, the row's name is not repeated.
    let label = element.label.hasPrefix("More for ") ? "More" : element.label
    let items = element.children.map { $0.role == .menuitem ? inline($0) : ScreenLine() }
    let rest = element.children.filter { $0.role != .menuitem }
    let lead = label.isEmpty ? number(element) : number(element) + ScreenLine("\(label):", .soft)
    return Block(lines: flow([lead] + items, width) + lines(rest, width, isDense: true))
  }
}
