public import Board
public import Days
public import Measures
public import Pillar
public import Scores

/// The input of the dashboard. The product gathers it; the dashboard decides what of it is shown.
public struct DashboardFacts: BoardFacts {
  /// The pillars; a missing one counts as syncing.
  public var pillars: [PillarFacts]
  /// The figures of the current day when these facts were gathered.
  public var today: DayFigures
  /// The figures of the day on which the last night ended.
  public var lastNight: DayFigures
  public var recovery: Recovery?
  /// Nil when they could not be made; empty when nothing was found yet.
  public var insights: [InsightCard]?
  public var achievements: [AchievementRow]
  /// Today's main meals that are logged.
  public var meals: Set<MainMeal>
  /// Whether the person has logged anything today, of any kind.
  public var hasEntries: Bool
  /// Whether anything was ever logged or imported.
  public var hasData: Bool
  /// Whether the person has chosen Light or Deep.
  public var isModeChosen: Bool

  public init(
    pillars: [PillarFacts] = [], today: DayFigures, lastNight: DayFigures? = nil, recovery: Recovery? = nil,
    insights: [InsightCard]? = [], achievements: [AchievementRow] = [], meals: Set<MainMeal> = [],
    hasEntries: Bool = false,
    hasData: Bool = true, isModeChosen: Bool = true
  ) {
    self.pillars = pillars
    self.today = today
    self.lastNight = lastNight ?? today
    self.recovery = recovery
    self.insights = insights
    self.achievements = achievements
    self.meals = meals
    self.hasEntries = hasEntries
    self.hasData = hasData
    self.isModeChosen = isModeChosen
  }

  public subscript(pillar: Pillar) -> PillarFacts {
    pillars.first { $0.pillar == pillar } ?? PillarFacts(pillar, .syncing)
  }

  public var day: CalendarDay { today.day }
  /// Whether the insights could not be made.
  public var isPartial: Bool { insights == nil }
}
