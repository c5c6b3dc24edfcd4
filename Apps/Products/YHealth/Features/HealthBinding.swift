package import Health
package import Interface
package import Kernel
package import Shell

/// Connects a person's log to one window: its pages and its messages.
package struct HealthBinding: Sendable {
  package let health: Health
  package let window: WindowID

  package init(_ health: Health, in window: WindowID) {
    self.health = health
    self.window = window
  }

  /// Returns the pages of the log at the given places.
  package func pages(at places: [Place] = HealthState.places) -> [Page] {
    Page.all(of: health, at: places, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  package var eventRoute: EventRoute {
    let (health, at) = (health, window)
    return .from(health, in: window) { event, window in
      switch event {
      case .told(let toast): await window.toast(toast)
      case .offered(let toast, let undo): await window.toast(toast, undo: health.bound(undo, in: at))
      case .finished(let form): await window.closeSheets([form.route])
      case .logged(let entry):
        await window.closeSheets([HealthState.copyDay, HealthState.log, FormName(entry.kind).route])
      case .saved, .deleted, .daysChanged, .refreshed, .notRead: break
      }
    }
  }
}

extension OpenWindows {
  /// Requests a photo at a window; nil when the person cancels or closes the window.
  package func photo(_ window: WindowID) async throws(Problem) -> Photo? {
    try await self[window]?.photo(atMost: Photo.largest).map { Photo($0) }
  }
}
