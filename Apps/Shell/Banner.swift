package import Interface
package import Kernel

/// Stands across the top of every screen of a window while it holds.
package struct Banner: Sendable {
  package let nodes: @Sendable (Surroundings) -> [Node<Bound>]
  /// Say when it may be another.
  package let changes: [Watched]
  /// The window shows another screen.
  package let moved: @Sendable () async -> Void

  package init(
    nodes: @escaping @Sendable (Surroundings) -> [Node<Bound>], changes: [Watched] = [],
    moved: @escaping @Sendable () async -> Void = {}
  ) {
    self.nodes = nodes
    self.changes = changes
    self.moved = moved
  }

  /// Both, one below the other.
  package func above(_ other: Banner) -> Banner {
    let (nodes, changes, moved) = (nodes, changes, moved)
    return Banner(
      nodes: { nodes($0) + other.nodes($0) }, changes: changes + other.changes,
      moved: {
        for one in [moved, other.moved] { await one() }
      })
  }
}
