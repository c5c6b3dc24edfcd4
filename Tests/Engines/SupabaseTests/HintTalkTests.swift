import Foundation
import JSON
import Kernel
import Testing

@testable import Supabase

@Suite("The protocol of hints")
struct HintTalkTests {
  static let topic = "realtime:sync-01020304-0506-4708-890a-0b0c0d0e0f10"
  static let start = ContinuousClock.now

  static func talk(_ collections: [String] = ["moods", "meals"]) -> HintTalk {
    HintTalk(Stage.user, collections, as: Redacted("access1"), HintTiming(), at: start)
  }

  static func frame(_ event: String, _ payload: JSON, ref: JSON = nil, topic: String = topic) -> [UInt8] {
    let frame: JSON = ["topic": .string(topic), "event": .string(event), "payload": payload, "ref": ref]
    return (try? JSON.data(frame)).map(Array.init) ?? []
  }

  static func said(_ steps: [HintTalk.Step]) -> [JSON] {
    steps.compactMap { step in
      if case .say(let bytes) = step { try? JSON(bytes: bytes) } else { nil }
    }
  }

  static let ready = frame("system", ["extension": "postgres_changes", "status": "ok", "message": "Subscribed"])

  @Test("one channel is joined for all collections, with the user's token")
  func join() throws {
    let join = try JSON(bytes: HintTalkTests.talk().join)
    #expect(join["topic"] == .string(HintTalkTests.topic) && join["event"] == "phx_join" && join["ref"] == "1")
    #expect(join["payload"]?["access_token"] == "access1")
    #expect(
      join["payload"]?["config"]?["postgres_changes"] == [
        ["event": "*", "schema": "public", "table": "moods"], ["event": "*", "schema": "public", "table": "meals"],
      ])
  }

  @Test("a channel is ready when the server confirms it, not when it is joined; changes then name their table")
  func told() {
    var talk = HintTalkTests.talk()
    let now = HintTalkTests.start
    let joined = HintTalkTests.frame("phx_reply", ["status": "ok", "response": ["postgres_changes": []]], ref: "1")
    #expect(talk.hear(joined, at: now).isEmpty)
    #expect(talk.hear(HintTalkTests.ready, at: now) == [.tell(.ready)])
    let change: JSON = [
      "ids": [1], "data": ["schema": "public", "table": "meals", "record": ["table": "x", "a": [1, ["b": nil]]]],
    ]
    #expect(talk.hear(HintTalkTests.frame("postgres_changes", change), at: now) == [.tell(.changed("meals"))])
    // Other tables, other channels and unknown events are ignored.
    for other in [
      HintTalkTests.frame("postgres_changes", ["data": ["table": "others"]]),
      HintTalkTests.frame("postgres_changes", change, topic: "realtime:other"),
      HintTalkTests.frame("presence_state", [:]),
      HintTalkTests.frame("postgres_changes", ["data": [1]]), HintTalkTests.frame("postgres_changes", nil),
      HintTalkTests.frame("system", ["extension": "other", "status": "ok"]),
      HintTalkTests.frame("phx_reply", [:], ref: "9"),
    ] {
      #expect(talk.hear(other, at: now).isEmpty)
    }
  }

  @Test("a loss of changes ends with another ready; without one, the connection ends")
  func loss() {
    var talk = HintTalkTests.talk()
    _ = talk.hear(HintTalkTests.ready, at: HintTalkTests.start)
    let now = HintTalkTests.start + .seconds(5)
    let lost = HintTalkTests.frame("system", ["extension": "postgres_changes", "status": "error", "message": "missed"])
    #expect(talk.hear(lost, at: now).isEmpty)
    var healed = talk
    #expect(healed.hear(HintTalkTests.ready, at: now) == [.tell(.ready)])
    // Heartbeats continue meanwhile.
    _ = talk.tick(now + .seconds(20))
    _ = talk.hear(
      HintTalkTests.frame("phx_reply", ["status": "ok"], ref: "2", topic: "phoenix"), at: now + .seconds(20))
    #expect(talk.due == now + .seconds(30))
    #expect(talk.tick(now + .seconds(30)) == [.end("the server does not tell of changes")])
  }

  @Test("a refused or closed channel, and garbage, end the connection")
  func ended() {
    for frame in [
      HintTalkTests.frame("phx_reply", ["status": "error", "response": ["reason": "no"]], ref: "1"),
      HintTalkTests.frame("phx_close", [:]), HintTalkTests.frame("phx_error", [:]), Array("rubbish".utf8), [], [0x7B],
      Array("[]".utf8), Array(#"{"topic":"a"} x"#.utf8), Array(#"{"payload":{"data":{"table":"#.utf8),
      Array(String(repeating: "[", count: 10_000).utf8),
    ] {
      var talk = HintTalkTests.talk()
      guard case .end = talk.hear(frame, at: HintTalkTests.start).first else {
        Issue.record("\(String(decoding: frame.prefix(100), as: UTF8.self))")
        continue
      }
    }
  }

  @Test("a heartbeat is sent every 25 seconds, and its answer must arrive within 10")
  func heartbeat() {
    var talk = HintTalkTests.talk()
    let start = HintTalkTests.start
    _ = talk.hear(HintTalkTests.ready, at: start)
    #expect(talk.due == start + .seconds(25) && talk.tick(start + .seconds(24)).isEmpty)
    let steps = talk.tick(start + .seconds(25))
    #expect(steps.last == .beat)
    #expect(HintTalkTests.said(steps).first?["topic"] == "phoenix")
    #expect(HintTalkTests.said(steps).first?["event"] == "heartbeat" && HintTalkTests.said(steps).first?["ref"] == "2")
    #expect(talk.due == start + .seconds(35))
    var silent = talk
    #expect(silent.tick(start + .seconds(35)) == [.end("the server does not answer")])
    let answer = HintTalkTests.frame("phx_reply", ["status": "ok", "response": [:]], ref: "2", topic: "phoenix")
    #expect(talk.hear(answer, at: start + .seconds(26)).isEmpty)
    #expect(talk.tick(start + .seconds(35)).isEmpty && talk.due == start + .seconds(50))
  }

  @Test("a new token is sent once, and the server's confirmation makes the channel ready again")
  func token() {
    var talk = HintTalkTests.talk()
    let now = HintTalkTests.start
    func answer(_ ref: String) -> [UInt8] {
      HintTalkTests.frame("phx_reply", ["status": "ok"], ref: .string(ref), topic: "phoenix")
    }
    #expect(talk.renew(Redacted("access1")).isEmpty)
    _ = talk.hear(HintTalkTests.ready, at: now)
    let said = HintTalkTests.said(talk.renew(Redacted("access2")))
    #expect(said.map { $0["event"] } == ["access_token", "heartbeat"])
    #expect(said.first?["payload"]?["access_token"] == "access2")
    #expect(talk.renew(Redacted("access2")).isEmpty)
    // An answer to an earlier message does not confirm the token.
    #expect(talk.hear(answer("2"), at: now).isEmpty)
    #expect(talk.hear(answer("3"), at: now) == [.tell(.ready)])
    #expect(talk.hear(answer("3"), at: now).isEmpty)
  }

  @Test("without collections a channel is ready when it is joined")
  func none() {
    var talk = HintTalkTests.talk([])
    let joined = HintTalkTests.frame("phx_reply", ["status": "ok", "response": [:]], ref: "1")
    #expect(talk.hear(joined, at: HintTalkTests.start) == [.tell(.ready)])
  }

  @Test("waits double up to a maximum, restart after a reset, and are all different")
  func waits() {
    var random = Seeded(3)
    var waits = HintWaits(HintTiming())
    var heard: [Double] = []
    for bound in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      let wait = waits.wait(&random).seconds
      #expect(bound / 2...bound ~= wait)
      heard.append(wait / bound)
    }
    #expect(Set(heard).count == heard.count)
    waits.reset()
    #expect(waits.wait(&random) <= .seconds(1))
  }

  @Test("unread hints are coalesced, and none is lost")
  func box() async {
    let box = HintBox()
    for _ in 0..<1000 {
      for hint: Hint in [.ready, .changed("a"), .changed("b")] { box.put(hint) }
    }
    #expect(await box.next() == .ready)
    #expect(await box.next() == .changed("a"))
    box.put(.changed("a"))
    #expect(await box.next() == .changed("b"))
    box.put(.gone)
    box.put(.gone)
    box.put(.ready)
    // Hints from before a loss are dropped.
    #expect(await box.next() == .gone)
    #expect(await box.next() == .ready)
    let waiting = Task { await box.next() }
    for _ in 0..<100 { await Task.yield() }
    box.put(.changed("c"))
    #expect(await waiting.value == .changed("c"))
    box.end()
    box.put(.ready)
    #expect(await box.next() == nil)
  }
}
