// Constructors of buttons, links, menus, tabs and dialogs.
extension Node {
  public static func button(
    _ label: String, id: String? = nil, icon: Icon? = nil, hint: String? = nil, isProminent: Bool = false,
    does action: Action
  ) -> Node {
    Node(.button, label, id: id, hint: hint, offers: offers(activate: action)).with { state in
      state.icon = icon
      state.isProminent = isProminent
    }
  }

  /// A disabled button and the reason.
  public static func disabledButton(_ label: String, id: String? = nil, icon: Icon? = nil, because reason: String)
    -> Node
  {
    Node(.button, label, id: id, hint: reason).with { state in
      state.icon = icon
      state.isDisabled = true
    }
  }

  /// A button whose effect cannot be undone. Its action only asks: the feature responds with a confirmation dialog.
  public static func destructive(_ label: String, id: String? = nil, icon: Icon? = .remove, asks action: Action) -> Node
  {
    button(label, id: id, icon: icon, does: action).with { $0.isDestructive = true }
  }

  public static func link(_ label: String, to route: Route, id: String? = nil, icon: Icon? = nil) -> Node {
    Node(.link, label, id: id, destination: route).with { $0.icon = icon }
  }

  public static func menu(_ label: String, id: String? = nil, icon: Icon? = .more, _ items: [Node]) -> Node {
    Node(.menu, label, id: id, children: items).with { $0.icon = icon }
  }

  public static func menuItem(
    _ label: String, id: String? = nil, icon: Icon? = nil, isDestructive: Bool = false, does action: Action
  ) -> Node {
    Node(.menuitem, label, id: id, offers: offers(activate: action)).with { state in
      state.icon = icon
      state.isDestructive = isDestructive
    }
  }

  /// A choice between views of the same content, such as Month, Week, Day.
  public static func tabs(
    _ label: String, id: String? = nil, _ choices: [(id: String, title: String, icon: Icon?)], selected: String,
    choose: @escaping @Sendable (String) -> Action
  ) -> Node {
    let tabs = choices.enumerated().map { index, choice in
      let isSelected = choice.id == selected
      return Node(
        .tab, choice.title, id: choice.id, value: isSelected ? "selected" : nil,
        offers: offers(activate: choose(choice.id))
      ).with { state in
        state.isSelected = isSelected
        state.icon = choice.icon
        state.position = index + 1
        state.size = choices.count
      }
    }
    return Node(.tablist, label, id: id, children: tabs)
  }

  /// A modal dialog. Its first button is the safe one.
  public static func dialog(
    _ title: String, id: String? = nil, _ children: [Node], buttons: [Node], dismiss: Action, isAlert: Bool = false
  ) -> Node {
    var dialog = Node(
      isAlert ? .alertDialog : .dialog, title, id: id,
      children: [.heading(title, level: 2, id: "heading")] + children
        + [Node(.group, "", id: "buttons", children: buttons)])
    dialog.offers = [Offer(.dismiss) { _ in dismiss }]
    dialog.state.isModal = true
    return dialog
  }

  /// A dialog that leaves the rest of the screen visible.
  public static func sheet(_ title: String, id: String? = nil, _ children: [Node], dismiss: Action) -> Node {
    var sheet = Node(
      .sheet, title, id: id,
      children: [.heading(title, level: 2, id: "heading")] + children + [.button("Close", icon: .close, does: dismiss)])
    sheet.offers = [Offer(.dismiss) { _ in dismiss }]
    sheet.state.isModal = true
    return sheet
  }

  /// The identifiers of a sheet itself and of its buttons.
  static var sheetNames: Set<String> { ["sheet", "sheet-back", "sheet-close"] }

  /// A whole screen as a sheet. Its nodes have their identifiers already.
  static func sheet(_ title: String, _ nodes: [Node], dismiss: Action, back: Action?) -> Node {
    let close: Node = .button("Close", id: "sheet-close", icon: .close, does: dismiss)
    let back: [Node] = back.map { [.button("Back", id: "sheet-back", icon: .back, does: $0)] } ?? []
    var sheet = Node(.sheet, title, id: "sheet", children: back + nodes + [close])
    sheet.offers = [Offer(.dismiss) { _ in dismiss }]
    sheet.state.isModal = true
    return sheet
  }
}
