import Backend
import Catalog
import Fetch
import Foundation
import JSON
import Kernel
import Shell
import Supabase
import Testing
import Tokens

@testable import Embedded

@Suite("Embedded server")
struct EmbeddedServerTests {
  /// A temporary folder that is removed when it is released.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)").path()
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func health(_ project: Project, _ server: EmbeddedServer) async throws(Problem) -> Int {
    let question = Outgoing(
      "GET", "\(project.address)/auth/v1/settings", headers: [.init("apikey", project.key)])
    return try await server.send(question).status
  }

  /// Servers that share a folder, in place of those of several processes.
  private func servers(
    _ count: Int, _ body: ([EmbeddedServer], Folder) async throws -> Void
  ) async throws {
    let folder = Folder()
    let fetch = try Fetch()
    let servers = (0..<count).map { _ in EmbeddedServer(EmbeddedPlan(folder: folder.path, schema: .products), fetch) }
    do {
      try await body(servers, folder)
    } catch {
      for server in servers { await server.stop() }
      throw error
    }
    for server in servers { await server.stop() }
    await fetch.close()
  }

  @Test("starts at the first request, once for concurrent callers")
  func lazily() async throws {
    try await servers(1) { servers, folder in
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      let projects = try await withThrowingTaskGroup(of: Project.self) { group in
        for _ in 0..<8 { group.addTask { try await servers[0].port.project() } }
        return try await group.reduce(into: Set<Project>()) { $0.insert($1) }
      }
      let project = try #require(projects.first)
      #expect(projects.count == 1 && Loopback.holds(project.address))
      #expect(await servers[0].isHere)
      #expect(try await health(project, servers[0]) == 200)
      #expect(project.key == (try Backend.keys(in: folder.path).anon))
    }
  }

  @Test("rows are sealed by default, and a readable folder is sealed at the next start", arguments: [false, true])
  func sealed(wasReadable: Bool) async throws {
    let (folder, fetch) = (Folder(), try Fetch())
    let words = "a planted sentence that nobody else writes"
    func run(_ plan: EmbeddedPlan, _ body: (Project) async throws -> Void) async throws {
      let server = EmbeddedServer(plan, fetch)
      do { try await body(try await server.project()) } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }
    func isReadable() throws -> Bool {
      for case let name as String in try #require(FileManager.default.enumerator(atPath: folder.path)) {
        let data = try? Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
        if data?.range(of: Data(words.utf8)) != nil { return true }
      }
      return false
    }
    func send(_ method: String, _ address: String, _ headers: [Outgoing.Field], _ body: String?) async throws -> JSON {
      let fields = headers + [.init("content-type", "application/json"), .init("prefer", "return=representation")]
      let answer = try await fetch.send(
        Outgoing(method, address, headers: fields, body: body.map { Array($0.utf8) }))
      return try JSON(bytes: answer.body)
    }
    var plan = EmbeddedPlan(folder: folder.path, schema: .products)
    if wasReadable { plan.keys = nil }
    var token = ""
    try await run(plan) { project in
      let key = Outgoing.Field("apikey", project.key)
      let account = try await send(
        "POST", "\(project.address)/auth/v1/signup", [key], #"{"email":"one@example.com","password":"a-long-secret"}"#)
      token = try #require(account["access_token"]?.string)
      let added = try await send(
        "POST", "\(project.address)/rest/v1/journal_entries", [key, .init("authorization", "Bearer \(token)")],
        #"{"body":"\#(words)","written_at":"2026-11-21T21:00:00Z"}"#)
      #expect(added.array?.first?["body"]?.string == words, "\(added)")
      #expect(try isReadable() == wasReadable)
    }
    plan.keys = .file
    try await run(plan) { project in
      #expect(try !isReadable())
      let found = try await send(
        "GET", "\(project.address)/rest/v1/journal_entries?select=body",
        [.init("apikey", project.key), .init("authorization", "Bearer \(token)")], nil)
      #expect(found.array?.first?["body"]?.string == words, "\(found)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/rows.key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try !isReadable())
    plan.keys = nil
    let refused = await #expect(throws: Problem.self) { try await run(plan) { _ in } }
    #expect(refused?.code == "sealed-database")
    await fetch.close()
  }

  @Test("a second server on the same folder uses the first one")
  func shared() async throws {
    try await servers(2) { servers, _ in
      let project = try await servers[0].project()
      #expect(try await servers[1].project() == project)
      #expect(await !servers[1].isHere)
      #expect(try await health(project, servers[1]) == 200)
    }
  }

  @Test("of several servers that start at once, one serves all")
  func atOnce() async throws {
    try await servers(4) { servers, _ in
      let projects = try await withThrowingTaskGroup(of: Project.self) { group in
        for server in servers { group.addTask { try await server.project() } }
        return try await group.reduce(into: Set<Project>()) { $0.insert($1) }
      }
      #expect(projects.count == 1)
      var here = 0
      for server in servers where await server.isHere { here += 1 }
      #expect(here == 1)
    }
  }

  @Test("when the running one stops, the next request starts another at the same address")
  func takenOver() async throws {
    try await servers(2) { servers, _ in
      let project = try await servers[0].project()
      _ = try await servers[1].project()
      await servers[0].stop()
      #expect(try await health(project, servers[1]) == 200)
      #expect(await servers[1].isHere)
      #expect(try await servers[1].project().address == project.address)
      await #expect(throws: Problem.self) { try await servers[0].project() }
    }
  }

  @Test("a foreign server on its port answers 401; when that one has stopped, the old address works again")
  func elsewhere() async throws {
    try await servers(2) { servers, _ in
      let project = try await servers[0].project()
      _ = try await servers[1].project()
      await servers[0].stop()
      // Another server at its port, which serves another folder.
      var options = BackendOptions(folder: Folder().path, schema: .products)
      options.port = try #require(Loopback.port(project.address))
      let stranger = try await Backend.start(options)
      // The other server refuses our key, which cannot be distinguished from our own server.
      #expect(try await health(project, servers[1]) == 401)
      await stranger.stop()
      #expect(try await health(project, servers[1]) == 200)
      try? FileManager.default.removeItem(atPath: options.folder)
    }
  }

  @Test("an address file that leads to the server of another folder is replaced")
  func stale() async throws {
    try await servers(1) { servers, folder in
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      var options = BackendOptions(folder: Folder().path, schema: .products)
      options.port = 0
      let stranger = try await Backend.start(options)
      try Data(#"{"address":"\#(stranger.address)","pid":1}"#.utf8).write(to: URL(filePath: "\(folder.path)/address"))
      let project = try await servers[0].project()
      #expect(project.address != stranger.address)
      #expect(await servers[0].isHere)
      #expect(AddressFile(in: folder.path)?.address == project.address)
      await stranger.stop()
      try? FileManager.default.removeItem(atPath: options.folder)
    }
  }

  @Test(
    "an address file that names another machine or no address is ignored",
    arguments: ["http://192.0.2.1:80", "file:///etc", "rubbish"])
  func otherMachines(address: String) async throws {
    try await servers(1) { servers, folder in
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try Data(#"{"address":"\#(address)","pid":1}"#.utf8).write(to: URL(filePath: "\(folder.path)/address"))
      _ = try await servers[0].project()
      #expect(await servers[0].isHere)
    }
  }

  @Test("a folder whose server cannot be found is reported as a problem, and that server continues to run")
  func mute() async throws {
    try await servers(1) { servers, folder in
      _ = try await servers[0].project()
      try FileManager.default.removeItem(atPath: "\(folder.path)/address")
      let fetch = try Fetch()
      let late = EmbeddedServer(
        EmbeddedPlan(folder: folder.path, schema: .products), fetch, patience: .milliseconds(50))
      await #expect { try await late.project() } throws: {
        ($0 as? Problem)?.code == "server-in-use" && "\($0)".contains("does not answer")
      }
      await fetch.close()
      #expect(try await health(try await servers[0].project(), servers[0]) == 200)
    }
  }

  @Test("without a folder it uses a temporary one, which is removed when it stops")
  func temporary() async throws {
    let fetch = try Fetch()
    let (one, other) = (
      EmbeddedServer(EmbeddedPlan(schema: .products), fetch), EmbeddedServer(EmbeddedPlan(schema: .products), fetch)
    )
    let (first, second) = (try await one.project(), try await other.project())
    // Each has its own: two scenarios share no server.
    #expect(first.address != second.address && first.key != second.key)
    let path = try #require(await one.path)
    #expect(FileManager.default.fileExists(atPath: "\(path)/troupe.sqlite"))
    await one.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
    await #expect { try await self.health(first, one) } throws: { ($0 as? Problem)?.code == "fetch-unreachable" }
    await other.stop()
    await fetch.close()
  }

  @Test("uses the clock that it is given")
  func time() async throws {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_900_000_000)))
    let fetch = try Fetch()
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let project = try await server.project()
    let answer = try await server.send(
      Outgoing(
        "POST", "\(project.address)/auth/v1/signup",
        headers: [.init("apikey", project.key), .init("content-type", "application/json")],
        body: Array(#"{"email":"one@example.com","password":"a-long-secret"}"#.utf8)))
    #expect(String(decoding: answer.body, as: UTF8.self).contains(#""expires_at":1900003600"#))
    await server.stop()
    await fetch.close()
  }
}

@Suite("Loopback addresses")
struct LoopbackTests {
  @Test(
    "are accepted", arguments: ["http://127.0.0.1:8788", "https://localhost", "http://[::1]:1/a", "http://127.0.0.1/a"])
  func holds(address: String) { #expect(Loopback.holds(address)) }

  @Test(
    "are told apart from similar and malformed addresses",
    arguments: [
      "", "127.0.0.1", "ftp://127.0.0.1", "http://127.0.0.1.example.org", "http://localhost.example.org",
      "http://example.org/127.0.0.1", "http://127.0.0.1@example.org", "http://127.0.0.1:80@example.org",
      "http://127.0.0.1:x", "http://127.0.0.1:99999",
    ])
  func holdsNot(address: String) { #expect(!Loopback.holds(address)) }
}
