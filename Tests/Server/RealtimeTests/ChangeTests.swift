import JSON
import Kernel
import Relational
import Testing
import Tokens

@testable import Realtime

@Suite("Database changes", .timeLimit(.minutes(10)))
struct ChangeTests {
  static let one = "0190c000-0000-7000-8000-000000000001"
  static let two = "0190c000-0000-7000-8000-000000000002"

  @Test("are sent with all fields that clients need, after the subscription is confirmed")
  func insert() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        let binding: JSON = ["event": "*", "schema": "public", "table": "moods", "filter": nil, "id": 5]
        let answer = try client.listen("realtime:a", [binding], token: "anna")
        let id = try #require(answer.first?["id"]?.number)
        #expect(id != 0 && answer.first?["table"] == "moods" && answer.first?["event"] == "*")
        #expect(place.database.watched == ["moods"])
        #expect(
          client.kept.map { $0["event"]?.string } == ["presence_state"])
        place.database.publish([.mood(ChangeTests.one, of: anna, note: "a \\\"b\\\" ä")])
        let heard = try client.next("postgres_changes")
        #expect(heard["ref"] == .null && heard["topic"] == "realtime:a")
        #expect(heard["payload"]?["ids"] == [.number(id)])
        let data = try #require(heard["payload"]?["data"])
        #expect(data["schema"] == "public" && data["table"] == "moods" && data["type"] == "INSERT")
        #expect(data["commit_timestamp"] == "2026-11-21T10:00:00.123456+00:00" && data["errors"] == .null)
        #expect(data["record"]?["note"] == "a \"b\" ä" && data["old_record"] == nil)
        #expect(data["columns"]?.array?.contains(["name": "score", "type": "int4"]) == true)
        place.database.publish([.mood(ChangeTests.one, of: anna, .update), .mood(ChangeTests.one, of: anna, .delete)])
        let update = try client.next("postgres_changes")["payload"]?["data"]
        #expect(update?["type"] == "UPDATE" && update?["record"]?["score"] == 5)
        #expect(update?["old_record"] == ["id": .string(ChangeTests.one)])
        let delete = try client.next("postgres_changes")["payload"]?["data"]
        #expect(delete?["type"] == "DELETE" && delete?["record"] == nil)
        #expect(delete?["old_record"] == ["id": .string(ChangeTests.one)])
      }
    }
  }

  @Test("are sent to the viewers of the row and the service key only")
  func viewers() async throws {
    try await serving { place in
      try await place.asked { place in
        let binding: JSON = ["event": "*", "schema": "public", "table": "moods"]
        var clients: [String: TestClient] = [:]
        for token in ["anna", "ben", "anon", "service"] {
          let client = try TestClient(place.port)
          try client.open()
          try client.listen("realtime:a", [binding], token: token)
          clients[token] = client
        }
        place.database.publish([
          .mood(ChangeTests.one, of: anna), .mood(ChangeTests.one, of: anna, .update),
          .mood(ChangeTests.one, of: anna, .delete), .mood(ChangeTests.two, of: ben),
        ])
        for (token, count) in [("anna", 3), ("service", 4), ("ben", 1)] {
          let client = try #require(clients[token])
          for _ in 0..<count { _ = try client.next("postgres_changes") }
        }
        for client in clients.values {
          try client.settle()
          #expect(!client.kept.contains { $0["event"] == "postgres_changes" })
        }
        #expect(
          place.database.held.withLock { $0.selects }.isEmpty, "the viewers of a change are decided without a query")
      }
    }
  }

  @Test("that a policy may show to others are checked in the database, once for each user and batch")
  func asked() async throws {
    try await serving { place in
      place.database.held.withLock { $0.visible[ben] = [ChangeTests.two] }
      try await place.asked { place in
        let binding: JSON = ["event": "*", "schema": "public", "table": "cards"]
        func client(_ token: String) throws -> TestClient {
          let client = try TestClient(place.port)
          try client.open()
          try client.listen("realtime:a", [binding], token: token)
          return client
        }
        let (hers, his, second, nobody) = (
          try client("anna"), try client("ben"), try client("ben~2"), try client("anon")
        )
        place.database.publish([
          .card(ChangeTests.one, of: anna), .card(ChangeTests.two, of: anna), .card(ChangeTests.two, of: anna, .delete),
        ])
        for _ in 0..<3 { _ = try hers.next("postgres_changes") }
        for client in [his, second] {
          #expect(try client.next("postgres_changes")["payload"]?["data"]?["record"]?["id"] == .string(ChangeTests.two))
        }
        for client in [hers, his, second, nobody] {
          try client.settle()
          #expect(!client.kept.contains { $0["event"] == "postgres_changes" })
        }
        let callers = place.database.held.withLock { $0.selects }
        #expect(callers.count == 2 && callers.filter { $0.user == ben }.count == 1)
      }
    }
  }

  @Test("that only a user named in the row may see are checked for that user only")
  func named() async throws {
    try await serving { place in
      place.database.held.withLock { $0.visible[ben] = [ChangeTests.one] }
      try await place.asked { place in
        var clients: [TestClient] = []
        for token in ["anna", "ben", "anon"] {
          let client = try TestClient(place.port)
          try client.open()
          try client.listen("realtime:a", [["table": "letters"]], token: token)
          clients.append(client)
        }
        place.database.publish([
          .letter(ChangeTests.one, of: anna, to: ben), .letter(ChangeTests.two, of: anna, to: ben),
          .letter(ChangeTests.two, of: anna, to: anna),
        ])
        for _ in 0..<3 { _ = try clients[0].next("postgres_changes") }
        _ = try clients[1].next("postgres_changes")
        for client in clients {
          try client.settle()
          #expect(!client.kept.contains { $0["event"] == "postgres_changes" })
        }
        #expect(place.database.held.withLock { $0.selects.map(\.user) } == [ben])
      }
    }
  }

  @Test("are limited to the requested event, table and filter")
  func filters() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        let ids = try client.listen(
          "realtime:a",
          [
            ["event": "INSERT", "schema": "public", "table": "moods", "filter": "score=gte.7"],
            ["event": "UPDATE", "schema": "public", "table": "moods"],
            ["event": "*", "schema": "*", "table": "*"],
            ["event": "DELETE", "schema": "public", "table": "moods", "filter": .string("id=eq.\(ChangeTests.two)")],
          ], token: "anna"
        ).compactMap { $0["id"] }
        #expect(Set(ids).count == 4 && place.database.watched == ["moods", "cards", "letters"])
        place.database.publish([
          .mood(ChangeTests.one, of: anna, score: 6), .mood(ChangeTests.one, of: anna, score: 7),
          .mood(ChangeTests.one, of: anna, .update), .mood(ChangeTests.one, of: anna, .delete),
          .mood(ChangeTests.two, of: anna, .delete), .card(ChangeTests.one, of: anna),
        ])
        var heard: [JSON] = []
        for _ in 0..<6 { heard.append(try #require(try client.next("postgres_changes")["payload"]?["ids"])) }
        #expect(
          heard == [
            [ids[2]], [ids[0], ids[2]], [ids[1], ids[2]], [ids[2]], [ids[2], ids[3]], [ids[2]],
          ])
      }
    }
  }

  @Test(
    "that cannot be subscribed to are answered with an error, and the channel stays open",
    arguments: [
      (["table": "nothing"], "no table nothing"), (["schema": "auth", "table": "moods"], "no schema auth"),
      (["table": "moods", "filter": "score"], "column=eq.value"), (["filter": "score=eq.1"], "needs a table"),
      (["table": "moods", "filter": "nothing=eq.1"], "no column nothing"),
      (["table": "moods", "filter": "score=is.1"], "compares with"),
      (["table": "moods", "filter": "score=eq.many"], "type integer"),
      (["table": "moods", "filter": "more=eq.{}"], "cannot be compared"),
    ] as [([String: JSON], String)])
  func wrong(binding: [String: JSON], words: String) async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.join("realtime:a", ["postgres_changes": [.object(binding)]], token: "anna")
        let system = try client.next("system")
        #expect(system["payload"]?["status"] == "error" && system["payload"]?["extension"] == "postgres_changes")
        #expect(system["payload"]?["message"]?.string?.contains(words) == true, "\(system)")
        try client.push("realtime:a", "broadcast", ["event": "e"])
        try client.settle()
      }
    }
  }

  @Test("are watched only while a client listens")
  func watching() async throws {
    try await serving { place in
      try await place.asked { place in
        let (one, two) = (try TestClient(place.port), try TestClient(place.port))
        for client in [one, two] { try client.open() }
        try one.listen("realtime:a", [["table": "moods"]])
        try two.listen("realtime:a", [["table": "moods"], ["table": "cards"]])
        try two.listen("realtime:b", [["table": "cards"]])
        #expect(place.database.watched == ["moods", "cards"])
        _ = try two.reply(to: two.push("realtime:a", "phx_leave"))
        try two.settle()
        #expect(place.database.watched == ["moods", "cards"])
        _ = try two.reply(to: two.push("realtime:b", "phx_leave"))
        try two.listen("realtime:c", [["table": "moods"]])
        #expect(place.database.watched == ["moods"])
      }
    }
  }

  @Test("that were missed are reported to the channels that listen")
  func missed() async throws {
    let database = FakeDatabase(bound: 1)
    try await serving(database: database) { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.listen("realtime:a", [["table": "moods"]], token: "anna")
        try client.join("realtime:b")
        // Enough changes to exceed the buffer.
        for _ in 0..<2000 { place.database.publish([.mood(ChangeTests.one, of: anna)]) }
        let words = try client.next("system")
        #expect(words["payload"]?["status"] == "error" && words["topic"] == "realtime:a")
        #expect(try client.next("system")["payload"]?["status"] == "ok")
      }
    }
  }

  @Test("are sent by the rights of the new token once it is set")
  func newToken() async throws {
    try await serving { place in
      try await place.asked { place in
        let client = try TestClient(place.port)
        try client.open()
        try client.listen("realtime:a", [["table": "moods"]], token: "anna")
        try client.push("realtime:a", "access_token", ["access_token": "ben"])
        try client.settle()
        place.database.publish([.mood(ChangeTests.one, of: anna), .mood(ChangeTests.two, of: ben)])
        #expect(
          try client.next("postgres_changes")["payload"]?["data"]?["record"]?["id"] == .string(ChangeTests.two))
      }
    }
  }

  @Test("reach five hundred clients, each once and in order")
  func many() async throws {
    try await serving { place in
      try await place.asked { place in
        // Read as text, since parsing thousands of frames would take longer than all the rest.
        let join =
          #"{"topic":"realtime:a","event":"phx_join","ref":"1","payload":{"access_token":"anna","#
          + #""config":{"postgres_changes":[{"event":"INSERT","schema":"public","table":"moods"}]}}}"#
        let clients = try (0..<500).map { _ in
          let client = try TestClient(place.port)
          try client.open()
          client.say(join)
          while try !client.text().contains("Subscribed") {}
          return client
        }
        for score in 0..<10 { place.database.publish([.mood(ChangeTests.one, of: anna, score: score)]) }
        for client in clients {
          for score in 0..<10 {
            let heard = try client.text()
            #expect(heard.hasSuffix(#","ref":null}"#) && heard.contains(#""score":\#(score),"#))
          }
        }
      }
      #expect(await place.realtime.figures.letGo == 0)
    }
  }
}
