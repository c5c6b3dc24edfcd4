import Connectivity
import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Testing

@testable import Board
@testable import Dashboard

@Suite("Refreshing and stale data") struct RefreshTests {
  @Test(
    "Pulling requests everything, shows progress, and ends with the new facts",
    .covers("yh-S04.1.2-B12", "yh-S04.1.2-B13"))
  func pulling() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    bench.forget()
    await bench.pull()
    #expect(bench.asked == [.pulled])
    let busy = try #require(bench.node("refreshing"))
    #expect(busy.role == .progressbar && busy.state.isBusy && busy.state.live == .polite)
    // The old content stays meanwhile.
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
    bench.forget()
    let told = DashboardEvent.told(Toast("Your dashboard is up to date."))
    var waiting = bench.state
    let steps = waiting.receive(.facts(.partial, at: bench.clock.now.date), at: bench.clock.now)
    #expect(steps.contains(.tell(told, bench.window)))
    await bench.know(.partial)
    #expect(bench.node("refreshing") == nil && bench.node("pillars.nutrition")?.value == "55, Needs Attention")
    #expect(bench.events == [told])
    // Facts that arrive unasked cause no toast.
    bench.forget()
    await bench.know(.full())
    #expect(bench.events == [])
  }

  @Test("Only the window that pulled shows the progress")
  func otherWindow() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    await bench.pull()
    #expect(bench.state.shown(at: bench.clock.now).node("refreshing") == nil && bench.node("refreshing") != nil)
    await bench.close()
    #expect(bench.state.windows.isEmpty && bench.node("refreshing") == nil)
  }

  @Test(
    "Without a network, pulling says so with the time of the shown data", .covers("yh-S04.1.2-E4"),
    arguments: [Connectivity.offline, .unreachable])
  func offline(_ connectivity: Connectivity) async throws {
    let bench = try await Bench()
    await bench.know(.full())
    bench.forget()
    #expect(bench.node("cached", in: connectivity) == nil)
    await bench.pull(in: connectivity)
    #expect(bench.asked == [] && bench.node("refreshing", in: connectivity) == nil)
    let notice = try #require(bench.node("cached", in: connectivity))
    #expect(notice.label == "Showing data from 08:15. Pull to refresh when online." && notice.state.icon == .offline)
    #expect(bench.node("cached.offline", in: connectivity)?.label == "You are offline.")
    // Back online the notice is gone, and pulling works.
    #expect(bench.node("cached") == nil)
    await bench.pull()
    #expect(bench.asked == [.pulled])
  }

  @Test("Facts announced for later are shown as loading, never as failed")
  func later() async throws {
    let bench = try await Bench()
    await bench.send(.later)
    await bench.advance(.seconds(7200))
    #expect(bench.labels().contains("Loading Fitness") && bench.node("unloaded") == nil && bench.node("welcome") == nil)
    await bench.pull(in: .offline)
    #expect(bench.labels().contains("Loading Fitness"))
    await bench.know(.full())
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
    // The content stays; the pull ends.
    await bench.pull()
    await bench.send(.later)
    #expect(bench.node("refreshing") == nil && bench.node("pillars.fitness")?.value == "81, Excellent")
  }

  @Test(
    "A failed load keeps the old content, including insights, with its time until a load succeeds",
    .covers("yh-S04.1.2-E2"))
  func failed() async throws {
    let first = try await Bench()
    await first.know(.full())
    await first.advance(.seconds(600))
    let bench = try await Bench(over: first)
    await bench.send(.notRefreshed(.full))
    #expect(bench.node("cached")?.label == "Showing data from 08:15. Pull to refresh when online.")
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
    let insight = try #require(bench.node("insights.insight-card-4"))
    #expect(insight.role == .card && insight.label == "Sleep and mood card-4")
    await bench.know(.full())
    #expect(bench.node("cached") == nil)
  }

  @Test(
    "A request without an answer fails after 30 seconds, and the cached facts are shown with their time",
    .covers("yh-S04.1.1-E1"))
  func timeout() async throws {
    let first = try await Bench()
    await first.know(.full())
    let bench = try await Bench(over: first)
    await bench.advance(.seconds(29))
    #expect(bench.state.refresh == .underWay && bench.node("cached") == nil)
    await bench.advance(.seconds(1))
    #expect(bench.state.refresh == .failed(.noAnswer("dashboard")))
    #expect(bench.node("cached")?.label == "Showing data from 08:15. Pull to refresh when online.")
    #expect(bench.node("pillars.fitness")?.value == "81, Excellent")
    // An answer in time stops the timeout.
    await bench.pull()
    await bench.know(.full())
    await bench.advance(.seconds(60))
    #expect(bench.state.refresh == .still)
  }

  @Test("A failed or old load is repeated when the window comes to the front, a fresh one is not")
  func front() async throws {
    let bench = try await Bench()
    await bench.send(.notRefreshed(.full))
    bench.forget()
    await bench.do(.appeared)
    #expect(bench.asked == [.background])
    // It is under way already.
    await bench.do(.appeared)
    #expect(bench.asked == [.background])
    await bench.know(.full())
    await bench.do(.appeared)
    #expect(bench.asked == [.background])
    await bench.advance(.seconds(901))
    await bench.do(.appeared)
    #expect(bench.asked == [.background, .background])
  }

  @Test("With no cache and no facts, the problem is shown with a retry button")
  func nothing() async throws {
    let bench = try await Bench()
    await bench.send(.notRefreshed(.full))
    #expect(bench.node("unloaded")?.label == Problem.full.sentence)
    #expect(bench.nodes().contains { $0.role == .skeleton } == false)
    #expect(bench.node("pillars.fitness") != nil && bench.node("quick-actions.log-meal") != nil)
    bench.forget()
    await bench.tap("Load the dashboard again")
    #expect(bench.asked == [.pulled] && bench.nodes().contains { $0.role == .skeleton })
  }

  @Test("A background refresh does not change the screen", .covers("yh-S04.1.3-L9"))
  func quiet() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    await bench.advance(.seconds(1000))
    let before = bench.nodes(.deep).map(\.element)
    await bench.do(.appeared)
    #expect(bench.state.refresh == .underWay && bench.nodes(.deep).map(\.element) == before)
    await bench.know(.full(), at: Bench.morning.date)
    #expect(bench.nodes(.deep).map(\.element) == before)
  }

  @Test(
    "Data more than a day old says so, with its date", .covers("yh-S04.1.1-E4", "yh-S04.1.3-AC6"))
  func stale() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    await bench.advance(.seconds(86_400))
    #expect(
      bench.node("age") == nil && bench.node("updated.freshness")?.label == "Last updated 22 November 2026, 08:15")
    await bench.advance(.seconds(1))
    let badge = try #require(bench.node("age"))
    #expect(badge.label == "Data from yesterday. Connect to update.")
    #expect(badge.state.tone == .warning && badge.state.icon == .warning)
    #expect(bench.node("updated.freshness")?.label == "Last updated 22 November 2026, 08:15")
    await bench.advance(.seconds(86_400))
    #expect(bench.node("age")?.label == "Data from 22 November 2026. Connect to update.")
  }

  @Test("A new user is welcomed and shown where to begin", .covers("yh-S04.1.1-E3"))
  func welcome() async throws {
    let bench = try await Bench()
    await bench.know(.newcomer)
    #expect(bench.node("welcome")?.label == "Welcome! Start by connecting a wearable or logging your first meal.")
    let ways = bench.node("welcome")?.children.map { $0.destination?.text }
    #expect(ways == ["/connect", "/log/meal", "/onboarding"])
    #expect(bench.node("pillars.fitness")?.value == "No score yet")
    await bench.know(.full())
    #expect(bench.node("welcome") == nil)
  }
}
