import Conversation
import Covers
import FeatureTesting
import Fetch
import Interface
import Kernel
import Loopback
import Runners
import Storage
import Testing

@testable import Coaching

@Suite("A coach whose model is slow, cut or silent", .timeLimit(.minutes(10))) struct StreamTroubleTests {
  @Test(
    "a model that never answers is given up in time and logged; what was said and typed is kept, and Retry asks again",
    .covers("cd-5.3-AC1", "cd-5.3-AC2"))
  func silent() async throws {
    let isSilent = Locked(false)
    let server = try Listener { talk in
      guard talk.request() != nil else { return }
      if isSilent.withLock({ $0 }) { return talk.untilGone() }
      let text = #"data: {"choices":[{"delta":{"content":"Good to have you here."},"finish_reason":"stop"}]}"#
      talk.send(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n\(text)\n\ndata: [DONE]\n\n")
    }
    let fetch = try Fetch()
    var endpoint = ChatEndpoint("http://127.0.0.1:\(server.port)/v1/chat/completions", model: "m")
    endpoint.total = .milliseconds(300)
    let port = endpoint.port(fetch.client.stream)
    let lines = Locked<[Log.Line]>([])
    let bench = try await CoachBench(
      log: Log { line in lines.withLock { $0.append(line) } },
      CoachBench.model { request, take throws(Problem) in try await port.reply(request, take) })
    isSilent.withLock { $0 = true }
    await bench.send(.type("half a thought"), from: bench.window)
    await bench.go(["That's me"])
    #expect(bench.state.problem?.what == "I didn't get my answer through.")
    #expect(bench.state.problem?.code == "fetch-timed-out")
    #expect(lines.withLock { $0.map(\.text) }.contains("An operation of the coach failed (fetch-timed-out)."))
    #expect(bench.nodes.contains { $0.label == "Retry" })
    #expect(
      bench.nodes.contains { $0.id == "composer.text" && $0.value == "half a thought" } && bench.runner?[.name] == "Sam"
    )
    isSilent.withLock { $0 = false }
    await bench.tap("Retry")
    await bench.until { $0.speaking == nil }
    #expect(bench.state.problem == nil && bench.said == "Good to have you here." && bench.asked == .wearable)
    #expect(bench.nodes.contains { $0.id == "composer.text" && $0.value == "half a thought" })
    await fetch.close()
    withExtendedLifetime(server) {}
  }

  @Test(
    "a stream that pauses goes on where it stopped, and one that is cut in a word leaves no half answer behind",
    .covers("cd-5.2-AC3"))
  func flaky() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let mode = Locked("whole")
    let bench = try await CoachBench(
      CoachBench.model { _, take throws(Problem) in
        switch mode.withLock({ $0 }) {
        case "pause":
          await take(.text("Thank you for tel"))
          for await _ in gate { break }
          await take(.text("ling me."))
        case "cut":
          await take(.text("So you are a cas"))
          throw Problem("stream-cut", "The answer ended.", remedy: "Try again.")
        default: await take(.text("So you run for fun."))
        }
      })
    mode.withLock { $0 = "pause" }
    await bench.tap("That's me")
    // What has come is held back until its sentence is whole, and the question waits with it.
    await bench.until { $0.speaking != nil && $0.transcript.unfinished != nil }
    #expect(bench.state.speaking != nil && !bench.said.contains("ling me"))
    open.yield()
    await bench.until { $0.speaking == nil }
    #expect(bench.said == "Thank you for telling me." && bench.asked == .wearable)
    mode.withLock { $0 = "cut" }
    await bench.go(["I'll do this later"])
    #expect(bench.state.problem?.code == "stream-cut" && !bench.said.contains("cas"))
    mode.withLock { $0 = "whole" }
    await bench.tap("Retry")
    await bench.until { $0.speaking == nil }
    #expect(bench.said == "So you run for fun." && bench.asked == .experience)
    #expect(!bench.state.transcript.messages.contains { $0.text.contains("cas") })
  }

  @Test(
    "the answer to a tool's call is stored with the runner, and the next message goes on from it", .covers("cd-2.1-AC3")
  )
  func answered() async throws {
    let bench = try await CoachBench()
    await bench.go(["That's me", "I'll do this later", "Casual"])
    let call = try #require(bench.state.transcript.asked.last)
    #expect(call.tool == .multipleChoice && bench.asked == .frequency)
    await bench.go(["3 days"])
    #expect(bench.state.transcript.call(call.id)?.phase == .answered(ToolAnswer(.chosen, ["3"], words: "3 days")))
    #expect(bench.asked == .volume)
    let stored = try await Shelf<Runner>(bench.environment.store, .owned(.entered)).collection().records()
    #expect(stored.count == 1 && stored.first?[.frequency] == "3")
    // Another answer leads elsewhere: a beginner is not asked for days and distances of now.
    let other = try await CoachBench()
    await other.go(["That's me", "I'll do this later", "Beginner"])
    #expect(other.asked == .goalType)
  }
}
