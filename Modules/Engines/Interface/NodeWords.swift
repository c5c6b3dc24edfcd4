// Constructors of text and containers.
extension Node {
  public static func heading(_ text: String, level: Int = 2, id: String? = nil) -> Node {
    Node(.heading, text, id: id).with { $0.level = level }
  }

  public static func text(_ text: String, id: String? = nil) -> Node { Node(.paragraph, text, id: id) }

  /// A secondary remark, such as the age of a value.
  public static func note(_ text: String, tone: Tone = .neutral, icon: Icon? = nil, id: String? = nil) -> Node {
    Node(.note, text, id: id).with { state in
      state.tone = tone
      state.icon = icon
    }
  }

  /// Text to be copied exactly: a link code, an invitation. With the purpose `phone` it is a telephone number, which a face
  /// that can call offers to call.
  public static func code(_ text: String, label: String, id: String? = nil) -> Node {
    Node(.code, label, id: id, value: text)
  }

  public static func image(_ source: String, alternative: String, id: String? = nil) -> Node {
    Node(.image, alternative, id: id).with { $0.source = source }
  }

  /// A part of the screen with its own heading.
  public static func section(_ title: String, level: Int = 2, id: String? = nil, _ children: [Node]) -> Node {
    let key = id ?? slug(title)
    return Node(.region, title, id: key, children: [.heading(title, level: level, id: "heading")] + children)
  }

  public static func group(_ label: String = "", id: String, _ children: [Node]) -> Node {
    Node(.group, label, id: id, children: children)
  }

  /// A card about one subject. With a destination, the whole card is a link.
  public static func card(
    _ label: String, id: String? = nil, value: String? = nil, to destination: Route? = nil, _ children: [Node] = []
  ) -> Node {
    Node(.card, label, id: id, value: value, destination: destination, children: children)
  }

  /// A sequence of cards shown one at a time; next and previous are buttons as well as gestures.
  public static func carousel(
    _ label: String, id: String? = nil, at position: Int, _ pages: [Node], move: @escaping @Sendable (Int) -> Action
  ) -> Node {
    var carousel = Node(.carousel, label, id: id, value: "\(position) of \(pages.count)")
    carousel.state.position = position
    carousel.state.size = pages.count
    carousel.children = pages.indices.contains(position - 1) ? [pages[position - 1]] : []
    if position > 1 { carousel.children.append(.button("Previous", icon: .back, does: move(position - 1))) }
    if position < pages.count { carousel.children.append(.button("Next", icon: .forward, does: move(position + 1))) }
    carousel.offers = [
      Offer(.swipe) { entry in
        entry.number.flatMap { number in
          let page = position + (number > 0 ? 1 : -1)
          return number != 0 && !number.isNaN && pages.indices.contains(page - 1) ? move(page) : nil
        }
      }
    ]
    return carousel
  }

  public static func list(_ label: String, id: String? = nil, _ rows: [Node]) -> Node {
    var list = Node(.list, label, id: id, children: rows)
    list.state.size = rows.count
    return list
  }

  /// A row of a list. Its id is its record's. Its actions are in its menu; swiping is a face's shortcut to them.
  public static func row(
    _ label: String, id: String, value: String? = nil, to destination: Route? = nil, does action: Action? = nil,
    menu items: [Node] = [], _ children: [Node] = []
  ) -> Node {
    Node(
      .listitem, label, id: id, value: value, offers: offers(activate: action), destination: destination,
      children: children + (items.isEmpty ? [] : [.menu("More for \(label)", id: "menu", items)]))
  }

  /// A table; every cell is labelled with its column.
  public static func table(_ label: String, id: String? = nil, columns: [String], rows: [[String]]) -> Node {
    let heads = Node(.row, "Columns", id: "columns", children: columns.map { Node(.columnheader, $0) })
    let lines = rows.enumerated().map { index, cells in
      Node(
        .row, cells.first ?? "", id: "row-\(index + 1)",
        children: zip(columns, cells).map { Node(.cell, $0, id: slug($0), value: $1) })
    }
    return Node(.table, label, id: id, children: [heads] + lines)
  }

  static func offers(activate action: Action?) -> [Offer<Action>] {
    action.map { action in [Offer(.activate) { _ in action }] } ?? []
  }
}
