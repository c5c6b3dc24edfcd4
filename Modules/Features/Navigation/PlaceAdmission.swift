internal import Connectivity
internal import Entitlement
internal import Interface

/// The decision whether a user may open a place now, and if not, what stands in the way.
enum PlaceAdmission: Equatable {
  case granted
  case unknown
  /// Another place comes first.
  case gated(Route)
  case upgrade(Place)
  case signIn(Place)
  case offline(Place)
}

extension NavigationState {
  func admission(to route: Route) -> PlaceAdmission {
    guard let place = site.place(route) else { return .unknown }
    if let gate = allowance.gate, !gate.admits(route) { return .gated(gate.route) }
    if place.access == .account, !allowance.isSignedIn { return .signIn(place) }
    if let needed = place.needs, !allowance.entitlements.contains(needed) { return .upgrade(place) }
    if place.reach == .server, !allowance.connectivity.reachesServer { return .offline(place) }
    return .granted
  }
}
