import Interface

extension Element {
  static func of(
    _ role: Role, _ label: String, id: String, value: String? = nil, _ actions: [Verb] = [.activate],
    _ change: (inout Condition) -> Void = { _ in }, children: [Element] = []
  ) -> Element {
    var state = Condition()
    change(&state)
    return Element(id: id, role: role, label: label, value: value, state: state, actions: actions, children: children)
  }
}

extension Frame {
  static func of(
    _ nodes: [Element], route: Route = Route(["home"]), title: String = "Home", chrome: [Element] = [],
    toasts: [Element] = [], dialog: Element? = nil
  ) -> Frame {
    Frame(
      product: "plain", profile: "me", route: route, title: title, chrome: chrome, nodes: nodes, toasts: toasts,
      dialog: dialog)
  }
}

/// A generator of frames with every kind of awkward label, the same each time.
struct FrameMaker {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  private static let labels = [
    "Save", "Save", "Delete entry", "", "…", "שמור", "حفظ", "👍🏽", "5", "a b  c", String(repeating: "long ", count: 80),
  ]

  mutating func frame() -> Frame {
    var number = 0
    func element(_ depth: Int, _ maker: inout FrameMaker) -> Element {
      number += 1
      let roles: [Role] = [.button, .link, .list, .region, .listitem, .status, .textbox, .group, .alert, .progressbar]
      let role = roles[maker.below(roles.count)]
      let label = FrameMaker.labels[maker.below(FrameMaker.labels.count)]
      let actions: [Verb] =
        switch role {
        case .button, .link: [.activate]
        case .textbox: [.edit]
        default: []
        }
      let id = "n\(number)"
      let children = depth == 0 ? [] : (0..<maker.below(4)).map { _ in element(depth - 1, &maker) }
      let isOff = maker.below(8) == 0
      let value = maker.below(3) == 0 ? "v\(maker.below(3))" : nil
      return .of(role, label, id: id, value: value, actions, { $0.isDisabled = isOff }, children: children)
    }
    let nodes = (0..<below(6)).map { _ in element(3, &self) }
    let dialog = below(4) == 0 ? element(2, &self) : nil
    let toasts = below(3) == 0 ? [element(1, &self)] : []
    return .of(nodes, route: Route([below(2) == 0 ? "home" : "other"]), toasts: toasts, dialog: dialog)
  }
}
