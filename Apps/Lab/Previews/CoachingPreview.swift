internal import Coaching
internal import Connectivity
internal import Interface
internal import Kernel
internal import Navigation
internal import Shell

extension Product {
  /// The coach alone, for `troupe stage Coaching`.
  static let previewCoaching = Product(
    id: "stage", name: "Coaching", tagline: "The conversation with the coach alone.", theme: .plain,
    home: Tab("Coach", icon: .chat, at: CoachingPlaces.home), tabs: [],
    unavailable: "Content unavailable. Showing the conversation."
  ) { environment in
    let network = environment.network
    let coaching = Coaching(
      on: environment.context,
      needs: CoachingNeeds(
        environment.store, isOnline: { network.states.value.connectivity != .offline },
        network: { network.ups.listen() },
        names: { AsyncStream { nil } }))
    return PersonFeatures(begin: { await coaching.send(.begin) }) { window in
      WindowComposition(
        eventRoutes: [
          .from(coaching, in: window.id) { event, window in
            if case .told(let toast) = event { await window.toast(toast) }
          }
        ],
        pages: Page.all(
          of: coaching, at: CoachingPlaces.all, in: window.id, appeared: { .appeared($0) }, left: { .left($0) }
        ) { $0.screen($1, in: $2, at: $3) })
    }
  }
}
