package import Identity
internal import Interface
package import Kernel
package import Shell

/// The person's identity as one window has it: its pages and its desk. What follows for sync is wired by the product.
package struct IdentityBinding: Sendable {
  package let identity: Identity
  package let desk: IdentityDesk.Name

  package init(_ identity: Identity, on window: FeatureContext) {
    self.identity = identity
    desk = window.identifiers.next()
  }

  package var pages: [Page] {
    let desk = desk
    return IdentityState.places.map { place in
      .of(identity, at: place, desk: desk.uuid, appeared: { .at(desk, .appeared($0)) }, left: { .at(desk, .left($0)) })
      {
        $0.screen($1, in: $2, at: desk)
      }
    }
  }

  /// Every window shows whether its person is signed in. What follows for the sync is no window's matter.
  package func eventRoute(syncAsked: @escaping @Sendable () async -> Void = {}) -> EventRoute {
    let (states, desk) = (identity.states, desk)
    return .from(identity, gone: { [weak identity] in await identity?.send(.close(desk)) }) { event, window in
      switch event {
      case .signedIn, .signedOut, .expired:
        await window.surroundings { $0.isSignedIn = states.value.standing.isSignedIn }
      case .told(let toast, at: desk): await window.toast(toast)
      case .told: break
      case .syncAsked: await syncAsked()
      }
    }
  }
}
