internal import Interface

/// A frame prepared for the rules: every element in reading order, with its ancestors and its background.
struct AuditScene {
  enum Part: String, CaseIterable {
    case bars, screen, toast, dialog
  }

  struct Item {
    let element: Element
    let part: Part
    /// From the outermost to the parent.
    let ancestors: [Element]
    /// The background under the element.
    let ground: Shade

    var parent: Element? { ancestors.last }
  }

  let frame: Frame
  let targets: TargetSizes
  let items: [Item]

  init(_ frame: Frame, _ targets: TargetSizes) {
    self.frame = frame
    self.targets = targets
    var items: [Item] = []
    for (part, elements) in [
      (Part.bars, frame.chrome), (.screen, frame.nodes), (.toast, frame.toasts),
      (.dialog, frame.dialog.map { [$0] } ?? []),
    ] {
      for element in elements { AuditScene.lay(element, part, [], .ground, into: &items) }
    }
    self.items = items
  }

  private static func lay(
    _ element: Element, _ part: Part, _ ancestors: [Element], _ ground: Shade, into items: inout [Item]
  ) {
    items.append(Item(element: element, part: part, ancestors: ancestors, ground: ground))
    let own = element.surface ?? ground
    for child in element.children { lay(child, part, ancestors + [element], own, into: &items) }
  }

  var elements: [Element] { items.map(\.element) }

  func items(in part: Part) -> [Item] { items.filter { $0.part == part } }

  /// The groups of adjacent elements: the children of each element, and the roots of each part.
  var siblings: [(parent: Element?, elements: [Element])] {
    [(nil, frame.chrome), (nil, frame.nodes), (nil, frame.toasts)] + elements.map { ($0, $0.children) }
  }

  /// Findings of a check that looks at single elements.
  func each(_ rule: Rule, _ complaint: (Item) -> String?) -> [Finding] {
    items.compactMap { item in complaint(item).map { Finding(rule, at: item.element, $0) } }
  }
}

extension Element {
  /// True if the element has an action or a destination.
  var isUsable: Bool { !actions.isEmpty || (destination != nil && !state.isDisabled) }
  /// True if the element can be activated.
  var isPressable: Bool { actions.contains(.activate) || (destination != nil && !state.isDisabled) }
  var isDialog: Bool { [.dialog, .alertDialog, .sheet].contains(role) }
  var isTextField: Bool { [.textbox, .searchbox, .spinbutton].contains(role) }
  var isField: Bool { isTextField || [.datefield, .timefield, .filefield].contains(role) }

  /// True for roles that announce themselves as controls.
  var isControl: Bool {
    isField
      || [.button, .link, .menuitem, .tab, .option, .radio, .checkbox, .toggle, .slider, .picker, .radiogroup]
        .contains(role)
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
  /// True if a letter or digit of any script makes it pronounceable.
  var hasWords: Bool { contains { $0.isLetter || $0.isNumber } }
  var hasLetters: Bool { contains(where: \.isLetter) }
  var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}
