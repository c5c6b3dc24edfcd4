public import Days
public import Interface
internal import Kernel
internal import Platform

/// The places of Training.
public enum TrainingPlaces {
  public static let today = Route(["today"])
  public static let plan = Route(["plan"])
  static let why = Route(["plan", "why"])
  static let profile = Route(["plan", "profile"])
  public static let runner = Route(["plan", "runner"])
  static let runForm = Route(["today", "run"])

  static func change(_ kind: ChangeKind) -> Route { Route(["today", "change", kind.rawValue]) }
  public static let illness = change(.ill)
  public static let missedRun = change(.missed)
  public static let travel = change(.travelling)
  /// The sheet that moves the race, with its new day if that is known.
  public static func raceMove(to day: CalendarDay?) -> Route {
    let route = change(.race)
    return day.map { Route(route.path, ["id": id(of: $0)]) } ?? route
  }
  /// The week of the plan that begins on that day.
  static func week(_ first: CalendarDay) -> Route { Route(["plan", "week"], ["id": id(of: first)]) }
  /// One run of the plan.
  static func run(_ day: CalendarDay) -> Route { Route(["plan", "run"], ["id": id(of: day)]) }
  /// The form that marks the run of a day.
  static func mark(_ day: CalendarDay) -> Route { Route(runForm.path, ["id": id(of: day)]) }
  /// The form that marks a run, filled in with what is known of it; nil for the empty one.
  public static func log(_ run: (day: CalendarDay, metres: Int, seconds: Int?)?) -> Route {
    guard let run else { return runForm }
    func hex(_ number: Int) -> String {
      let digits = String(min(max(0, number), 0xFF_FFFF), radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    let figures = hex(run.metres) + hex(run.seconds ?? 0)
    return Route(runForm.path, ["id": "\(figures.prefix(8))-\(figures.suffix(4))" + id(of: run.day).dropFirst(13)])
  }

  /// The metres and seconds that such a route carries; nil for any other.
  static func figures(_ route: Route) -> (metres: Int, seconds: Int?)? {
    guard day(route) != nil, let text = id(route)?.uuidString else { return nil }
    let digits = text.prefix(13).filter { $0 != "-" }
    guard let metres = Int(digits.prefix(6), radix: 16), let seconds = Int(digits.suffix(6), radix: 16), metres > 0
    else { return nil }
    return (metres, seconds > 0 ? seconds : nil)
  }

  static func edit(_ id: UUID) -> Route { Route(runForm.path, ["id": id.uuidString.lowercased()]) }

  static func id(_ route: Route) -> UUID? { route.parameters["id"].flatMap { UUID(uuidString: $0) } }

  /// A day as an identifier, since a route carries no other values. Its version is none that records have.
  static func id(of day: CalendarDay) -> String {
    let digits = String(UInt32(truncatingIfNeeded: day.number), radix: 16)
    return "00000000-0000-8000-8000-0000" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func day(_ route: Route) -> CalendarDay? {
    guard let text = id(route)?.uuidString.lowercased(), text.dropFirst(13).hasPrefix("-8000-8000-0000"),
      let number = UInt32(text.suffix(8), radix: 16)
    else { return nil }
    return CalendarDay(number: Int(Int32(bitPattern: number)))
  }

  public static let all: [Place] =
    [
      Place("/today", title: "Today", keywords: ["home", "run", "session"]),
      Place("/plan", title: "Plan", keywords: ["weeks", "race", "volume"]),
      Place("/plan/why", title: "Why this plan", keywords: ["reasons", "evidence", "audit"]),
      Place("/plan/profile", title: "Your profile as a runner", keywords: ["radar", "fitness", "patterns"]),
      Place("/plan/runner", title: "Your running", isSheet: true, keywords: ["goal", "days", "injury", "new plan"]),
      Place(
        RoutePattern([.word("plan"), .word("week")], parameters: ["id": .id(name: "id")]), title: "Week"),
      Place(
        RoutePattern([.word("plan"), .word("run")], parameters: ["id": .id(name: "id")]), title: "Run", isSheet: true),
      Place(
        RoutePattern([.word("today"), .word("run")], parameters: ["id": .id(name: "id")]), title: "Mark a run",
        isSheet: true, keywords: ["done", "log", "cross-training"]),
    ]
    + ChangeKind.allCases.map { kind in
      Place(
        RoutePattern(
          [.word("today"), .word("change"), .word(kind.rawValue)],
          parameters: kind == .race ? ["id": .id(name: "id")] : [:]), title: kind.title, isSheet: true,
        keywords: ["change the plan"])
    }
}

/// The reasons for which a plan is changed.
enum ChangeKind: String, Sendable, Hashable, CaseIterable {
  case ill, missed, travelling, race

  var title: String {
    switch self {
    case .ill: "I am ill or hurt"
    case .missed: "I missed a run"
    case .travelling: "I am travelling"
    case .race: "The race moved"
    }
  }
}
