public import Interface
public import Platform

/// The places of a person's own measures.
public enum OwnMeasuresPlaces {
  public static let home = Route(["measures"])
  public static let new = Route(["measures", "new"])
  static let edit = Route(["measures", "edit"])
  static let log = Route(["measures", "log"])
  static let reading = Route(["measures", "reading"])
  static let measure = Route(["measures", "measure"])
  static let chart = Route(["measures", "chart"])

  static func edit(_ id: UUID) -> Route { with(id, edit) }
  public static func log(_ id: UUID) -> Route { with(id, log) }
  static func reading(_ id: UUID) -> Route { with(id, reading) }
  public static func measure(_ id: UUID) -> Route { with(id, measure) }
  public static func chart(_ id: UUID) -> Route { with(id, chart) }

  private static func with(_ id: UUID, _ route: Route) -> Route {
    Route(route.path, ["id": id.uuidString.lowercased()])
  }

  public static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  public static let all: [Place] = [
    Place("/measures", title: "Your measures", keywords: ["symptom", "medicine", "blood pressure", "custom"]),
    Place("/measures/new", title: "New measure", isSheet: true, keywords: ["symptom", "medicine", "blood pressure"]),
    of("edit", isSheet: true), of("log", isSheet: true), of("reading", isSheet: true), of("measure"),
  ]

  /// The page of a measure's chart, which another feature draws.
  public static let chartPlace = of("chart")

  /// The titles of places that need a measure or an entry to say more.
  private static let titles = [
    "edit": "Edit measure", "log": "Log a measure", "reading": "Edit entry", "measure": "Measure",
    "chart": "Chart of a measure",
  ]

  /// The title of a route whose measure is not there.
  static func title(_ route: Route) -> String { route.path.last.flatMap { titles[$0] } ?? "Measure" }

  private static func of(_ word: String, isSheet: Bool = false) -> Place {
    Place(
      RoutePattern([.word("measures"), .word(word)], parameters: ["id": .id(name: "id")]),
      title: titles[word] ?? word,
      isSheet: isSheet, keywords: [])
  }
}
