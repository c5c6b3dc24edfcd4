internal import Interface
internal import Platform

/// The stored navigation state, version 1. Restoring arbitrary bytes always gives a legal screen.
struct NavigationKept: Codable, Equatable {
  struct Visit: Codable, Equatable {
    let route: String
    let scroll: Double
    /// The tab to which Back returns, if it is another one; absent in what older versions stored.
    var from: String?
  }

  static let version = 1
  static let largest = 65_536

  let version: Int
  let tab: String
  let stacks: [String: [Visit]]
}

extension NavigationState {
  var kept: NavigationKept {
    NavigationKept(
      version: NavigationKept.version, tab: tab,
      stacks: stacks.mapValues { $0.map { .init(route: $0.route.text, scroll: $0.scroll, from: $0.origin) } })
  }

  var keptBytes: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and finite numbers always encode; empty data is legal to restore from as well.
    return (try? encoder.encode(kept)) ?? Data()
  }

  /// Restores the places that can be shown now, and drops those that are gone, that the user may no longer open, or
  /// that need a server while there is none.
  mutating func restore(_ bytes: Data?) {
    isRestored = true
    unopened = nil
    guard let bytes, bytes.count <= NavigationKept.largest,
      let kept = try? JSONDecoder().decode(NavigationKept.self, from: bytes), kept.version == NavigationKept.version
    else { return }
    for tab in site.tabs {
      let visits = (kept.stacks[tab.id] ?? []).suffix(NavigationState.deepest).compactMap { visit -> Visit? in
        guard let route = Route(visit.route), belongs(route, to: tab), canRestore(route) else {
          if let route = Route(visit.route), waits(route) { unopened = bytes }
          return nil
        }
        return Visit(
          route: route, scroll: visit.scroll.isFinite ? max(0, visit.scroll) : 0,
          origin: visit.from.flatMap { site.tab($0)?.id }.flatMap { $0 == tab.id ? nil : $0 })
      }
      if !visits.isEmpty { stacks[tab.id] = visits }
    }
    if let tab = site.tab(kept.tab), canRestore(stack(of: tab.id).last?.route ?? tab.root) {
      self.tab = tab.id
    }
  }

  /// Whether a place may open once it is known who is signed in.
  private func waits(_ route: Route) -> Bool {
    switch admission(to: route) {
    case .signIn, .upgrade: true
    case .granted, .gated, .unknown, .offline: false
    }
  }

  /// A place behind a gate is kept for when that opens.
  private func canRestore(_ route: Route) -> Bool {
    switch admission(to: route) {
    case .granted, .gated: true
    case .unknown, .upgrade, .signIn, .offline: false
    }
  }

  /// A screen of another tab is not restored under this one; a screen of no tab may lie on any.
  private func belongs(_ route: Route, to tab: Tab) -> Bool {
    isSheet(route) || site.tab(of: route).map { $0.id == tab.id } ?? true
  }
}
