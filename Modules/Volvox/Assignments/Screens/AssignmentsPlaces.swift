public import Interface
internal import Platform

/// The places of Assignments.
public enum AssignmentsPlaces {
  public static let home = Route(["tasks"])
  static let task = Route(["tasks", "task"])
  static let give = Route(["tasks", "give"])
  static let finish = Route(["tasks", "done"])

  static func task(_ id: UUID) -> Route { with(id, task) }
  static func give(_ connection: UUID) -> Route { with(connection, give) }
  static func finish(_ id: UUID) -> Route { with(id, finish) }

  private static func with(_ id: UUID, _ route: Route) -> Route {
    Route(route.path, ["id": id.uuidString.lowercased()])
  }

  static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  public static let all: [Place] = [
    Place("/tasks", title: "Tasks", keywords: ["sponsor", "step work", "assignments"]),
    of("task", title: "Task"),
    of("give", title: "Give a task", isSheet: true),
    of("done", title: "Mark as done", isSheet: true),
  ]

  private static func of(_ word: String, title: String, isSheet: Bool = false) -> Place {
    Place(
      RoutePattern([.word("tasks"), .word(word)], parameters: ["id": .id(name: "id")]), title: title,
      isSheet: isSheet, keywords: [])
  }
}
