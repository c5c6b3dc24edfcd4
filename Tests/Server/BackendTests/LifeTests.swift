import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Testing
import Tokens

@testable import Backend

@Suite("Server start and stop")
struct LifeTests {
  @Test("a stop loses no acknowledged row")
  func gracefulStop() async throws {
    let server = try await Running()
    let token = try await server.signUp()
    let anon = server.backend.keys.anon
    let acknowledged = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<6 {
        group.addTask {
          var ids: [String] = []
          while true {
            let id = UUID().uuidString.lowercased()
            let told = try? await server.ask(
              "POST", "/rest/v1/todos", key: anon, bearer: token, body: #"{"id":"\#(id)","title":"kept"}"#)
            guard told?.status == 201 else { return ids }
            ids.append(id)
            // The first task with 20 rows stops the server while the others go on.
            if ids.count == 20 { Task { await server.backend.stop() } }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    await server.backend.stop()
    #expect(acknowledged.count >= 20)
    var options = BackendOptions(folder: server.folder, schema: .products)
    options.port = 0
    let again = try await Backend.start(options)
    let address = again.address
    let answer = try await server.fetch.send(
      .init(
        "GET", "\(address)/rest/v1/todos?select=id",
        headers: [.init("apikey", again.keys.anon), .init("authorization", "Bearer \(token)")]))
    await again.stop()
    let kept = Set((try JSON(bytes: answer.body)).array?.compactMap { $0["id"]?.string } ?? [])
    #expect(kept.isSuperset(of: acknowledged))
    await server.stop()
  }

  @Test("a second server on the same folder is refused")
  func oneFolder() async throws {
    try await running { server in
      var options = BackendOptions(folder: server.folder, schema: .products)
      options.port = 0
      await #expect(throws: Problem.self) { try await Backend.start(options) }
    }
  }

  @Test("a bus without PostgreSQL is refused")
  func busWithoutPostgres() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    options.bus = "nats://127.0.0.1:4222"
    await #expect { try await Backend.start(options) } throws: { ($0 as? Problem)?.code == "bus-without-postgres" }
  }

  @Test("a pooler without PostgreSQL is refused")
  func poolerWithoutPostgres() async throws {
    let folder = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = BackendOptions(folder: folder, schema: .products)
    options.port = 0
    options.pooler = "postgres://postgres@127.0.0.1:6432/troupe"
    await #expect { try await Backend.start(options) } throws: { ($0 as? Problem)?.code == "pooler-without-postgres" }
  }

  @Test("a folder keeps its keys, and keys of another secret are refused")
  func keys() async throws {
    try await running { server in
      let keys = try Backend.keys(in: server.folder)
      #expect(keys.anon == server.backend.keys.anon && keys.service == server.backend.keys.service)
      let others = try Backend.keys(in: server.folder, secret: String(repeating: "other-secret ", count: 4))
      #expect(others.anon != keys.anon)
      #expect(try await server.ask("GET", "/rest/v1/todos", key: others.service).status == 401)
    }
  }

  @Test(
    "a backup of a running server holds its rows; restored, it has another epoch, and sessions of before have ended")
  func copies() async throws {
    let copy = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let pull = #"{"device":"00000000-0000-4000-8000-000000000001","cursors":{"todos":null},"epoch":null}"#
    let (token, told) = try await running { server in
      let token = try await server.signUp()
      let anon = server.backend.keys.anon
      _ = try await server.ask("POST", "/rest/v1/todos", key: anon, bearer: token, body: #"{"title":"kept"}"#)
      _ = try await ServerBackup("\(copy)/backup").write(of: server.folder, keys: nil)
      // Two servers of one project: a token of one is valid at the other.
      try FileManager.default.copyItem(atPath: "\(server.folder)/jwt.secret", toPath: "\(copy)/jwt.secret")
      return (token, try await server.ask("POST", "/rest/v1/rpc/sync_pull", key: anon, bearer: token, body: pull))
    }
    _ = try await ServerBackup("\(copy)/backup").restore(into: copy)
    var options = BackendOptions(folder: copy, schema: .products)
    options.port = 0
    let restored = try await Backend.start(options)
    let refused = try await Running.asked(restored, "/rest/v1/rpc/sync_pull", token, pull)
    #expect(refused["code"] == "PGRST303" || refused["message"]?.string?.contains("ended") == true, "\(refused)")
    let there = try await Running.asked(restored, "/rest/v1/rpc/sync_pull", try await Running.signedIn(restored), pull)
    await restored.stop()
    #expect(there["changes"]?.array?.first?["row"]?["title"] == "kept")
    #expect(there["epoch"]?.string != nil && there["epoch"] != told.json["epoch"])
  }
}
