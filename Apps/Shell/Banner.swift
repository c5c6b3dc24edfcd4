package import Interface
package import Kernel

/// Nodes shown at the top of every screen of a window, such as a notice about the connection.
package struct Banner: Sendable {
  package let nodes: @Sendable (Surroundings) -> [Node<Bound>]
  /// Signal that the nodes may have changed.
  package let changes: [Watched]
  /// Called when the window has moved to another screen.
  package let moved: @Sendable () async -> Void

  package init(
    nodes: @escaping @Sendable (Surroundings) -> [Node<Bound>], changes: [Watched] = [],
    moved: @escaping @Sendable () async -> Void = {}
  ) {
    self.nodes = nodes
    self.changes = changes
    self.moved = moved
  }

  /// Returns a banner with the nodes of this one above those of `other`.
  package func above(_ other: Banner) -> Banner {
    let (nodes, changes, moved) = (nodes, changes, moved)
    return Banner(
      nodes: { nodes($0) + other.nodes($0) }, changes: changes + other.changes,
      moved: {
        for one in [moved, other.moved] { await one() }
      })
  }
}
