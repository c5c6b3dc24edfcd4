internal import Days
public import Measures
public import Pillar
public import Scores

/// All that the dashboard is made of. The shell gathers it; the dashboard decides what of it is shown.
public struct DashboardFacts: Sendable, Hashable, Codable {
  /// A pillar that is left out counts as syncing.
  public var pillars: [PillarFacts]
  /// The day that was going on when these were gathered.
  public var today: DayFigures
  /// The day on which the last night ended.
  public var lastNight: DayFigures
  public var recovery: Recovery?
  /// Nil when they could not be made; empty when nothing was found yet.
  public var insights: [InsightCard]?
  public var achievements: [Achievement]
  /// Which of the main meals of today are logged.
  public var meals: Set<MainMeal>
  /// Anything at all was ever logged or imported.
  public var hasData: Bool
  /// The person has chosen Light or Deep, at the start or in the settings.
  public var isModeChosen: Bool

  public init(
    pillars: [PillarFacts] = [], today: DayFigures, lastNight: DayFigures? = nil, recovery: Recovery? = nil,
    insights: [InsightCard]? = [], achievements: [Achievement] = [], meals: Set<MainMeal> = [], hasData: Bool = true,
    isModeChosen: Bool = true
  ) {
    self.pillars = pillars
    self.today = today
    self.lastNight = lastNight ?? today
    self.recovery = recovery
    self.insights = insights
    self.achievements = achievements
    self.meals = meals
    self.hasData = hasData
    self.isModeChosen = isModeChosen
  }

  public subscript(pillar: Pillar) -> PillarFacts {
    pillars.first { $0.pillar == pillar } ?? PillarFacts(pillar, .syncing)
  }
}
