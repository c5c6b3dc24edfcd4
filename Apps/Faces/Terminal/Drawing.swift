internal import Interface

/// Draws elements as lines of text, each role in its own form.
struct Drawing {
  let choices: Choices
  /// The widest text, for readability.
  static let widestText = Measures.Text.width
  /// Nothing is indented below this width.
  static let narrowest = 8

  func lines(_ elements: [Element], _ width: Int, isDense: Bool = false) -> [ScreenLine] {
    Block.stacked(blocks(elements, width), isDense: isDense)
  }

  private func blocks(_ elements: [Element], _ width: Int) -> [Block] {
    var blocks: [Block] = []
    var rest = elements[...]
    while let first = rest.first {
      let together = rest.prefix { $0.company == first.company }
      switch first.company {
      case .inline:
        blocks.append(Block(lines: flow(together.map(inline), width)))
        rest = rest.dropFirst(together.count)
      case .figures:
        blocks.append(Block(lines: figures(Array(together), width), air: .close))
        rest = rest.dropFirst(together.count)
      case .alone:
        blocks.append(block(first, width))
        rest = rest.dropFirst()
      }
    }
    return blocks
  }

  private func block(_ element: Element, _ width: Int) -> Block {
    switch element.role {
    case .heading: title(element, width)
    case .paragraph, .term, .time, .timer, .code, .cell, .rowheader, .columnheader: words(element, width)
    case .definition: Block(lines: led(by: .blank(2), width) { words(element, $0).lines }, air: .close)
    case .note, .tooltip: note(element, width)
    case .separator: Block(lines: [.rule("─", width)])
    // The picker beside it accepts a path.
    case .filefield where element.actions.contains(.hand): Block(lines: [])
    case .textbox, .searchbox, .spinbutton, .datefield, .timefield, .filefield: field(element, width)
    case .checkbox, .toggle, .radio, .option: ticked(element, width)
    case .radiogroup: radios(element, width)
    case .picker: picker(element, width)
    case .slider: slider(element, width)
    case .tablist: Block(lines: bar(element, width, label: element.label))
    case .navigation, .banner: Block(lines: bar(element, width))
    case .menu: menu(element, width)
    case .list: list(element, width)
    case .listitem, .row, .gridcell, .step: Block(lines: item(element, width), air: .close)
    case .table: table(element, width)
    case .grid: calendar(element, width)
    case .image: picture(element, width)
    case .chart: chart(element, width)
    case .skeleton: skeleton(element, width)
    case .status, .alert: news(element, width)
    case .log: Block(lines: captioned(element, width))
    case .message: message(element, width)
    case .card: card(element, width)
    case .carousel: carousel(element, width)
    case .dialog, .alertDialog, .sheet: Block(lines: front(element, width))
    case .form: form(element, width)
    case .main, .region, .group, .toolbar, .article, .tabpanel, .figure: container(element, width)
    case .button, .link, .menuitem, .tab, .badge: refused(element, width)
    case .meter, .progressbar: Block(lines: figures([element], width), air: .close)
    }
  }

  // MARK: Shared parts

  /// The number that chooses the element; empty when it has none.
  func number(_ element: Element) -> ScreenLine {
    choices.numbers[element.id].map { ScreenLine("\($0)) ", .number) } ?? ScreenLine()
  }

  /// The text after a name: badge, unread mark, lock and fold.
  func marks(_ element: Element) -> ScreenLine {
    let state = element.state
    var marks = ScreenLine()
    if let badge = state.badge {
      // A dot has no meaning as text; the element's value has.
      let words = badge.contains { $0.isLetter || $0.isNumber } ? badge : element.value ?? "new"
      marks += ScreenLine(" (\(words))", .accent)
    }
    if state.isUnread { marks += ScreenLine(" (new)", .accent) }
    if state.locked != nil { marks += ScreenLine(" (locked)", .soft) }
    if let isExpanded = state.isExpanded { marks += ScreenLine(isExpanded ? " ▾" : " ▸", .soft) }
    return marks
  }

  /// The label, in its identity colour if it has one.
  func name(_ element: Element, _ look: TextLook = .plain) -> ScreenLine {
    if let hue = element.state.hue { return ScreenLine(element.label, .hue(hue)) }
    return ScreenLine(element.label, look)
  }

  /// The hint of the element: help, or the reason why it is disabled.
  func hint(_ element: Element, _ width: Int) -> [ScreenLine] {
    guard let hint = element.hint, !hint.isEmpty else { return [] }
    return ScreenLine(hint, .soft).wrapped(to: text(width - 2)).led(by: .blank(2))
  }

  func text(_ width: Int) -> Int { min(width, Drawing.widestText) }

  /// Puts `lead` before the first line, or on a line of its own if hardly any width would be left.
  func led(by lead: ScreenLine, then rest: ScreenLine? = nil, _ width: Int, _ content: (Int) -> [ScreenLine])
    -> [ScreenLine]
  {
    let inner = width - lead.columns
    if inner >= Drawing.narrowest { return content(inner).led(by: lead, then: rest) }
    return (lead.text.allSatisfy { $0 == " " } ? [] : [lead]) + content(width)
  }

  /// Lays the items out in a row with gaps, wrapped to as many lines as needed.
  func flow(_ items: [ScreenLine], _ width: Int, gap: Int = 2) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    for item in items where !item.isEmpty {
      if let last = lines.last, last.columns + gap + item.columns <= width {
        lines[lines.count - 1] = last + .blank(gap) + item
      } else {
        lines += item.wrapped(to: width)
      }
    }
    return lines
  }
}

extension Element {
  fileprivate enum Company {
    case inline, figures, alone
  }

  /// The way in which the element shares lines with its neighbours.
  fileprivate var company: Company {
    switch role {
    case .button, .link, .menuitem, .tab: state.isDisabled || hint != nil ? .alone : .inline
    case .badge: .inline
    case .meter, .progressbar: .figures
    default: .alone
    }
  }
}
