import Foundation
import JSON
import Kernel
import Purchases
import Relational
import ServerFunctions
import StoreTransactions
import Testing
import Tokens

@testable import Catalog
@testable import ProductKit

/// A store that signs, and the functions of a server that has pinned its root.
struct SigningShop {
  static let app = "org.troupe.syncwell"
  let authority: StoreAuthority
  let functions: [ServerFunction]

  init(takesSandbox: Bool = true) throws {
    authority = try StoreAuthority(at: TablesContract.monday)
    functions = PurchasesFunction.functions(
      try SoldApps(PurchasePlan.products, roots: [authority.rootCertificate], takesSandbox: takesSandbox))
  }

  /// A transaction, as the store signs it.
  func bought(
    _ id: String, _ product: String = "pro.lifetime", original: String? = nil, at start: Date = TablesContract.monday,
    until end: Date? = nil, signed: Date? = nil, revoked: Date? = nil, account: String? = nil,
    app: String = SigningShop.app, environment: String = "Production"
  ) throws -> String {
    var fields: [String: JSON] = [
      "transactionId": .string(id), "originalTransactionId": .string(original ?? id), "productId": .string(product),
      "bundleId": .string(app), "purchaseDate": SigningShop.milliseconds(start),
      "signedDate": SigningShop.milliseconds(signed ?? start), "environment": .string(environment),
    ]
    fields["expiresDate"] = end.map(SigningShop.milliseconds)
    fields["revocationDate"] = revoked.map(SigningShop.milliseconds)
    fields["appAccountToken"] = account.map { .string($0) }
    return try authority.signed(fields)
  }

  func renewal(_ original: String, renews: Bool = true, grace: Date? = nil, signed: Date) throws -> String {
    var fields: [String: JSON] = [
      "originalTransactionId": .string(original), "autoRenewStatus": renews ? 1 : 0,
      "signedDate": SigningShop.milliseconds(signed),
    ]
    fields["gracePeriodExpiresDate"] = grace.map(SigningShop.milliseconds)
    return try authority.signed(fields)
  }

  static func milliseconds(_ date: Date) -> JSON { .number((date.timeIntervalSince1970 * 1000).rounded()) }
}

/// Contract of the functions `purchases` and `store-news`, on any database.
extension TablesContract {
  private static let day = 86_400.0

  private func ask(
    _ shop: SigningShop, _ act: String, _ values: JSON = [:], as caller: Caller, at date: Date = monday,
    app: String = SigningShop.app
  ) async throws -> FunctionAnswer {
    guard case .object(var members) = values else { throw Failure("XX000", "no object") }
    members["act"] = .string(act)
    members["app"] = .string(app)
    return try await call(shop.functions[0], .object(members), as: caller, at: date)
  }

  private func verify(
    _ shop: SigningShop, _ texts: [String] = [], as caller: Caller, at date: Date = monday
  ) async throws -> JSON {
    let answer = try await ask(shop, "verify", ["texts": .array(texts.map { .string($0) })], as: caller, at: date)
    #expect(answer.status == .ok, "\(answer.body)")
    return answer.body
  }

  private func granted(
    _ shop: SigningShop, _ texts: [String] = [], as caller: Caller, at date: Date = monday
  ) async throws -> [String] {
    (try await verify(shop, texts, as: caller, at: date)["grants"]?.array ?? []).compactMap { $0["product"]?.string }
  }

  private func reasons(_ answer: JSON) -> [String] {
    (answer["refused"]?.array ?? []).compactMap { $0["reason"]?.string }
  }

  private func kept(_ name: String, of caller: Caller, as reader: Caller = .service) async throws -> [JSON] {
    var select = Select(try table(name))
    select.filter = .compare("owner", .equal, self.name(caller))
    return try JSON(bytes: try await database.select(select, as: reader).json).array ?? []
  }

  private var fresh: String { UUID().uuidString }

  // MARK: Promises

  func verifiedPurchases() async throws {
    let shop = try SigningShop()
    let original = fresh
    let text = try shop.bought(original)
    let answer = try await verify(shop, [text], as: anna)
    let grant = try #require(answer["grants"]?.array?.first)
    #expect(grant["product"] == "pro.lifetime" && grant["until"] == .null && grant["shared"] == false)
    #expect(reasons(answer).isEmpty && answer["revoked"] == .array([]))
    // Kept with the account: nothing has to be shown again, and no other account has it.
    #expect(try await granted(shop, as: anna) == ["pro.lifetime"])
    let replayed = try await verify(shop, [text], as: ben)
    #expect(reasons(replayed) == ["OTHER_ACCOUNT"] && replayed["grants"] == .array([]))
    #expect(try await granted(shop, [text, text], as: anna) == ["pro.lifetime"])
    // A person reads their own rows, and writes none.
    #expect(try await kept("verified_purchases", of: anna, as: anna).count == 2)
    #expect(try await kept("verified_purchases", of: anna, as: ben).isEmpty)
    await refused {
      try await add(
        "verified_purchases", ["app": .text(SigningShop.app), "original": "x", "statement": "claim"], as: ben)
    }
    // Of another app, store or account, or altered.
    let forger = try SigningShop()
    let half = text.prefix(text.count / 2)
    let altered = half + (text.dropFirst(half.count).first == "A" ? "B" : "A") + text.dropFirst(half.count + 1)
    let wrong = [
      try shop.bought(fresh, app: "org.troupe.cadence"), try forger.bought(fresh), String(altered), "a.b.c", "",
      try shop.bought(fresh, account: anna.user),
    ]
    let refusals = try await verify(shop, wrong, as: ben)
    #expect(
      reasons(refusals) == ["OTHER_APP", "NOT_SIGNED", "NOT_SIGNED", "NOT_SIGNED", "NOT_SIGNED", "OTHER_ACCOUNT"])
    #expect(refusals["grants"] == .array([]))
    #expect(try await kept("verified_purchases", of: ben).isEmpty)
    // A purchase that cost nothing counts only where it is said to.
    let strict = PurchasesFunction.functions(
      try SoldApps(PurchasePlan.products, roots: [shop.authority.rootCertificate]))[0]
    let free = try shop.bought(fresh, environment: "Sandbox")
    let body: JSON = ["act": "verify", "app": .string(SigningShop.app), "texts": [.string(free)]]
    let sandboxed = try await call(strict, body, as: ben)
    #expect(reasons(sandboxed.body) == ["SANDBOX"] && sandboxed.body["grants"] == .array([]))
    // A row that somebody has changed gives nothing.
    let row = try #require(
      try await kept("verified_purchases", of: anna).first { $0["statement"]?.string != "claim" }?["id"]?.string)
    try await change(
      "verified_purchases", row, ["signed_text": .text(try forger.bought(original))], as: .service)
    #expect(try await granted(shop, as: anna).isEmpty)
    #expect(try await granted(shop, [text], as: anna) == ["pro.lifetime"])
    // With the account goes its claim.
    try await database.forget(anna.user ?? "")
    #expect(try await granted(shop, [text], as: ben) == ["pro.lifetime"])
  }

  func endedPurchases() async throws {
    let shop = try SigningShop()
    let (original, monday) = (fresh, Self.monday)
    let text = try shop.bought(original)
    _ = try await verify(shop, [text], as: anna)
    let refund = try shop.bought(original, signed: monday + 60, revoked: monday + 50)
    let answer = try await verify(shop, [refund], as: anna)
    #expect(answer["grants"] == .array([]) && answer["revoked"] == .array([.string(original)]))
    // The text from before the refund brings nothing back, and moves to nobody else.
    #expect(try await granted(shop, [text], as: anna).isEmpty)
    #expect(try await granted(shop, [text, refund], as: ben).isEmpty)
    // A subscription holds for its term and its grace, by the server's time.
    let (yearly, end) = (fresh, monday + 365 * Self.day)
    let term = try shop.bought(yearly, "family.year", until: end)
    #expect(try await granted(shop, [term], as: anna) == ["family.year"])
    #expect(try await granted(shop, as: anna, at: end + 1).isEmpty)
    let foreign = try await verify(shop, [try shop.renewal(yearly, signed: end + 1)], as: ben, at: end + 2)
    #expect(reasons(foreign) == ["OTHER_ACCOUNT"])
    let grace = try shop.renewal(yearly, grace: end + 10 * Self.day, signed: end + 1)
    #expect(try await granted(shop, [grace], as: anna, at: end + 2) == ["family.year"])
    #expect(try await granted(shop, as: anna, at: end + 10 * Self.day).isEmpty)
    // The store tells the server of a refund by itself.
    let bought = fresh
    #expect(try await granted(shop, [try shop.bought(bought)], as: ben) == ["pro.lifetime"])
    func news(_ shop: SigningShop, _ text: String) throws -> JSON {
      let payload = try JSON.data(["data": ["signedTransactionInfo": .string(text)]] as JSON).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      return ["signedPayload": .string("e30.\(payload).e30")]
    }
    let forged = try SigningShop().bought(bought, signed: monday + 60, revoked: monday + 50)
    let untaken = try await call(shop.functions[1], try news(shop, forged), as: .anonymous)
    #expect(untaken.status == .ok && untaken.body["taken"] == 0)
    #expect(try await granted(shop, as: ben) == ["pro.lifetime"])
    let told = try shop.bought(bought, signed: monday + 60, revoked: monday + 50)
    #expect(try await call(shop.functions[1], try news(shop, told), as: .anonymous).body["taken"] == 1)
    #expect(try await call(shop.functions[1], try news(shop, told), as: .anonymous).body["taken"] == 0)
    #expect(try await granted(shop, as: ben).isEmpty)
    for rubbish: JSON in ["x", ["signedPayload": 1], ["signedPayload": "a.b"], ["signedPayload": "e30.e30.e30"]] {
      #expect(try await call(shop.functions[1], rubbish, as: .anonymous).status == .badRequest)
    }
  }

  /// Checks that one of two accounts that show a purchase at once has it.
  func purchaseRaces() async throws {
    let shop = try SigningShop()
    for _ in 0..<5 {
      let text = try shop.bought(fresh)
      async let first = verify(shop, [text], as: anna)
      async let second = verify(shop, [text], as: ben)
      let answers = try await [first, second]
      #expect(answers.filter { reasons($0) == ["OTHER_ACCOUNT"] }.count == 1)
    }
  }

  func purchaseRubbish() async throws {
    let shop = try SigningShop()
    #expect(try await ask(shop, "verify", ["texts": []], as: .anonymous).status == .forbidden)
    for values: JSON in [[:], ["texts": "x"], ["texts": [1]], ["texts": .array(Array(repeating: "", count: 501))]] {
      #expect(try await ask(shop, "verify", values, as: anna).status == .badRequest)
    }
    for (act, values): (String, JSON) in [
      ("steal", [:]), ("remove", ["id": "x"]), ("join", ["code": 1, "name": "Ben"]), ("join", ["code": "ABCD-EFGH"]),
      ("join", ["code": "ABCD-EFGH", "name": " \n"]),
    ] {
      #expect(try await ask(shop, act, values, as: anna).status == .badRequest, "\(act)")
    }
    // A server that knows no store, or another one's app, leaves the verification to the device.
    let unknown = try await ask(shop, "verify", ["texts": []], as: anna, app: "org.example.app")
    #expect(unknown.status == .conflict && unknown.body["code"] == "NO_STORE")
    let none = PurchasesFunction.functions(nil)
    #expect(none.count == 1)
    let body: JSON = ["act": "verify", "app": .string(SigningShop.app), "texts": []]
    #expect(try await call(none[0], body, as: anna).body["code"] == "NO_STORE")
  }

  // MARK: Families

  private func code(_ answer: FunctionAnswer) throws -> String { try #require(answer.body["code"]?.string) }

  private func invite(_ shop: SigningShop, as caller: Caller, at date: Date = monday) async throws -> FunctionAnswer {
    try await ask(shop, "invite", as: caller, at: date)
  }

  private func join(
    _ shop: SigningShop, _ code: String, as caller: Caller, at date: Date = monday
  ) async throws -> FunctionAnswer {
    try await ask(shop, "join", ["code": .string(code), "name": "Somebody\u{0}"], as: caller, at: date)
  }

  private func places(_ shop: SigningShop, of caller: Caller, at date: Date = monday) async throws -> [JSON] {
    try await ask(shop, "family", as: caller, at: date).body["family"]?["places"]?.array ?? []
  }

  private static let invalid = FunctionAnswer.refusal(
    "INVALID_CODE", "This code is not known, or it was used already.", .notFound)

  /// A shop in which Anna has bought the family plan for a year.
  private func familyShop(_ original: String = UUID().uuidString) async throws -> SigningShop {
    let shop = try SigningShop()
    let term = try shop.bought(original, "family.year", until: Self.monday + 365 * Self.day)
    #expect(try await granted(shop, [term], as: anna) == ["family.year"])
    return shop
  }

  func families() async throws {
    let original = fresh
    let shop = try await familyShop(original)
    let monday = Self.monday
    #expect(try await invite(shop, as: ben).body["code"] == "NO_FAMILY")
    #expect(try await ask(shop, "family", as: ben).body["family"] == .null)
    let made = try await invite(shop, as: anna)
    let first = try code(made)
    let typed = "\(first.prefix(4))-\(first.dropFirst(4))".lowercased()
    // The server keeps no code.
    let row = try #require(try await kept("family_places", of: anna).first)
    #expect(try !String(decoding: JSON.data(row), as: UTF8.self).contains(first))
    #expect(try await places(shop, of: anna).map { $0["member"] } == [.null])
    #expect(try await join(shop, typed, as: anna).body["code"] == "OWN_CODE")
    #expect(try await join(shop, typed, as: ben).status == .ok)
    #expect(try await join(shop, typed, as: ben).status == .ok, "a call whose answer was lost")
    let shared = try #require(try await verify(shop, as: ben)["grants"]?.array?.first)
    #expect(shared["product"] == "family.year" && shared["shared"] == true)
    #expect(shared["until"] == SigningShop.milliseconds(monday + 365 * Self.day))
    #expect(try await places(shop, of: anna).map { $0["member"] } == ["Somebody"])
    // Used once; a member invites nobody and removes nobody, and writes no row.
    #expect(try await join(shop, typed, as: cleo) == Self.invalid)
    #expect(try await invite(shop, as: ben).body["code"] == "NO_FAMILY")
    let place = try #require(try await places(shop, of: anna).first?["id"])
    #expect(try await ask(shop, "remove", ["id": place], as: ben).status == .notFound)
    #expect(try await places(shop, of: anna).count == 1)
    let values: [String: Value] = [
      "app": .text(SigningShop.app), "place": .text(place.string), "name": "Cleo", "joined_at": "2026-11-23T18:00:00Z",
    ]
    await refused { try await add("family_members", values, as: cleo) }
    #expect(try await kept("family_places", of: anna, as: ben).isEmpty)
    #expect(try await kept("family_members", of: ben, as: cleo).isEmpty)
    // Removed: no rights from the next question on, and the code is worth nothing.
    #expect(try await ask(shop, "remove", ["id": place], as: anna).status == .ok)
    #expect(try await granted(shop, as: ben).isEmpty)
    for person in [ben, cleo] { #expect(try await join(shop, typed, as: person) == Self.invalid) }
    // Left: the place goes too.
    let second = try code(try await invite(shop, as: anna))
    #expect(try await join(shop, second, as: ben).status == .ok)
    #expect(try await granted(shop, as: ben) == ["family.year"])
    #expect(try await ask(shop, "leave", as: ben).status == .ok)
    #expect(try await granted(shop, as: ben).isEmpty)
    #expect(try await places(shop, of: anna).isEmpty)
    #expect(try await join(shop, second, as: cleo) == Self.invalid)
    // An invitation ends after seven days, to the second.
    let third = try code(try await invite(shop, as: anna))
    let end = monday + 7 * Self.day
    #expect(try await join(shop, third, as: ben, at: end) == Self.invalid)
    #expect(try await join(shop, third, as: ben, at: end - 1).status == .ok)
    #expect(try await granted(shop, as: ben, at: end + 1) == ["family.year"], "a membership does not end with it")
    // The owner's refund ends all; so does the end of the term.
    #expect(try await granted(shop, as: ben, at: monday + 365 * Self.day).isEmpty)
    let refund = try shop.bought(
      original, "family.year", until: monday + 365 * Self.day, signed: end + 20, revoked: end + 10)
    _ = try await verify(shop, [refund], as: anna, at: end + 30)
    #expect(try await granted(shop, as: ben, at: end + 31).isEmpty)
    #expect(try await invite(shop, as: anna, at: end + 31).body["code"] == "NO_FAMILY")
  }

  func familyBounds() async throws {
    let shop = try await familyShop()
    let monday = Self.monday
    var made: [String] = []
    for _ in 0..<4 { made.append(try code(try await invite(shop, as: anna))) }
    let codes = made
    // Of two devices of the owner one gets the last place.
    async let one = invite(shop, as: anna)
    async let other = invite(shop, as: anna)
    let answers = try await [one, other]
    #expect(answers.filter { $0.status == .ok }.count == 1)
    #expect(answers.filter { $0.body["code"] == "FULL" }.count == 1)
    #expect(Set(codes).count == 4)
    #expect(try await places(shop, of: anna).count == 5)
    // Of two people who use a code at once one is a member.
    async let bens = join(shop, codes[0], as: ben)
    async let cleos = join(shop, codes[0], as: cleo)
    let joined = try await [bens, cleos]
    #expect(joined.filter { $0.status == .ok }.count == 1)
    let (member, late) = joined[0].status == .ok ? (ben, cleo) : (cleo, ben)
    // In one family alone.
    let theirs = try shop.bought(fresh, "family.year", until: monday + 365 * Self.day)
    _ = try await verify(shop, [theirs], as: late)
    let second = try code(try await invite(shop, as: late))
    #expect(try await join(shop, second, as: member).body["code"] == "IN_FAMILY")
    // Guesses are counted, and the right code is of no use to whoever has guessed too often; after an hour it is.
    let guesser = Caller.person(UUID().uuidString.lowercased())
    for _ in 0..<PurchasesFunction.mostWrong {
      #expect(try await join(shop, StoreFamily.randomCode(), as: guesser) == Self.invalid)
    }
    #expect(try await join(shop, codes[1], as: guesser).body["code"] == "TOO_MANY")
    #expect(try await join(shop, codes[1], as: guesser, at: monday + 3_600).status == .ok)
    #expect(try await granted(shop, as: guesser, at: monday + 3_601) == ["family.year"])
    // Erased accounts: a member's code stays used, and with the owner all end.
    try await database.forget(member.user ?? "")
    #expect(try await kept("family_members", of: member).isEmpty)
    let stranger = Caller.person(UUID().uuidString.lowercased())
    #expect(try await join(shop, codes[0], as: stranger) == Self.invalid)
    try await database.forget(anna.user ?? "")
    #expect(try await granted(shop, as: guesser, at: monday + 3_602).isEmpty)
    #expect(try await join(shop, codes[2], as: stranger) == Self.invalid)
  }
}
