import Foundation
import Interface
import JSON
import Kernel
import Loopback
import ShownRuns
import Storage
import Testing
import Vendors

@testable import Cadence
@testable import Shell

@Suite("What a model is told beside Strava", .timeLimit(.minutes(10))) struct StravaPromptTests {
  @Test("with Strava connected, no request to a model has a distance, a time, a day or a name of a run from there")
  func tainted() async throws {
    let asked = Locked<[String]>([])
    let model = try Listener { talk in
      guard let (_, body) = talk.request() else { return }
      asked.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
      talk.send(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
          + #"data: {"choices":[{"delta":{"content":"All right."},"finish_reason":"stop"}]}"# + "\n\ndata: [DONE]\n\n")
    }
    let desk = try await RunDesk([.strava])
    try await desk.open("settings", "coach")
    try await desk.tap("A model at an address of my own")
    try await desk.window.perform(
      .type(.label("Address"), "http://127.0.0.1:\(model.port)/v1/chat/completions"))
    try await desk.window.perform(.type(.label("Model"), "small"))
    try await desk.tap("Save")
    try await desk.open("coach")
    try await desk.tap("Allow the model")
    try await desk.begin()
    try await desk.tap("Strava")
    try await desk.consent()
    #expect(await desk.shows("Beginner"))
    for answer in ["Casual", "3 days", "30 km", "I don't know", "No recent race"] {
      #expect(await desk.shows(answer))
      try await desk.tap(answer)
    }
    #expect(await desk.shows("A race"))
    let runs = try await desk.person.store.collection(ShownRun.self, .local).records()
    #expect(runs.count > 15)
    let requests = asked.withLock { $0 }
    #expect(requests.count >= 5)
    let all = requests.joined(separator: "\n")
    for run in runs {
      var tainted = ["\(run.seconds)", "\(run.seconds / 60):", run.start.formatted(.iso8601)]
      if let metres = run.metres { tainted += ["\(metres)", "\(metres / 1000).\(metres / 100 % 10)"] }
      for value in tainted { #expect(!all.contains(value), "\(value)") }
    }
    #expect(!all.contains("Evening Run") && !all.contains("Morning Run"))
    await desk.close()
    withExtendedLifetime(model) {}
  }
}
