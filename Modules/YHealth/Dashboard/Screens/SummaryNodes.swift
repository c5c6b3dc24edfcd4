internal import Board
internal import Days
internal import Interface
internal import Measures
internal import Units

// The day in a few figures.
extension BoardView<DashboardCards> {
  /// The measures of Light mode, and those that Deep mode adds.
  private static var light: [Measure] { [.steps, .meals, .mood] }
  private static var deep: [Measure] { [.activeMinutes, .sleepMinutes, .energy, .calories] }

  var summary: [Leaf] {
    if isLoading { return [.section("Today", id: "today", [.skeleton("Loading your day", id: "figures", lines: 4)])] }
    guard let facts else { return [] }
    let day = facts.today.day
    let rows = (Self.light + (isDeep ? Self.deep : [])).map {
      figure($0, $0.said(of: facts, in: AmountNotation(of: surroundings.locale)))
    }
    // Figures of another day are titled with that day.
    let title = day == today ? "Today" : day.following(1) == today ? "Yesterday" : words.long(day)
    let isEmpty =
      day == today && !facts.hasEntries && facts.meals.isEmpty && Self.logged.allSatisfy { facts.today[$0] == nil }
    let nothing: [Leaf] = isEmpty ? [.text("Nothing logged today.", id: "nothing")] : []
    return [.section(title, id: "today", [.group(id: "figures", rows)] + nothing)]
  }

  /// Suggestions of what to log now, below the essential cards.
  var logToday: [Leaf] {
    guard let facts, facts.today.day == today else { return [] }
    return [.section("Log today", id: "log-today", mealPrompt)]
  }

  /// The measures that come from entries and not from devices.
  private static var logged: [Measure] { [.meals, .mood, .energy, .water] }

  /// Asks about the main meal of this part of the day.
  private var mealPrompt: [Leaf] {
    switch part {
    case .morning: meal(.breakfast, "Have you had breakfast?")
    case .afternoon: meal(.lunch, "Have you had lunch?")
    case .evening: meal(.dinner, "Have you had dinner?")
    case .night: [.link("Log", to: Ways.log, id: "log", icon: .add)]
    }
  }

  private func meal(_ meal: MainMeal, _ question: String) -> [Leaf] {
    if facts?.meals.contains(meal) == true { return [] }
    return [
      .text(question, id: meal.rawValue),
      .link("Log \(meal.rawValue)", to: Ways.meal, id: "log-\(meal.rawValue)", icon: .food),
    ]
  }

  /// One line per figure, so that three of them take little room.
  private func figure(_ measure: Measure, _ value: String) -> Leaf {
    Leaf(.paragraph, measure.name, id: measure.rawValue, value: value).with { $0.icon = measure.icon }
  }

  func row(_ measure: Measure, _ value: String, id: String? = nil) -> Leaf {
    Leaf.row(measure.name, id: id ?? measure.rawValue, value: value).with { $0.icon = measure.icon }
  }
}

extension Measure {
  fileprivate func said(of facts: DashboardFacts, in amounts: AmountNotation) -> String {
    // A night belongs to the day on which it ended.
    let value = self == .sleepMinutes ? facts.lastNight[self] : facts.today[self]
    return value.map { saidBesideTitle($0, in: amounts) } ?? "–"
  }

  var name: String {
    switch self {
    case .meals: "Meals logged"
    default: title
    }
  }

  var icon: Icon {
    switch self {
    case .steps: .steps
    case .meals: .food
    case .mood: .faceGood
    case .activeMinutes: .activity
    case .sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes: .sleep
    case .energy: .sun
    case .calories: .nutrition
    default: .list
    }
  }
}
