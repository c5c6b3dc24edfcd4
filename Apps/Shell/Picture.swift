internal import Interface

/// What a window shows at one moment, with what every node of it does.
struct Picture: Sendable {
  var frame: Frame
  let chrome: [Node<Bound>]
  let nodes: [Node<Bound>]
  let toasts: [Node<Bound>]
  let dialog: Node<Bound>?
  let refresh: Bound?

  /// Every node that can be reached now. With a dialog open a label means only what is in it; an identifier also a toast,
  /// which stands in front of the dialog.
  func inReach(of target: Command.Target) -> [Node<Bound>] {
    guard let dialog else { return (chrome + nodes + toasts).flatMap(\.all) }
    switch target {
    case .label: return dialog.all
    case .id: return ([dialog] + toasts).flatMap(\.all)
    }
  }
}
