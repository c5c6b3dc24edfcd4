import Covers
import Days
import Interface
import Measures
import Mode
import Testing

@testable import Board
@testable import Dashboard

@Suite("Today in figures") struct SummaryTests {
  private func rows(_ facts: DashboardFacts, _ mode: Mode) -> [String] {
    let list = DashboardState.knowing(facts).shown(mode).node("today.figures")
    return list?.children.map { "\($0.label): \($0.value ?? "")" } ?? []
  }

  private static let light = ["Steps: 8,412", "Meals logged: 2", "Mood: 7 of 10"]

  @Test(
    "Light mode shows steps, meals and mood; Deep mode adds active minutes, sleep, energy and calories",
    .covers("yh-S04.1.1-B10", "yh-S04.1.3-B2"))
  func modes() {
    #expect(rows(.full(), .light) == SummaryTests.light)
    #expect(
      rows(.full(), .deep) == SummaryTests.light + [
        "Active minutes: 34", "Sleep: 7 h 20 min", "Energy: 6 of 10", "Calories: 1,850 kcal",
      ])
  }

  @Test("Unknown figures are not shown as 0")
  func unknown() {
    let bare = DashboardFacts(today: DayFigures(DashboardFacts.today))
    #expect(
      rows(bare, .deep) == [
        "Steps: –", "Meals logged: –", "Mood: –", "Active minutes: –", "Sleep: –", "Energy: –", "Calories: –",
      ])
  }

  @Test("A day without entries says so once, with one way to change it")
  func nothing() throws {
    let bare = DashboardFacts(today: DayFigures(DashboardFacts.today, [.steps: 4_000]))
    let noon = DashboardState.knowing(bare, at: .at(13)).shown(at: .at(13))
    #expect(noon.labels(in: "today").count { $0 == "Nothing logged today." } == 1)
    let night = DashboardState.knowing(bare, at: .at(23)).shown(at: .at(23))
    #expect(night.node("log-today.log")?.destination?.text == "/log")
    let mood = DashboardFacts(today: DayFigures(DashboardFacts.today, [.mood: 7]))
    #expect(!DashboardState.knowing(mood).shown().labels(in: "today").contains("Nothing logged today."))
  }

  @Test("Sleep is taken from the last night's figures")
  func night() {
    let facts = DashboardFacts(
      today: DayFigures(DashboardFacts.today, [.sleepMinutes: 10]),
      lastNight: DayFigures(DashboardFacts.today, [.sleepMinutes: 400]))
    #expect(rows(facts, .deep).contains("Sleep: 6 h 40 min"))
  }
}
