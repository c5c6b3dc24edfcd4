public import Interface

/// The places of Matching.
public enum MatchingPlaces {
  public static let home = Route(["matches"])
  public static let person = Route(["matches", "person"])
  public static let request = Route(["matches", "request"])
  public static let conditions = Route(["matches", "preferences"])
  public static let invite = Route(["matches", "invite"])

  static func person(_ id: String) -> Route { Route(person.path, ["id": id]) }
  static func request(_ id: String) -> Route { Route(request.path, ["id": id]) }

  public static let all: [Place] = [
    Place("/matches", title: "Matches", keywords: ["sponsor", "sponsee"]),
    Place(
      RoutePattern([.word("matches"), .word("person")], parameters: ["id": .id(name: "id")]), title: "Match",
      keywords: []),
    Place(
      RoutePattern([.word("matches"), .word("request")], parameters: ["id": .id(name: "id")]), title: "Send a request",
      isSheet: true, keywords: []),
    Place("/matches/preferences", title: "Matching preferences", keywords: ["visible", "conditions", "hide"]),
    Place("/matches/invite", title: "Invite somebody you know", keywords: ["code", "invitation", "friend"]),
  ]
}
