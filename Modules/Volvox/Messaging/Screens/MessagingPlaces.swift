public import Interface
public import Platform

/// The places of Messaging.
public enum MessagingPlaces {
  public static let home = Route(["messages"])
  public static let thread = Route(["messages", "thread"])
  public static let code = Route(["messages", "code"])
  public static let phrase = Route(["messages", "phrase"])
  public static let restore = Route(["messages", "restore"])

  /// The thread of a connection.
  public static func thread(_ connection: UUID) -> Route { with(connection, thread) }
  static func code(_ connection: UUID) -> Route { with(connection, code) }

  private static func with(_ id: UUID, _ route: Route) -> Route {
    Route(route.path, ["id": id.uuidString.lowercased()])
  }

  static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  public static let all: [Place] = [
    Place("/messages", title: "Messages", keywords: ["chat", "threads"]),
    of("thread", title: "Conversation"),
    of("code", title: "Security code"),
    Place("/messages/phrase", title: "Key phrase", keywords: ["messages", "key", "backup", "recovery phrase"]),
    Place("/messages/restore", title: "Set up messages", keywords: ["key phrase"]),
  ]

  private static func of(_ word: String, title: String) -> Place {
    Place(
      RoutePattern([.word("messages"), .word(word)], parameters: ["id": .id(name: "id")]), title: title, keywords: [])
  }
}
