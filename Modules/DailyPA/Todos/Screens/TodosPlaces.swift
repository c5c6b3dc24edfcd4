public import Interface
public import Platform

/// The places of Todos.
public enum TodosPlaces {
  public static let home = Route(["todos"])
  public static let add = Route(["todos", "add"])
  public static let todo = Route(["todos", "todo"])
  static let edit = Route(["todos", "edit"])
  static let statistics = Route(["todos", "statistics"])
  static let importing = Route(["todos", "import"])

  /// The page of one todo.
  public static func todo(_ id: UUID) -> Route { with(id, todo) }
  static func edit(_ id: UUID) -> Route { with(id, edit) }

  private static func with(_ id: UUID, _ route: Route) -> Route {
    Route(route.path, ["id": id.uuidString.lowercased()])
  }

  static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  public static let all: [Place] = [
    Place("/todos", title: "Todos", keywords: ["tasks", "home"]),
    Place("/todos/add", title: "Add todo", isSheet: true, keywords: ["new", "task"]),
    of("todo", title: "Todo"),
    of("edit", title: "Edit todo", isSheet: true),
    Place(
      "/todos/import", title: "Import todos", isSheet: true, keywords: ["todoist", "super productivity", "csv", "file"]),
    Place("/todos/statistics", title: "Todo statistics", keywords: ["completed", "active", "counts"]),
  ]

  private static func of(_ word: String, title: String, isSheet: Bool = false) -> Place {
    Place(
      RoutePattern([.word("todos"), .word(word)], parameters: ["id": .id(name: "id")]), title: title,
      isSheet: isSheet, keywords: [])
  }
}
