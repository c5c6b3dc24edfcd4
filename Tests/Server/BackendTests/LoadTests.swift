import Catalog
import FoundationEssentials
import Glibc
import JSON
import Kernel
import Loopback
import Testing
import Tokens

@testable import Backend

@Suite("A server with clients that stall", .timeLimit(.minutes(10)))
struct LoadTests {
  private struct Person {
    let id: String
    let token: String
  }

  private static func people(_ count: Int, at server: Running) async throws -> [Person] {
    var people: [Person] = []
    for number in 0..<count {
      let token = try await server.signUp("person\(number)@example.com")
      let told = try await server.ask("GET", "/auth/v1/user", key: server.backend.keys.anon, bearer: token)
      people.append(Person(id: try #require(told.json["id"]?.string), token: token))
    }
    return people
  }

  private static func makeBucket(at server: Running) async throws {
    let made = try await server.ask(
      "POST", "/storage/v1/bucket", key: server.backend.keys.service, body: #"{"name":"b"}"#)
    #expect(made.status == 200)
  }

  private static func head(
    _ path: String, _ length: Int, key: String? = nil, bearer: String? = nil, fields: [String] = []
  ) -> String {
    var lines = ["POST \(path) HTTP/1.1", "Host: a", "Content-Type: application/json", "Content-Length: \(length)"]
    if let key { lines.append("apikey: \(key)") }
    if let bearer { lines.append("Authorization: Bearer \(bearer)") }
    return (lines + fields + ["", ""]).joined(separator: "\r\n")
  }

  private static func upload(_ person: Person, _ name: Int, _ length: Int, _ key: String) -> String {
    head("/storage/v1/object/b/\(person.id)/\(name)", length, key: key, bearer: person.token)
  }

  /// Inserts rows one after another and returns the statuses.
  private static func inserts(_ count: Int, by person: Person, at server: Running) async throws -> [Int] {
    var statuses: [Int] = []
    for number in 0..<count {
      let told = try await server.ask(
        "POST", "/rest/v1/todos", key: server.backend.keys.anon, bearer: person.token,
        body: #"{"title":"\#(number)"}"#)
      statuses.append(told.status)
    }
    return statuses
  }

  @Test("takes every signed-in insert while uploads without a key, of one account and of several stall")
  func stalledUploads() async throws {
    try await running(change: { $0.bodyMemory = 4 << 20 }) { server in
      try await LoadTests.makeBucket(at: server)
      let people = try await LoadTests.people(4, at: server)
      let (port, key) = (server.backend.port, server.backend.keys.anon)
      let part = [UInt8](repeating: 7, count: 400_000)
      let stalled = try await onThread {
        var stalled: [HeldClient] = []
        // Without a key: answered at once, whatever they send.
        for number in 0..<23 {
          let client = try RawClient(port)
          client.send(LoadTests.head("/storage/v1/object/b/x/\(number)", 3_000_000))
          #expect(client.response().contains("AccessDenied"))
          stalled.append(HeldClient(client))
        }
        for (person, count) in [(people[0], 23), (people[1], 8), (people[2], 8), (people[3], 8)] {
          for number in 0..<count {
            let client = try RawClient(port)
            client.send(Array(LoadTests.upload(person, number, 3_000_000, key).utf8) + part)
            stalled.append(HeldClient(client))
          }
        }
        return stalled
      }
      let statuses = try await LoadTests.inserts(60, by: people[0], at: server)
      #expect(statuses == Array(repeating: 201, count: 60))
      withExtendedLifetime(stalled) {}
    }
  }

  @Test("takes every small insert while pushes of several accounts stall and hold all memory that they may")
  func stalledPushes() async throws {
    try await running(change: { $0.bodyMemory = 4 << 20 }) { server in
      let people = try await LoadTests.people(5, at: server)
      let (port, key) = (server.backend.port, server.backend.keys.anon)
      let part = [UInt8](repeating: 0x20, count: 500_000)
      let (refused, stalled) = try await onThread {
        var (refused, stalled) = (0, [HeldClient]())
        for person in people {
          // One account holds a quarter at most: whichever of three comes last is past that.
          let clients = try (0..<3).map { _ in
            let client = try RawClient(port)
            client.send(
              Array(LoadTests.head("/rest/v1/rpc/sync_push", 1_000_000, key: key, bearer: person.token).utf8) + part)
            return client
          }
          if RawClient.first(of: clients)?.status() == 503 { refused += 1 }
          stalled += clients.map(HeldClient.init)
        }
        return (refused, stalled)
      }
      #expect(refused == people.count)
      for person in people {
        #expect(try await LoadTests.inserts(10, by: person, at: server) == Array(repeating: 201, count: 10))
      }
      withExtendedLifetime(stalled) {}
    }
  }

  @Test(
    "stores files that are together and alone larger than the memory for bodies, and a stalled one holds none of it")
  func largeFiles() async throws {
    try await running(change: { $0.bodyMemory = 256 << 10 }) { server in
      try await LoadTests.makeBucket(at: server)
      let person = try await LoadTests.people(1, at: server)[0]
      let (port, key) = (server.backend.port, server.backend.keys.anon)
      let part = [UInt8](repeating: 7, count: 2_000_000)
      let statuses = try await onThread {
        // Each one has sent all but its last byte before the first one ends.
        let clients = try (0..<5).map { number in
          let client = try RawClient(port)
          client.send(Array(LoadTests.upload(person, number, 2_000_001, key).utf8) + part)
          return client
        }
        for client in clients { client.send([8]) }
        return clients.map { $0.status() }
      }
      #expect(statuses == Array(repeating: 200, count: 5))
      let got = try await server.ask("GET", "/storage/v1/object/b/\(person.id)/4", key: key, bearer: person.token)
      #expect(got.status == 200 && got.text.utf8.count == 2_000_001 && got.text.utf8.last == 8)
    }
  }

  @Test("holds a small part of each file in memory for clients that do not read it, and still serves others")
  func silentReaders() async throws {
    try await running { server in
      try await LoadTests.makeBucket(at: server)
      let person = try await LoadTests.people(1, at: server)[0]
      let (port, key) = (server.backend.port, server.backend.keys.service)
      let path = "/storage/v1/object/b/\(person.id)/large"
      let size = 8 << 20
      try await onThread {
        let client = try RawClient(port)
        let part = [UInt8](repeating: 7, count: size)
        client.send(Array(LoadTests.head(path, size, key: key).utf8) + part)
        #expect(client.status() == 200)
      }
      func memory() async throws -> Int {
        let text = try await server.ask("GET", "/metrics", bearer: key).text
        let line = text.split(separator: "\n").first { $0.hasPrefix("process_resident_memory_bytes ") }
        return Int(try #require(line?.split(separator: " ").last.flatMap { Double($0) }))
      }
      let before = try await memory()
      let readers = try await onThread {
        try (0..<60).map { _ in
          let client = try RawClient(port)
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\napikey: \(key)\r\n\r\n")
          #expect(client.status() == 200)
          return HeldClient(client)
        }
      }
      // All files together have 480 MiB.
      #expect(try await memory() - before < 120 << 20)
      #expect(try await LoadTests.inserts(10, by: person, at: server) == Array(repeating: 201, count: 10))
      withExtendedLifetime(readers) {}
    }
  }

  @Test("asks for a body with 100-continue only after its key, its policy and its limits hold")
  func expectation() async throws {
    try await running { server in
      try await LoadTests.makeBucket(at: server)
      let person = try await LoadTests.people(1, at: server)[0]
      let (port, key) = (server.backend.port, server.backend.keys.anon)
      let own = "/storage/v1/object/b/\(person.id)/a"
      for (path, length, sent, bearer, expected) in [
        ("/rest/v1/todos", 9, nil, nil, 401), ("/rest/v1/todos", 9, "rubbish", nil, 401),
        ("/rest/v1/todos", 9, key, "rubbish", 401), ("/rest/v1/todos", 9, key, nil, 401),
        ("/rest/v1/nothing", 9, key, person.token, 404), ("/rest/v1/todos", 2 << 20, key, person.token, 413),
        ("/rest/v1/todos", 15, key, person.token, 100), ("/storage/v1/object/b/x/a", 9, nil, nil, 400),
        ("/storage/v1/object/b/x/a", 9, key, person.token, 400), (own, 11 << 20, key, person.token, 413),
        ("/storage/v1/object/none/\(person.id)/a", 9, key, person.token, 400), (own, 9, key, person.token, 100),
        ("/auth/v1/signup", 9, nil, nil, 401), ("/auth/v1/signup", 70_000, key, nil, 413),
        ("/auth/v1/signup", 9, key, nil, 100), ("/functions/v1/none", 9, key, person.token, 404),
        ("/functions/v1/none", 9, nil, nil, 401), ("/realtime/v1/api/broadcast", 9, nil, nil, 401),
        ("/nothing", 9, key, person.token, 413),
      ] as [(String, Int, String?, String?, Int)] {
        let status = try await onThread {
          let client = try RawClient(port)
          client.send(LoadTests.head(path, length, key: sent, bearer: bearer, fields: ["Expect: 100-continue"]))
          return client.status()
        }
        #expect(status == expected, "\(path) \(length) \(sent == nil ? "without a key" : "")")
      }
      let other = try await onThread {
        let client = try RawClient(port)
        client.send(LoadTests.head(own, 9, key: key, bearer: person.token, fields: ["Expect: something"]))
        return client.status()
      }
      #expect(other == 417)
    }
  }

  @Test("removes what a killed server left of an upload when it starts")
  func leftovers() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: "\(folder)/objects", withIntermediateDirectories: false)
    let leftover = "\(folder)/objects/.new-\(String(repeating: "a", count: 32))"
    #expect(FileManager.default.createFile(atPath: leftover, contents: Data("half".utf8)))
    // Another server on the same folder is writing this one, and holds its lock.
    let kept = "\(folder)/objects/.new-\(String(repeating: "b", count: 32))"
    let writing = open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(writing) }
    #expect(flock(writing, LOCK_EX | LOCK_NB) == 0)
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    let backend = try await Backend.start(options)
    await backend.stop()
    #expect(!FileManager.default.fileExists(atPath: leftover) && FileManager.default.fileExists(atPath: kept))
  }
}
