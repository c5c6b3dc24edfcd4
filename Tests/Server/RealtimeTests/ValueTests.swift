import Chance
import JSON
import Relational
import Testing
import Tokens

@testable import Realtime

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

@Suite("A frame")
struct FrameTests {
  @Test("is read alike in both versions")
  func both() throws {
    let frame = ClientFrame(
      joinRef: bytes("\"1\""), ref: bytes("\"2\""), topic: "realtime:ä\"\n", event: "e", payload: bytes(#"{"a":[1]}"#))
    #expect(
      try FrameSerializer.objects.read(
        #" {"ref":"2","join_ref":"1","topic":"realtime:\u00e4\"\n","x":{},"event":"e","payload":{"a":[1]}} "#) == frame)
    #expect(try FrameSerializer.arrays.read(#"["1","2","realtime:ä\"\n","e",{"a":[1]}]"#) == frame)
    #expect(try FrameSerializer.objects.read(#"{"topic":"t","event":"e","payload":null}"#).payload == bytes("{}"))
    #expect(try FrameSerializer.objects.read(#"{"topic":"t","event":"e"}"#).ref == bytes("null"))
  }

  @Test("survives a round trip in both versions")
  func written() throws {
    for wire in [FrameSerializer.objects, .arrays] {
      let out = wire.frame(ref: bytes("\"7\""), topic: JSONSlices.quoted("a\"\u{1}"), event: "e", payload: bytes("{}"))
      let read = try wire.read(text(out))
      #expect(read.topic == "a\"\u{1}" && read.event == "e" && read.ref == bytes("\"7\""))
    }
  }

  @Test(
    "is refused unless it is strict JSON",
    arguments: [
      "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":NaN}", "{\"a\":tru}", "{a:1}",
      "{\"a\":1,}", "{\"a\":[1,]}", "{\"a\" 1}", "{\"a\":\"\t\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}",
      "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00x\"}", "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":1}}", "{\"a\":1} x", "{",
      "{\"a\":\"", "{\"a\":", "[{]}", "{\"a\":--1}", "{\"a\":0x1}", "{\"a\":1 2}",
    ])
  func strict(json: String) { #expect(!JSONSlices.isWhole(bytes(json)[...])) }

  @Test(
    "accepts every kind of JSON value",
    arguments: [
      "{}", "[]", "0", "-0.5e+10", "1E5", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\ude00\"",
      " [ 1 , { \"a\" : null } ] ",
      "true", "false", "null", "{\"\":{\"\":[[],{}]}}",
    ])
  func whole(json: String) throws {
    #expect(JSONSlices.isWhole(bytes(json)[...]))
    if let string = JSONSlices.string(bytes(json)[...]) { #expect(try JSON(text: json).string == string) }
  }

  @Test("of a binary broadcast is read, or refused when it is incomplete or malformed")
  func binary() throws {
    let whole: [UInt8] = [3, 1, 0, 2, 1, 2, 1] + bytes("1abe{}") + bytes(#"{"x":1}"#)
    let frame = try FrameSerializer.arrays.read(whole)
    #expect(frame.joinRef == bytes("\"1\"") && frame.ref == FrameSerializer.null && frame.topic == "ab")
    #expect(text(frame.payload) == #"{"type":"broadcast","event":"e","payload":{"x":1}}"#)
    for count in 0..<13 {
      #expect(throws: Malformed.self) { try FrameSerializer.arrays.read(Array(whole.prefix(count))) }
    }
    #expect(throws: Malformed.self) { try FrameSerializer.objects.read(whole) }
    #expect(throws: Malformed.self) { try FrameSerializer.arrays.read(whole + bytes("}")) }
    #expect(throws: Malformed.self) { try FrameSerializer.arrays.read([4] + whole.dropFirst()) }
    #expect(throws: Malformed.self) { try FrameSerializer.arrays.read([3, 1, 0, 2, 1, 2, 0] + whole.dropFirst(7)) }
  }
}

@Suite("A filter")
struct ChangeFilterTests {
  static let table = FakeDatabase.tables[0]

  @Test(
    "matches the rows that meet its condition",
    arguments: [
      ("score=eq.5", true), ("score=eq.6", false), ("score=neq.6", true), ("score=lt.6", true), ("score=lt.5", false),
      ("score=lte.5", true), ("score=gt.4", true), ("score=gte.6", false), ("score=in.(1,5)", true),
      ("score=in.(1,2)", false), ("score=in.()", false), ("note=eq.so so", true), ("note=eq.", false),
      ("note=in.(\"so so\",x)", true), ("note=in.(so,\"so,so\")", false), ("is_kept=eq.true", true),
      ("is_kept=eq.f", false), ("felt_at=gt.2026-11-21T09:59:59Z", true),
      ("felt_at=eq.2026-11-21T11:00:00+01:00", true),
      ("felt_at=lt.2026-11-21T09:59:59Z", false), ("owner=eq.\(anna.uppercased())", true), ("id=neq.\(ben)", true),
    ])
  func holds(filter: String, holds: Bool) throws {
    let fields = ChangeFields(.mood("0190c000-0000-7000-8000-000000000001", of: anna))
    #expect(try ChangeFilter(filter, of: ChangeFilterTests.table).holds(of: fields.all, isWhole: true) == holds)
  }

  @Test("does not match a null or missing value, unless only the key of the row is known")
  func missing() throws {
    let fields = RecordFields(bytes(#"{"score":null}"#))
    for filter in ["score=eq.1", "score=neq.1", "note=neq.x"] {
      #expect(try !ChangeFilter(filter, of: ChangeFilterTests.table).holds(of: fields, isWhole: true))
    }
    #expect(try ChangeFilter("note=eq.x", of: ChangeFilterTests.table).holds(of: fields, isWhole: false))
  }

  @Test("is refused when it is malformed or has too many values")
  func bounded() throws {
    for filter in [
      "score=in.(\((0..<101).map(String.init).joined(separator: ",")))", "note=in.(\"a)", "note=in.(a\\)", "note=in.a",
      "score", "score=5", "felt_at=eq.yesterday", "is_kept=eq.2", String(repeating: "x", count: 5000) + "=eq.1",
    ] {
      #expect(throws: Malformed.self, "\(filter.prefix(50))") { try ChangeFilter(filter, of: ChangeFilterTests.table) }
    }
  }
}

@Suite("Presence")
struct PresenceTests {
  private func who(_ member: Int, _ instance: String = "here") -> Presence.Who {
    .init(instance: instance, member: member)
  }

  @Test("returns what changed, and nil when nothing did")
  func diffs() throws {
    var presence = Presence()
    let first = presence.track("k", who(1), ref: "a", content: bytes("\"x\":1"))
    #expect(text(first?.json ?? []) == #"{"joins":{"k":{"metas":[{"phx_ref":"a","x":1}]}},"leaves":{}}"#)
    let again = presence.track("k", who(1), ref: "a", content: bytes("\"x\":1"))
    #expect(again == nil)
    let second = presence.track("k", who(2), ref: "b", content: [])
    #expect(second?.joins["k"]?.map(\.ref) == ["b"] && second?.leaves.isEmpty == true)
    #expect(text(presence.json) == #"{"k":{"metas":[{"phx_ref":"a","x":1},{"phx_ref":"b"}]}}"#)
    let moved = presence.track("other", who(1), ref: "c", content: [])
    #expect(moved?.joins.keys.sorted() == ["other"] && moved?.leaves["k"]?.map(\.ref) == ["a"])
    let left = presence.untrack(who(1))
    #expect(left?.leaves["other"]?.map(\.ref) == ["c"])
    let leftTwice = presence.untrack(who(1))
    #expect(leftTwice == nil)
    #expect(presence.count == 1 && presence.keyCount == 1)
  }

  @Test("removes all members of an instance")
  func instances() {
    var presence = Presence()
    for member in 1...3 { _ = presence.track("k\(member % 2)", who(member, "there"), ref: "\(member)", content: []) }
    _ = presence.track("k1", who(1), ref: "own", content: [])
    let diff = presence.leave("there")
    #expect(diff?.leaves.values.map(\.count).sorted() == [1, 2])
    #expect(text(presence.json) == #"{"k1":{"metas":[{"phx_ref":"own"}]}}"#)
    let leftTwice = presence.leave("there")
    #expect(leftTwice == nil)
  }

  @Test("equals the sum of its differences after random operations")
  func model() throws {
    var chance = try FuzzPlan.generator(for: "PresenceTests.model")
    for _ in 0..<200 {
      var presence = Presence()
      var told: [String: Set<String>] = [:]
      for step in 0..<60 {
        let whose = who(Int.random(in: 0..<5, using: &chance), Bool.random(using: &chance) ? "a" : "b")
        let diff: PresenceDiff? =
          switch Int.random(in: 0..<5, using: &chance) {
          case 0: presence.untrack(whose)
          case 1 where step % 10 == 0: presence.leave("b")
          default: presence.track("k\(Int.random(in: 0..<3, using: &chance))", whose, ref: "\(step)", content: [])
          }
        for (key, metas) in diff?.leaves ?? [:] { told[key]?.subtract(metas.map(\.ref)) }
        for (key, metas) in diff?.joins ?? [:] { told[key, default: []].formUnion(metas.map(\.ref)) }
      }
      let state = try JSON(text: text(presence.json)).object ?? [:]
      let refs = state.mapValues { Set($0["metas"]?.array?.compactMap { $0["phx_ref"]?.string } ?? []) }
      #expect(refs == told.filter { !$0.value.isEmpty }, "the diffs add up to the state")
    }
  }
}

@Suite("A token bucket")
struct TokenBucketTests {
  @Test("empties, refills steadily and never exceeds its capacity")
  func fills() {
    var bucket = TokenBucket(rate: 2, brim: 3, at: 100)
    #expect((0..<4).map { _ in bucket.take(at: 100) } == [true, true, true, false])
    let fillsHalf = bucket.take(at: 100.4)
    let fillsOne = bucket.take(at: 100.5)
    #expect(!fillsHalf && fillsOne)
    #expect((0..<4).map { _ in bucket.take(at: 1000) } == [true, true, true, false])
    let goesBack = bucket.take(at: 10)
    #expect(!goesBack)
  }
}

@Suite("A topic's policy")
struct TopicPolicyTests {
  @Test("admits a user to their own topic only, and the service key to every topic")
  func rows() async throws {
    let database = FakeDatabase()
    let policy = TopicPolicy.any([.own, .rows(of: ["card": Select(database.schema.ordered[1])], in: database)])
    let person = Caller.person(anna)
    #expect(await policy.allows(person, anna))
    for topic in ["card", "card:x", "mood:\(ben)", "card:\(ben)", "", ":", "user:", "user:\(ben)"] {
      #expect(await !policy.allows(person, topic), "\(topic)")
    }
    #expect(await policy.allows(.service, "anything"))
    #expect(await !policy.allows(.anonymous, anna))
  }
}

@Suite("Messages between instances")
struct BusMessageTests {
  @Test("survive a round trip, and malformed ones are ignored")
  func roundTrip() {
    let room = Room.Name(topic: "a\"ä", isPrivate: true)
    let messages: [BusMessage] = [
      .alive, .hello, .gone, .broadcast(room, payload: bytes(#"{"x":1}"#)), .untrack(room, member: 7),
      .track(room, key: "k", member: 7, ref: "r", content: bytes(#""a":1,"b":{}"#)),
      .track(room, key: "k", member: 7, ref: "r", content: []),
    ]
    for message in messages {
      let read = BusMessage.read(message.bytes(from: "me"))
      #expect(read?.instance == "me" && read?.message == message)
    }
    for rubbish in ["", "[]", "[1,2]", "[\"alive\"]", "[\"track\",\"a\",\"t\",1]", "[\"broadcast\",\"a\",\"t\",0,7]"] {
      #expect(BusMessage.read(bytes(rubbish)) == nil)
    }
    #expect(BusMessage.read([0xFF]) == nil)
  }
}
