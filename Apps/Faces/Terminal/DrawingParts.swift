internal import Interface

// Groups, cards, carousels and dialogs.
extension Drawing {
  func container(_ element: Element, _ width: Int) -> Block {
    let isCaptioned = element.role != .region || element.children.first?.role != .heading
    let content = isCaptioned ? captioned(element, width) : lines(element.children, width)
    let value = element.value.map { $0.isEmpty ? [] : ScreenLine($0).wrapped(to: text(width)) } ?? []
    let lead = number(element)
    let own = lead.isEmpty ? [] : [lead + ScreenLine("all of this", .soft)]
    return Block(lines: own + value + content)
  }

  /// Draws a box with the card's name in the top border.
  func card(_ element: Element, _ width: Int) -> Block {
    let way =
      element.destination == nil && !element.actions.contains(.activate) ? ScreenLine() : ScreenLine(" →", .accent)
    // The top border shows the name already, so a heading that repeats it is left out.
    let first = element.children.first
    let repeats = first?.role == .heading && first?.label == element.label
    let children = repeats ? Array(element.children.dropFirst()) : element.children
    let label = number(element) + name(element, .title) + marks(element) + way
    let isBoxed = width >= LineBox.least
    let inner = isBoxed ? width - 4 : width
    let isInEdge = isBoxed && LineBox.takes(label, width: width)
    let value = element.value.map { $0.isEmpty ? [] : ScreenLine($0).wrapped(to: text(inner)) } ?? []
    let content =
      (isInEdge ? [] : label.wrapped(to: inner)) + value + hint(element, inner) + lines(children, inner, isDense: true)
    guard isBoxed else { return Block(lines: content) }
    return Block(lines: LineBox.around(content, label: isInEdge ? label : ScreenLine(), width: width))
  }

  /// Draws the current page of a carousel and its position.
  func carousel(_ element: Element, _ width: Int) -> Block {
    let place = element.value ?? "\(element.state.position ?? 1) of \(element.state.size ?? 1)"
    let label = ScreenLine(element.label, .title) + ScreenLine(" · \(place)", .soft)
    return Block(lines: label.wrapped(to: width) + lines(element.children, width, isDense: true))
  }

  /// Draws a dialog or a sheet in a box.
  func front(_ element: Element, _ width: Int) -> [ScreenLine] {
    let hasHeading = element.children.first?.role == .heading
    let head = hasHeading || element.label.isEmpty ? [] : heading(element.label, 2, width - 4)
    let look: TextLook = element.role == .alertDialog ? .tone(.critical) : .accent
    let content = Block.stacked([
      Block(lines: head, air: .heading), Block(lines: lines(element.children, width - 4)),
    ])
    return LineBox.around(content, width: width, look: look)
  }
}
