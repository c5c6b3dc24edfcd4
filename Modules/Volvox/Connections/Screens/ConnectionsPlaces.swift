public import Interface
internal import Peers
internal import Platform

/// The places of Connections.
public enum ConnectionsPlaces {
  public static let home = Route(["connections"])
  public static let person = Route(["connections", "person"])
  public static let end = Route(["connections", "end"])
  public static let report = Route(["connections", "report"])
  public static let checkIn = Route(["connections", "check-in"])
  public static let blocked = Route(["connections", "blocked"])

  static func person(_ id: UUID) -> Route { with(id, person) }
  static func end(_ id: UUID) -> Route { with(id, end) }
  static func report(_ id: UUID) -> Route { with(id, report) }
  static func checkIn(_ id: UUID) -> Route { with(id, checkIn) }

  private static func with(_ id: UUID, _ route: Route) -> Route { Route(route.path, ["id": id.lower]) }

  public static let all: [Place] = [
    Place("/connections", title: "Connections", keywords: ["requests"]),
    of("person", title: "Connection"),
    of("end", title: "End connection", isSheet: true),
    of("report", title: "Report", isSheet: true),
    of("check-in", title: "Plan a check-in", isSheet: true),
    Place("/connections/blocked", title: "Blocked people", keywords: ["block", "unblock"]),
  ]

  private static func of(_ word: String, title: String, isSheet: Bool = false) -> Place {
    Place(
      RoutePattern([.word("connections"), .word(word)], parameters: ["id": .id(name: "id")]), title: title,
      isSheet: isSheet, keywords: [])
  }
}
