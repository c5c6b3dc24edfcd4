import Covers
import Days
import FeatureTesting
import Interface
import Kernel
import Mode
import Pillar
import Plot
import Scores
import Testing

@testable import Board
@testable import Dashboard

@Suite("The three pillars") struct PillarTests {
  private func tiles(_ facts: DashboardFacts, _ mode: Mode = .light) -> [Node<DashboardWindowAction>] {
    let section = DashboardState.knowing(facts).shown(mode).node("pillars")
    return section?.children.filter { $0.role == .meter } ?? []
  }

  private func tile(_ value: Int) -> Node<DashboardWindowAction>? {
    tiles(DashboardFacts(pillars: DashboardFacts.scored([.fitness: value]), today: DashboardFacts.figures())).first
  }

  @Test(
    "Each pillar shows its score of 100 and its icon, and links to its screen",
    .covers("yh-S04.1.1-B2", "yh-S04.1.1-B3", "yh-S04.1.1-B4", "yh-S04.1.1-B5"))
  func scores() {
    let tiles = tiles(.full())
    #expect(tiles.map(\.label) == ["Fitness", "Nutrition", "Wellbeing"])
    #expect(tiles.map(\.value) == ["81, Excellent", "64, Needs Attention", "33, Priority Focus"])
    #expect(tiles.map(\.state.icon) == [.fitness, .nutrition, .wellbeing])
    #expect(tiles.map(\.destination?.text) == ["/pillars/fitness", "/pillars/nutrition", "/pillars/wellbeing"])
    #expect(tiles.allSatisfy { $0.state.minimum == 0 && $0.state.maximum == 100 && $0.hint == "5 of 7 days" })
  }

  @Test(
    "Scores are green from 80, yellow from 50 and red below, each with its word",
    .covers("yh-S04.1.1-AC2", "yh-S04.1.1-B6", "yh-S04.1.1-B7", "yh-S04.1.1-B8", "yh-S04.1.1-B9"))
  func colours() throws {
    for value in 0...100 {
      let tile = try #require(self.tile(value))
      let (tone, word): (Tone, String) =
        switch value {
        case 80...100: (.excellent, "Excellent")
        case 50...79: (.needsAttention, "Needs Attention")
        default: (.priorityFocus, "Priority Focus")
        }
      #expect(tile.state.tone == tone && tile.value == "\(value), \(word)" && tile.state.number == Double(value))
    }
    for tokens in [Theme.plain.light, Theme.plain.dark] {
      let (green, yellow, red) = (
        tokens.colour(.tone(.excellent)), tokens.colour(.tone(.needsAttention)), tokens.colour(.tone(.priorityFocus))
      )
      #expect(green.green > green.red && green.green > green.blue)
      #expect(yellow.red > yellow.blue && yellow.green > yellow.blue && yellow.red < 2 * Int(yellow.green))
      #expect(red.red > red.green && red.red > red.blue)
    }
  }

  @Test(
    "A score that crosses a threshold changes its tone with the facts",
    .covers("yh-S04.1.1-B14"))
  func crossing() async throws {
    let bench = try await Bench()
    for (value, tone) in [(79, Tone.needsAttention), (80, .excellent), (79, .needsAttention), (49, .priorityFocus)] {
      await bench.know(
        DashboardFacts(pillars: DashboardFacts.scored([.wellbeing: value]), today: DashboardFacts.figures()))
      #expect(bench.node("pillars.wellbeing")?.state.tone == tone)
    }
  }

  @Test("All three tiles have the same form, and none is prominent")
  func equal() {
    for facts in [DashboardFacts.full(), .newcomer, .partial] {
      for mode in Mode.allCases {
        let tiles = tiles(facts, mode)
        #expect(tiles.count == 3 && tiles.allSatisfy { !$0.state.isProminent && $0.state.icon != nil })
        #expect(Set(tiles.map(\.children.count)).count == 1 && Set(tiles.map(\.offers.count)) == [1])
      }
    }
  }

  @Test("The pillars come first, after the greeting and the date")
  func first() {
    for mode in Mode.allCases {
      let nodes = DashboardState.knowing(.full()).shown(mode).nodes
      #expect(nodes.prefix(3).map(\.id) == ["greeting", "date", "pillars"])
    }
  }

  @Test("Known pillars are shown, and missing ones say so in their place", .covers("yh-S04.1.1-E2"))
  func partial() {
    let tiles = tiles(.partial)
    #expect(
      tiles.map(\.value) == [
        "Fitness data syncing...", "55, Needs Attention", "Wellbeing is currently unavailable. Try again later.",
      ])
    #expect(tiles.map(\.state.isBusy) == [true, false, false])
    #expect(tiles.map(\.state.number) == [nil, 55, nil])
    // A pillar that the shell leaves out is loading.
    let nothing = self.tiles(DashboardFacts(today: DashboardFacts.figures()))
    #expect(nothing.map(\.value) == Pillar.allCases.map { "\($0.title) data syncing..." })
  }

  @Test("Too little data gives no score, and scores beyond the scale are clamped")
  func odd() {
    let facts = DashboardFacts(
      pillars: DashboardFacts.scored([.fitness: nil, .nutrition: 4000, .wellbeing: -3]), today: DashboardFacts.figures()
    )
    #expect(tiles(facts).map(\.value) == ["No score yet", "100, Excellent", "0, Priority Focus"])
    #expect(tiles(facts).first?.state.tone == nil)
  }

  @Test("Deep mode adds the last seven days to each pillar, ending with the score's day", .covers("yh-S04.1.3-B1"))
  func trends() throws {
    #expect(tiles(.full()).allSatisfy { $0.children.isEmpty })
    for tile in tiles(.full(), .deep) {
      let chart = try #require(tile.children.first)
      #expect(chart.role == .chart && chart.label == "\(tile.label), 7 days" && chart.chart?.problems == [])
      guard case .sparkline(let line) = chart.chart?.kind else { throw Problem.full }
      #expect(line.series.points.map(\.y) == [60, 62, nil, 65, 70, 71, 81] && line.trend == .up)
      #expect(line.series.points.map(\.x).last == .day(try #require(Day(2026, 11, 22))))
      #expect(line.series.points.map(\.x).first == .day(try #require(Day(2026, 11, 16))))
    }
    #expect(tiles(.partial, .deep).map { $0.children.map(\.role) } == [[.note], [.note], [.note]])
  }
}
