import Audit
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

@Suite("Dashboard screen") struct ScreenTests {
  /// Every state that a user can meet.
  private static let states: [(String, DashboardState)] = {
    var begun = DashboardState(Bench.plan)
    _ = begun.receive(.begin, at: Bench.morning)
    var unloaded = begun
    _ = unloaded.receive(.notRefreshed(.full), at: Bench.morning)
    var cached = begun
    let old = Bench.morning.date.addingTimeInterval(-100_000)
    _ = cached.receive(
      .loaded(CachedDashboard(.full(on: DashboardFacts.today.following(-1)), at: old, wholeAt: old)),
      at: Bench.morning)
    var failed = cached
    _ = failed.receive(.notRefreshed(.full), at: Bench.morning)
    var without = DashboardState.knowing(.full())
    _ = without.receive(.facts(.partial, at: Bench.morning.date.addingTimeInterval(60)), at: Bench.morning)
    return [
      ("new", DashboardState(Bench.plan)), ("begun", begun), ("unloaded", unloaded), ("cached", cached),
      ("failed", failed), ("full", .knowing(.full())), ("newcomer", .knowing(.newcomer)),
      ("partial", .knowing(.partial)), ("without new insights", without),
    ]
  }()

  @Test(
    "The screen passes the audit in four parts of the day, two modes and every state",
    .covers("yh-S04.1.1-L4", "yh-S04.1.1-L9"))
  func sound() {
    let window: WindowID = ID(UUID())
    for (name, state) in ScreenTests.states {
      for hour in [8, 14, 19, 23] {
        for mode in Mode.allCases {
          for isOnline in [true, false] {
            var state = state
            // In the morning unchanged, later after a pull.
            if hour > 8 { _ = state.receive(.refresh(isOnline: isOnline), from: window, at: .at(hour)) }
            let screen = state.shown(mode, in: isOnline ? .online : .offline, at: .at(hour), window: window)
            #expect(Audit.findings(of: screen, theme: .plain) == [], "\(name), \(hour), \(mode), \(isOnline)")
          }
        }
      }
    }
  }

  @Test("The screen passes the audit with random facts", arguments: 0..<12)
  func soundAtRandom(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    let now = Moment.at(seed % 24)
    let state = DashboardState.knowing(.any(on: now.day, using: &random), at: now)
    for mode in Mode.allCases {
      #expect(Audit.findings(of: state.shown(mode, at: now), theme: .plain) == [])
    }
  }

  @Test("The dashboard is the home screen, and its parts keep their order")
  func parts() {
    #expect(DashboardPlaces.all.flatMap(\.pattern.examples).map(\.text) == ["/dashboard"])
    let order = [
      "greeting", "date", "refreshing", "cached", "unloaded", "age", "pillars", "welcome", "today", "insights",
      "log-today", "mode", "focus", "more-insights", "quick-actions", "updated",
    ]
    for (_, state) in ScreenTests.states {
      for mode in Mode.allCases {
        let places = state.shown(mode).nodes.compactMap { order.firstIndex(of: $0.id) }
        #expect(places == places.sorted() && places.count == state.shown(mode).nodes.count)
      }
    }
  }

  @Test("The full screen in Deep mode is built in less than 50 ms")
  func quick() {
    let state = DashboardState.knowing(.full())
    let clock = ContinuousClock()
    let times = (0..<9).map { _ in clock.measure { for _ in 0..<10 { _ = state.shown(.deep) } } }
    #expect((times.min() ?? .seconds(9)) / 10 < .milliseconds(50))
  }
}
