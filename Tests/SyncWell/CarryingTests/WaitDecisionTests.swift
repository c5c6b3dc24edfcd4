import Foundation
import Kernel
import Samples
import Testing

@testable import Carrying

@Suite("Decisions about waiting") struct WaitDecisionTests {
  private let now = Date(timeIntervalSince1970: 1_795_331_730)

  private func workout(_ record: String, ended ago: Double, by app: String = "garmin") -> Sample {
    Sample(
      workout: Workout("running", elapsed: 1_800, distance: 5_000), from: now.addingTimeInterval(-ago - 1_800),
      origin: Origin(app, record: record))
  }

  private func decide(
    _ samples: [Sample], _ known: [WaitingRecord] = [], carried: Set<String> = [], paired: Set<String> = [],
    wait: TimeInterval = 3_600, preferred: String? = nil, after seconds: Double = 0
  ) -> WaitDecision {
    let end = now.addingTimeInterval(seconds)
    return WaitDecision(
      samples, in: DateInterval(start: now.addingTimeInterval(-8 * 86_400), end: end), known: known, carried: carried,
      paired: paired, wait: wait, preferred: preferred, at: end)
  }

  @Test("a workout waits from its arrival, once, and is let go when the time is over")
  func waits() {
    let run = workout("1", ended: 600)
    let first = decide([run])
    #expect(first.held == [SampleMark(run).text] && first.records.map(\.until) == [now.addingTimeInterval(3_600)])
    let later = decide([run], first.records, after: 3_599)
    #expect(later.held == first.held && later.records == first.records)
    let over = decide([run], later.records, after: 3_600)
    #expect(over.held.isEmpty && over.records.map(\.outcome) == [.alone])
    // The destination did not take it: it does not wait once more.
    #expect(decide([run], over.records, after: 3_700).held.isEmpty)
    #expect(decide([run], over.records, after: 9 * 86_400).records.isEmpty, "forgotten after a week")
  }

  @Test("what is carried, has its second recording, is preferred, old, or need not wait, does not wait")
  func exempt() {
    let run = workout("1", ended: 600)
    let key = SampleMark(run).text
    #expect(decide([run], carried: [key]).records.isEmpty)
    #expect(decide([run], paired: [key]).records.isEmpty)
    #expect(decide([run], preferred: "garmin").records.isEmpty && !decide([run], preferred: "polar").held.isEmpty)
    #expect(decide([run], wait: 0).records.isEmpty)
    #expect(
      decide([workout("2", ended: 86_401)]).records.isEmpty && !decide([workout("3", ended: 86_400)]).held.isEmpty)
    let waiting = decide([run]).records
    #expect(decide([run], waiting, wait: 0, after: 60).records.map(\.outcome) == [.sent])
    #expect(decide([], waiting, after: 60).records.isEmpty, "its source has it no more")
  }

  @Test("whatever the times of the runs, a workout waits at most for the time of the rule, and is let go for good")
  func random() {
    for seed in 0..<500 as Range<UInt64> {
      var dice = Seeded(seed)
      let wait = Double([15, 30, 60, 180, 720].randomElement(using: &dice) ?? 15) * 60
      let run = workout("1", ended: Double.random(in: 0...172_800, using: &dice))
      var known: [WaitingRecord] = []
      var (clock, isLetGo) = (0.0, false)
      for _ in 0..<40 {
        let decision = decide([run], known, wait: wait, after: clock)
        known = decision.records
        if decision.held.isEmpty {
          isLetGo = true
        } else {
          #expect(!isLetGo && clock < wait, "seed \(seed)")
        }
        clock += Double.random(in: 0...3_600, using: &dice)
      }
      #expect(isLetGo, "seed \(seed)")
    }
  }
}
