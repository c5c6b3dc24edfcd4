import Catalog
import Foundation
import JSON
import Kernel
import TestPostgres
import Testing
import Tokens

@testable import Backend

@Suite("Accounts after a restore", .timeLimit(.minutes(5)))
struct RestoredAccountsTests {
  private static let clock = Date(timeIntervalSince1970: 1_900_000_000)
  private static let password = "a-long-secret"

  private struct Person {
    let id: String
    let token: String
    let refresh: String
  }

  private func enter(_ server: Running, _ path: String, _ name: String) async throws -> Person {
    let told = try await server.ask(
      "POST", "/auth/v1/\(path)", key: server.backend.keys.anon,
      body: #"{"email":"\#(name)@example.com","password":"\#(RestoredAccountsTests.password)"}"#)
    return Person(
      id: try #require(told.json["user"]?["id"]?.string, "\(told.text)"),
      token: try #require(told.json["access_token"]?.string),
      refresh: try #require(told.json["refresh_token"]?.string))
  }

  /// A server on a folder or a database that outlives it.
  private func serving(
    _ folder: String, _ clock: ManualTime, database: String? = nil, _ body: (Running) async throws -> Void
  ) async throws {
    let server = try await Running(time: clock.time, folder: folder) { $0.database = database }
    do { try await body(server) } catch {
      await server.close()
      throw error
    }
    await server.close()
  }

  private func status(_ server: Running, _ person: Person) async throws -> [Int] {
    let anon = server.backend.keys.anon
    let rows = try await server.ask("GET", "/rest/v1/todos?select=id", key: anon, bearer: person.token)
    let refreshed = try await server.ask(
      "POST", "/auth/v1/token?grant_type=refresh_token", key: anon, body: #"{"refresh_token":"\#(person.refresh)"}"#)
    return [rows.status, refreshed.status]
  }

  @Test("sessions of the copy and later ones have ended, and who was erased since is erased again")
  func replacing() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    let clock = ManualTime(Moment(RestoredAccountsTests.clock))
    let (folder, backup) = ("\(place)/server", ServerBackup("\(place)/backup"))
    var people: [String: Person] = [:]
    var later: Person?
    try await serving(folder, clock) { server in
      let (anon, service) = (server.backend.keys.anon, server.backend.keys.service)
      for name in ["ada", "erased", "removed", "banned", "leaving", "staying"] {
        let person = try await enter(server, "signup", name)
        people[name] = person
        let told = try await server.ask(
          "POST", "/rest/v1/todos", key: anon, bearer: person.token, body: #"{"title":"of \#(name)"}"#)
        #expect(told.status == 201)
      }
      func deletion(_ method: String, of name: String) async throws {
        let told = try await server.ask(
          method, "/auth/v1/user/deletion", key: anon, bearer: people[name]?.token,
          body: method == "POST" ? #"{"password":"\#(RestoredAccountsTests.password)"}"# : nil)
        #expect(told.status == 200, "\(told.text)")
      }
      try await deletion("POST", of: "erased")
      await clock.advance(by: .seconds(14 * 86_400 - 60), settling: Settling())
      for name in ["staying", "leaving", "ada"] {
        people[name] = try await enter(server, "token?grant_type=password", name)
      }
      try await deletion("POST", of: "staying")
      _ = try await backup.write(of: folder, keys: nil)

      later = try await enter(server, "token?grant_type=password", "ada")
      try await deletion("DELETE", of: "staying")
      try await deletion("POST", of: "leaving")
      await clock.advance(by: .seconds(60), settling: Settling())
      await server.backend.errandsDone()
      let removed = try #require(people["removed"]?.id)
      #expect(
        try await server.ask("DELETE", "/auth/v1/admin/users/\(removed)", key: service, bearer: service).status == 200)
      let banned = try #require(people["banned"]?.id)
      #expect(
        try await server.ask(
          "PUT", "/auth/v1/admin/users/\(banned)", key: service, bearer: service, body: #"{"ban_duration":"24h"}"#
        ).status == 200)
    }
    let outcome = try await backup.restore(into: folder, replacing: true, time: clock.time)
    #expect(outcome.erasedAgain == 1 && !outcome.knowsNoDeletions)
    #expect(outcome.missing == [try #require(people["removed"]?.id)])
    try await serving(folder, clock) { server in
      for person in [people["ada"], later] {
        #expect(try await status(server, try #require(person)) == [401, 400])
      }
      func signIn(_ name: String) async throws -> Running.Told {
        try await server.ask(
          "POST", "/auth/v1/token?grant_type=password", key: server.backend.keys.anon,
          body: #"{"email":"\#(name)@example.com","password":"\#(RestoredAccountsTests.password)"}"#)
      }
      #expect(try await signIn("erased").json["code"] == "invalid_credentials")
      #expect(try await signIn("banned").json["code"] == "user_banned")
      #expect(try await signIn("leaving").json["user"]?["app_metadata"]?["erases_at"]?.string != nil)
      #expect(try await signIn("staying").json["user"]?["app_metadata"]?["erases_at"] == nil)
      let fresh = try await enter(server, "token?grant_type=password", "ada")
      #expect(try await status(server, fresh) == [200, 200])
      // The server erases them when it starts.
      let (owner, service) = (try #require(people["erased"]?.id), server.backend.keys.service)
      func left() async throws -> String {
        try await server.ask(
          "GET", "/rest/v1/todos?select=id&owner=eq.\(owner)", key: service, bearer: service
        ).text
      }
      while try await left() != "[]" {}
      await server.backend.errandsDone()
      let certificate = try await server.ask(
        "POST", "/auth/v1/deletion/certificate", key: server.backend.keys.anon,
        body: #"{"token":"\#(try #require(people["erased"]?.token))"}"#)
      #expect(certificate.json["counts"]?["todos"] == 1)
    }
    // Into an empty folder nothing tells of deletions.
    #expect(try await backup.restore(into: "\(place)/other", time: clock.time).knowsNoDeletions)
  }

  @Test("a replaced database that cannot be read is said")
  func damaged() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    let clock = ManualTime(Moment(RestoredAccountsTests.clock))
    let (folder, backup) = ("\(place)/server", ServerBackup("\(place)/backup"))
    try await serving(folder, clock) { server in
      _ = try await enter(server, "signup", "ada")
      _ = try await backup.write(of: folder, keys: nil)
    }
    try Data("no database".utf8).write(to: URL(filePath: "\(folder)/troupe.sqlite"))
    let outcome = try await backup.restore(into: folder, replacing: true, time: clock.time)
    #expect(outcome.knowsNoDeletions && outcome.former == "\(folder)/troupe.sqlite.before")
  }

  @Test("sessions of a restored PostgreSQL have ended", .enabled(if: TestPostgres.isInstalled))
  func postgres() async throws {
    let place = try Running.newFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    let clock = ManualTime(Moment(RestoredAccountsTests.clock))
    let database = try TestPostgres.shared().database()
    var person: Person?
    try await serving(place, clock, database: database) { person = try await enter($0, "signup", "ada") }
    await clock.advance(by: .seconds(1), settling: Settling())
    try await Backend.noteRestored(database, schema: .products, time: clock.time)
    try await serving(place, clock, database: database) { server in
      #expect(try await status(server, try #require(person)) == [401, 400])
      let fresh = try await enter(server, "token?grant_type=password", "ada")
      #expect(try await status(server, fresh) == [200, 200])
    }
  }
}
