import JSON
import Kernel
import Mail
import Testing
import Transport

@testable import Auth

@Suite("Rate limits of requests")
struct RatesTests {
  @Test("sign-ins are limited per network, and wrong passwords for an account in one network")
  func signIns() async throws {
    let world = try World {
      $0.rates.signIn = Rate(6, per: 60)
      $0.rates.guess = Rate(2, per: 60)
    }
    try await world.signUp()
    for _ in 0..<2 { #expect(try await world.signIn().status == 200) }
    for _ in 0..<2 { #expect(try await world.signIn("ada@example.com", "wrong").status == 400) }
    let account = try await world.signIn()
    #expect(account.status == 429 && account.code == "over_request_rate_limit")
    #expect(account.headers["retry-after"] == "30")
    _ = try await world.signIn("b@example.com")
    #expect(try await world.signIn("d@example.com").status == 429)
    #expect(try await world.signIn("d@example.com", from: "10.0.0.9").status == 400)
    await world.pass(60)
    #expect(try await world.signIn().status == 200)
  }

  @Test("wrong passwords from many networks keep nobody from signing in, up to a much larger number of them")
  func manyNetworks() async throws {
    let world = try World { $0.rates.guessAnywhere = Rate(200, per: 3600) }
    try await world.signUp()
    func guess(_ number: Int) async throws -> Int {
      try await world.signIn("ada@example.com", "wrong", from: "10.0.1.\(number)").status
    }
    for number in 0..<100 { #expect(try await guess(number) == 400) }
    #expect(try await world.signIn(from: "10.0.0.9").status == 200)
    // A sign-in takes nothing of the number.
    for number in 100..<200 { #expect(try await guess(number) == 400) }
    #expect(try await guess(200) == 429)
  }

  @Test("sign-ups, refreshes, codes, links and provider sign-ins are limited")
  func others() async throws {
    let world = try World {
      $0.rates.signUp = Rate(1, per: 60)
      $0.rates.refresh = Rate(1, per: 60)
      $0.rates.verify = Rate(1, per: 60)
      $0.rates.authorize = Rate(0, per: 60)
    }
    let first = try await world.signUp()
    #expect(try await world.ask("POST", "signup", [:]).code == "over_request_rate_limit")
    #expect(try await world.refresh(first.refresh).status == 200)
    #expect(try await world.refresh(first.refresh).status == 429)
    let body: JSON = ["email": "ada@example.com", "token": "123456", "type": "recovery"]
    #expect(try await world.ask("POST", "verify", body).status == 403)
    #expect(try await world.ask("POST", "verify", body).status == 429)
    let link = try await world.ask("GET", "verify?token=x&type=signup")
    #expect(link.status == 303 && link.query["error_code"] == "over_request_rate_limit")
    #expect(try await world.ask("GET", "authorize?provider=x").status == 429)
  }

  @Test("mails are limited per address, with or without an account")
  func mails() async throws {
    let world = try World { $0.rates.mailOfAccount = Rate(1, per: 60) }
    try await world.signUp()
    for email in ["ada@example.com", "nobody@example.com"] {
      #expect(try await world.ask("POST", "recover", ["email": .string(email)]).status == 200)
      let more = try await world.ask("POST", "recover", ["email": .string(email)])
      #expect(more.status == 429 && more.code == "over_email_send_rate_limit" && more.headers["retry-after"] == "60")
    }
    #expect(world.letters.withLock { $0.count } == 1)
    await world.pass(60)
    #expect(try await world.ask("POST", "recover", ["email": "ada@example.com"]).status == 200)
  }

  @Test("sign-ins beyond the queue of password checks are answered with 429")
  func crowded() async throws {
    let world = try World(passwords: Passwords(.least, threads: 1, most: 1))
    try await world.signUp()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await world.signIn().status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses.isSubset(of: [200, 429]) && statuses.contains(200))
  }
}
