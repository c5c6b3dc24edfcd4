import Audit
import Conversation
import FeatureTesting
import Foundation
import Interface
import Kernel
import Runners
import Testing

@testable import Coaching

@Suite("The consent to a model") struct ModelConsentTests {
  /// A conversation with a chosen model and a consent that the test decides.
  private func bench(_ asked: Locked<Int>, over other: CoachBench? = nil) async throws -> CoachBench {
    try await CoachBench(over: other, consents: false) { needs in
      needs.model = ModelPort { _, take throws(Problem) in
        asked.withLock { $0 += 1 }
        await take(.text("In other words."))
      }
      needs.choice = { () throws(Problem) in ModelChoice(.own, address: "https://model.test/v1", model: "m") }
      needs.consents = { AsyncStream { _ in } }
    }
  }

  @Test(
    "the talk begins when the question is answered, and nothing is asked of the model before it is answered with yes")
  func before() async throws {
    let asked = Locked(0)
    let bench = try await bench(asked)
    #expect(!bench.state.hasBegun && asked.withLock { $0 } == 0)
    #expect(bench.nodes.contains { $0.label.contains("operated by model.test") })
    #expect(Audit.findings(of: bench.screen(), theme: .plain) == [])
    await bench.tap("Allow the model")
    #expect(bench.events.contains(.modelDecided(true)) && asked.withLock { $0 } == 0)
    await bench.send(.consented(true))
    await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
    await bench.go(["That's me"])
    #expect(asked.withLock { $0 } > 0 && bench.said == "In other words.")
  }

  @Test("who refuses talks with the coach itself")
  func refused() async throws {
    let asked = Locked(0)
    let bench = try await bench(asked)
    await bench.tap("Talk without it")
    #expect(bench.events.contains(.modelDecided(false)))
    await bench.send(.consented(false))
    await bench.until { $0.speaking == nil && !$0.asked.isEmpty }
    await bench.go(CoachBench.beginner)
    #expect(bench.runner?.completeness == 100 && asked.withLock { $0 } == 0)
  }

  @Test("a withdrawal ends the reply under way at once, and the coach says it in its own words")
  func withdrawn() async throws {
    let (asked, gate) = (Locked(0), AsyncStream.makeStream(of: Void.self))
    let bench = try await CoachBench(
      CoachBench.model { _, take throws(Problem) in
        asked.withLock { $0 += 1 }
        await take(.text("Some words of mine. And"))
        for await _ in gate.stream {}
      })
    await bench.tap("That's me")
    await bench.until { $0.transcript.unfinished?.text.isEmpty == false }
    await bench.send(.consented(false))
    await bench.until { $0.speaking == nil }
    #expect(asked.withLock { $0 } == 1 && bench.said.contains("Nice to meet you, Sam."))
    #expect(!bench.state.transcript.messages.contains { $0.text.contains("Some words of mine") })
    gate.continuation.finish()
    await bench.go(Array(CoachBench.beginner.dropFirst()))
    #expect(bench.runner?.completeness == 100 && asked.withLock { $0 } == 1)
  }

  @Test("an address is checked at its field, a key is in no frame, and another operator needs another consent")
  func chosen() async throws {
    let kept = Locked<[ModelChoice]>([])
    let bench = try await CoachBench { needs in
      let allow = CoachBench.model { _, _ throws(Problem) in }
      allow(&needs)
      needs.keepChoice = { choice throws(Problem) in kept.withLock { $0.append(choice) } }
    }
    func page() -> [Node<CoachingWindowAction>] { bench.screen(CoachingPlaces.model).all }
    for address in [
      "", "model.test", "http://model.test/v1", "ftp://x", "https://user@host/v1", "https://", "https://a b",
    ] {
      await bench.send(.fillModel(.address, address), from: bench.window)
      await bench.send(.saveModel, from: bench.window)
      #expect(page().contains { $0.state.invalid?.contains("https://") == true }, "\(address)")
    }
    #expect(kept.withLock { $0 }.isEmpty && bench.state.consent == true)
    await bench.send(.fillModel(.address, "http://127.0.0.1:11434/v1/chat/completions"), from: bench.window)
    await bench.send(.fillModel(.model, "small"), from: bench.window)
    await bench.send(.fillModelKey(Redacted("secret-key")), from: bench.window)
    await bench.send(.saveModel, from: bench.window)
    let choice = try #require(kept.withLock { $0 }.last)
    #expect(choice.model == "small" && choice.key?.revealed == "secret-key")
    #expect(bench.events.contains(.modelChanged) && bench.state.consent == nil && !bench.state.mayAskModel)
    #expect(!page().contains { $0.label.contains("secret-key") || $0.value?.contains("secret-key") == true })
    #expect(!"\(bench.state)".contains("secret-key"))
    #expect(Audit.findings(of: bench.screen(CoachingPlaces.model), theme: .plain) == [])
    await bench.send(.chooseModel(.builtIn), from: bench.window)
    await bench.send(.saveModel, from: bench.window)
    #expect(kept.withLock { $0 }.last?.way == .builtIn)
  }
}
