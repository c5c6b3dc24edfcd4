public import Interface

extension Element {
  /// Whether it must have a name: somebody acts on it, or a screen reader stops there for what it holds.
  public var needsName: Bool {
    switch role {
    case .button, .link, .textbox, .searchbox, .spinbutton, .slider, .checkbox, .radiogroup, .radio, .toggle, .picker,
      .option, .menu, .menuitem, .tab, .meter, .progressbar, .image, .chart, .datefield, .timefield, .filefield,
      .dialog,
      .alertDialog, .sheet:
      true
    default: !actions.isEmpty
    }
  }

  /// Whether it needs a name and has none that could be pronounced.
  public var lacksName: Bool { needsName && !label.contains { $0.isLetter || $0.isNumber } }

  /// The element with the kind of it as its name, where it lacks one: “Button”.
  public var named: Element {
    guard lacksName else { return self }
    var copy = self
    copy.label = role.spoken
    return copy
  }
}

extension Role {
  /// The kind of an element as a screen reader says it.
  public var spoken: String {
    switch self {
    case .textbox: "Text field"
    case .searchbox: "Search field"
    case .spinbutton: "Number field"
    case .datefield: "Date field"
    case .timefield: "Time field"
    case .filefield: "File field"
    case .checkbox: "Checkbox"
    case .radiogroup: "Choice"
    case .radio, .option: "Option"
    case .toggle: "Switch"
    case .picker: "List of options"
    case .menuitem: "Menu item"
    case .tablist: "Tabs"
    case .tabpanel: "Tab panel"
    case .listitem: "List item"
    case .columnheader: "Column"
    case .rowheader: "Row"
    case .progressbar: "Progress"
    case .image: "Image"
    case .alertDialog: "Alert"
    case .gridcell: "Day"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}
