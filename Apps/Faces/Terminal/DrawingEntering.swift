internal import Interface

// Fields, checkboxes, pickers, sliders and forms.
extension Drawing {
  /// Draws the label with the value or an empty line to fill in; errors and hints follow below.
  func field(_ element: Element, _ width: Int) -> Block {
    let state = element.state
    let isOpen = !state.isDisabled && !state.isReadOnly
    let name =
      number(element) + ScreenLine(element.label, .soft) + ScreenLine(state.isRequired ? " (required)" : "", .soft)
    let value = element.shownValue
    var lines: [ScreenLine]
    if state.isMultiline, value.contains(where: \.isNewline) || value.columns > width - name.columns - 2 {
      lines = (name + ScreenLine(":", .soft)).wrapped(to: width) + railed(value, width, look: .strong)
    } else {
      let room = isOpen ? max(0, 16 - value.columns) : 0
      let gap = value.isEmpty || room == 0 ? "" : " "
      let holds = ScreenLine(value, .strong) + ScreenLine(gap + String(repeating: "_", count: room), .border)
      let example =
        value.isEmpty ? state.example.map { ScreenLine("  such as \($0)", .soft) } ?? ScreenLine() : ScreenLine()
      lines = (name + ScreenLine(": ", .soft) + holds + example).wrapped(to: text(width))
    }
    if state.isReadOnly { lines += [ScreenLine("  (read only)", .soft)] }
    return Block(lines: lines + complaint(element, width) + reason(element, width) + below(element, width), air: .close)
  }

  /// Problem with the value of a field or a choice.
  private func complaint(_ element: Element, _ width: Int) -> [ScreenLine] {
    guard let invalid = element.state.invalid else { return [] }
    return ScreenLine("! \(invalid)", .tone(.critical)).wrapped(to: text(width - 2)).led(by: .blank(2))
  }

  /// The hint; for a disabled element, phrased as the reason.
  func reason(_ element: Element, _ width: Int) -> [ScreenLine] {
    guard element.state.isDisabled else { return hint(element, width) }
    let why = element.hint.map { $0.isEmpty ? "Not now." : "Not now: \($0)" } ?? "Not now."
    return ScreenLine(why, .soft).wrapped(to: text(width - 2)).led(by: .blank(2))
  }

  func ticked(_ element: Element, _ width: Int) -> Block {
    let state = element.state
    let isRound = element.role == .radio || element.role == .option
    let check: Condition.Check = state.check ?? (state.isSelected ? .on : .off)
    let mark =
      switch check {
      case .on: isRound ? "(•)" : "[x]"
      case .off: isRound ? "( )" : "[ ]"
      case .mixed: "[~]"
      }
    let lead = number(element) + ScreenLine(mark, check == .off ? .border : .accent) + ScreenLine(" ")
    let label = led(by: lead, width) { (name(element) + marks(element)).wrapped(to: $0) }
    return Block(
      lines: label + complaint(element, width) + reason(element, width) + below(element, width), air: .close)
  }

  func radios(_ element: Element, _ width: Int) -> Block {
    let label = (number(element) + ScreenLine("\(element.label):", .soft)).wrapped(to: width)
    let below = led(by: .blank(2), width) { lines(element.children, $0) }
    return Block(lines: label + below + complaint(element, width) + reason(element, width))
  }

  /// Draws the selected option, and all options below it.
  func picker(_ element: Element, _ width: Int) -> Block {
    let chosen = element.value ?? element.children.first { $0.state.isSelected }?.label ?? "nothing chosen"
    let head =
      number(element) + ScreenLine("\(element.label): ", .soft) + ScreenLine(chosen, .strong)
      + ScreenLine(" ▾", .border)
    let options = element.children.map(\.label).joined(separator: ", ")
    let below =
      options.isEmpty ? [] : ScreenLine("of \(options)", .soft).wrapped(to: text(width - 2)).led(by: .blank(2))
    return Block(
      lines: head.wrapped(to: width) + below + complaint(element, width) + reason(element, width), air: .close)
  }

  /// Draws a bar with a mark at the value, the value, and its limits.
  func slider(_ element: Element, _ width: Int) -> Block {
    let state = element.state
    var line = number(element) + ScreenLine("\(element.label): ", .soft)
    if let number = state.number, let minimum = state.minimum, let maximum = state.maximum, maximum > minimum {
      let length = 12
      let share = min(max((number - minimum) / (maximum - minimum), 0), 1)
      let place = Int((share * Double(length)).rounded())
      line += .rule("━", place, .accent) + ScreenLine("●", .accent) + .rule("─", length - place)
      line += ScreenLine(" ") + ScreenLine(element.value ?? number.plain, .strong)
      line += ScreenLine("  (\(minimum.plain) to \(maximum.plain))", .soft)
    } else {
      line += ScreenLine(element.value ?? "", .strong)
    }
    let below = led(by: .blank(2), width) { flow(element.children.map(inline), $0) }
    return Block(lines: line.wrapped(to: width) + below + reason(element, width), air: .close)
  }

  /// Draws the form's name with its progress, and its fields.
  func form(_ element: Element, _ width: Int) -> Block {
    let progress = element.value.map { $0.isEmpty ? "" : " · \($0)" } ?? ""
    let title = element.label + progress
    let head = title.isEmpty ? [] : heading(title, 3, width)
    return Block(
      lines: Block.stacked([Block(lines: head, air: .heading), Block(lines: lines(element.children, width))]))
  }
}

extension Element {
  /// The value of a field as displayed; a password is masked.
  fileprivate var shownValue: String {
    let value = value ?? ""
    switch state.purpose {
    case .password, .newPassword: return value.isEmpty ? "" : "••••••••"
    default: return value
    }
  }
}

extension Double {
  /// The number without a needless fraction: 3 rather than 3.0.
  var plain: String { Int64(exactly: self).map(String.init) ?? String(self) }
}
