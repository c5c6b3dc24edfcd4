public import Interface
public import Platform

/// The places of the versions.
public enum VersionsPlaces {
  public static let home = Route(["history"])

  private static let entry = Route(["history", "entry"])

  /// The versions of one entry.
  public static func of(_ kind: String, _ id: UUID) -> Route {
    Route(entry.path, ["kind": kind, "id": id.uuidString.lowercased()])
  }

  public static func all(_ kinds: [VersionedKind]) -> [Place] {
    [
      Place("/history", title: "History of changes", keywords: ["versions", "restore", "undo", "earlier"]),
      Place(
        RoutePattern(
          [.word("history"), .word("entry")],
          parameters: ["kind": .one(name: "kind", of: kinds.map(\.collection)), "id": .id(name: "id")]),
        title: "History of an entry", keywords: []),
    ]
  }

  static func subject(_ route: Route) -> VersionSubject {
    guard route.path == entry.path, let kind = route.parameters["kind"],
      let id = route.parameters["id"].flatMap({ UUID(uuidString: $0) })
    else {
      return .all
    }
    return .record(kind: kind, id: id)
  }
}
