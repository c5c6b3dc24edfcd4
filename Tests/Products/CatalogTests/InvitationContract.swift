import Foundation
import JSON
import Kernel
import Relational
import ServerFunctions
import Testing
import Tokens

@testable import Volvox

/// Contract of the invitations by code, on any database.
extension TablesContract {
  private struct Made {
    let id: String
    let code: String
  }

  private func invite(
    _ wish: JSON = "sponsor", as caller: Caller, id: String = UUID().uuidString.lowercased(),
    at date: Date = monday
  ) async throws -> FunctionAnswer {
    try await act(["act": "invite", "id": .string(id), "asks_for": wish], as: caller, at: date)
  }

  private func code(_ wish: JSON = "sponsor", of caller: Caller, at date: Date = monday) async throws -> Made {
    let body = try await invite(wish, as: caller, at: date).body
    return Made(
      id: try #require(body["invitation"]?["id"]?.string, "\(body)"), code: try #require(body["code"]?.string))
  }

  private func redeem(_ code: String, as caller: Caller, at date: Date = monday) async throws -> FunctionAnswer {
    try await act(["act": "redeem", "code": .string(code)], as: caller, at: date)
  }

  private func open(_ caller: Caller, at date: Date = monday) async throws -> [String] {
    let body = try await act(["act": "invitations"], as: caller, at: date).body
    return (body["invitations"]?.array ?? []).compactMap { $0["id"]?.string }
  }

  private func rows(_ name: String, _ filter: Filter) async throws -> [JSON] {
    var select = Select(try table(name))
    select.filter = filter
    return try JSON(bytes: try await database.select(select, as: .service).json).array ?? []
  }

  private func active(_ one: Caller, _ other: Caller) async throws -> [JSON] {
    let people = [name(one), name(other)]
    return try await rows(
      "connections",
      .all([.among("sponsor", people), .among("sponsee", people), .compare("status", .equal, "active")]))
  }

  /// Names alone: neither has a card in matching.
  private func introduce() async throws {
    for person in [anna, ben, cleo] {
      try await add("profiles", ["name": .text("P. \(person.user ?? "")")], as: person)
    }
  }

  private static let invalid = FunctionAnswer.refusal(
    "INVALID_CODE", "This code is not valid. Ask for a new one.", .notFound)

  // MARK: Promises

  func invitations() async throws {
    let values: [String: Value] = [
      "code_hash": .text(String(repeating: "a", count: 64)), "asks_for": "sponsor",
      "expires_at": "2026-12-01T00:00:00Z",
    ]
    await refused { try await add("invitations", values, as: anna) }
    let nameless = try await invite(as: anna)
    #expect(nameless.status == .forbidden && nameless.body["code"] == "INCOMPLETE")
    try await introduce()
    let made = try await code(of: anna)
    let row = try #require(try await rows("invitations", .compare("id", .equal, .text(made.id))).first)
    #expect(row["code_hash"]?.string?.count == 64)
    #expect((try? JSON.data(row)).map { !String(decoding: $0, as: UTF8.self).contains(made.code) } == true)
    #expect(try await sees("invitations", made.id, anna))
    for other in [ben, Caller.anonymous] { #expect(try await !sees("invitations", made.id, other)) }
    for person in [anna, ben] {
      #expect(try await change("invitations", made.id, ["used_by": .null], as: person) == 0)
      #expect(try await delete("invitations", made.id, as: person) == 0)
    }
    // The same call again: one invitation, whose newer code counts.
    let again = try await invite(as: anna, id: made.id)
    let newer = try #require(again.body["code"]?.string)
    #expect(newer != made.code)
    let end = Self.monday.addingTimeInterval(7 * 86_400)
    #expect(again.body["invitation"]?["expires_at"]?.string.flatMap(Moment.date) == end)
    #expect(try await open(anna) == [made.id])
    #expect(try await invite(as: ben, id: made.id).status == .notFound)
    #expect(try await redeem(made.code, as: ben) == Self.invalid)
    // Five at most, until one is withdrawn or over.
    for _ in 1..<5 { _ = try await code("sponsee", of: anna) }
    let sixth = try await invite(as: anna)
    #expect(sixth.status == .conflict && sixth.body["code"] == "TOO_MANY")
    #expect(try await act(["act": "uninvite", "id": .string(made.id)], as: ben).status == .ok)
    #expect(try await open(anna).count == 5, "another person withdraws nothing")
    for _ in 0..<2 { #expect(try await act(["act": "uninvite", "id": .string(made.id)], as: anna).status == .ok) }
    #expect(try await redeem(newer, as: ben) == Self.invalid)
    #expect(try await invite(as: anna).status == .ok)
    #expect(try await open(anna, at: end.addingTimeInterval(-1)).count == 5)
    #expect(try await open(anna, at: end).isEmpty)
    #expect(try await invite(as: anna, at: end).status == .ok)
    #expect(try await rows("invitations", .compare("owner", .equal, name(anna))).count == 1)
    try await database.forget(anna.user ?? "")
    #expect(try await rows("invitations", .compare("owner", .equal, name(anna))).isEmpty)
  }

  func codes() async throws {
    try await introduce()
    let made = try await code("sponsor", of: anna)
    let typed = "\(made.code.prefix(5))-\(made.code.dropFirst(5))".lowercased()
    let own = try await redeem(typed, as: anna)
    #expect(own.status == .conflict && own.body["code"] == "OWN_CODE")
    // A request that waits is answered by the connection.
    let waiting = try await ask(anna, ben)
    let answer = try await redeem(typed, as: ben)
    #expect(answer.status == .ok, "\(answer.body)")
    #expect(
      answer.body["connection"]?["sponsor"]?.string == ben.user
        && answer.body["connection"]?["sponsee"]?.string == anna.user)
    #expect(answer.body["name"]?.string?.hasPrefix("P. ") == true)
    let requests = try await rows("connection_requests", .among("id", [.text(waiting), .text(made.id)]))
    #expect(Set(requests.compactMap { $0["status"]?.string }) == ["withdrawn", "accepted"])
    for person in [anna, ben] { #expect(try await sees("connections", made.id, person)) }
    #expect(try await !sees("connections", made.id, cleo))
    #expect(try await redeem(typed, as: ben).body == answer.body, "a repeated call is the same")
    #expect(try await redeem(typed, as: cleo) == Self.invalid)
    #expect(try await open(anna).isEmpty)
    let late = try await act(["act": "uninvite", "id": .string(made.id)], as: anna)
    #expect(late.status == .conflict && late.body["code"] == "USED")
    // Whoever has no card in matching has a name and the profile for the other.
    let people = try await act(["act": "people"], as: ben).body["people"]?.array ?? []
    #expect(people.compactMap { $0["name"]?.string } == [answer.body["name"]?.string ?? ""])
    // No second connection, neither by another code nor by a request.
    let second = try await code("sponsee", of: ben)
    let connected = try await redeem(second.code, as: anna)
    #expect(connected.status == .conflict && connected.body["code"] == "CONNECTED")
    let request = try await ask(ben, anna)
    #expect(try await act(["act": "accept", "request": .string(request)], as: anna).body["code"] == "CONNECTED")
    // Afterwards the two may connect again, by a new code and not by the used one.
    _ = try await act(["act": "end", "connection": .string(made.id)], as: anna)
    #expect(try await redeem(typed, as: ben) == Self.invalid)
    let anew = try await redeem(second.code, as: anna)
    #expect(anew.body["connection"]?["sponsor"]?.string == ben.user && anew.status == .ok)
    // A sponsor's room holds, for both sides of a code.
    try await add(
      "candidates", ["name": "B", "role": "sponsor", "preferences": .json(#"{"capacity":1}"#)], as: ben)
    #expect(try await invite("sponsee", as: ben).body["code"] == "FULL")
    let third = try await code("sponsor", of: cleo)
    #expect(try await redeem(third.code, as: ben).body["code"] == "FULL")
    #expect(try await open(cleo) == [third.id], "a refused code stays open")
    // A call that was cut off after it took the code is completed by the next one.
    let fourth = try await code("sponsor", of: cleo)
    try await change(
      "invitations", fourth.id, ["used_by": name(anna), "used_at": "2026-11-23T18:00:00Z"], as: .service)
    #expect(try await redeem(fourth.code, as: ben) == Self.invalid)
    #expect(try await redeem(fourth.code, as: anna, at: Self.monday.addingTimeInterval(3600)) == Self.invalid)
    #expect(try await redeem(fourth.code, as: anna).body["connection"]?["sponsee"]?.string == cleo.user)
  }

  func invalidCodes() async throws {
    try await introduce()
    let made = try await code(of: anna)
    let end = Self.monday.addingTimeInterval(7 * 86_400)
    for code in ["", "7GK2M-9QXBT", "hello", "'; drop table invitations", String(repeating: "7", count: 20_000)] {
      #expect(try await redeem(code, as: ben) == Self.invalid)
    }
    #expect(try await redeem(made.code, as: ben, at: end) == Self.invalid)
    for (owner, blocked) in [(ben, anna), (anna, ben)] {
      let block = try await add("blocks", ["blocked": name(blocked)], as: owner)
      #expect(try await redeem(made.code, as: ben) == Self.invalid)
      #expect(try await delete("blocks", block, as: owner) == 1)
    }
    for body: JSON in [
      ["act": "redeem"], ["act": "redeem", "code": 7], ["act": "invite"], ["act": "uninvite", "id": "x"],
      ["act": "invite", "id": .string(UUID().uuidString), "asks_for": "friend"],
    ] {
      #expect(try await act(body, as: ben).status == .badRequest, "\(body)")
    }
    #expect(try await act(["act": "redeem", "code": .string(made.code)], as: .anonymous).status == .forbidden)
    #expect(try await redeem(made.code, as: ben, at: end.addingTimeInterval(-1)).status == .ok, "valid to the second")
    // Ten wrong ones an hour, of which a right one is none.
    let function = ConnectionActs.function()
    func attempt(_ code: String, _ caller: Caller, after seconds: TimeInterval = 0) async throws -> FunctionAnswer {
      try await call(
        function, ["act": "redeem", "code": .string(code)], as: caller, at: Self.monday.addingTimeInterval(seconds))
    }
    let his = try await code(of: cleo)
    for _ in 0..<5 { #expect(try await attempt(his.code, cleo).body["code"] == "OWN_CODE") }
    for _ in 0..<10 { #expect(try await attempt("0000000000", cleo) == Self.invalid) }
    let limited = try await attempt(his.code, cleo)
    #expect(limited.status == .conflict && limited.body["code"] == "TOO_MANY")
    #expect(try await attempt("0000000000", anna) == Self.invalid, "the limit is of one person")
    #expect(try await attempt("0000000000", cleo, after: 3599).body["code"] == "TOO_MANY")
    #expect(try await attempt(his.code, cleo, after: 3600).body["code"] == "OWN_CODE")
  }

  /// Two people use one code at once, two devices of one person do, and two people use a code of each other.
  func codeRaces() async throws {
    try await introduce()
    for _ in 0..<5 {
      let made = try await code("sponsor", of: anna)
      async let bens = redeem(made.code, as: ben)
      async let cleos = redeem(made.code, as: cleo)
      let (one, other) = (try await bens, try await cleos)
      #expect([one, other].count { $0.status == .ok } == 1, "\(one) \(other)")
      #expect([one, other].contains(Self.invalid))
      let all = try await active(anna, ben) + active(anna, cleo)
      #expect(all.count == 1)
      try await end(all)

      let second = try await code("sponsor", of: anna)
      async let phone = redeem(second.code, as: ben)
      async let desk = redeem(second.code, as: ben)
      #expect(try await [phone, desk].allSatisfy { $0.status == .ok || $0.body["code"] == "CONNECTED" })
      #expect(try await active(anna, ben).count == 1)
      try await end(try await active(anna, ben))

      let (hers, his) = (try await code("sponsor", of: anna), try await code("sponsor", of: ben))
      async let byBen = redeem(hers.code, as: ben)
      async let byAnna = redeem(his.code, as: anna)
      #expect(try await [byBen, byAnna].allSatisfy { $0.status == .ok || $0.body["code"] == "CONNECTED" })
      #expect(try await active(anna, ben).count == 1)
      try await end(try await active(anna, ben))
      for person in [anna, ben] {
        for id in try await open(person) { _ = try await act(["act": "uninvite", "id": .string(id)], as: person) }
      }
    }
  }

  private func end(_ connections: [JSON]) async throws {
    for connection in connections {
      let id = try #require(connection["id"]?.string)
      let ender = try #require(connection["sponsor"]?.string)
      #expect(try await act(["act": "end", "connection": .string(id)], as: .person(ender)).status == .ok)
    }
  }
}
