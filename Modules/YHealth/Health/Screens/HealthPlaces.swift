public import Interface
internal import Pillar

extension HealthState {
  /// Every screen of the log, for the product's map.
  public static let places: [Place] = logPlaces + pillarPlaces

  /// The places without the pillars' pages, for a product in which another feature shows them.
  public static let logPlaces: [Place] =
    [Place("/log", title: "Log", isSheet: true, keywords: ["add", "enter", "track"])]
    + LogKind.allCases.map { kind in
      Place(
        RoutePattern([.word("log"), .word(kind.rawValue)], parameters: ["id": .id(name: "id")]), title: kind.title,
        isSheet: true, keywords: kind.keywords)
    }
    + [
      Place("/log/copy", title: "Copy a day", isSheet: true, keywords: ["again", "repeat", "yesterday", "same"]),
      Place("/habits", title: "Habits", keywords: ["streak", "routine", "tick"]),
      Place("/history", title: "History", keywords: ["entries", "log", "past", "diary"]),
    ]

  public static let pillarPlaces: [Place] = Pillar.allCases.map { pillar in
    Place(RoutePattern([.word("pillars"), .word(pillar.rawValue)]), title: pillar.title, keywords: pillar.keywords)
  }
}

extension LogKind {
  fileprivate var keywords: [String] {
    switch self {
    case .mood: ["feelings", "log mood"]
    case .meal: ["food", "eat", "drink", "calories", "log meal"]
    case .activity: ["workout", "exercise", "walk", "run", "log activity"]
    case .journal: ["diary", "write", "note"]
    case .workout: ["training", "exercise", "gym", "sets", "log workout"]
    case .water: ["drink", "hydration", "log water"]
    case .energy: ["stress", "tired", "log energy"]
    case .sleep: ["night", "nap", "bed", "log sleep"]
    case .weight: ["scales", "kilograms", "pounds", "log weight"]
    }
  }
}

extension Pillar {
  var icon: Icon {
    switch self {
    case .fitness: .activity
    case .nutrition: .food
    case .wellbeing: .heart
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
