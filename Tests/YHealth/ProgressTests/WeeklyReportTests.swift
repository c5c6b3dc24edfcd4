import Audit
import Days
import FoundationEssentials
import Interface
import Kernel
import Pillar
import Scores
import Testing

@testable import Progress

@Suite("The weekly report") struct WeeklyReportTests {
  private let surroundings = Surroundings(now: Moment(Date(timeIntervalSince1970: 1_800_000_000)))

  private func state(_ values: [Int?], before: [Double?] = []) throws -> ProgressState {
    let first = try #require(CalendarDay("2026-11-16"))
    var state = ProgressState()
    state.days = .done
    state.week[.fitness] = values.enumerated().map { index, value in
      PillarScore(
        pillar: .fitness, day: first.following(index), value: value, parts: [], coverage: Coverage(7, of: 7, "days"),
        levers: [])
    }
    state.weekBefore[.fitness] = before
    return state
  }

  private func rows(_ state: ProgressState) -> [Node<ProgressWindowAction>] {
    let screen = state.weeklyReport(ProgressPlaces.weekly, in: surroundings)
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    return screen.nodes.flatMap(\.all).filter { $0.role == .listitem }
  }

  @Test("a pillar's mean is compared with the week before, and its best day is named")
  func compared() throws {
    let rows = rows(try state([60, nil, 81, 70, nil, nil, 62], before: [70, 60, nil, 65]))
    #expect(rows.map(\.label) == ["Fitness"])
    #expect(rows[0].value == "68, 3 more than the week before. Best on Wednesday: 81.")
    #expect(
      self.rows(try state([60, 60, 60], before: [62, 62, 62])).first?.value?.hasPrefix("60, 2 less than") == true)
    #expect(
      self.rows(try state([60, 60, 60], before: [60, 60, 60])).first?.value?.hasPrefix("60, as in the week before")
        == true)
    // Two days are too few for a comparison.
    #expect(self.rows(try state([60, 60], before: [60, 60, 60])).first?.value == "60. Best on Monday: 60.")
  }

  @Test("a week without scores says so and leads to the log")
  func empty() throws {
    let state = try state([nil, nil])
    #expect(rows(state).isEmpty)
    let screen = state.weeklyReport(ProgressPlaces.weekly, in: surroundings)
    #expect(screen.nodes.flatMap(\.all).contains { $0.destination == Route(["log"]) })
  }
}
