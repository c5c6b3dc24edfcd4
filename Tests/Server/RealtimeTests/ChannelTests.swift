import JSON
import Testing

@testable import Realtime

@Suite("A channel", .timeLimit(.minutes(10)))
struct ChannelTests {
  @Test("answers a join and a leave with the ref of the request, and confirms the close")
  func joinAndLeave() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        client.say(#"{"topic":"realtime:a","event":"phx_join","payload":{"config":{}},"ref":"0x7","join_ref":"0x7"}"#)
        #expect(
          try client.text()
            == #"{"topic":"realtime:a","event":"phx_reply","payload":{"status":"ok","response":{"postgres_changes":[]}},"ref":"0x7"}"#
        )
        #expect(
          try client.text() == #"{"topic":"realtime:a","event":"presence_state","payload":{},"ref":null}"#)
        client.say(#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":null}"#)
        #expect(
          try client.text()
            == #"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":null}"#)
        client.say(#"{"topic":"realtime:a","event":"phx_leave","payload":{},"ref":"8"}"#)
        #expect(try client.next()["payload"]?["status"] == "ok")
        #expect(
          try client.text() == #"{"topic":"realtime:a","event":"phx_close","payload":{},"ref":"0x7"}"#)
        let ref = try client.push("realtime:a", "broadcast", ["event": "e"])
        #expect(try client.reply(to: ref)["response"]?["reason"] == "unmatched topic")
      }
      #expect(await place.realtime.figures.channels == 0)
    }
  }

  @Test("uses array frames for clients of version 2.0.0")
  func lists() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open(version: "2.0.0")
        client.say(#"["1","2","realtime:a","phx_join",{"config":{"broadcast":{"self":true}}}]"#)
        #expect(
          try client.text()
            == #"["1","2","realtime:a","phx_reply",{"status":"ok","response":{"postgres_changes":[]}}]"#)
        #expect(try client.text() == #"["1",null,"realtime:a","presence_state",{}]"#)
        client.say(#"["1","3","realtime:a","broadcast",{"type":"broadcast","event":"e","payload":{"n":1.50}}]"#)
        #expect(
          try client.text()
            == #"[null,null,"realtime:a","broadcast",{"type":"broadcast","event":"e","payload":{"n":1.50}}]"#)
        let head: [UInt8] = [3, 1, 1, 10, 2, 0, 1]
        client.say(binary: head + Array("14realtime:ahi{\"a\":[]}".utf8))
        #expect(
          try client.text()
            == #"[null,null,"realtime:a","broadcast",{"type":"broadcast","event":"hi","payload":{"a":[]}}]"#)
        client.say(binary: [3, 1, 1, 10, 2, 0, 0] + Array("14realtime:ahi".utf8) + [0xFF])
        #expect(try client.closeCode() == 1003)
      }
    }
  }

  @Test("relays a broadcast unchanged to all others; on request, also to the sender and with a reply")
  func broadcast() async throws {
    try await serving { place in
      try await place.asked { place in
        let (one, two, three) = (try TestClient(place.port), try TestClient(place.port), try TestClient(place.port))
        for client in [one, two] { try client.open() }
        try three.open(version: "2.0.0")
        try one.join("realtime:a", ["broadcast": ["ack": true, "self": false]])
        try two.join("realtime:a", ["broadcast": ["self": true]])
        three.say(#"[null,"1","realtime:a","phx_join",{}]"#)
        _ = try three.text()
        _ = try three.text()
        let said = #"{ "type":"broadcast","event":"e","payload":{"text":"\u00e4 \"x\"","n":12345678901234567890} }"#
        one.say(#"{"topic":"realtime:a","event":"broadcast","payload":\#(said),"ref":"9"}"#)
        #expect(
          try two.next("presence_state")["payload"] == [:])
        #expect(
          try two.text() == #"{"topic":"realtime:a","event":"broadcast","payload":\#(said),"ref":null}"#)
        #expect(try three.text() == #"[null,null,"realtime:a","broadcast",\#(said)]"#)
        #expect(try one.reply(to: "9") == ["status": "ok", "response": [:]])
        try two.push("realtime:a", "broadcast", ["event": "own"])
        #expect(try two.next("broadcast")["payload"]?["event"] == "own")
        try two.settle()
        #expect(!two.kept.contains { $0["event"] == "phx_reply" }, "no reply was requested")
        try one.settle()
        #expect(one.kept.filter { $0["event"] == "broadcast" }.count == 1)
      }
    }
  }

  @Test("receives broadcasts sent over HTTP, single and in batches; invalid requests are refused")
  func posted() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.join("realtime:a b")
        let asker = try TestClient(place.port)
        let one = try asker.ask(
          "POST", "/api/broadcast/a%20b/events/e?apikey=anon", body: #"{"x":1}"#)
        #expect(one.status == 202 && one.body.isEmpty)
        #expect(
          try client.next("broadcast")["payload"] == ["type": "broadcast", "event": "e", "payload": ["x": 1]])
        let batch =
          #"{"messages":[{"topic":"a b","event":"1","payload":{}},{"topic":"nobody","event":"2"},"#
          + #"{"topic":"a b","event":"3","payload":[1]}]}"#
        #expect(try asker.ask("POST", "/api/broadcast?apikey=anon", body: batch).status == 202)
        #expect(try client.next("broadcast")["payload"]?["event"] == "1")
        #expect(try client.next("broadcast")["payload"] == ["type": "broadcast", "event": "3", "payload": [1]])
        for (path, body, status) in [
          ("/api/broadcast", "{}", 401), ("/api/broadcast?apikey=wrong", "{}", 403),
          ("/api/broadcast?apikey=anon", "{}", 422), ("/api/broadcast?apikey=anon", "[", 422),
          ("/api/broadcast?apikey=anon", #"{"messages":[{"topic":"a"}]}"#, 422),
          ("/api/broadcast/a/events/e?apikey=anon", "{", 422),
          ("/api/broadcast/a/events/e?apikey=anon&private=true", "{}", 403), ("/api/other?apikey=anon", "{}", 404),
        ] {
          let answer = try asker.ask("POST", path, body: body)
          #expect(answer.status == status, "\(path) \(body): \(answer)")
          #expect(try JSON(text: answer.body)["error"]?.string != nil)
        }
        #expect(try asker.ask("GET", "/api/broadcast?apikey=anon").status == 405)
      }
    }
  }

  @Test("refuses a socket without a valid key, of an unknown version or above the limit")
  func door() async throws {
    var limits = RealtimeLimits()
    limits.sockets = 1
    try await serving(limits) { place in
      try await place.asked { place in
        func status(_ query: String) throws -> Int {
          let answer = try TestClient(place.port).ask("GET", "/websocket\(query)", fields: TestClient.handshake)
          if answer.status != 426 { #expect(try JSON(text: answer.body)["error"]?.string != nil) }
          return answer.status
        }
        #expect(try status("") == 401)
        #expect(try status("?apikey=wrong") == 403)
        #expect(try status("?apikey=anna:1") == 401)
        #expect(try status("?apikey=anon&vsn=3.0.0") == 400)
        let first = try TestClient(place.port)
        try first.open()
        try first.settle()
        #expect(try status("?apikey=anon") == 429)
      }
    }
  }

  @Test("refuses a join with the reason, and keeps the socket open")
  func refusedJoins() async throws {
    var limits = RealtimeLimits()
    limits.joins = 2
    try await serving(limits) { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        func reason(_ topic: String, _ payload: JSON) throws -> String {
          let answer = try client.reply(to: client.push(topic, "phx_join", payload))
          #expect(answer["status"] == "error")
          return answer["response"]?["reason"]?.string ?? ""
        }
        #expect(try reason("other:a", [:]) == "unmatched topic")
        #expect(try reason("realtime:", [:]) == "unmatched topic")
        #expect(try reason("realtime:" + String(repeating: "x", count: 300), [:]) == "unmatched topic")
        #expect(try reason("realtime:a", ["config": 7]).hasPrefix("InvalidJoinPayload: "))
        #expect(try reason("realtime:a", ["config": ["private": "yes"]]).hasPrefix("InvalidJoinPayload: "))
        let binding: JSON = ["event": "insert"]
        #expect(try reason("realtime:a", ["config": ["postgres_changes": [binding]]]).contains("INSERT"))
        #expect(try reason("realtime:a", ["access_token": "wrong"]).hasPrefix("JwtSignatureError"))
        #expect(try reason("realtime:a", ["access_token": "anna:7"]).hasPrefix("InvalidJWTToken"))
        for topic in ["realtime:a", "realtime:b", "realtime:a"] { try client.join(topic) }
        #expect(try reason("realtime:c", [:]).hasPrefix("ChannelRateLimitReached"))
      }
    }
  }

  @Test(
    "admits to a private topic only the callers that the policy allows",
    arguments: [anna, "user:\(anna)", "user:\(anna):notes", "\(anna):x"])
  func privately(topic: String) async throws {
    try await serving { place in
      try await place.asked { place in
        let hers = try TestClient(place.port)
        try hers.open()
        let secret: JSON = ["private": true]
        try hers.join("realtime:\(topic)", secret, token: "anna")
        let his = try TestClient(place.port)
        try his.open()
        for token in ["ben", "anon"] {
          #expect(throws: TestClient.Failed.self) { try his.join("realtime:\(topic)", secret, token: token) }
        }
        #expect(throws: TestClient.Failed.self) { try his.join("realtime:x\(topic)", secret, token: "anna") }
        // The public topic of the same name is a different one.
        try his.join("realtime:\(topic)", token: "ben")
        try his.push("realtime:\(topic)", "broadcast", ["event": "his"])
        try his.settle()
        let asker = try TestClient(place.port)
        let path = "/api/broadcast/\(topic)/events/hers?private=true"
        #expect(try asker.ask("POST", "\(path)&apikey=ben", body: "{}").status == 403)
        #expect(try asker.ask("POST", "\(path)&apikey=anna", body: "{}").status == 202)
        #expect(try asker.ask("POST", "\(path)&apikey=service", body: "{}").status == 202)
        #expect(try hers.next("broadcast")["payload"]?["event"] == "hers")
        #expect(try hers.next("broadcast")["payload"]?["event"] == "hers")
        try hers.settle()
        #expect(!hers.kept.contains { $0["event"] == "broadcast" })
      }
    }
  }

  @Test("closes when its token expires, and stays open with a new one")
  func tokens() async throws {
    try await serving { place in
      let client = try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.join("realtime:a", token: "anna:1800000060")
        try client.join("realtime:b", token: "anna:1800000060")
        try client.join("realtime:c")
        try client.push("realtime:b", "access_token", ["access_token": "anna:1800003600"])
        try client.settle()
        return Carried(client)
      }
      await place.pass(.seconds(59))
      try await onThread {
        try client.value.settle()
        #expect(!client.value.kept.contains { $0["event"] == "system" })
      }
      await place.pass(.seconds(2))
      try await onThread {
        let client = client.value
        let system = try client.next("system")
        #expect(system["topic"] == "realtime:a" && system["payload"]?["status"] == "error")
        #expect(system["payload"]?["extension"] == "system" && system["payload"]?["channel"] == "a")
        #expect(try client.next("phx_close")["topic"] == "realtime:a")
        try client.push("realtime:b", "access_token", ["access_token": "wrong"])
        #expect(try client.next("system")["topic"] == "realtime:b")
        #expect(try client.next("phx_close")["topic"] == "realtime:b")
        try client.settle()
        #expect(!client.kept.contains { $0["event"] == "system" })
      }
      #expect(await place.realtime.figures.channels == 1)
    }
  }

  @Test("closes when the key of the socket expires and no other token was sent")
  func expiredDoor() async throws {
    try await serving { place in
      let client = try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open("anna:1800000060")
        try client.join("realtime:a")
        return Carried(client)
      }
      await place.pass(.seconds(61))
      try await onThread {
        let close = try client.value.next("phx_close")
        #expect(close["topic"] == "realtime:a")
      }
    }
  }

  @Test("refuses messages above the rate limit, and disconnects a client that continues")
  func flood() async throws {
    var limits = RealtimeLimits()
    (limits.burst, limits.patience) = (3, 5)
    try await serving(limits) { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        for _ in 0..<3 { #expect(try client.reply(to: client.push("phoenix", "heartbeat"))["status"] == "ok") }
        for _ in 0..<5 {
          let answer = try client.reply(to: client.push("phoenix", "heartbeat"))
          #expect(answer["response"]?["reason"]?.string?.hasPrefix("RateLimitReached") == true)
        }
        try client.push("phoenix", "heartbeat")
        #expect(try client.closeCode() == 1008)
      }
    }
  }

  @Test(
    "closes a socket that sends a malformed frame with 1007, and no other socket",
    arguments: [
      "", "{", "[]", "7", "null", "{}", #"{"topic":"a"}"#, #"{"topic":1,"event":"e"}"#,
      #"{"topic":"a","event":"e","payload":[]}"#, #"{"topic":"a","event":"e","ref":{}}"#,
      #"{"topic":"a","event":"\ud800"}"#, String(repeating: "[", count: 5000),
    ])
  func rubbish(text: String) async throws {
    try await serving { place in
      try await place.asked { place in
        let (client, other) = (try TestClient(place.port), try TestClient(place.port))
        try client.open()
        try other.open()
        try other.join("realtime:a")
        client.say(text)
        #expect(try client.closeCode() == 1007)
        try other.settle()
      }
    }
  }

  @Test("disconnects a client that does not read, while the others receive everything")
  func slow() async throws {
    var limits = RealtimeLimits()
    limits.backlog = 100_000
    (limits.burst, limits.rate) = (10_000, 10_000)
    try await serving(limits) { place in
      try await place.asked { place in
        let (speaker, reader) = (try TestClient(place.port), try TestClient(place.port))
        let sleeper = try TestClient(place.port, receiveBuffer: 4096)
        for client in [speaker, reader, sleeper] {
          try client.open()
          try client.join("realtime:a", ["broadcast": ["ack": true]])
        }
        let content = String(repeating: "x", count: 100_000)
        for client in [speaker, reader] { try client.settle() }
        for _ in 0..<100 {
          speaker.say(#"{"topic":"realtime:a","event":"broadcast","payload":{"event":"\#(content)"},"ref":"b"}"#)
          #expect(try speaker.text().utf8.count < 200)
          #expect(try reader.text().utf8.count > 100_000)
        }
        #expect(try sleeper.closeCode() == 1011)
      }
      #expect(await place.realtime.figures.letGo == 1)
      await place.server.waitForConnections(0)
    }
  }
}

/// A value that threads use one after another, never two at once.
struct Carried<Value>: @unchecked Sendable {
  // Sound since each test hands it from one finished thread to the next.
  let value: Value

  init(_ value: Value) { self.value = value }
}
