import FoundationEssentials
import JSON
import Kernel
import SyncWire
import Testing

@Suite("Device messages")
struct DeviceMessageTests {
  static let device = UUID(uuid: (0, 1, 2, 3, 4, 5, 0x76, 7, 0x88, 9, 10, 11, 12, 13, 14, 0xAF))

  @Test("a push is encoded as servers expect it, with sorted fields, and survives a round trip")
  func push() throws {
    let push = Push(
      device: DeviceMessageTests.device, epoch: nil,
      entries: [
        Push.Entry(
          op: DeviceMessageTests.device, collection: "moods", id: DeviceMessageTests.device, kind: .update, base: "17",
          fields: ["words": "a \"ö\" 🙂\n", "score": 7, "share": 0.25, "tags": ["b", nil, true], "none": nil],
          editedAt: Date(timeIntervalSince1970: 1_768_478_400.25))
      ])
    let id = "00010203-0405-7607-8809-0a0b0c0d0eaf"
    let fields = #"{"none":null,"score":7,"share":0.25,"tags":["b",null,true],"words":"a \"ö\" 🙂\n"}"#
    let entry =
      #"{"op_id":"\#(id)","collection":"moods","id":"\#(id)","kind":"update","base":"17","fields":\#(fields),"#
      + #""edited_at":"2026-01-15T12:00:00.250Z"}"#
    #expect(
      String(decoding: push.bytes, as: UTF8.self) == #"{"device":"\#(id)","epoch":null,"entries":[\#(entry)]}"#)
    #expect(push.entries.map { String(decoding: $0.bytes, as: UTF8.self) } == [entry])
    #expect(try Push(push.bytes) == push)
  }

  @Test("a pull contains its cursors, null for a new collection, and a limit of 1000 at most")
  func pull() throws {
    let pull = Pull(device: DeviceMessageTests.device, epoch: "e", cursors: ["b": nil, "a": "5.3"], limit: 5000)
    #expect(
      String(decoding: pull.bytes, as: UTF8.self)
        == #"{"device":"00010203-0405-7607-8809-0a0b0c0d0eaf","epoch":"e","cursors":{"a":"5.3","b":null},"limit":1000}"#
    )
    #expect(try Pull(pull.bytes) == pull)
    #expect(try Pull(pull.bytes).cursors["b"] == .some(nil))
  }

  @Test("every kind and number survives a round trip, and whole numbers have no fraction")
  func values() throws {
    let numbers: [Double] = [0, -1, 1e15, 9_007_199_254_740_992, 0.1, -2.5e-10, 1e300]
    for kind in Push.Kind.allCases {
      let entry = Push.Entry(
        op: UUID(), collection: "a", id: UUID(), kind: kind, base: nil, fields: ["n": .array(numbers.map(JSON.number))],
        editedAt: Date(timeIntervalSince1970: 0.001))
      let push = Push(device: UUID(), epoch: "1", entries: [entry])
      #expect(try Push(push.bytes) == push)
      // A whole number is written without a fraction: an integer column accepts no other.
      #expect(String(decoding: push.bytes, as: UTF8.self).contains("[0,-1,1000000000000000,9007199254740992,0.1,"))
    }
  }

  @Test(
    "a malformed message is refused",
    arguments: [
      "", "{", "[]", "null", #"{"entries":[]}"#, #"{"device":"x","entries":[]}"#,
      #"{"device":"00010203-0405-7607-8809-0a0b0c0d0eaf"}"#,
      #"{"device":"00010203-0405-7607-8809-0a0b0c0d0eaf","entries":[{}]}"#,
      #"{"device":"00010203-0405-7607-8809-0a0b0c0d0eaf","entries":[],"cursors":{},"limit":0} x"#,
    ])
  func refused(_ text: String) {
    #expect(throws: WireFlaw.self) { try Push(Array(text.utf8)) }
    #expect(throws: WireFlaw.self) { try Pull(Array(text.utf8)) }
  }

  @Test("an entry of an unknown kind or with an invalid instant, or one entry too many, is refused")
  func entries() {
    let id = #""00010203-0405-7607-8809-0a0b0c0d0eaf""#
    func message(_ entries: String) -> [UInt8] { Array(#"{"device":\#(id),"entries":[\#(entries)]}"#.utf8) }
    func entry(_ kind: String, _ instant: String) -> String {
      #"{"op_id":\#(id),"collection":"a","id":\#(id),"kind":"\#(kind)","fields":{},"edited_at":"\#(instant)"}"#
    }
    let good = entry("insert", "2026-01-15T12:00:00.000Z")
    #expect(throws: Never.self) { try Push(message(good)) }
    #expect(throws: WireFlaw.self) { try Push(message(entry("upsert", "2026-01-15T12:00:00.000Z"))) }
    #expect(throws: WireFlaw.self) { try Push(message(entry("insert", "yesterday"))) }
    let many = Array(repeating: good, count: Push.mostEntries + 1).joined(separator: ",")
    #expect(throws: WireFlaw.self) { try Push(message(many)) }
  }
}
