public import Carrying
public import Entitlement
public import Interface
public import Kernel

/// The places of HealthSync.
public enum HealthSyncPlaces {
  public static let home = Route(["syncs"])
  public static let adding = Route(["syncs", "add"])
  /// Where the first two apps are connected; another part has the place.
  public static let firstApps = Route(["apps", "source"])
  public static let sync = Route(["syncs", "sync"])
  public static let conflict = Route(["syncs", "conflict"])
  public static let history = Route(["history"])
  public static let newHistory = Route(["history", "new"])

  public static func sync(_ id: ID<SyncPlan>) -> Route { Route(sync.path, ["id": id.description]) }
  static func conflict(_ id: ID<SyncConflict>) -> Route { Route(conflict.path, ["id": id.description]) }

  /// The entitlement that a paid place needs, and the route where it is explained.
  public typealias Gate = (needs: Entitlement, route: Route)

  /// The places; the paid ones lead to their gates without the entitlement.
  public static func all(history gate: Gate, conflicts other: Gate) -> [Place] {
    [
      Place("/syncs", title: "Syncs", keywords: ["home", "dashboard", "status"]),
      Place("/syncs/add", title: "Sync Configuration", isSheet: true, keywords: ["new", "add", "steps", "sleep"]),
      Place(
        RoutePattern([.word("syncs"), .word("sync")], parameters: ["id": .id(name: "id")]), title: "Sync", keywords: []),
      Place(
        RoutePattern([.word("syncs"), .word("conflict")], parameters: ["id": .id(name: "id")]),
        title: "Conflict Resolution", needs: other.needs, gate: other.route, keywords: []),
      Place("/history", title: "Historical Sync", keywords: ["past", "backfill"]),
      Place(
        "/history/new", title: "Sync earlier days", needs: gate.needs, gate: gate.route, keywords: ["past", "range"]),
    ]
  }
}
