import Covers
import Days
import FeatureTesting
import Interface
import Kernel
import Measures
import Mode
import Testing

@testable import Board
@testable import Dashboard

@Suite("The focus of the time of day") struct FocusTests {
  private func focus(_ facts: DashboardFacts, _ now: Moment, _ mode: Mode = .light) -> [String] {
    let node = DashboardState.knowing(facts, at: now).shown(mode, at: now).node("focus")
    return node?.all.dropFirst().map { one in one.value.map { "\(one.label): \($0)" } ?? one.label } ?? []
  }

  /// Returns the texts of the section that says what to log today.
  private func prompts(_ facts: DashboardFacts, _ now: Moment) -> [String] {
    let section = DashboardState.knowing(facts, at: now).shown(at: now).node("log-today")
    return section?.children.filter { !["heading"].contains($0.id.split(separator: ".").last) }.map(\.label)
      ?? []
  }

  private func route(_ id: String, _ facts: DashboardFacts, _ now: Moment) -> String? {
    DashboardState.knowing(facts, at: now).shown(at: now).node(id)?.destination?.text
  }

  private let bare = DashboardFacts(today: DayFigures(DashboardFacts.today))

  @Test(
    "The morning shows recovery: the night, the recovery score and breakfast",
    .covers("yh-S04.1.3-AC3", "yh-S04.1.3-B6"))
  func morning() {
    for now in [Moment.at(5), .at(11, 59)] {
      #expect(
        focus(.full(), now) == [
          "Recovery", "Last night", "Sleep: 7 h 20 min", "Recovery score: 72, Needs Attention, from 6 of 7 nights",
          "Your resting pulse is higher than usual.", "A hard workout suits today.",
        ])
      #expect(
        focus(bare, now) == [
          "Recovery", "Last night", "Sleep: No data yet", "Recovery score: Needs last night’s sleep",
        ])
      #expect(prompts(.full(), now).isEmpty)
      #expect(prompts(bare, now) == ["Have you had breakfast?", "Log breakfast"])
      #expect(route("log-today.log-breakfast", bare, now) == "/log/meal")
    }
    #expect(focus(.full(), .at(9), .deep).contains("Deep sleep: 1 h 15 min"))
    #expect(focus(.partial, .at(9)).contains("Recovery score: Needs last night’s sleep"))
  }

  @Test("The afternoon shows activity: steps, lunch and energy", .covers("yh-S04.1.3-B7"))
  func afternoon() {
    for now in [Moment.at(12), .at(17, 59)] {
      #expect(
        focus(.full(), now) == [
          "Activity", "So far", "Steps: 8,412", "Your energy today: 6 of 10.",
        ])
      #expect(prompts(.full(), now) == ["Have you had lunch?", "Log lunch"])
      #expect(
        focus(bare, now) == [
          "Activity", "So far", "Steps: No data yet", "How is your energy this afternoon?", "Check your energy",
        ])
      #expect(route("log-today.log-lunch", bare, now) == "/log/meal")
      #expect(route("focus.check-energy", bare, now) == "/log/energy")
    }
  }

  @Test(
    "The evening shows the day: achievements, dinner and mood", .covers("yh-S04.1.3-AC4", "yh-S04.1.3-B8"))
  func evening() {
    for now in [Moment.at(18), .at(21, 59)] {
      #expect(
        focus(.full(), now) == [
          "Your day", "Achievements of today", "8,000 steps", "Two meals logged",
          "Your mood today: 7 of 10. How was the evening?", "Reflect on your mood",
        ])
      #expect(
        focus(bare, now) == [
          "Your day", "How was your day?", "Reflect on your mood",
        ])
      #expect(prompts(.full(), now) == ["Have you had dinner?", "Log dinner"])
      #expect(
        route("log-today.log-dinner", bare, now) == "/log/meal" && route("focus.reflect", bare, now) == "/log/mood")
    }
  }

  @Test("The night shows rest: tips for sleeping, and no actions", .covers("yh-S04.1.3-B9"))
  func night() {
    for now in [Moment.at(22), .at(0), .at(4, 59)] {
      for facts in [DashboardFacts.full(), bare, .newcomer] {
        let screen = DashboardState.knowing(facts, at: now).shown(.deep, at: now)
        #expect(screen.node("focus.tips")?.children.count == 3)
        #expect(screen.node("focus")?.all.contains { $0.destination != nil || !$0.offers.isEmpty } == false)
        #expect(screen.all.count { $0.role == .card } <= 3)
      }
    }
  }

  @Test("Yesterday's facts are not shown as today's")
  func yesterday() {
    let old = DashboardFacts.full(on: DashboardFacts.today.following(-1))
    #expect(focus(old, .at(9)).contains("Sleep: No data yet") && prompts(old, .at(9)).isEmpty)
    #expect(!focus(old, .at(9)).contains("A hard workout suits today."))
    #expect(focus(old, .at(13)).contains("Steps: No data yet") && focus(old, .at(13)).contains("Check your energy"))
    #expect(focus(old, .at(19)).contains("How was your day?") && !focus(old, .at(19)).contains("8,000 steps"))
    let screen = DashboardState.knowing(old).shown()
    #expect(screen.node("today")?.label == "Yesterday" && screen.labels(in: "today").contains("Steps"))
    let older = DashboardFacts.full(on: DashboardFacts.today.following(-3))
    #expect(DashboardState.knowing(older).shown().node("today")?.label == "19 November 2026")
  }
}
