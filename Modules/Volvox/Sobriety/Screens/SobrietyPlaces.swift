public import Interface
internal import Platform

/// The places of Sobriety.
public enum SobrietyPlaces {
  public static let home = Route(["sobriety"])
  public static let date = Route(["sobriety", "date"])
  public static let slip = Route(["sobriety", "slip"])
  public static let reflection = Route(["sobriety", "reflection"])
  public static let note = Route(["sobriety", "note"])
  public static let timeline = Route(["sobriety", "timeline"])
  public static let plan = Route(["sobriety", "plan"])
  public static let checkIn = Route(["check-in"])
  /// The crisis card.
  public static let help = Route(["help-now"])

  static func reflection(_ id: UUID?) -> Route { with(id, reflection) }
  static func note(_ id: UUID) -> Route { with(id, note) }

  private static func with(_ id: UUID?, _ route: Route) -> Route {
    Route(route.path, id.map { ["id": $0.uuidString.lowercased()] } ?? [:])
  }

  public static let all: [Place] = [
    Place("/sobriety", title: "Sobriety", keywords: ["days", "streak", "milestones"]),
    Place("/check-in", title: "Check in", isSheet: true, keywords: ["pledge", "review", "today"]),
    Place("/sobriety/date", title: "Sober date", isSheet: true, keywords: ["start", "begin"]),
    Place("/sobriety/slip", title: "Record a slip", isSheet: true, keywords: ["relapse", "lapse"]),
    form("reflection", title: "Reflection", keywords: ["journal", "write"]),
    form("note", title: "Milestone note", keywords: []),
    Place("/sobriety/timeline", title: "Timeline", keywords: ["history", "reflections", "milestones"]),
    Place(
      "/sobriety/plan", title: "Milestones and money", keywords: ["programme", "savings", "contact", "currency"]),
    card,
  ]

  /// The crisis card, which opens while the profile is locked too.
  public static let card = Place("/help-now", title: "Help now", keywords: ["crisis", "emergency", "call", "sos"])

  private static func form(_ word: String, title: String, keywords: [String]) -> Place {
    Place(
      RoutePattern([.word("sobriety"), .word(word)], parameters: ["id": .id(name: "id")]), title: title, isSheet: true,
      keywords: keywords)
  }
}
