import Foundation
import JSON
import TestPostgres
import Testing
import Tokens

@testable import Backend

@Suite("Consent and the exports of a server", .timeLimit(.minutes(5)))
struct ConsentExportTests {
  @Test("the newest decision about health data counts, whenever it arrives", arguments: DeletionGround.all)
  func withdrawn(_ ground: DeletionGround) async throws {
    let database = ground == .postgres ? try TestPostgres.shared().database() : nil
    let server = try await Running { $0.database = database }
    let key = server.backend.keys.anon
    let entered = try await server.ask(
      "POST", "/auth/v1/signup", key: key, body: #"{"email":"ada@example.com","password":"a-long-secret"}"#)
    let token = try #require(entered.json["access_token"]?.string)
    func decide(_ isGiven: Bool, _ day: Int, category: String = "health") async throws {
      let row = """
        {"category":"\(category)","version":1,"text_hash":"\(String(repeating: "a", count: 64))","text_shown":"A text",
         "is_given":\(isGiven),"decided_at":"2026-03-0\(day)T08:00:00Z"}
        """
      let told = try await server.ask("POST", "/rest/v1/consents", key: key, bearer: token, body: row)
      #expect(told.status == 201, "\(told.text)")
    }
    func export() async throws -> Running.Told { try await server.ask("POST", "/exports/v1", key: key, bearer: token) }
    try await decide(false, 5)
    try await decide(true, 3)
    try await decide(true, 7, category: "analytics")
    let refused = try await export()
    #expect(refused.status == 403 && refused.json["code"] == "consent_withdrawn", "\(refused.text)")
    try await decide(true, 6)
    #expect(try await export().status == 202)
    await server.stop()
  }
}
