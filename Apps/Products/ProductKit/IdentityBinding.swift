package import Identity
internal import Interface
package import Kernel
package import Shell

/// Connects a person's identity to one window: its pages and its desk. The product routes events between identity and
/// sync.
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

  /// Routes identity events to the window, which shows whether its person is signed in. The sync is not routed per
  /// window.
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
