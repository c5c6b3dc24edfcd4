internal import Commands
internal import Interface
internal import Plot

// Figures: scores, progress, charts, images and placeholders.
extension Drawing {
  /// Draws several figures aligned, so that they can be compared.
  func figures(_ elements: [Element], _ width: Int) -> [ScreenLine] {
    let long = elements.map { $0.label.harmless.columns }.filter { $0 <= width / 2 }.max() ?? 0
    let lead = elements.map { number($0).columns }.max() ?? 0
    return elements.flatMap { figure($0, width, lead: lead, name: long) }
  }

  private func figure(_ element: Element, _ width: Int, lead: Int, name long: Int) -> [ScreenLine] {
    let state = element.state
    let bar = width >= lead + long + 32 ? bar(state) : ScreenLine()
    let look: TextLook = state.tone.map { .tone($0) } ?? .strong
    let said =
      element.value.map { ScreenLine($0, look) } ?? (state.isBusy ? ScreenLine("working", .soft) : ScreenLine())
    let way = element.destination == nil ? ScreenLine() : ScreenLine(" →", .accent)
    let label = name(element, .plain)
    let head = number(element).padded(to: lead) + label.padded(to: long) + .blank(2)
    let line = head + bar + (bar.isEmpty ? bar : .blank(2)) + said + marks(element) + way
    return line.wrapped(to: width) + hint(element, width) + below(element, width)
  }

  private func bar(_ state: Condition) -> ScreenLine {
    let length = 10
    guard let number = state.number, let minimum = state.minimum, let maximum = state.maximum, maximum > minimum else {
      return .rule("░", length)
    }
    let share = min(max((number - minimum) / (maximum - minimum), 0), 1)
    let full = Int((share * Double(length)).rounded())
    let look: TextLook = state.hue.map { .hue($0) } ?? state.tone.map { .tone($0) } ?? .accent
    return .rule("█", full, look) + .rule("░", length - full)
  }

  func picture(_ element: Element, _ width: Int) -> Block {
    let words = element.label.isEmpty ? "Picture" : "Picture: \(element.label)"
    return Block(lines: (number(element) + ScreenLine("(\(words))", .soft)).wrapped(to: text(width)))
  }

  /// Draws a chart's title and summary; its actions follow below.
  func chart(_ element: Element, _ width: Int) -> Block {
    let title = number(element) + ScreenLine(element.label, .title) + ScreenLine(" (chart)", .soft)
    let subtitle = element.chart?.subtitle.map { ScreenLine($0, .soft).wrapped(to: text(width)) } ?? []
    let said = element.value ?? element.chart?.text ?? ""
    let words = railed(said, width, rail: .accent)
    // The summary contains the points already; what remains are the selected value and the actions.
    let doable = element.children.filter { child in
      child.role == .status || child.all.contains { !$0.actions.isEmpty }
    }
    return Block(lines: title.wrapped(to: width) + subtitle + words + lines(doable, width, isDense: true))
  }

  /// Draws shaded lines, the last one shorter, as a paragraph ends.
  func skeleton(_ element: Element, _ width: Int) -> Block {
    let count = min(max(element.state.size ?? 3, 1), 12)
    let full = min(width, 40)
    let shades = (1...count).map { ScreenLine.rule("░", $0 == count ? full * 3 / 5 : full) }
    return Block(lines: ScreenLine("\(element.label) …", .soft).wrapped(to: width) + shades)
  }
}
