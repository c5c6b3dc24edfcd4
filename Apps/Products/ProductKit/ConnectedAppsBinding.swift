package import ConnectedApps
internal import Interface
package import Kernel
package import Shell

/// Connects a person's accounts at providers to one window: pages, messages, and visits to the providers' pages.
package struct ConnectedAppsBinding: Sendable {
  package let apps: ConnectedApps
  package let window: WindowID

  package init(_ apps: ConnectedApps, in window: WindowID) {
    self.apps = apps
    self.window = window
  }

  package var pages: [Page] {
    Page.all(
      of: apps, at: ConnectedAppsPlaces.all(apps.states.value.apps, apps.states.value.words), in: window,
      left: { _ in .left }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  /// Passes the ends of visits to the feature. Those of visits that are not its own go to `other`, such as the sign-in of
  /// an `IdentityBinding`.
  package func browsing(besides other: Browsing? = nil) -> Browsing {
    let (apps, window) = (apps, window)
    let states = apps.states
    return Browsing(
      ready: {}, ended: { answer in await apps.send(.returned(answer), from: window) },
      taking: { states.value.takes($0, from: window) }
    ).besides(other)
  }

  /// Routes events to the window. `more` hears each of them too, as a product that counts them or leads on does.
  package func eventRoute(
    _ more: @escaping @Sendable (ConnectedAppsEvent, Window) async -> Void = { _, _ in }
  ) -> EventRoute {
    .from(apps, in: window) { event, window in
      switch event {
      case .browserAsked(let visit): await window.browse(visit)
      case .ledOn(let route): await window.open(route)
      case .told(let toast): await window.toast(toast)
      case .authorizationFailed(let app): await window.endVisit(to: app.rawValue)
      case .connected, .attentionNeeded, .disconnectAsked, .disconnectConfirmed,
        .disconnectCancelled, .disconnected, .replaced, .chosen, .chosenConnected, .chosenFailed, .pairReady,
        .delivered, .notDelivered:
        break
      }
      await more(event, window)
    }
  }
}

extension ConnectedAppsNeeds {
  /// The needs of a person: their store, the network through `outside`, and the browsers of their windows.
  package init(_ environment: PersonEnvironment, by outside: OutsideNetwork) {
    let windows = environment.windows
    self.init(
      environment.store, ask: { request throws(Problem) in try await outside.send(request) },
      callback: { window in await windows[window]?.callback })
  }
}
