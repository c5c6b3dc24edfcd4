internal import Interface

/// A route that needs a sign-in or an upgrade, and the visit that was shown when it was asked for.
struct Wanted: Sendable, Hashable {
  let route: Route
  let from: Route
  let tab: Tab.ID
}

extension NavigationState {
  /// Removes the pages of a finished step from the top of the stack. Shows the place for which the step was asked, if it
  /// is open now, or else the route. The page below the step is such a place if it is one of `askers`, which may be steps
  /// themselves. Does nothing when another page is shown meanwhile, unless the route is a further step.
  mutating func leadOn(to route: Route, past steps: Set<Route>, backTo askers: Set<Route>) {
    guard steps.contains(self.route) || steps.contains(route) else { return }
    let isAskerDone = askers.contains(self.route)
    let done = stack.reversed().prefix { steps.contains($0.route) && (isAskerDone || !askers.contains($0.route)) }
    let left = stack.dropLast(done.count)
    stacks[tab] = left.isEmpty ? nil : Array(left)
    // A step of another tab was opened from there.
    let before = done.last?.origin ?? tab
    let asker = wanted.flatMap { wanted in
      wanted.tab == before && stack(of: before).last?.route == wanted.from ? wanted : nil
    }
    wanted = nil
    var target = route
    if !isAskerDone, !done.isEmpty, let below = stack(of: before).last?.route, askers.contains(below) {
      target = below
      tab = before
    }
    if let asker, admission(to: asker.route) == .granted {
      target = asker.route
      tab = asker.tab
    }
    guard admission(to: target) == .granted else { return }
    go(to: target, from: nil)
  }
}
