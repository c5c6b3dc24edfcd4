internal import Interface

// Input fields. The control inside has the element's identifier followed by "~field".
extension Face {
  func field(_ element: Element, _ spot: Spot, _ children: [Element], _ markup: inout Markup) {
    let state = element.state
    let kind =
      (["field"] + (state.isProminent ? ["prominent"] : []) + (element.role == .searchbox ? ["search"] : []))
      .joined(separator: " ")
    markup.open("div", ["id": spot.id, "class": kind, "data-invalid": state.invalid == nil ? nil : ""])
    markup.open("label", ["for": "\(element.id)~field"])
    markup.words(element.label)
    if state.isRequired { markup.tag("span", ["class": "need"], words: " (required)") }
    markup.close("label")
    hint(element, &markup)
    markup.open("div", ["class": "entry"])
    if let icon = element.role == .searchbox ? .search : state.icon { markup.icon(icon) }
    if element.role == .textbox, state.isMultiline {
      area(element, spot.parent, &markup)
    } else {
      input(element, &markup)
    }
    markup.close("div")
    complaint(element, &markup)
    if !children.isEmpty {
      markup.open("div", ["class": "in"])
      all(children, of: element, &markup)
      markup.close("div")
    }
    markup.close("div")
  }

  /// Writes what is wrong with the value of a field or a choice.
  func complaint(_ element: Element, _ markup: inout Markup) {
    guard let invalid = element.state.invalid else { return }
    markup.open("p", ["class": "invalid", "id": "\(element.id)~invalid"])
    markup.icon(.error)
    markup.words(invalid)
    markup.close("p")
  }

  private func isOpen(_ element: Element) -> Bool { element.actions.contains(.edit) && !element.state.isDisabled }

  /// Whether the Enter key sends what is typed.
  private func sends(_ element: Element) -> Bool { isOpen(element) && element.actions.contains(.submit) }

  private func input(_ element: Element, _ markup: inout Markup) {
    let state = element.state
    let type = Face.type(of: element)
    let isOpen = isOpen(element)
    // A browser lets no page preset the file of a file input.
    let holds = type == "file" ? nil : element.value ?? ""
    markup.open(
      "input",
      [
        "id": "\(element.id)~field", "type": type, "name": isOpen ? "set:\(element.id)" : nil,
        "form": isOpen ? "acts" : nil, "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "edit" : nil,
        "data-draft": isOpen && element.actions.contains(.draft) ? "" : nil, "value": holds,
        "data-enter": sends(element) ? "" : nil, "enterkeyhint": sends(element) ? "done" : nil,
        "maxlength": Face.isText(type) ? state.longest.map(String.init) : nil,
        "autocomplete": Face.isText(type) || type == "date" ? state.purpose.map(Face.autocomplete) : nil,
        "inputmode": Face.inputMode(of: element, type),
        "placeholder": Face.isText(type) ? state.example : nil,
        "readonly": state.isReadOnly ? "" : nil, "disabled": isOpen || state.isReadOnly ? nil : "",
        "aria-required": state.isRequired && type != "file" ? "true" : nil,
        "aria-invalid": state.invalid == nil ? nil : "true",
        "aria-describedby": described(element, by: state.invalid == nil ? [] : ["invalid"]),
      ])
  }

  private func area(_ element: Element, _ parent: Element, _ markup: inout Markup) {
    let state = element.state
    let isOpen = isOpen(element)
    markup.open(
      "textarea",
      [
        "id": "\(element.id)~field", "rows": sends(element) ? "1" : "4", "name": isOpen ? "set:\(element.id)" : nil,
        "form": isOpen ? "acts" : nil, "data-for": isOpen ? element.id : nil, "data-set": isOpen ? "edit" : nil,
        "data-draft": isOpen && element.actions.contains(.draft) ? "" : nil,
        "data-enter": sends(element) ? "" : nil, "enterkeyhint": sends(element) ? "send" : nil,
        "maxlength": state.longest.map(String.init),
        // In a composer the label is for screen readers.
        "placeholder": state.example ?? (parent.id == "composer" ? element.label : nil),
        "readonly": state.isReadOnly ? "" : nil, "disabled": isOpen || state.isReadOnly ? nil : "",
        "aria-required": state.isRequired ? "true" : nil, "aria-invalid": state.invalid == nil ? nil : "true",
        "aria-describedby": described(element, by: state.invalid == nil ? [] : ["invalid"]),
      ])
    // The HTML parser drops a line break directly after the opening tag.
    markup.raw("\n")
    markup.words(element.value ?? "")
    markup.close("textarea")
  }

  /// The `type` attribute of a field. A field with a value that its type cannot show, such as a half-typed time, is a
  /// text field until it can.
  private static func type(of element: Element) -> String {
    let value = element.value ?? ""
    switch element.role {
    case .searchbox: return "search"
    case .filefield: return "file"
    // A number field of a browser takes no decimal comma in most languages.
    case .spinbutton: return "text"
    case .datefield: return value.isEmpty || isDate(value) ? "date" : "text"
    case .timefield: return value.isEmpty || isClock(value) ? "time" : "text"
    default:
      switch element.state.purpose {
      case .email: return "email"
      case .phone: return "tel"
      case .url: return "url"
      case .password, .newPassword: return "password"
      default: return "text"
      }
    }
  }

  private static func isText(_ type: String) -> Bool { !["date", "time", "file"].contains(type) }

  private static func autocomplete(_ purpose: Purpose) -> String {
    switch purpose {
    case .name: "name"
    case .email: "email"
    case .password: "current-password"
    case .newPassword: "new-password"
    case .oneTimeCode: "one-time-code"
    case .phone: "tel"
    case .postcode: "postal-code"
    case .place: "address-level2"
    case .birthday: "bday"
    case .url: "url"
    case .amount, .distance, .weight, .search, .notes, .export: "off"
    }
  }

  /// The keyboard of a phone.
  private static func inputMode(of element: Element, _ type: String) -> String? {
    if element.role == .spinbutton { return element.state.step == 1 ? "numeric" : "decimal" }
    guard isText(type), let purpose = element.state.purpose else { return nil }
    switch purpose {
    case .amount, .distance, .weight: return "decimal"
    case .oneTimeCode: return "numeric"
    default: return nil
    }
  }
}

extension Double {
  /// The number without a needless fraction: 3 rather than 3.0.
  var plain: String { Int64(exactly: self).map(String.init) ?? String(self) }
}
