import JSON
import Testing

@testable import Realtime

@Suite("Presence in a channel", .timeLimit(.minutes(10)))
struct AttendanceTests {
  static func track(_ payload: JSON) -> JSON { ["type": "presence", "event": "track", "payload": payload] }

  @Test("is sent completely to a new member, and its changes to all")
  func presence() async throws {
    try await serving { place in
      try await place.asked { place in
        let (hers, his) = (try TestClient(place.port), try TestClient(place.port))
        for client in [hers, his] { try client.open() }
        try hers.join("realtime:a", ["presence": ["key": "anna"]])
        #expect(try hers.next("presence_state")["payload"] == [:])
        let tracked = try hers.push(
          "realtime:a", "presence", AttendanceTests.track(["mood": "fine", "phx_ref": "mine"]))
        #expect(try hers.reply(to: tracked)["status"] == "ok")
        let diff = try #require(try hers.next("presence_diff")["payload"])
        let meta = try #require(diff["joins"]?["anna"]?["metas"]?.array?.first)
        #expect(diff["leaves"] == [:] && meta["mood"] == "fine" && meta["phx_ref"] != "mine")
        try his.join("realtime:a", ["presence": ["key": "ben"]])
        #expect(try his.next("presence_state")["payload"]?["anna"]?["metas"] == [meta])
        try hers.push("realtime:a", "presence", AttendanceTests.track(["mood": "tired"]))
        let change = try #require(try his.next("presence_diff")["payload"])
        #expect(change["leaves"]?["anna"]?["metas"] == [meta])
        let renewed = change["joins"]?["anna"]?["metas"]?.array?.first
        #expect(renewed?["mood"] == "tired" && renewed?["phx_ref_prev"] == meta["phx_ref"])
        try his.push("realtime:a", "presence", AttendanceTests.track([:]))
        #expect(try his.next("presence_diff")["payload"]?["joins"]?["ben"]?["metas"]?.array?.count == 1)
        try his.push("realtime:a", "presence", ["event": "untrack"])
        #expect(try his.next("presence_diff")["payload"]?["leaves"]?["ben"] != nil)
        try hers.push("realtime:a", "phx_leave")
        #expect(try his.next("presence_diff")["payload"]?["leaves"]?["anna"] != nil)
      }
    }
  }

  @Test("ends when the socket breaks")
  func broken() async throws {
    try await serving { place in
      try await place.asked { place in
        let his = try TestClient(place.port)
        try his.open()
        try his.join("realtime:a")
        do {
          let hers = try TestClient(place.port)
          try hers.open()
          try hers.join("realtime:a", ["presence": ["key": "anna"]])
          try hers.push("realtime:a", "presence", AttendanceTests.track([:]))
          #expect(try his.next("presence_diff")["payload"]?["joins"]?["anna"] != nil)
        }
        #expect(try his.next("presence_diff")["payload"]?["leaves"]?["anna"] != nil)
      }
    }
  }

  @Test("is limited in payload size, key length and number of keys")
  func bounds() async throws {
    var limits = RealtimeLimits()
    limits.presenceKeys = 1
    try await serving(limits) { place in
      try await place.asked { place in
        let (one, two) = (try TestClient(place.port), try TestClient(place.port))
        for client in [one, two] { try client.open() }
        try one.join("realtime:a", ["presence": ["key": "1"]])
        try two.join("realtime:a", ["presence": ["key": "2"]])
        func track(_ client: TestClient, _ payload: JSON) throws -> JSON? {
          try client.reply(to: client.push("realtime:a", "presence", AttendanceTests.track(payload)))["status"]
        }
        #expect(try track(one, ["x": .string(String(repeating: "x", count: 4000))]) == "error")
        #expect(try track(one, [:]) == "ok")
        #expect(try track(two, [:]) == "error")
        #expect(try track(one, 7) == "error")
        let key = JSON.string(String(repeating: "k", count: 300))
        #expect(throws: TestClient.Failed.self) { try one.join("realtime:b", ["presence": ["key": key]]) }
      }
    }
  }

  @Test("is not sent to a client that disabled it, until that client tracks itself")
  func disabled() async throws {
    try await serving { place in
      try await place.asked { place in
        let (one, two) = (try TestClient(place.port), try TestClient(place.port))
        for client in [one, two] { try client.open() }
        try one.join("realtime:a", ["presence": ["enabled": false]])
        try two.join("realtime:a", ["presence": ["key": "2"]])
        try two.push("realtime:a", "presence", AttendanceTests.track([:]))
        _ = try two.next("presence_diff")
        try one.settle()
        #expect(one.kept.isEmpty)
        try one.push("realtime:a", "presence", AttendanceTests.track([:]))
        #expect(try one.next("presence_state")["payload"]?["2"] != nil)
        _ = try one.next("presence_diff")
      }
    }
  }
}

@Suite("Several instances", .timeLimit(.minutes(10)))
struct InstanceTests {
  @Test("share broadcasts and presence, also with an instance that starts later")
  func bus() async throws {
    let bus = FakeBus()
    try await serving(bus: bus) { here in
      try await serving(bus: bus) { there in
        let hers = try await here.asked { here in
          let client = try TestClient(here.port)
          try client.open()
          try client.join("realtime:a", ["presence": ["key": "anna"]])
          try client.push("realtime:a", "presence", AttendanceTests.track(["x": 1]))
          _ = try client.next("presence_diff")
          return Carried(client)
        }
        let his = try await there.asked { there in
          let client = try TestClient(there.port)
          try client.open()
          try client.join("realtime:a", ["presence": ["key": "ben"]])
          let state = try client.next("presence_state")
          if state["payload"]?["anna"] == nil {
            // The presence was still on its way.
            #expect(try client.next("presence_diff")["payload"]?["joins"]?["anna"]?["metas"]?.array?.count == 1)
          }
          try client.push("realtime:a", "broadcast", ["event": "e", "payload": ["n": 1]])
          return Carried(client)
        }
        try await onThread {
          #expect(try hers.value.next("broadcast")["payload"] == ["event": "e", "payload": ["n": 1]])
          let asker = try TestClient(there.port)
          #expect(try asker.ask("POST", "/api/broadcast/a/events/p?apikey=anon", body: "{}").status == 202)
          #expect(try hers.value.next("broadcast")["payload"]?["event"] == "p")
          #expect(try his.value.next("broadcast")["payload"]?["event"] == "p")
        }
        try await serving(bus: bus) { third in
          try await third.asked { third in
            let client = try TestClient(third.port)
            try client.open()
            try client.join("realtime:a")
            let state = try client.next("presence_state")
            if state["payload"]?["anna"] == nil {
              #expect(try client.next("presence_diff")["payload"]?["joins"]?["anna"] != nil)
            }
          }
        }
        // The members of an instance leave when it ends.
        await here.realtime.close()
        try await onThread {
          let diff = try his.value.next("presence_diff")
          #expect(diff["payload"]?["leaves"]?["anna"] != nil)
        }
      }
    }
  }

  @Test("remove the members of an instance that has gone silent")
  func silence() async throws {
    let bus = FakeBus()
    try await serving(bus: bus) { place in
      let room = Room.Name(topic: "a", isPrivate: false)
      try await bus.publish(BusMessage.track(room, key: "k", member: 1, ref: "r", content: []).bytes(from: "other"))
      let client = try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.join("realtime:a")
        let state = try client.next("presence_state")
        if state["payload"]?["k"] == nil { _ = try client.next("presence_diff") }
        return Carried(client)
      }
      await place.pass(.seconds(20))
      try await bus.publish(BusMessage.alive.bytes(from: "other"))
      try await bus.publish(Array("rubbish".utf8))
      try await bus.publish(BusMessage.broadcast(room, payload: Array(#"{"event":"now"}"#.utf8)).bytes(from: "other"))
      try await onThread { _ = try client.value.next("broadcast") }
      await place.pass(.seconds(20))
      try await onThread {
        try client.value.settle()
        #expect(!client.value.kept.contains { $0["event"] == "presence_diff" })
      }
      await place.pass(.seconds(20))
      try await onThread {
        let diff = try client.value.next("presence_diff")
        #expect(diff["payload"]?["leaves"]?["k"] != nil)
      }
    }
  }
}
