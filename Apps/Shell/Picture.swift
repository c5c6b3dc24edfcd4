internal import Interface

/// What a window shows at one moment, with what every node of it does.
struct Picture: Sendable {
  var frame: Frame
  let chrome: [Node<Bound>]
  let nodes: [Node<Bound>]
  let toasts: [Node<Bound>]
  let dialog: Node<Bound>?
  let refresh: Bound?

  /// Every node that can be reached now, as the frame has it: with a dialog open, only what is in it, and the toasts.
  var inReach: [Node<Bound>] { (dialog.map { [$0] + toasts } ?? chrome + nodes + toasts).flatMap(\.all) }
}
