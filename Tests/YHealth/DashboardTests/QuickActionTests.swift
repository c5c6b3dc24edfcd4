import Covers
import FeatureTesting
import Interface
import Kernel
import Mode
import Pillar
import Testing

@testable import Board
@testable import Dashboard

@Suite("Quick actions") struct QuickActionTests {
  static let titles = ["Log Meal", "Log Mood", "Start Voice Coaching", "View Full Insights", "Log Workout"]

  private func buttons(
    _ state: DashboardState, _ mode: Mode, _ now: Moment = Bench.morning
  ) -> [Node<DashboardWindowAction>] {
    state.shown(mode, at: now).node("quick-actions")?.children.filter { $0.role == .button } ?? []
  }

  @Test(
    "The five actions are shown in every state, mode and part of the day, in one order and with the same names",
    .covers("yh-S04.1.2-AC3", "yh-S04.1.2-B15"))
  func fixed() {
    let states = [DashboardState(Bench.plan), .knowing(.full()), .knowing(.newcomer), .knowing(.partial)]
    for state in states {
      for mode in Mode.allCases {
        for hour in [3, 9, 15, 20] {
          let five = buttons(state, mode, .at(hour))
          #expect(five.map(\.label) == QuickActionTests.titles && five.allSatisfy { !$0.state.isDisabled })
          #expect(five.map(\.id) == QuickAction.allCases.map { "quick-actions.\($0.rawValue)" })
        }
      }
    }
  }

  @Test("Deep mode adds the less frequent logs", .covers("yh-S04.1.3-B4"))
  func secondary() {
    let state = DashboardState.knowing(.full())
    #expect(state.shown().node("quick-actions.more") == nil)
    let more = state.shown(.deep).node("quick-actions.more")?.children ?? []
    #expect(
      more.map(\.label) == ["Log Water", "Log Energy", "Write Journal", "Log Weight", "Log Sleep", "Check Habits"])
    #expect(
      more.map(\.destination?.text) == [
        "/log/water", "/log/energy", "/log/journal", "/log/weight", "/log/sleep", "/habits",
      ])
  }

  // The session itself is the task of the port's implementation.
  @Test("Each action reports the tap and opens its place; voice is requested from the shell")
  func taps() async throws {
    let bench = try await Bench(plan: DashboardCards(brand: "yHealth"))
    let ways = ["/log/meal", "/log/mood", nil, "/insights", "/log/workout"]
    for (action, way) in zip(QuickAction.allCases, ways) {
      bench.forget()
      await bench.tap(action.title)
      let opened: DashboardEvent =
        way.flatMap { Route($0) }.map { .opened($0) } ?? .chosen(.quickAction(.startVoiceCoaching))
      #expect(bench.events == [.tapped(.quickAction(action)), opened])
      let steps = bench.steps(of: .tap(.quickAction(action)))
      #expect(steps == [.say(.tapped(.quickAction(action))), .tell(opened, bench.window)])
    }
    bench.forget()
    await bench.tap("Check Habits", mode: .deep)
    #expect(bench.events == [.tapped(.secondaryAction(.habits)), .opened(Route(["habits"]))])
    await bench.know(.full())
    bench.forget()
    await bench.tap("Nutrition")
    #expect(bench.events == [.tapped(.pillar(.nutrition)), .opened(Route(["pillars", "nutrition"]))])
  }

  @Test("An unavailable action says so in the window where it was tapped")
  func unavailable() async throws {
    let bench = try await Bench(plan: DashboardCards(brand: "yHealth", unavailable: Set(QuickAction.allCases)))
    for action in QuickAction.allCases {
      bench.forget()
      await bench.tap(action.title)
      let words = "\(action.feature) is currently unavailable. Try again later."
      let told = DashboardEvent.told(Toast(words, tone: .warning))
      #expect(bench.events == [.tapped(.quickAction(action)), told])
      let steps = bench.steps(of: .tap(.quickAction(action)))
      #expect(steps == [.say(.tapped(.quickAction(action))), .tell(told, bench.window)])
    }
  }

  @Test("Tap names contain no user data")
  func names() {
    let secret = "resting-heart-rate-of-maria"
    let taps: [DashboardTap] =
      QuickAction.allCases.map { .quickAction($0) } + SecondaryAction.allCases.map { .secondaryAction($0) }
      + Pillar.allCases.map { .pillar($0) } + [.insight(secret)]
    #expect(Set(taps.map(\.name)).count == taps.count)
    #expect(taps.allSatisfy { !$0.name.contains("maria") } && DashboardTap.insight(secret).name == "insight")
  }
}
