internal import AccountDeletion
internal import Devices
package import Identity
package import Interface
package import Kernel
package import Onboarding
package import Shell

/// Connects a person's identity to one window: its pages and its messages. The product routes events between identity and
/// sync.
package struct IdentityBinding: Sendable {
  package let identity: Identity
  package let window: WindowID

  /// Sections of other features on the account's page.
  package let sections: [AccountSection]

  package init(_ identity: Identity, in window: WindowID, sections: [AccountSection] = []) {
    self.identity = identity
    self.window = window
    self.sections = sections
  }

  package var pages: [Page] {
    let (identity, window, states) = (identity, window, identity.states)
    return Page.all(
      of: identity, at: IdentityState.places, in: window, appeared: { .appeared($0) }, left: { .left($0) }
    ) { $0.screen($1, in: $2, at: $3) }.map { page in
      guard page.place.pattern.text == "/account", !sections.isEmpty else { return page }
      return page.with(sections) { route, surroundings, sections in
        let parts = states.value.parts(of: route, in: surroundings, at: window)
        func bound(_ node: Node<IdentityWindowAction>) -> Node<Bound> {
          node.map { identity.bound($0, in: window) }
        }
        return Screen(
          route, title: parts.title,
          nodes: parts.top.map(bound) + (parts.takesSections ? sections : []) + parts.bottom.map(bound),
          dialog: parts.dialog.map(bound))
      }
    }
  }

  /// The pages on which a person signs in.
  private static let entries = Set(["sign-in", "sign-up", "confirm"].map { Route(["account", $0]) })

  private static let account = Route(["account"])

  /// The pages of the account that ask for a sign-in and are shown again after it.
  private static let askers = IdentityState.askers.union([DevicesState.route, AccountDeletionState.route])

  /// Tells the identity of the window's browser and of its returns.
  package var browsing: Browsing {
    let (identity, window) = (identity, window)
    return Browsing(
      ready: { await identity.send(.account(.browserReady), from: window) },
      ended: { answer in await identity.send(.account(.returned(answer)), from: window) })
  }

  /// Routes identity events to the window, which shows whether its person is signed in. The sync is not routed per
  /// window.
  ///
  /// Leads whoever signs in to the first steps that are required of them, and else to `landing`, or to their account without
  /// one. Who signs in from the page of their account returns to it, and who does so from one of the product's places of
  /// `returning` returns there.
  package func eventRoute(
    firstSteps: Onboarding? = nil, landing: Route? = nil, returning: Set<Route> = [],
    syncAsked: @escaping @Sendable () async -> Void = {}
  ) -> EventRoute {
    let (states, required) = (identity.states, firstSteps?.states)
    return .from(identity, in: window) { event, window in
      switch event {
      case .signedIn, .signedOut, .expired:
        await window.surroundings { $0.follow(states.value.standing) }
      case .told(let toast): await window.toast(toast)
      case .ledOn(let route):
        let isEntering = IdentityBinding.entries.contains(window.frames.value.route)
        let gate = isEntering ? required?.value.gate(hasAccount: states.value.standing.account != nil) : nil
        // Whoever has yet to confirm an address is led to that, and has no account so far.
        let isIn = isEntering && states.value.standing.account != nil
        let place = gate?.route ?? (isIn ? landing : nil)
        let askers = IdentityBinding.askers.union(returning).union(landing == nil ? [] : [IdentityBinding.account])
        await window.leadOn(to: place ?? route, past: IdentityState.steps, backTo: askers)
      case .browserAsked(let visit): await window.browse(visit)
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
