public import Interface

/// The places of the feature's screens.
public enum DashboardPlaces {
  public static let home = Place(
    "/dashboard", title: "Dashboard", keywords: ["home", "scores", "today", "quick actions"])
  public static let all: [Place] = [home]
}

/// The routes that the dashboard links to. Other features own them.
enum Ways {
  static let log = Route(["log"])
  static let meal = log("meal")
  static let mood = log("mood")
  static let energy = log("energy")
  static let connect = Route(["connect"])
  static let onboarding = Route(["onboarding"])
  static let insights = Route(["insights"])
  static let habits = Route(["habits"])
  static let mode = Route(["settings", "goals-coaching"])

  static func log(_ kind: String) -> Route { Route(["log", kind]) }
  static func pillar(_ name: String) -> Route { Route(["pillars", name]) }
}
