import FeatureTesting
import Foundation
import JSON
import Kernel
import Storage
import Testing

@testable import Conversation

@Suite("The transcript") struct TranscriptTests {
  static let choice = ToolCall(
    id: "c1", name: "renderMultipleChoice",
    arguments: ["question": "How?", "options": [["id": "a", "label": "A"], ["id": "b", "label": "B"]]])
  static let events: [TranscriptEvent] = [
    .began(message: "m1"), .thinking("Hm", message: "m1"), .text("Hello ", message: "m1"), .text("you.", message: "m1"),
    .called(choice, message: "m1"), .ended(message: "m1"),
    .answered(ToolAnswer(.chosen, ["a"], words: "A"), call: "c1"), .began(message: "m2"), .text("Half", message: "m2"),
    .dropped(message: "m2"), .said("What?", message: "p1"), .began(message: "m3"), .text("So.", message: "m3"),
    .ended(message: "m3"),
  ]

  static func transcript(_ events: some Sequence<TranscriptEvent>) -> Transcript {
    var transcript = Transcript()
    for event in events { transcript.apply(event, at: SampleTime.morning.date) }
    return transcript
  }

  @Test("events make messages, calls go from loading to ready to answered, and an unfinished message can be dropped")
  func phases() {
    #expect(Self.transcript(Self.events.prefix(5)).call("c1")?.phase == .loading)
    #expect(Self.transcript(Self.events.prefix(5)).open == [])
    #expect(Self.transcript(Self.events.prefix(6)).open.map(\.id) == ["c1"])
    let whole = Self.transcript(Self.events)
    #expect(whole.messages.map(\.text) == ["Hello you.", "A", "What?", "So."])
    #expect(whole.call("c1")?.phase == .answered(ToolAnswer(.chosen, ["a"], words: "A")))
    #expect(whole.unfinished == nil && whole.open == [])
    #expect(Self.transcript(Self.events.prefix(9)).unfinished?.text == "Half")
  }

  @Test("a log that was stored and cut at any event is the same conversation after it is read")
  func cut() async throws {
    for count in 0...Self.events.count {
      let environment = try await TestEnvironment()
      let log = TranscriptLog("test", in: environment.store)
      for (number, event) in Self.events.prefix(count).enumerated() {
        try await log.append([TimedEvent(event, at: SampleTime.morning.date)], from: number)
      }
      let read = try await TranscriptLog("test", in: environment.store).read()
      #expect(read.next == count)
      #expect(read.events.map(\.event) == Array(Self.events.prefix(count)))
    }
  }

  @Test("an event about a message or a call that does not exist changes nothing but the count")
  func unknown() {
    let strays: [TranscriptEvent] = [
      .text("x", message: "none"), .called(Self.choice, message: "none"), .ended(message: "none"),
      .answered(ToolAnswer(.skipped, words: "Skip"), call: "none"), .dropped(message: "m1"), .text("x", message: "m1"),
      .answered(ToolAnswer(.skipped, words: "Skip"), call: "c1"), .began(message: "m1"), .said("x", message: "m1"),
    ]
    let before = Self.transcript(Self.events)
    let after = Self.transcript(Self.events + strays)
    #expect(after.messages == before.messages && after.count == before.count + strays.count)
  }

  @Test("two conversations of one store do not mix, and one is cleared alone")
  func two() async throws {
    let environment = try await TestEnvironment()
    let (one, two) = (TranscriptLog("one", in: environment.store), TranscriptLog("two", in: environment.store))
    for log in [one, two] { try await log.append([TimedEvent(.began(message: "m"), at: .distantPast)], from: 0) }
    try await one.clear()
    #expect(try await one.read().events == [])
    #expect(try await two.read().events.count == 1)
  }
}
