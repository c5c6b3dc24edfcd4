package import Interface
package import Kernel

/// Nodes shown at the top of every screen of a window, such as a notice about the connection.
package struct Banner: Sendable {
  package let nodes: @Sendable (Surroundings) -> [Node<Bound>]
  /// Signal that the nodes may have changed.
  package let changes: [Watched]
  /// Whether the network's answer to a request that the person made in this window is awaited. The screen that was refreshed
  /// shows it, not the banner. A change is signalled by `changes`.
  package let isLoading: @Sendable () -> Bool
  /// Called when the window has moved to another screen.
  package let moved: @Sendable () async -> Void

  package init(
    nodes: @escaping @Sendable (Surroundings) -> [Node<Bound>], changes: [Watched] = [],
    isLoading: @escaping @Sendable () -> Bool = { false }, moved: @escaping @Sendable () async -> Void = {}
  ) {
    self.nodes = nodes
    self.changes = changes
    self.isLoading = isLoading
    self.moved = moved
  }

  /// Returns a banner with the nodes of this one above those of `other`.
  package func above(_ other: Banner) -> Banner {
    let (nodes, changes, isLoading, moved) = (nodes, changes, isLoading, moved)
    return Banner(
      nodes: { nodes($0) + other.nodes($0) }, changes: changes + other.changes,
      isLoading: { isLoading() || other.isLoading() },
      moved: {
        for one in [moved, other.moved] { await one() }
      })
  }
}
