package import Identity
internal import Interface
package import Kernel
package import Shell

/// Connects a person's identity to one window: its pages and its messages. The product routes events between identity and
/// sync.
package struct IdentityBinding: Sendable {
  package let identity: Identity
  package let window: WindowID

  package init(_ identity: Identity, in window: WindowID) {
    self.identity = identity
    self.window = window
  }

  package var pages: [Page] {
    Page.all(
      of: identity, at: IdentityState.places, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  /// Routes identity events to the window, which shows whether its person is signed in. The sync is not routed per
  /// window.
  package func eventRoute(syncAsked: @escaping @Sendable () async -> Void = {}) -> EventRoute {
    let states = identity.states
    return .from(identity, in: window) { event, window in
      switch event {
      case .signedIn, .signedOut, .expired:
        await window.surroundings { $0.follow(states.value.standing) }
      case .told(let toast): await window.toast(toast)
      case .syncAsked: await syncAsked()
      }
    }
  }
}

extension Surroundings {
  /// Takes over whether the profile is signed in, and whether it belongs to an account.
  mutating func follow(_ standing: Standing) {
    isSignedIn = standing.isSignedIn
    hasAccount = standing.account != nil
  }
}
