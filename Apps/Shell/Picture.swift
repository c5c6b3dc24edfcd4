internal import Interface

/// What a window shows at one moment, with what every node of it does.
struct Picture: Sendable {
  var frame: Frame
  let chrome: [Node<Bound>]
  let nodes: [Node<Bound>]
  let toasts: [Node<Bound>]
  let dialog: Node<Bound>?
  let refresh: Bound?

  /// Every node that can be reached now: with a dialog open, only what is in it.
  var inReach: [Node<Bound>] { dialog?.all ?? (chrome + nodes + toasts).flatMap(\.all) }
}
