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
    world.failures.withLock { $0 = [.busy("killed")] }
    await #expect(throws: Problem.self) { try await world.auth.carryOut(.erase, of: id) }
    // The account is closed already: nothing is written for it any more, and it cannot be kept.
    #expect(try await world.signIn().code == "invalid_credentials")
    #expect(try await certificate(world, receipt).status == 404)
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
    #expect(!text.contains(id) && !text.contains("ada"))
    let secrets = Secrets(world.key)
    let number = try #require(json["id"]?.string)
    let genuine = ErasureCertificate(
      id: number, requested: 1_768_478_400_000, erased: 1_768_478_400_000 + fortnight * 1000,
      counts: ["sessions": 1, "identities": 1], secrets)
    #expect(genuine.isGenuine(secrets) && json["signature"]?.string == genuine.signature)
    let other = ErasureCertificate(
      id: number, requested: genuine.requested, erased: genuine.erased, counts: ["sessions": 2, "identities": 1],
      secrets)
    #expect(other.signature != genuine.signature)
    #expect(!genuine.isGenuine(Secrets(try TokenKey("another secret of at least thirty-two characters"))))
    #expect(try await certificate(world, "x").status == 404)
    await world.pass(180 * 86_400)
    #expect(try await certificate(world, receipt).status == 200)
    await world.pass(1)
    #expect(try await certificate(world, receipt).status == 404)
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
