import JSON
import Kernel
import Mail
import PostgresStore
import Relational
import TestPostgres
import Testing
import Tokens
import Transport

@testable import Auth

/// SQLite serializes its writers; PostgreSQL serves many at once, also of several servers.
@Suite(
  "Concurrent requests on PostgreSQL",
  .enabled(if: TestPostgres.isInstalled, "PostgreSQL is not installed here, so this is not tested."))
struct TwoAtOnceTests {
  private func together(_ ask: @escaping @Sendable () async throws -> World.Answer) async throws -> [World.Answer] {
    try await withThrowingTaskGroup(of: World.Answer.self) { group in
      for _ in 0..<12 { group.addTask { try await ask() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("concurrent requests make one account, one next refresh token, one use of a link and a complete deletion")
  func races() async throws {
    let store = try await PostgresStore.open(
      address: try TestPostgres.shared().database(), schema: Schema([]), migrations: Auth.migrations)
    let world = try World(store: store) { $0.refreshesAtOnce = 100 }
    let body: JSON = ["email": "ada@example.com", "password": "correct horse"]

    let signedUp = try await together { try await world.ask("POST", "signup", body) }
    #expect(signedUp.count { $0.status == 200 } == 1)
    #expect(signedUp.allSatisfy { $0.status == 200 || $0.code == "user_already_exists" })

    let first = try #require(signedUp.first { $0.status == 200 })
    let refreshed = try await together { try await world.refresh(first.refresh) }
    #expect(Set(refreshed.map(\.refresh)).count == 1 && refreshed.allSatisfy { $0.status == 200 })

    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let shown: JSON = ["token_hash": .string(try world.link(to: "ada@example.com").token), "type": "recovery"]
    let entered = try await together { try await world.ask("POST", "verify", shown) }
    #expect(entered.count { $0.status == 200 } == 1 && entered.count { $0.code == "otp_expired" } == 11)

    let id = try #require(first.user["id"]?.string)
    let key = world.keys.service
    let deleted = try await together { try await world.ask("DELETE", "admin/users/\(id)", [:], bearer: key, key: key) }
    #expect(deleted.contains { $0.status == 200 } && deleted.allSatisfy { [200, 404].contains($0.status) })
    for table in ["auth_users", "auth_identities", "auth_sessions", "auth_refresh_tokens", "auth_one_time_tokens"] {
      let left = try await store.look { session throws(Failure) in try session.rows("select * from \(table)", []).count
      }
      #expect(left == 0, "\(table)")
    }
    await store.close()
  }
}
