internal import Days
public import Interface
public import Kernel
internal import Platform

/// The routes of the feature's screens.
enum OfflineRoutes {
  static let sync = Route(["settings", "sync"])
  static let history = Route(["settings", "sync", "history"])
  static let storage = Route(["settings", "storage"])
  static let signIn = Route(["account", "sign-in"])
  static let consent = Route(["settings", "consent"])

  static func entry(_ op: UUID) -> Route { Route(["settings", "sync", "entry", op.uuidString.lowercased()]) }
  static func conflict(_ op: UUID) -> Route { Route(["settings", "sync", "conflict", op.uuidString.lowercased()]) }

  /// The change that a route identifies.
  static func op(_ route: Route) -> UUID? { route.path.count == 4 ? UUID(uuidString: route.path[3]) : nil }
}

extension OfflineState {
  /// The places for the product's map.
  public static let places: [Place] = [
    Place("/settings/sync", title: "Sync", keywords: ["offline", "queue", "sync now", "waiting"]),
    Place(
      RoutePattern([.word("settings"), .word("sync"), .word("entry"), .id(name: "op")]), title: "Entry to be sent"),
    Place(
      RoutePattern([.word("settings"), .word("sync"), .word("conflict"), .id(name: "op")]), title: "Two versions"),
    Place(
      "/settings/sync/history", title: "History of decisions", keywords: ["conflict", "bring back", "versions"]),
    Place("/settings/storage", title: "Storage", keywords: ["cache", "clear cache", "offline", "space"]),
  ]

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<OfflineWindowAction> {
    let local = windows[window]
    let words = ValueWords(dates: DateWords(surroundings.now))
    switch (route.path.dropFirst().first, route.path.dropFirst(2).first) {
    case ("storage", _): return storageScreen(route, local, words)
    case (_, "history"): return historyScreen(route, local, words)
    case (_, "entry"): return entryScreen(route, local, words)
    case (_, "conflict"): return conflictScreen(route, local, words)
    default: return syncScreen(route, local, words, isLoading: isLoading(for: window))
    }
  }
}

extension OfflineWindowAction {
  /// The action for a window that opens a route.
  public static func appeared(_ route: Route) -> OfflineWindowAction {
    switch (route.path.dropFirst().first, route.path.dropFirst(2).first) {
    case ("storage", _): .readStorage
    case (_, "history"): .readHistory
    default: .look(OfflineRoutes.op(route))
    }
  }
}
