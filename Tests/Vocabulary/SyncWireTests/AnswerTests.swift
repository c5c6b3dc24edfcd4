import FoundationEssentials
import JSON
import Kernel
import SyncWire
import Testing

@Suite("Server answers")
struct AnswerTests {
  static let id = "00010203-0405-7607-8809-0a0b0c0d0eaf"
  static let uuid = DeviceMessageTests.device

  @Test("every outcome is decoded as servers write it, with SQLite and with PostgreSQL")
  func push() throws {
    func result(_ rest: String) -> String { #"{"op_id" : "\#(AnswerTests.id)",\#(rest)}"# }
    let results = [
      result(#""outcome":"applied","rev":"12""#),
      result(#""outcome":"already_applied","rev":9007199254740993"#),
      result(#""outcome":"conflict","server":{"id":"\#(AnswerTests.id)","rev":"0","deleted":true}"#),
      result(#""server":{"id":"x","rev":9007199254740993,"deleted":false,"n":1},"outcome":"conflict""#),
      result(#""outcome":"conflict","rev":"4","server":null"#),
      result(#""outcome":"conflict""#),
      result(#""outcome":"refused","code":"23514","reason":"no \u00e4 \ud83d\ude42""#),
      result(#""outcome":"blocked","reason":"an earlier entry","more":[{}]"#),
    ]
    let text = #"{"results":[\#(results.joined(separator: ","))],"new":{"a":[]},"epoch":"e"}"#
    let answer = try PushAnswer(Array(text.utf8))
    #expect(answer.epoch == "e")
    #expect(answer.results.allSatisfy { $0.op == AnswerTests.uuid })
    let row: [String: JSON] = [
      "id": "x", "rev": .number(9_007_199_254_740_992), "deleted": false, "n": 1,
    ]
    #expect(
      answer.results.map(\.outcome) == [
        .applied(rev: "12"), .alreadyApplied(rev: "9007199254740993"), .conflict(rev: "0", row: nil),
        .conflict(rev: "9007199254740993", row: row), .conflict(rev: "4", row: nil), .conflict(rev: nil, row: nil),
        .refused(code: "23514", reason: "no ä 🙂"), .blocked,
      ])
  }

  @Test("push and pull answers survive a round trip")
  func again() throws {
    let push = PushAnswer(
      epoch: "e\"1",
      results: [
        .init(op: UUID(), outcome: .applied(rev: "1")), .init(op: UUID(), outcome: .alreadyApplied(rev: "2")),
        .init(op: UUID(), outcome: .conflict(rev: "3", row: ["rev": "3", "deleted": false, "words": "ä🙂"])),
        .init(op: UUID(), outcome: .conflict(rev: "4", row: nil)),
        .init(op: UUID(), outcome: .conflict(rev: nil, row: nil)),
        .init(op: UUID(), outcome: .refused(code: "a", reason: "b")), .init(op: UUID(), outcome: .blocked),
      ])
    #expect(try PushAnswer(push.bytes) == push)
    let pull = PullAnswer(
      epoch: "e",
      changes: [
        .init(collection: "a", id: UUID(), rev: "1", row: ["x": nil, "y": ["z": [1, 0.5]]]),
        .init(collection: "b", id: UUID(), rev: "2", row: nil),
      ], cursors: ["a": "1", "b": "2.1"], more: true, resync: ["b"])
    #expect(try PullAnswer(pull.bytes) == pull)
    #expect(pull.bytes == pull.bytes)
  }

  @Test("a page is decoded as servers write it; a collection that it did not reach has no cursor")
  func pull() throws {
    let text = #"""
      {"epoch":"e","changes":[
        {"collection":"a","id":"\#(AnswerTests.id)","rev":7,"deleted":false,"row":{"rev":"7","n":null}},
        {"collection":"a","id":"\#(AnswerTests.id)","rev":"8","deleted":true,"row":null}
      ],"cursors":{"a":"8","b":null},"more":false,"resync":[]}
      """#
    let answer = try PullAnswer(Array(text.utf8))
    #expect(
      answer.changes == [
        .init(collection: "a", id: AnswerTests.uuid, rev: "7", row: ["rev": "7", "n": nil]),
        .init(collection: "a", id: AnswerTests.uuid, rev: "8", row: nil),
      ])
    #expect(answer.cursors == ["a": "8"] && !answer.more && answer.resync.isEmpty)
  }

  @Test(
    "a push answer that is malformed or lacks a required field is refused",
    arguments: [
      "", "null", "[]", "{}", #"{"results":[]}"#, #"{"epoch":"e"}"#, #"{"epoch":null,"results":[]}"#,
      #"{"epoch":"e","results":{}}"#, #"{"epoch":"e","results":[1]}"#, #"{"epoch":{},"results":[]}"#,
      #"{"epoch":"e","results":[]}}"#, "<html>502</html>",
    ])
  func halfPush(_ text: String) {
    #expect(throws: WireFlaw.self) { try PushAnswer(Array(text.utf8)) }
  }

  @Test(
    "a result without its rev, its op or a known outcome is refused",
    arguments: [
      #""outcome":"applied""#, #""outcome":"already_applied","rev":null"#, #""outcome":"done""#, #""outcome":7"#,
      #""rev":"1""#, #""outcome":"conflict","server":[]"#, #""outcome":"conflict","server":{"rev":{}}"#,
      #""outcome":"applied","rev":true"#,
    ])
  func halfResult(_ rest: String) {
    let text = #"{"epoch":"e","results":[{"op_id":"\#(AnswerTests.id)",\#(rest)}]}"#
    #expect(throws: WireFlaw.self) { try PushAnswer(Array(text.utf8)) }
    let without = #"{"epoch":"e","results":[{"outcome":"blocked"}]}"#
    #expect(throws: WireFlaw.self) { try PushAnswer(Array(without.utf8)) }
  }

  @Test(
    "a page with a missing or mistyped field is refused",
    arguments: [
      #"{"changes":[],"cursors":{},"more":false}"#, #"{"epoch":"e","cursors":{},"more":false}"#,
      #"{"epoch":"e","changes":[],"more":false}"#, #"{"epoch":"e","changes":[],"cursors":{}}"#,
      #"{"epoch":"e","changes":[],"cursors":[],"more":false}"#,
      #"{"epoch":"e","changes":{},"cursors":{},"more":false}"#,
      #"{"epoch":"e","changes":[],"cursors":{},"more":"no"}"#,
      #"{"epoch":"e","changes":[{}],"cursors":{},"more":false}"#,
    ])
  func halfPage(_ text: String) {
    #expect(throws: WireFlaw.self) { try PullAnswer(Array(text.utf8)) }
  }

  @Test("a change without a deletion flag, or not deleted and without a row, is refused")
  func halfChange() {
    for rest in [#""deleted":false"#, #""deleted":false,"row":null"#, #""row":{}"#, #""deleted":0,"row":{}"#] {
      let change = #"{"collection":"a","id":"\#(AnswerTests.id)","rev":"1",\#(rest)}"#
      let text = #"{"epoch":"e","changes":[\#(change)],"cursors":{},"more":false}"#
      #expect(throws: WireFlaw.self, "\(rest)") { try PullAnswer(Array(text.utf8)) }
    }
  }

  @Test("a string over its limit is refused; a reason is truncated at a character boundary")
  func bounds() throws {
    let long = String(repeating: "e", count: WireBounds.word + 1)
    for text in [
      #"{"epoch":"\#(long)","results":[]}"#,
      #"{"epoch":"e","results":[{"op_id":"\#(AnswerTests.id)","outcome":"applied","rev":"\#(long)"}]}"#,
    ] {
      #expect(throws: WireFlaw.self) { try PushAnswer(Array(text.utf8)) }
    }
    for text in [
      #"{"epoch":"e","changes":[],"cursors":{"a":"\#(long)"},"more":false}"#,
      #"{"epoch":"e","changes":[],"cursors":{"\#(long)":"a"},"more":false}"#,
      #"{"epoch":"e","changes":[],"cursors":{},"more":false,"resync":["\#(long)"]}"#,
    ] {
      #expect(throws: WireFlaw.self) { try PullAnswer(Array(text.utf8)) }
    }
    let reason = "a" + String(repeating: "ö", count: WireBounds.reason)
    let text =
      #"{"epoch":"e","results":[{"op_id":"\#(AnswerTests.id)","outcome":"refused","code":"1","reason":"\#(reason)"}]}"#
    guard case .refused(_, let cut) = try PushAnswer(Array(text.utf8)).results.first?.outcome else {
      Issue.record("not refused")
      return
    }
    #expect(cut.utf8.count == WireBounds.reason - 1 && reason.hasPrefix(cut))
  }

  @Test("an answer over the limits of results, changes, nesting or collections is refused")
  func endless() {
    let result = #"{"op_id":"\#(AnswerTests.id)","outcome":"blocked"}"#
    let results = Array(repeating: result, count: Push.mostEntries + 1).joined(separator: ",")
    #expect(throws: WireFlaw.self) { try PushAnswer(Array(#"{"epoch":"e","results":[\#(results)]}"#.utf8)) }
    let change = #"{"collection":"a","id":"\#(AnswerTests.id)","rev":"1","deleted":true}"#
    let changes = Array(repeating: change, count: WireBounds.changes + 1).joined(separator: ",")
    #expect(throws: WireFlaw.self) {
      try PullAnswer(Array(#"{"epoch":"e","changes":[\#(changes)],"cursors":{},"more":false}"#.utf8))
    }
    let deep = #"{"epoch":"e","results":\#(String(repeating: "[", count: 100_000))"#
    #expect(throws: WireFlaw.self) { try PushAnswer(Array(deep.utf8)) }
    let cursors = (0...WireBounds.collections).map { #""c\#($0)":"1""# }.joined(separator: ",")
    #expect(throws: WireFlaw.self) {
      try PullAnswer(Array(#"{"epoch":"e","changes":[],"cursors":{\#(cursors)},"more":false}"#.utf8))
    }
  }

  @Test("a truncated answer is refused; a mutated one is refused or survives a round trip")
  func rubbish() throws {
    let push = PushAnswer(
      epoch: "e",
      results: [
        .init(op: UUID(), outcome: .conflict(rev: "3", row: ["a": "ä", "b": [1, nil]])),
        .init(op: UUID(), outcome: .refused(code: "a", reason: "b")),
      ]
    ).bytes
    let pull = PullAnswer(
      epoch: "e", changes: [.init(collection: "a", id: UUID(), rev: "1", row: ["a": "🙂"])], cursors: ["a": "1"],
      more: false, resync: ["a"]
    ).bytes
    for end in push.indices { #expect(throws: WireFlaw.self) { try PushAnswer(Array(push[..<end])) } }
    for end in pull.indices { #expect(throws: WireFlaw.self) { try PullAnswer(Array(pull[..<end])) } }
    var random = Seeded(5)
    for _ in 0..<3000 {
      for message in [push, pull] {
        var bytes = message
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        // It may still be a valid answer; then it must survive a round trip.
        if let answer = try? PushAnswer(bytes) { #expect(try PushAnswer(answer.bytes) == answer) }
        if let answer = try? PullAnswer(bytes) { #expect(try PullAnswer(answer.bytes) == answer) }
      }
    }
  }

  @Test("a page with the maximum number of changes is read completely")
  func many() throws {
    let changes = (0..<Pull.most).map { number in
      PullAnswer.Change(
        collection: "moods", id: UUID(), rev: "\(number)",
        row: ["id": .string(UUID().uuidString), "score": .number(Double(number)), "words": "häl", "deleted": false])
    }
    let page = PullAnswer(epoch: "e", changes: changes, cursors: ["moods": "1000"], more: true, resync: ["moods"])
    #expect(try PullAnswer(page.bytes) == page)
  }
}
