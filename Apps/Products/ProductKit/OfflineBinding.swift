internal import Interface
package import Kernel
package import Offline
package import Shell

/// Connects a person's sync to one window: its pages, its messages, and the banner above every screen.
package struct OfflineBinding: Sendable {
  package let offline: Offline
  package let window: WindowID

  package init(_ offline: Offline, in window: WindowID) {
    self.offline = offline
    self.window = window
  }

  package var pages: [Page] {
    Page.all(
      of: offline, at: OfflineState.places, in: window, appeared: { .appeared($0) }, left: { _ in .cancel }
    ) { $0.screen($1, in: $2, at: $3) }
  }

  package var eventRoute: EventRoute {
    .from(offline, in: window) { event, window in
      switch event {
      case .toast(let toast): await window.toast(toast)
      case .announced(let announcement): await window.say(.announcement(announcement))
      case .editAsked(let route): await window.open(route)
      case .connectivity: await window.followNetwork()
      case .changed, .finished, .notSynced, .conflicts, .sessionLost: break
      }
    }
  }

  package var banner: Banner {
    let (offline, window) = (offline, window)
    let states = offline.states
    return Banner(
      nodes: { surroundings in
        states.value.banner(at: window, in: surroundings).map { node in
          node.map { offline.bound($0, in: window) }
        }
      },
      changes: [states.watched(at: window)], isLoading: { states.value.isLoading(for: window) },
      moved: { await offline.send(.moved, from: window) })
  }
}
