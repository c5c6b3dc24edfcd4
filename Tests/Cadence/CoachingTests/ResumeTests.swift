import Conversation
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Runners
import Storage
import Testing

@testable import Coaching

@Suite("Resuming the conversation") struct ResumeTests {
  @Test("closed after any answer, it goes on with the same question, and ends with the same runner")
  func afterAnswers() async throws {
    let whole = try await CoachBench()
    await whole.go(CoachBench.racer)
    var bench = try await CoachBench()
    for step in CoachBench.racer {
      await bench.go([step])
      // Ticks that were not sent are not kept.
      if step == "Knee" { continue }
      let (asked, messages) = (bench.asked, bench.state.transcript.messages.count)
      bench = try await CoachBench(over: bench)
      #expect(bench.asked == asked && bench.state.transcript.messages.count == messages, "after \(step)")
    }
    #expect(bench.runner == whole.runner)
  }

  @Test("killed at any event of the log, no answer is lost, and the conversation ends with the same runner")
  func atEvents() async throws {
    let whole = try await CoachBench()
    await whole.go(CoachBench.beginner)
    let total = whole.state.next
    for count in 1..<total {
      // The process ends when that many events are stored.
      let left = Locked(count)
      let bench = try await CoachBench { needs in
        let keep = needs.keep
        needs.keep = { events, number, runner throws(Problem) in
          let isAlive = left.withLock { left in
            left -= events.count
            return left >= 0
          }
          if isAlive { try await keep(events, number, runner) }
        }
      }
      for step in CoachBench.beginner {
        await bench.go([step])
        if left.withLock({ $0 }) <= 0 { break }
      }
      let again = try await CoachBench(over: bench)
      #expect(again.state.transcript.unfinished == nil)
      for step in CoachBench.beginner where again.runner?.stage != .ready {
        if again.nodes.action(of: step) != nil { await again.go([step]) }
      }
      #expect(again.runner == whole.runner, "killed after \(count) of \(total) events")
    }
  }

  @Test("what is typed and not sent is there after the process ended")
  func draft() async throws {
    let bench = try await CoachBench()
    await bench.send(.type("Half a sent"), from: bench.window)
    let again = try await CoachBench(over: bench)
    #expect(again.nodes.contains { $0.id == "composer.text" && $0.value == "Half a sent" })
    await again.send(.type(""), from: again.window)
    let empty = try await CoachBench(over: again)
    #expect(empty.nodes.contains { $0.id == "composer.text" && $0.value == "" })
  }

  @Test("a runner that another device has changed replaces an older one, and an older one changes nothing")
  func elsewhere() async throws {
    let bench = try await CoachBench()
    await bench.go(CoachBench.beginner)
    var newer = try #require(bench.runner)
    newer.set(.stress, "low", .said, at: bench.clock.now.date.addingTimeInterval(60))
    let all = try await bench.store.collection(Runner.self, .owned(.entered))
    try await all.save(newer, over: .anything)
    await bench.until { $0.runner?[.stress] == "low" }
    var older = newer
    older.set(.stress, "high", .said, at: bench.clock.now.date.addingTimeInterval(-60))
    await bench.send(.reloaded(older))
    #expect(bench.runner?[.stress] == "low")
  }
}
