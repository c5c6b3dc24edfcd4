import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Pillar
import Scores

@testable import Board
@testable import Dashboard

// Facts as a shell would send them.
extension DashboardFacts {
  static let today = CalendarDay(of: Bench.morning)

  static func score(_ pillar: Pillar, _ value: Int?, on day: CalendarDay = today) -> PillarScore {
    PillarScore(
      pillar: pillar, day: day, value: value, parts: [], coverage: Coverage(5, of: 7, "days"), levers: [])
  }

  static func scored(_ values: [Pillar: Int?], on day: CalendarDay = today) -> [PillarFacts] {
    Pillar.allCases.map { pillar in
      PillarFacts(
        pillar, .score(score(pillar, values[pillar] ?? nil, on: day)), history: [60, 62, nil, 65, 70, 71, 81])
    }
  }

  static func recovery(_ value: Int?, alert: String? = nil, on day: CalendarDay = today) -> Recovery {
    Recovery(
      day: day, value: value, parts: [], coverage: Coverage(6, of: 7, "nights"), alert: alert,
      advice: "A hard workout suits today.")
  }

  static func figures(on day: CalendarDay = today) -> DayFigures {
    DayFigures(
      day,
      [
        .steps: 8412, .meals: 2, .mood: 7, .activeMinutes: 34, .sleepMinutes: 440, .deepMinutes: 75, .remMinutes: 90,
        .energy: 6, .calories: 1850,
      ])
  }

  /// A user with much data.
  static func full(on day: CalendarDay = today) -> DashboardFacts {
    DashboardFacts(
      pillars: scored([.fitness: 81, .nutrition: 64, .wellbeing: 33], on: day), today: figures(on: day),
      recovery: recovery(72, alert: "Your resting pulse is higher than usual.", on: day),
      insights: InsightCard.several(7),
      achievements: [
        AchievementRow(id: "steps", title: "8,000 steps"), AchievementRow(id: "meals", title: "Two meals logged"),
      ],
      meals: [.breakfast])
  }

  static let newcomer = DashboardFacts(
    pillars: scored([:]), today: DayFigures(today), insights: [], hasData: false, isModeChosen: false)

  /// One pillar known, one loading, one unavailable.
  static let partial = DashboardFacts(
    pillars: [
      PillarFacts(.fitness, .syncing), PillarFacts(.nutrition, .score(score(.nutrition, 55)), history: [50, nil, 55]),
      PillarFacts(.wellbeing, .unavailable),
    ], today: DayFigures(today, [.steps: 100]), recovery: recovery(nil), insights: nil)
}

extension InsightCard {
  static func sample(_ id: String, priority: Int, button: String = "See why", more: String? = "It held on 41 days.")
    -> InsightCard
  {
    InsightCard(
      id: id, title: "Sleep and mood \(id)", text: "After longer nights your mood was better.", more: more,
      button: button, route: Route(["insights", "finding"], ["id": id]), priority: priority)
  }

  /// Cards with cycling priorities from 5 down to 1, the least useful first.
  static func several(_ count: Int) -> [InsightCard] {
    (0..<count).map { sample("card-\($0)", priority: 5 - $0 % 5) }
  }
}
