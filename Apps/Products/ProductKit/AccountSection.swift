package import Interface
package import Kernel
package import Shell

/// A section that another feature adds to the account's page, between the ways to sign in and signing out.
package struct AccountSection: Sendable {
  /// Makes the nodes; none when the feature has nothing to show.
  package let nodes: @Sendable (Surroundings) -> [Node<Bound>]
  /// Signals that the nodes may have changed, by feature.
  package let changes: [ObjectIdentifier: Watched]
  package let appeared: @Sendable () async -> Void
  package let left: @Sendable () async -> Void

  package init(
    changes: [ObjectIdentifier: Watched] = [:], appeared: @escaping @Sendable () async -> Void = {},
    left: @escaping @Sendable () async -> Void = {}, nodes: @escaping @Sendable (Surroundings) -> [Node<Bound>]
  ) {
    self.nodes = nodes
    self.changes = changes
    self.appeared = appeared
    self.left = left
  }

  /// The link to the person's profile.
  package static let profile = AccountSection(nodes: { _ in
    [.link("Your profile", to: Route(["profile"]), id: "profile", icon: .person)]
  })

  /// Makes a section from a feature that keeps a local state for each window.
  package static func of<F: Feature>(
    _ feature: F, in window: WindowID, appeared: F.State.LocalAction? = nil, left: F.State.LocalAction? = nil,
    _ nodes: @escaping @Sendable (F.State, Surroundings, WindowID) -> [Node<F.State.LocalAction>]
  ) -> AccountSection where F.State: WindowedDeciding {
    let states = feature.states
    return AccountSection(
      changes: [ObjectIdentifier(feature): states.watched(at: window)],
      appeared: { if let appeared { await feature.send(appeared, from: window) } },
      left: { if let left { await feature.send(left, from: window) } }
    ) { surroundings in
      nodes(states.value, surroundings, window).map { node in node.map { feature.bound($0, in: window) } }
    }
  }
}

extension Page {
  /// Returns this page with the sections: `screen` composes them into it.
  func with(
    _ sections: [AccountSection],
    _ screen: @escaping @Sendable (Route, Surroundings, [Node<Bound>]) -> Screen<Bound>
  ) -> Page {
    let (appeared, left) = (appeared, left)
    return Page(
      place: place,
      screen: { route, surroundings in screen(route, surroundings, sections.flatMap { $0.nodes(surroundings) }) },
      changes: sections.reduce(into: changes) { changes, section in
        changes.merge(section.changes) { first, _ in first }
      },
      appeared: { route in
        await appeared?(route)
        for section in sections { await section.appeared() }
      },
      left: { route in
        await left?(route)
        for section in sections { await section.left() }
      })
  }
}
