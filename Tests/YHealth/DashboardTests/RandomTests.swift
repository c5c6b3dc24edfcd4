import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Scores
import Testing

@testable import Board
@testable import Dashboard

/// An action of the dashboard, or of one window.
enum AnyAction {
  case shared(DashboardAction)
  case local(DashboardWindowAction)

  /// A random action, valid or not.
  static func any(_ now: Moment, using random: inout some RandomNumberGenerator) -> AnyAction {
    let date = now.date.addingTimeInterval(Double.random(in: -900_000...90_000, using: &random))
    switch Int.random(in: 0...13, using: &random) {
    case 0: return .shared(.begin)
    case 1: return .shared(.loaded(nil))
    case 2: return .shared(.loaded(CachedDashboard(.any(on: now.day, using: &random), at: date, wholeAt: date)))
    case 3: return .shared(.notLoaded(.unreadableCache))
    case 4: return .shared(.notRefreshed(.full))
    case 5: return .shared(.gaveUp)
    case 6: return .shared(.turned)
    case 7: return .shared(.mode(Bool.random(using: &random) ? .light : .deep))
    case 8: return .local(.appeared)
    case 9: return .local(.refresh(isOnline: Bool.random(using: &random)))
    case 10: return .local(.tap(.insight("card-\(Int.random(in: 0...9, using: &random))")))
    case 11: return .shared(.dataChanged)
    default: return .shared(.facts(.any(on: now.day, using: &random), at: date))
    }
  }
}

extension DashboardState {
  mutating func receive(_ action: AnyAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .shared(let action): receive(action, at: now)
    case .local(let action): receive(action, from: window, at: now)
    }
  }
}

extension DashboardFacts {
  static func any(on today: CalendarDay, using random: inout some RandomNumberGenerator) -> DashboardFacts {
    let day = today.following(Int.random(in: -2...0, using: &random))
    var values: [Measure: Double] = [:]
    for measure in Measure.allCases where Bool.random(using: &random) {
      values[measure] = Double.random(in: -10...20_000, using: &random)
    }
    let pillars = Pillar.allCases.compactMap { pillar -> PillarFacts? in
      let history = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random) ? Int.random(in: -20...120, using: &random) : nil
      }
      let score = score(pillar, Bool.random(using: &random) ? Int.random(in: -20...120, using: &random) : nil, on: day)
      let standings: [PillarFacts.Standing] = [.score(score), .syncing, .unavailable]
      return standings.randomElement(using: &random).map { PillarFacts(pillar, $0, history: history) }
    }
    let cards = (0..<Int.random(in: 0...30, using: &random)).map {
      InsightCard.sample("card-\($0)", priority: Int.random(in: 0...6, using: &random))
    }
    return DashboardFacts(
      pillars: pillars.filter { _ in Int.random(in: 0...4, using: &random) > 0 },
      today: DayFigures(day, values),
      recovery: Bool.random(using: &random) ? recovery(Int.random(in: -5...105, using: &random), on: day) : nil,
      insights: Bool.random(using: &random) ? cards : nil,
      achievements: (0..<Int.random(in: 0...20, using: &random)).map {
        AchievementRow(id: "a\($0)", title: "Title \($0)")
      },
      meals: Set(MainMeal.allCases.filter { _ in Bool.random(using: &random) }),
      hasData: Bool.random(using: &random), isModeChosen: Bool.random(using: &random))
  }
}

@Suite("Random input") struct RandomTests {
  @Test("Any sequence of actions keeps the dashboard consistent", arguments: 0..<8)
  func holds(_ seed: Int) {
    var random = Seeded(UInt64(1000 + seed))
    var state = DashboardState(Bench.plan)
    let windows: [WindowID] = (0..<100).map { _ in ID(UUID()) }
    for step in 0..<300 {
      let now = Moment.at(step % 24, day: 1 + step / 24)
      let window = windows.randomElement(using: &random) ?? ID(UUID())
      let before = state
      let steps = state.receive(.any(now, using: &random), from: window, at: now)
      if let changed = state.windows(changedSince: before) {
        for other in windows.prefix(9) where !changed.contains(other) {
          #expect(seen(state, at: other, now) == seen(before, at: other, now))
        }
      }
      #expect((state.facts == nil) == (state.asOf == nil) && (state.facts == nil) == (state.origin == .nothing))
      #expect((state.facts?.insights?.count ?? 0) <= 20 && (state.facts?.achievements.count ?? 0) <= 12)
      // Every request for facts has a timeout.
      for case .say(.refreshAsked) in steps {
        #expect(steps.contains { if case .run(.awaitFacts, .standing("facts", of: nil)) = $0 { true } else { false } })
      }
      if state.turn != nil { #expect(state.turn.map { $0 > now.date } == true && state.part == DayPart(now)) }
    }
  }

  private func seen(_ state: DashboardState, at window: WindowID, _ now: Moment) -> [Element] {
    state.screen(Route(["dashboard"]), in: Surroundings(now: now, mode: .deep), at: window).nodes.map(\.element)
  }

  @Test("The cached facts survive a round trip", arguments: 0..<12)
  func roundTrip(_ seed: Int) async throws {
    var random = Seeded(UInt64(seed))
    let bench = try await Bench()
    let facts = DashboardFacts.any(on: Bench.morning.day, using: &random).bounded(after: nil)
    await bench.know(facts)
    #expect(try await Bench(over: bench).state.facts == bench.state.facts)
  }

  @Test("Invalid cards and achievements are dropped, and lists are bounded")
  func rubbish() {
    let good = InsightCard.sample("good", priority: 1)
    func card(_ id: String = "x", title: String = "T", text: String = "t", button: String = "b", priority: Int = 1)
      -> InsightCard
    {
      InsightCard(id: id, title: title, text: text, button: button, route: Route(["insights"]), priority: priority)
    }
    let bad = [
      card(""), card("a b"), card("a.b"), card("ü"), card(String(repeating: "a", count: 121)), card(title: " \n"),
      card(title: String(repeating: "a", count: 201)), card(text: ""), card(text: String(repeating: "a", count: 601)),
      card(button: "  "), card(button: String(repeating: "a", count: 61)), card(priority: 0), card(priority: 6),
      card(priority: .min), .sample("good", priority: 2),
      .sample("long", priority: 1, more: String(repeating: "a", count: 2001)),
    ]
    let facts = DashboardFacts(
      today: DayFigures(Bench.morning.day), insights: [good] + bad,
      achievements: [
        AchievementRow(id: "ok", title: "Good"), AchievementRow(id: "ok", title: "Twice"),
        AchievementRow(id: "", title: "None"),
        AchievementRow(id: "blank", title: ""),
      ])
    #expect(
      facts.bounded(after: nil).insights == [good] && facts.bounded(after: nil).achievements.map(\.title) == ["Good"])
    let many = DashboardFacts(today: DayFigures(Bench.morning.day), insights: InsightCard.several(5000))
    #expect(
      many.bounded(after: nil).insights?.count == 20
        && many.bounded(after: nil).insights?.allSatisfy { $0.priority == 1 } == true)
    let histories = [PillarFacts(.fitness, .syncing, history: Array(repeating: 5, count: 900))]
    #expect(
      DashboardFacts(pillars: histories, today: DayFigures(Bench.morning.day)).bounded(after: nil).pillars[0].history
        .count == 7)
  }

  @Test("Dates beyond the calendar are ignored")
  func times() {
    for seconds in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan] {
      var state = DashboardState.knowing(.full())
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      _ = state.receive(.facts(.partial, at: date), at: Bench.morning)
      #expect(state.shown(.deep).node("updated.freshness")?.label == "Last updated 08:15")
      var other = DashboardState(Bench.plan)
      _ = other.receive(.begin, at: Bench.morning)
      _ = other.receive(.loaded(CachedDashboard(.full(), at: date, wholeAt: date)), at: Bench.morning)
      #expect(other.facts == nil && other.shown(.deep).all.contains { $0.role == .skeleton })
    }
  }
}
