internal import Health
internal import Interface
internal import Kernel
internal import Navigation
internal import Shell
internal import YHealth

extension Product {
  /// A preview of Health. It has no server, so entries stay queued and photos are not analysed.
  static let previewHealth = Product(
    id: "stage", name: "Health", tagline: "Daily logging alone.", theme: .plain,
    home: Tab("Log", icon: .home, at: Route(["log"])), tabs: [],
    unavailable: "Content unavailable. Showing what can be logged."
  ) { environment in
    let windows = environment.windows
    var camera = HealthNeeds.Camera.none
    camera.photo = { window throws(Problem) in try await windows.photo(window) }
    let health = Health(
      on: environment.context,
      needs: HealthNeeds(environment.store, caching: YHealthStorage.dashboard, camera: camera))
    return PersonFeatures(begin: { await health.send(.begin) }) { window in
      let binding = HealthBinding(health, in: window.id)
      return WindowComposition(eventRoutes: [binding.eventRoute], pages: binding.pages() + [.today(of: health)])
    }
  }
}

extension Page {
  /// The cards that the log contributes to a dashboard.
  fileprivate static func today(of health: Health) -> Page {
    .of(health, at: Place("/today", title: "Today")) { state, route, surroundings in
      Screen(route, title: "Today", nodes: [.heading("Today alone", level: 1)] + state.today(in: surroundings))
    }
  }
}
