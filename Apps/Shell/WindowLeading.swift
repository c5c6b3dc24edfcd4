package import Interface
internal import Kernel
package import Navigation

// Where a window goes on behalf of a feature whose step has ended.
extension Window {
  /// Opens a route on behalf of a feature.
  package func open(_ route: Route) async { await navigation.send(.open(route)) }

  package func openChannel(_ id: String) async { await navigation.send(.openChannel(id)) }

  package func announce(_ announcement: Announcement) { say(.announcement(announcement)) }

  /// Sets the badge of a tab. A tab is named by its route with hyphens.
  package func badge(_ tab: String, _ badge: Badge?) async { await navigation.send(.setBadge(tab, badge)) }

  /// Asks the front end to open an address outside of the product.
  package func open(_ address: OutgoingAddress) { say(.addressAsked(address)) }

  /// Makes a channel ready, which this action then opens; without one it is as the product declared it.
  package func channel(_ id: String, opens action: Bound?) async {
    channels[id] = action
    let declared = navigation.states.value.site.channels.first { $0.id == id }?.standing
    guard let declared else { return }
    await navigation.send(.setChannel(id, action == nil ? declared : .ready))
  }

  /// Closes the sheets in front if one of these is the foremost.
  package func closeSheets(_ routes: [Route]) async {
    let state = navigation.states.value
    if state.sheets > 0, routes.contains(state.route) { await navigation.send(.closeSheets) }
  }

  /// Leaves pages whose step is done, for the place that asked for it, which may be one of `askers`, or for `route`.
  package func leadOn(to route: Route, past steps: Set<Route>, backTo askers: Set<Route> = []) async {
    await navigation.send(.leadOn(to: route, past: steps, backTo: askers))
  }

  /// Goes back from a page whose step has ended, unless another one is shown meanwhile.
  package func back(from route: Route) async {
    if navigation.states.value.route == route { await navigation.send(.back) }
  }
}
