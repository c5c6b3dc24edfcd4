internal import Carrying
public import Interface
internal import Kernel

/// The places of HealthSync.
public enum HealthSyncPlaces {
  public static let home = Route(["syncs"])
  public static let adding = Route(["syncs", "add"])
  public static let setup = Route(["syncs", "setup"])
  public static let sync = Route(["syncs", "sync"])
  public static let conflict = Route(["syncs", "conflict"])
  public static let history = Route(["history"])

  static func sync(_ id: ID<SyncPlan>) -> Route { Route(sync.path, ["id": id.description]) }
  static func conflict(_ id: ID<SyncConflict>) -> Route { Route(conflict.path, ["id": id.description]) }

  public static let all: [Place] = [
    Place("/syncs", title: "Syncs", keywords: ["home", "dashboard", "status"]),
    Place("/syncs/add", title: "Add a sync", isSheet: true, keywords: ["new", "configure", "steps", "sleep"]),
    Place("/syncs/setup", title: "Connect two apps", keywords: ["first", "begin", "source", "destination"]),
    Place(
      RoutePattern([.word("syncs"), .word("sync")], parameters: ["id": .id(name: "id")]), title: "Sync", keywords: []),
    Place(
      RoutePattern([.word("syncs"), .word("conflict")], parameters: ["id": .id(name: "id")]),
      title: "Conflict Resolution", keywords: []),
    Place("/history", title: "Historical Sync", keywords: ["past", "range", "backfill"]),
  ]
}
