import Foundation
import JSON
import Kernel
import Mail
import Relational
import Testing
import Tokens

@testable import Auth

@Suite("Erasing of accounts")
struct ErasingTests {
  private let fortnight = 14 * 86_400

  /// A person who has asked for the deletion of the account.
  private func asked(_ world: World) async throws -> (person: World.Answer, id: String, receipt: String) {
    let person = try await world.signUp()
    let asked = try await world.ask("POST", "user/deletion", ["password": "correct horse"], bearer: person.access)
    #expect(asked.status == 200)
    return (person, try #require(person.user["id"]?.string), try #require(asked.json["receipt"]?.string))
  }

  private func certificate(_ world: World, _ receipt: String) async throws -> World.Answer {
    try await world.ask("POST", "deletion/certificate", ["receipt": .string(receipt)])
  }

  @Test("the request schedules one job for its day, and cancelling withdraws it")
  func scheduled() async throws {
    let world = try World()
    let (person, id, _) = try await asked(world)
    let due = world.time.now.date.addingTimeInterval(Double(fortnight))
    #expect(world.jobs.withLock { $0 } == [World.Job(kind: "erase-account", person: id, due: due)])
    let again = try await world.ask("POST", "user/deletion", ["password": "correct horse"], bearer: person.access)
    #expect(again.status == 200 && world.jobs.withLock { $0.count } == 1)
    #expect(try await world.ask("DELETE", "user/deletion", bearer: person.access).status == 200)
    #expect(world.jobs.withLock { $0.isEmpty })
    #expect(world.letters.withLock { $0.map(\.subject) } == ["Your account will be erased", "Your account is kept"])
  }

  @Test("a job that comes too early, or after the account was kept, erases nothing")
  func early() async throws {
    let world = try World()
    let (person, id, receipt) = try await asked(world)
    await world.pass(fortnight - 1)
    try await world.auth.carryOut(.erase, of: id)
    #expect(try await world.signIn().status == 200 && world.forgotten.withLock { $0.isEmpty })
    let back = try await world.signIn()
    #expect(try await world.ask("DELETE", "user/deletion", bearer: back.access).status == 200)
    await world.pass(1)
    try await world.auth.carryOut(.erase, of: id)
    try await world.auth.carryOut(.eraseLate, of: id)
    #expect(try await world.signIn().status == 200 && world.forgotten.withLock { $0.isEmpty })
    #expect(try await certificate(world, receipt).status == 404)
    #expect(person.status == 200)
  }

  @Test("erasing that stops in the middle is completed by the next attempt, with one certificate of the first counts")
  func repeated() async throws {
    let world = try World()
    let (_, id, receipt) = try await asked(world)
    await world.pass(fortnight)
    world.failures.withLock { $0 = [.busy("killed"), .busy("killed")] }
    await #expect(throws: Problem.self) { try await world.auth.carryOut(.erase, of: id) }
    // The account is closed already: nothing is written for it any more, and it cannot be kept.
    #expect(try await world.signIn().code == "invalid_credentials")
    let early = try await certificate(world, receipt)
    #expect(early.status == 409 && early.code == "deletion_begun")
    try await world.auth.carryOut(.erase, of: id)
    try await world.auth.carryOut(.erase, of: id)
    let told = try await certificate(world, receipt)
    #expect(told.status == 200 && told.json["counts"]?["sessions"] == 1 && told.json["counts"]?["identities"] == 1)
    #expect(world.letters.withLock { $0.count { $0.subject == "Your account was erased" } } == 1)
    #expect(world.jobs.withLock { $0.count { $0.kind == "erase-late" } } == 1)
    try await world.auth.carryOut(.eraseLate, of: id)
    #expect(world.forgotten.withLock { $0 } == [id, id])
  }

  @Test("erasing that was given up is scheduled again a day later")
  func overdue() async throws {
    let world = try World()
    let (_, id, _) = try await asked(world)
    world.jobs.withLock { $0 = [] }
    await world.pass(fortnight + 86_400)
    try await world.auth.rescheduleErasing()
    #expect(world.jobs.withLock { $0.isEmpty })
    await world.pass(1)
    try await world.auth.rescheduleErasing()
    #expect(world.jobs.withLock { $0.map(\.person) } == [id])
  }

  @Test("a certificate is signed, holds no trace of its person, and can be fetched for 180 days")
  func certificates() async throws {
    let world = try World()
    let (_, id, receipt) = try await asked(world)
    await world.pass(fortnight)
    try await world.auth.carryOut(.erase, of: id)
    let json = try await certificate(world, receipt).json
    let text = try JSON.text(json)
    #expect(!text.contains(id) && !text.contains("ada@"))
    let genuine = try ErasureCertificate(reading: Array(text.utf8))
    #expect(genuine.isGenuine && genuine.counts == ["sessions": 1, "identities": 1])
    // Anyone gets the key without one of the project.
    let keys = try await world.ask("GET", "deletion/keys")
    #expect(keys.status == 200 && keys.json["keys"]?.array?.first?["x"]?.string == genuine.key)
    for (from, to) in [
      (#""sessions":1"#, #""sessions":2"#), (genuine.id, "x"), (genuine.erased, genuine.requested),
      (genuine.key, Secrets(try TokenKey("another secret of at least thirty-two characters")).certificateKey),
    ] {
      let forged = text.replacingOccurrences(of: from, with: to)
      #expect(forged != text)
      #expect(try !ErasureCertificate(reading: Array(forged.utf8)).isGenuine)
    }
    for rubbish in ["", "[]", "{}", #"{"id":7}"#, String(repeating: "[", count: 70_000)] {
      #expect(throws: Problem.self) { try ErasureCertificate(reading: Array(rubbish.utf8)) }
    }
    // The mail holds the same, in one line.
    let letter = try #require(world.letters.withLock { $0.last { $0.subject == "Your account was erased" } })
    let line = try #require(letter.text.split(separator: "\n").first { $0.hasPrefix("{") })
    #expect(try ErasureCertificate(reading: Array(line.utf8)) == genuine)
    #expect(try await certificate(world, "x").status == 404)
    await world.pass(180 * 86_400)
    #expect(try await certificate(world, receipt).status == 200)
    await world.pass(1)
    #expect(try await certificate(world, receipt).status == 404)
  }

  @Test("a request for the certificate on the day erases first; a token that has expired is as good as the receipt")
  func claimed() async throws {
    let world = try World()
    let (person, _, receipt) = try await asked(world)
    func claim(_ token: String) async throws -> World.Answer {
      try await world.ask("POST", "deletion/certificate", ["token": .string(token)])
    }
    await world.pass(fortnight - 1)
    #expect(try await claim(person.access).status == 404)
    #expect(try await world.signIn().status == 200)
    await world.pass(1)
    let told = try await claim(person.access)
    #expect(told.status == 200)
    #expect(try await certificate(world, receipt).json == told.json)
    #expect(try await world.signIn().code == "invalid_credentials")
    let forged = try TokenKey("another secret of at least thirty-two characters")
    var claims = Claims()
    (claims.subject, claims.role, claims.audience) = (person.user["id"]?.string, "authenticated", ["authenticated"])
    claims.expires = Int(world.time.now.date.timeIntervalSince1970) + 60
    #expect(try await claim(try forged.token(claims)).status == 404)
    for rubbish in ["x", "a.b.c", String(repeating: "x", count: 9_000)] {
      #expect([400, 404].contains(try await claim(rubbish).status))
    }
    #expect(try await world.ask("POST", "deletion/certificate", [:]).status == 400)
    await world.pass(180 * 86_400 + 1)
    #expect(try await claim(person.access).status == 404)
  }

  @Test("mails to known and unknown addresses write as much into the outbox", arguments: [true, false])
  func decoys(isKnown: Bool) async throws {
    let world = try World { $0.confirmsEmail = true }
    if isKnown { _ = try await world.ask("POST", "signup", ["email": "ada@example.com", "password": "correct horse"]) }
    world.letters.withLock { $0 = [] }
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    #expect(world.letters.withLock { $0.count } + world.decoys.withLock { $0.count } == 1)
    #expect(world.decoys.withLock { $0.isEmpty } == isKnown)
  }
}
