internal import Interface

// Buttons, links, menus and bars.
extension Drawing {
  func inline(_ element: Element) -> Line {
    switch element.role {
    case .link: number(element) + link(element)
    case .tab: entry(element)
    case .menuitem: number(element) + Line(element.state.isDestructive ? "! " : "", .tone(.critical)) + pressed(element)
    case .badge: Line("(\(element.value ?? element.label))", .accent)
    default: number(element) + button(element)
    }
  }

  private func link(_ element: Element) -> Line {
    if element.state.isCurrent { return current(element) }
    let value =
      element.value.flatMap { $0.isEmpty || element.state.badge != nil ? nil : Line(" · \($0)", .soft) } ?? Line()
    return name(element, .press) + marks(element) + value + Line(" →", .accent)
  }

  private func button(_ element: Element) -> Line {
    let state = element.state
    if state.isProminent { return Line([Run("[ ", .main)] + face(element, .main).runs + [Run(" ]", .main)]) }
    let edge: Look = state.isDestructive ? .tone(.critical) : .border
    return Line(state.isDestructive ? "[! " : "[ ", edge) + pressed(element) + Line(" ]", edge)
  }

  private func pressed(_ element: Element) -> Line {
    face(element, element.state.isDestructive ? .tone(.critical) : .press)
  }

  /// The label with value, state and marks, and a glyph for well-known icons.
  private func face(_ element: Element, _ look: Look) -> Line {
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
    return Line(glyph.before, look) + Line(element.label + value, look) + Line(chosen + busy + glyph.after, look)
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
    return Block(lines: (Line(label, .soft) + Line("  \(reason)", .soft)).wrapped(to: text(width)))
  }

  // MARK: Bars

  /// A row of destinations or views; the current one is between ‹ and ›.
  func bar(_ element: Element, _ width: Int, label: String = "") -> [Line] {
    let lead = label.isEmpty ? Line() : Line("\(label):", .soft)
    let items = element.children.map { child in
      child.role == .link || child.role == .tab ? entry(child) : inline(child)
    }
    return flow([lead] + items, width, gap: 3)
  }

  private func entry(_ element: Element) -> Line {
    element.state.isCurrent || element.state.isSelected
      ? number(element) + current(element)
      : number(element) + name(element) + marks(element)
  }

  private func current(_ element: Element) -> Line {
    Line("‹", .accent) + Line(element.label, .accent) + marks(element) + Line("›", .accent)
  }

  /// Draws the brand and the way back at the left, everything else at the right.
  func banner(_ element: Element, _ width: Int) -> [Line] {
    let brand = element.children.firstIndex { $0.label == element.label }.map { $0 + 1 } ?? 0
    func item(_ child: Element) -> Line {
      if child.label == element.label { return number(child) + Line(child.label, .accent) }
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
    let items = element.children.map { $0.role == .menuitem ? inline($0) : Line() }
    let rest = element.children.filter { $0.role != .menuitem }
    let lead = label.isEmpty ? number(element) : number(element) + Line("\(label):", .soft)
    return Block(lines: flow([lead] + items, width) + lines(rest, width, isDense: true))
  }
}
