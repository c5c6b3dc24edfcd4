import Backend
import Catalog
import FoundationEssentials
import JSON
import Kernel
import Loopback
import ServerFunctions
import TestPostgres
import Testing
import Tokens

@Suite("Ended sessions, on every instance", .timeLimit(.minutes(10)))
struct EndedSessionTests {
  enum Servers: String, CaseIterable, Sendable {
    case sqlite, postgres
  }

  static var servers: [Servers] { TestPostgres.isInstalled ? Servers.allCases : [.sqlite] }

  private static let secret = String(repeating: "one secret for both ", count: 3)
  private static let who = ServerFunction("who") { call, _ in FunctionAnswer(.string(call.caller.user ?? "")) }

  /// Runs with one server on SQLite, or two on one PostgreSQL; the last one is the other instance.
  private func serving(_ kind: Servers, _ body: ([Running]) async throws -> Void) async throws {
    let address = kind == .postgres ? try TestPostgres.shared().database() : nil
    var servers: [Running] = []
    do {
      for _ in 0..<(kind == .postgres ? 2 : 1) {
        servers.append(
          try await Running(secret: EndedSessionTests.secret) { options in
            options.database = address
            options.functions = [EndedSessionTests.who]
          })
      }
      try await body(servers)
    } catch {
      for server in servers { await server.stop() }
      throw error
    }
    for server in servers { await server.stop() }
  }

  private func signIn(_ server: Running, _ email: String = "one@example.com") async throws -> String {
    let told = try await server.ask(
      "POST", "/auth/v1/token?grant_type=password", key: server.backend.keys.anon,
      body: #"{"email":"\#(email)","password":"a-long-secret"}"#)
    return try #require(told.json["access_token"]?.string)
  }

  private func user(_ server: Running, _ token: String) async throws -> String {
    let told = try await server.ask("GET", "/auth/v1/user", key: server.backend.keys.anon, bearer: token)
    return try #require(told.json["id"]?.string)
  }

  /// The statuses of one request to each service.
  private func statuses(_ server: Running, _ token: String, _ person: String) async throws -> [String: Int] {
    let key = server.backend.keys.anon
    func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> Int {
      try await server.ask(method, path, key: key, bearer: token, body: body).status
    }
    return [
      "read": try await ask("GET", "/rest/v1/todos"),
      "insert": try await ask("POST", "/rest/v1/todos", #"{"title":"a"}"#),
      "pull": try await ask("POST", "/rest/v1/rpc/sync_pull", EndedSessionTests.pull),
      "upload": try await ask("POST", "/storage/v1/object/b/\(person)/\(UUID().uuidString)", "x"),
      "list": try await ask("POST", "/storage/v1/object/list/b", #"{"prefix":"\#(person)"}"#),
      "function": try await ask("POST", "/functions/v1/who", "{}"),
      "broadcast": try await ask(
        "POST", "/realtime/v1/api/broadcast",
        #"{"messages":[{"topic":"t","event":"e","payload":{},"private":false}]}"#),
      "user": try await ask("GET", "/auth/v1/user"),
    ]
  }

  private static let pull =
    #"{"device":"00000000-0000-4000-8000-000000000001","cursors":{"todos":null},"epoch":null}"#
  private static let refused = [
    "read": 401, "insert": 401, "pull": 401, "upload": 400, "list": 400, "function": 401, "broadcast": 401, "user": 403,
  ]

  private func makeBucket(_ servers: [Running]) async throws {
    let made = try await servers[0].ask(
      "POST", "/storage/v1/bucket", key: servers[0].backend.keys.service, body: #"{"name":"b"}"#)
    #expect(made.status == 200)
  }

  /// Asks until the other instance has heard of it. The news need a moment, and no reading may take three seconds.
  private func heard(_ server: Running, _ token: String) async throws {
    let began = ContinuousClock.now
    while try await server.ask("GET", "/rest/v1/todos?limit=1", key: server.backend.keys.anon, bearer: token).status
      != 401
    {
      try #require(ContinuousClock.now - began < .seconds(60), "the other instance never heard of it")
      await Task.yield()
    }
  }

  @Test("no service answers an ended session, and another session of the person goes on", arguments: servers)
  func everyService(kind: Servers) async throws {
    try await serving(kind) { servers in
      try await makeBucket(servers)
      let ended = try await servers[0].signUp()
      let other = try await signIn(servers[0])
      let person = try await user(servers[0], ended)
      for server in servers {
        let before = try await statuses(server, ended, person)
        #expect(before.values.allSatisfy { 200...299 ~= $0 }, "\(before)")
      }
      let left = try await servers[0].ask(
        "POST", "/auth/v1/logout?scope=local", key: servers[0].backend.keys.anon, bearer: ended)
      #expect(left.status == 204)
      // On this instance with the response, on the other as soon as it has heard.
      #expect(try await statuses(servers[0], ended, person) == EndedSessionTests.refused)
      for server in servers {
        try await heard(server, ended)
        #expect(try await statuses(server, ended, person) == EndedSessionTests.refused)
        let still = try await statuses(server, other, person)
        #expect(still.values.allSatisfy { 200...299 ~= $0 }, "\(still)")
      }
    }
  }

  @Test("a deleted person loses access, and writes nothing any more", arguments: servers)
  func deleted(kind: Servers) async throws {
    try await serving(kind) { servers in
      let token = try await servers[0].signUp()
      let person = try await user(servers[0], token)
      let service = servers[0].backend.keys.service
      #expect(
        try await servers[0].ask(
          "DELETE", "/auth/v1/admin/users/\(person)", key: service, bearer: service, body: "{}"
        ).status == 200)
      for server in servers {
        try await heard(server, token)
        let written = try await server.ask(
          "POST", "/rest/v1/todos", key: server.backend.keys.anon, bearer: token, body: #"{"title":"late"}"#)
        #expect(written.status == 401 && written.json["message"] == "The session of this JWT has ended")
        let rows = try await server.ask("GET", "/rest/v1/todos?select=id", key: service, bearer: service)
        #expect(rows.json.array == [])
      }
    }
  }

  @Test("a server that starts later refuses the session too", arguments: servers)
  func startedLater(kind: Servers) async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    if kind == .postgres { options.database = try TestPostgres.shared().database() }
    let first = try await Backend.start(options)
    let signUp = #"{"email":"one@example.com","password":"a-long-secret"}"#
    let told = try await Running.asked(first, "/auth/v1/signup", first.keys.anon, signUp)
    let token = try #require(told["access_token"]?.string)
    // The response to a sign-out has no content.
    _ = try? await Running.asked(first, "/auth/v1/logout", token, "{}")
    await first.stop()
    let second = try await Backend.start(options)
    let answer = try await Running.asked(second, "/rest/v1/todos", token, #"{"title":"late"}"#)
    #expect(answer["message"] == "The session of this JWT has ended")
    await second.stop()
  }

  @Test("an open socket of the session is closed with the reason, one of another session stays", arguments: servers)
  func sockets(kind: Servers) async throws {
    try await serving(kind) { servers in
      let ended = try await servers[0].signUp()
      let other = try await signIn(servers[0])
      let key = servers[0].backend.keys.anon
      let ports = servers.map(\.backend.port)
      let clients = try await onThread {
        try ports.flatMap { port in
          try [ended, other].map { token in
            let client = try RawClient(port)
            try client.join("one", key: key, token: token)
            try client.read(until: "Subscribed to PostgreSQL")
            return HeldClient(client)
          }
        }
      }
      #expect(
        try await servers[0].ask("POST", "/auth/v1/logout?scope=local", key: key, bearer: ended).status == 204)
      let said = try await onThread {
        try clients.enumerated().map { number, held in
          guard number % 2 == 1 else { return held.client.readToEnd() }
          held.client.sendFrame(
            #"{"topic":"phoenix","event":"heartbeat","ref":"7","payload":{}}"#
              + String(repeating: " ", count: 200))
          return try held.client.read(until: #""ref":"7""#)
        }
      }
      for (number, text) in said.enumerated() {
        #expect(text.contains("The session has ended") == (number % 2 == 0), "\(number): \(text)")
      }
      // Neither a new socket nor a new channel lets it in again.
      for server in servers {
        let port = server.backend.port
        try await heard(server, ended)
        let refused = try await onThread {
          let client = try RawClient(port)
          try client.join("one", key: key, token: ended)
          return try client.read(until: #""status":"error""#)
        }
        #expect(refused.contains("The session has ended"))
      }
    }
  }

  @Test("an upload that is under way when the session ends is refused and leaves nothing", arguments: servers)
  func uploads(kind: Servers) async throws {
    try await serving(kind) { servers in
      try await makeBucket(servers)
      let token = try await servers[0].signUp()
      let person = try await user(servers[0], token)
      let (key, service) = (servers[0].backend.keys.anon, servers[0].backend.keys.service)
      let ports = servers.map(\.backend.port)
      let (size, half) = (2_000_000, [UInt8](repeating: 7, count: 1_000_000))
      let clients = try await onThread {
        try ports.enumerated().map { number, port in
          let client = try RawClient(port)
          let head = [
            "POST /storage/v1/object/b/\(person)/\(number) HTTP/1.1", "Host: a", "apikey: \(key)",
            "Authorization: Bearer \(token)", "Content-Type: text/plain", "Content-Length: \(size)",
            "Expect: 100-continue", "", "",
          ]
          client.send(head.joined(separator: "\r\n"))
          try client.read(until: "100 Continue")
          client.send(half)
          return HeldClient(client)
        }
      }
      #expect(try await servers[0].ask("POST", "/auth/v1/logout", key: key, bearer: token).status == 204)
      for server in servers { try await heard(server, token) }
      let answers = try await onThread {
        clients.map { held in
          held.client.send(half)
          return held.client.response()
        }
      }
      for answer in answers { #expect(answer.contains("The session has ended"), "\(answer)") }
      for server in servers {
        let listed = try await server.ask(
          "POST", "/storage/v1/object/list/b", key: service, bearer: service, body: #"{"prefix":"\#(person)"}"#)
        #expect(listed.json.array == [])
        // Made with the first piece that was taken, and removed right after the answer.
        var files: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: server.folder + "/objects")) ?? [] }
        let end = ContinuousClock.now + .seconds(30)
        while files.contains(where: { $0.contains(".new-") }), ContinuousClock.now < end { await Task.yield() }
        #expect(!files.contains { $0.contains(".new-") }, "\(files)")
      }
    }
  }

  @Test("a flood of sign-outs and requests never lets an ended session in", arguments: servers)
  func race(kind: Servers) async throws {
    try await serving(kind) { servers in
      _ = try await servers[0].signUp()
      let key = servers[0].backend.keys.anon
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          let token = try await signIn(servers[0])
          group.addTask {
            let left = Locked(false)
            async let asked: Void = {
              for _ in 0..<40 {
                let wasLeft = left.withLock { $0 }
                let status = try await servers[0].ask(
                  "POST", "/rest/v1/todos", key: key, bearer: token, body: #"{"title":"a"}"#
                ).status
                #expect(status == 401 || (!wasLeft && status == 201))
              }
            }()
            let status = try await servers[0].ask(
              "POST", "/auth/v1/logout?scope=local", key: key, bearer: token
            ).status
            left.withLock { $0 = true }
            #expect(status == 204)
            try await asked
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
