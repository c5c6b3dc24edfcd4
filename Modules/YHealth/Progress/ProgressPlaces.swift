public import Interface
internal import Pillar

/// The routes of the feature's screens.
public enum ProgressPlaces {
  static let pillars = Route(["pillars"])
  static let goals = Route(["pillars", "goals"])
  static let goal = Route(["pillars", "goal"])
  public static let insights = Route(["insights"])
  static let finding = Route(["insights", "finding"])
  /// The route for logging, which belongs to another feature.
  static let log = Route(["log"])
  static let habits = Route(["habits"])

  /// The route for logging one kind of entry.
  static func log(_ kind: String) -> Route { Route(["log", kind]) }

  /// The details of today's recovery.
  public static let recovery = Route(["pillars", "fitness"], ["tab": "recovery"])

  static func pillar(_ pillar: Pillar) -> Route { Route(["pillars", pillar.rawValue]) }

  public static let all: [Place] =
    [Place("/pillars", title: "Pillars", keywords: ["scores"])]
    + Pillar.allCases.map { pillar in
      Place(
        RoutePattern(
          [.word("pillars"), .word(pillar.rawValue)],
          parameters: ["tab": .one(name: "tab", of: PillarTab.all(of: pillar).map(\.rawValue))]), title: pillar.title,
        keywords: pillar.keywords)
    }
    + [
      Place("/pillars/goals", title: "Goals", keywords: ["milestones", "achievements", "targets", "streak"]),
      Place(
        RoutePattern(
          [.word("pillars"), .word("goal")],
          parameters: [
            "id": .id(name: "id"), "pillar": .one(name: "pillar", of: Pillar.allCases.map(\.rawValue)),
          ]), title: "Goal", keywords: ["set a goal", "target"]),
      Place("/insights", title: "Insights", keywords: ["analytics", "trends", "correlations", "week"]),
      Place(
        RoutePattern([.word("insights"), .word("finding")], parameters: ["id": .id(name: "id")]), title: "Insight",
        keywords: ["correlation"]),
    ]
}

extension Pillar {
  var icon: Icon {
    switch self {
    case .fitness: .fitness
    case .nutrition: .nutrition
    case .wellbeing: .wellbeing
    }
  }

  fileprivate var keywords: [String] {
    switch self {
    case .fitness: ["sleep", "workouts", "steps", "recovery"]
    case .nutrition: ["meals", "calories", "water"]
    case .wellbeing: ["mood", "journal", "habits"]
    }
  }
}
