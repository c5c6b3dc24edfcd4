import Audit
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

@Suite("A model") struct ModelCoachTests {
  static let broken = Problem("stream-cut", "The answer ended.", remedy: "Try again.")

  @Test("a model's calls and thoughts are not taken over, and a sentence with a number of its own is not shown")
  func worded() async throws {
    let plain = try await CoachBench()
    await plain.go(CoachBench.beginner)
    let prompts = Locked<[ModelRequest]>([])
    let bench = try await CoachBench(
      CoachBench.model { request, take throws(Problem) in
        prompts.withLock { $0.append(request) }
        await take(.thinking("Hm."))
        await take(.text("You run "))
        await take(.text("99 km a week. Good to have you here, "))
        await take(.text("my friend!"))
        await take(.call(ToolCall(id: "x", name: "renderConfirmation", arguments: ["statement": "You are serious."])))
      })
    await bench.go(CoachBench.beginner)
    #expect(bench.runner == plain.runner)
    #expect(bench.said == "Good to have you here, my friend!")
    #expect(bench.state.transcript.call("x") == nil)
    #expect(!bench.nodes.contains { $0.label == "Thinking" })
    #expect(!prompts.withLock { $0 }.isEmpty)
  }

  @Test("a failure keeps the answer and what was typed, offers to try again, and the third goes on with the script")
  func failures() async throws {
    let count = Locked(0)
    let bench = try await CoachBench(
      CoachBench.model { _, take throws(Problem) in
        count.withLock { $0 += 1 }
        await take(.text("Half a"))
        throw Self.broken
      })
    await bench.send(.type("my words"), from: bench.window)
    await bench.go(["That's me"])
    #expect(bench.runner?[.name] == "Sam")
    #expect(bench.nodes.contains { $0.id == "composer.text" && $0.value == "my words" })
    #expect(bench.state.problem?.what == "I didn't get my answer through.")
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    for _ in 0..<2 {
      await bench.tap("Retry")
      await bench.until { $0.speaking == nil }
    }
    #expect(count.withLock { $0 } == 3 && bench.asked == .wearable)
    #expect(bench.said.contains("Nice to meet you, Sam."))
    #expect(bench.state.problem == nil || bench.state.problem?.what.contains("three times") == true)
    await bench.go(Array(CoachBench.beginner.dropFirst()))
    #expect(bench.runner?.completeness == 100 && count.withLock { $0 } == 3)
  }

  @Test("a disk that is full is said, and what was said stays on the screen")
  func full() async throws {
    let bench = try await CoachBench { needs in needs.keep = { _, _, _ throws(Problem) in throw .full } }
    await bench.tap("That's me")
    #expect(bench.nodes.contains { $0.label == Problem.full.sentence } && bench.asked == .wearable)
  }
}
