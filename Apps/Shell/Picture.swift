internal import Interface

/// A rendered frame of a window together with the actions of its nodes.
struct Picture: Sendable {
  var frame: Frame
  let chrome: [Node<Bound>]
  let nodes: [Node<Bound>]
  let toasts: [Node<Bound>]
  let dialog: Node<Bound>?
  let refresh: Bound?

  /// Returns the nodes that can be acted on. With a dialog open, labels refer to nodes of the dialog only; an
  /// identifier may also refer to a toast, which is shown in front of the dialog.
  func inReach(of target: Command.Target) -> [Node<Bound>] {
    guard let dialog else { return (chrome + nodes + toasts).flatMap(\.all) }
    switch target {
    case .label: return dialog.all
    case .id: return ([dialog] + toasts).flatMap(\.all)
    }
  }
}
