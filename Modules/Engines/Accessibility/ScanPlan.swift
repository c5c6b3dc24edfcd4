public import Interface

/// A screen as switch control sees it: groups of controls, in reading order.
public struct ScanPlan: Sendable, Hashable {
  /// One thing that can be done. An element with several actions has an item for each.
  public struct Item: Sendable, Hashable {
    public enum Way: Sendable, Hashable {
      /// Any action of an element; `activate` also follows its link.
      case act(String, Verb)
      case back
      /// A key of the board with which a field is filled in.
      case key(SwitchBoard.Key)
    }

    public let way: Way
    public let name: String
  }

  public struct Group: Sendable, Hashable {
    public let name: String
    public let items: [Item]
  }

  /// The most items of one group, so that none takes long to pass.
  public static let most = 8

  public let groups: [Group]

  init(groups: [Group]) { self.groups = groups }

  /// Never empty: the way back is always there.
  public init(_ frame: Frame) {
    var groups: [Group] = []
    func add(_ name: String, _ elements: [Element]) {
      let items = elements.flatMap(ScanPlan.items)
      for start in stride(from: 0, to: items.count, by: ScanPlan.most) {
        groups.append(Group(name: name, items: Array(items[start..<min(start + ScanPlan.most, items.count)])))
      }
    }
    /// The parts of an element, cut at containers with a name.
    func walk(_ element: Element, _ name: String, _ loose: inout [Element]) {
      let isPart = !element.label.isEmpty && ScanPlan.containers.contains(element.role)
      guard isPart else {
        loose.append(element)
        for child in element.children { walk(child, name, &loose) }
        return
      }
      add(name, loose)
      loose = [element]
      for child in element.children { walk(child, element.label, &loose) }
      add(element.label, loose)
      loose = []
    }
    func part(_ name: String, _ elements: [Element]) {
      var loose: [Element] = []
      for element in elements { walk(element, name, &loose) }
      add(name, loose)
    }
    part("Message", frame.toasts)
    if let dialog = frame.dialog {
      part(dialog.label, [dialog])
    } else {
      part(frame.title, frame.nodes)
      part("Bars", frame.chrome)
    }
    self.groups = groups + [Group(name: "System", items: [Item(way: .back, name: "Back")])]
  }

  private static let containers: Set<Role> = [
    .banner, .navigation, .region, .form, .toolbar, .list, .card, .carousel, .tablist, .radiogroup, .picker, .grid,
    .table, .menu, .log, .dialog, .alertDialog, .sheet, .chart,
  ]

  /// The actions of an element that have a stop. Those that do the same in another way have none: a draft beside the
  /// edit that fills in the same field, a choice beside the press that turns a switch over.
  public static func verbs(of element: Element) -> [Verb] {
    guard !element.state.isDisabled else { return [] }
    var verbs = element.actions
    if element.destination != nil, !verbs.contains(.activate) { verbs.insert(.activate, at: 0) }
    if verbs.contains(.edit) { verbs.removeAll { $0 == .draft } }
    let hasOptions = element.all.dropFirst().contains { $0.actions.contains(.activate) }
    if verbs.contains(.activate), !hasOptions { verbs.removeAll { $0 == .choose } }
    return verbs
  }

  /// The action at whose stop an element does what that action does.
  public static func stop(for verb: Verb, of element: Element) -> Verb {
    verbs(of: element).contains(verb) ? verb : verb == .draft ? .edit : .activate
  }

  private static func items(of element: Element) -> [Item] {
    let (name, verbs) = (element.named.label, verbs(of: element))
    return verbs.map { verb in
      let isPlain = verb == .activate || verbs.count == 1
      return Item(way: .act(element.id, verb), name: isPlain ? name : "\(name), \(verb.spoken)")
    }
  }
}

extension Verb {
  /// The action in words, as the second part of the name of a stop.
  fileprivate var spoken: String {
    switch self {
    case .edit, .draft: "fill in"
    case .submit: "send"
    case .attach, .hand: "add a file"
    case .hold: "press and hold"
    case .pan: "move"
    case .swipe: "swipe"
    default: rawValue
    }
  }
}
