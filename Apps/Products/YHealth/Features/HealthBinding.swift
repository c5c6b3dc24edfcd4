package import Health
package import Interface
package import Kernel
package import Shell

/// Connects a person's log to one window: its pages, its desk and its messages.
package struct HealthBinding: Sendable {
  package let health: Health
  package let desk: HealthDesk.Name
  private let photos: PhotoDesks

  package init(_ health: Health, on window: FeatureContext, photos: PhotoDesks = PhotoDesks()) {
    self.health = health
    self.photos = photos
    desk = window.identifiers.next()
  }

  /// Returns the pages of the log at the given places.
  package func pages(at places: [Place] = HealthState.places) -> [Page] {
    let desk = desk
    return places.map { place in
      .of(health, at: place, desk: desk.uuid, appeared: { .at(desk, .appeared($0)) }, left: { .at(desk, .left($0)) }) {
        $0.screen($1, in: $2, at: desk)
      }
    }
  }

  package var eventRoute: EventRoute {
    let (desk, photos) = (desk, photos)
    let hearing = EventRoute.from(health, gone: { [weak health] in await health?.send(.close(desk)) }) {
      event, window in
      switch event {
      case .told(let toast, at: desk): await window.toast(toast)
      case .told, .saved, .deleted, .daysChanged, .refreshed, .notRead, .finished: break
      }
    }
    return EventRoute { window in
      // Captured weakly, so that the desk does not keep the window alive.
      if let seated = window() { photos.binding(desk) { [weak seated] in seated } }
      await hearing.run(window)
      photos.leave(desk)
    }
  }
}
