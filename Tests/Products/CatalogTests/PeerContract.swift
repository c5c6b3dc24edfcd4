import Foundation
import JSON
import Kernel
import Relational
import ServerFunctions
import Testing
import Tokens

@testable import Volvox

/// Contract of the functions `matches` and `connection`, on any database.
extension TablesContract {
  /// Monday, 23 November 2026, 18:00 in Greenwich.
  static let monday = Date(timeIntervalSince1970: 1_795_456_800)

  func call(
    _ function: ServerFunction, _ body: JSON, as caller: Caller, at date: Date = monday, method: String = "POST"
  ) async throws -> FunctionAnswer {
    let clock = ManualTime(Moment(date))
    let context = FunctionContext(
      file: { _, _ throws(Problem) in nil }, send: { _ throws(Problem) in throw Problem("no", "No.", remedy: "No.") },
      tables: FunctionTables(database), time: clock.time, log: .silent)
    let bytes = [UInt8](try JSON.data(body))
    return await function.handle(FunctionCall(method: method, body: bytes, caller: caller), context)
  }

  func matches(_ caller: Caller, at date: Date = monday) async throws -> [String] {
    let answer = try await call(MatchList.function(), [:], as: caller, at: date)
    #expect(answer.status == .ok, "\(answer.body)")
    return (answer.body["candidates"]?.array ?? []).compactMap { $0["person"]?.string }
  }

  func act(_ body: JSON, as caller: Caller, at date: Date = monday) async throws -> FunctionAnswer {
    try await call(ConnectionActs.function(), body, as: caller, at: date)
  }

  /// A card that passes the gates with the other role's; nobody else of the database has the programme.
  @discardableResult
  func enrol(_ person: Caller, _ role: Value, _ more: [String: Value] = [:]) async throws -> String {
    let programme = "p-\(anna.user ?? "")"
    let values: [String: Value] = [
      "name": "P.", "role": role, "recovery_program": .text(programme), "sober_since": "2020-01-01",
      "availability": .json(#"["evenings"]"#), "is_visible": true,
    ]
    return try await add("candidates", values.merging(more) { $1 }, as: person)
  }

  /// The same people as `matches` sees them, besides those of other promises.
  func sees(_ viewer: Caller, _ other: Caller, at date: Date = monday) async throws -> Bool {
    try await matches(viewer, at: date).contains(other.user ?? "")
  }

  func matches() async throws {
    let none = try await call(MatchList.function(), [:], as: anna)
    #expect(none.status == .forbidden && none.body["code"] == "INCOMPLETE")
    #expect(try await call(MatchList.function(), [:], as: .anonymous).status == .forbidden)
    try await enrol(anna, "sponsee")
    let bens = try await enrol(ben, "sponsor", ["preferences": .json(#"{"capacity":1,"languages":["de"]}"#)])
    #expect(try await sees(anna, ben))
    #expect(try await sees(ben, anna))
    #expect(try await !sees(anna, anna))
    // What a card says to others, and of its conditions the room alone.
    let answer = try await call(MatchList.function(), [:], as: anna)
    let row = try #require(answer.body["candidates"]?.array?.first { $0["person"]?.string == ben.user })
    #expect(
      row["preferences"] == ["capacity": 1] && row["owner"] == nil && row["is_visible"] == nil && row["id"] == nil)
    #expect(row["sponsees"] == 0 && row["requests"] == 0)
    // Hidden, of a short sobriety, or without room: not there.
    for change: [String: Value] in [
      ["is_visible": false], ["sober_since": "2026-06-01"], ["role": "sponsee"],
      ["preferences": .json(#"{"capacity":0}"#)], ["preferences": .json(#"{"programs":["another"]}"#)],
      ["preferences": .json(#"{"capacity":"many"}"#)],
    ] {
      try await self.change("candidates", bens, change, as: ben)
      #expect(try await !sees(anna, ben), "\(change)")
      try await self.change(
        "candidates", bens,
        ["is_visible": true, "sober_since": "2020-01-01", "role": "sponsor", "preferences": .json("{}")], as: ben)
    }
    #expect(try await sees(anna, ben))
    // A block closes both ways, and nothing says so.
    let block = try await add("blocks", ["blocked": name(anna)], as: ben)
    #expect(try await !sees(anna, ben))
    #expect(try await !sees(ben, anna))
    let closed = try await act(
      [
        "act": "request", "id": .string(UUID().uuidString), "person": .string(ben.user ?? ""), "asks_for": "sponsor",
      ], as: anna)
    try await change("candidates", bens, ["is_visible": false], as: ben)
    let hidden = try await act(
      [
        "act": "request", "id": .string(UUID().uuidString), "person": .string(ben.user ?? ""), "asks_for": "sponsor",
      ], as: anna)
    #expect(closed == hidden && closed.status == .conflict, "a block answers as a hidden profile does")
    try await change("candidates", bens, ["is_visible": true], as: ben)
    #expect(try await delete("blocks", block, as: ben) == 1)
    #expect(try await sees(anna, ben))
  }

  private func request(
    _ sender: Caller, _ recipient: Caller, _ id: String = UUID().uuidString.lowercased(), at date: Date = monday
  )
    async throws -> (id: String, answer: FunctionAnswer)
  {
    let body: JSON = [
      "act": "request", "id": .string(id), "person": .string(recipient.user ?? ""), "asks_for": "sponsor",
      "note": "Hello\u{0}",
    ]
    return (id, try await act(body, as: sender, at: date))
  }

  private func reply(_ what: JSON, _ id: String, as caller: Caller, at date: Date = monday) async throws
    -> FunctionAnswer
  { try await act(["act": what, "request": .string(id)], as: caller, at: date) }

  func acts() async throws {
    try await enrol(anna, "sponsee")
    try await enrol(ben, "sponsor", ["preferences": .json(#"{"capacity":1}"#)])
    try await enrol(cleo, "sponsee")
    // Declined: neither finds the other for 30 days, to the second.
    let first = try await request(anna, ben)
    #expect(first.answer.status == .ok && first.answer.body["request"]?["note"] == "Hello")
    #expect(
      try await request(anna, ben, first.id).answer.body == first.answer.body, "a repeated call makes nothing new")
    #expect(try await !sees(anna, ben))
    #expect(try await reply("decline", first.id, as: anna).status == .conflict)
    #expect(try await reply("decline", first.id, as: ben).body["request"]?["status"] == "declined")
    #expect(try await reply("decline", first.id, as: ben).status == .ok, "a repeated answer is the same")
    let end = Self.monday.addingTimeInterval(30 * 86_400)
    for (date, isOpen) in [(end.addingTimeInterval(-1), false), (end, true)] {
      #expect(try await sees(anna, ben, at: date) == isOpen)
      #expect(try await sees(ben, anna, at: date) == isOpen)
      #expect(try await (request(anna, ben, at: date).answer.status == .ok) == isOpen)
    }
    // Accepted while withdrawn, and the other way round.
    let pending = try await database.select(
      {
        var select = Select(try table("connection_requests"))
        select.filter = .all([.compare("sender", .equal, name(anna)), .compare("status", .equal, "pending")])
        return select
      }(), as: anna)
    let second = try #require(try JSON(bytes: pending.json).array?.first?["id"]?.string)
    #expect(try await reply("withdraw", second, as: anna, at: end).status == .ok)
    let late = try await reply("accept", second, as: ben, at: end)
    #expect(late.status == .conflict && late.body["message"] == "This request was withdrawn.")
    // Accepted: a connection with the request's identifier, and the sponsor has no room for another.
    let third = try await request(anna, ben, at: end).id
    let other = try await request(cleo, ben, at: end).id
    let made = try await reply("accept", third, as: ben, at: end)
    #expect(made.body["connection"]?["id"] == .string(third) && made.body["connection"]?["sponsor"]?.string == ben.user)
    #expect(try await reply("accept", third, as: ben, at: end).status == .ok, "a repeated answer is the same")
    let full = try await reply("accept", other, as: ben, at: end)
    #expect(full.status == .conflict && full.body["code"] == "FULL")
    #expect(try await reply("accept", third, as: cleo, at: end).status == .notFound)
    // The people: whole cards of those with whom something goes on, a name afterwards.
    func card(_ caller: Caller, of person: Caller) async throws -> JSON? {
      try await act(["act": "people"], as: caller).body["people"]?.array?.first { $0["person"]?.string == person.user }
    }
    #expect(try await card(ben, of: cleo)?["role"] == "sponsee")
    #expect(try await card(cleo, of: anna) == nil)
    // Ended once, with feedback that nobody else reads.
    let ended = try await act(
      ["act": "end", "connection": .string(third), "feedback": "It was good."], as: anna, at: end)
    #expect(ended.body["connection"]?["ended_by"]?.string == anna.user)
    let again = try await act(["act": "end", "connection": .string(third), "feedback": "Mine"], as: ben, at: end)
    #expect(again.status == .conflict && again.body["message"] == "This connection has already been ended.")
    #expect(try await act(["act": "end", "connection": .string(third)], as: cleo).status == .notFound)
    let feedback = Select(try table("connection_feedback"))
    #expect(try await database.select(feedback, as: anna).count == 1)
    #expect(try await database.select(feedback, as: ben).count == 0)
    #expect(try await card(ben, of: anna) == ["person": .string(anna.user ?? ""), "name": "P."])
    #expect(try await !sees(anna, ben, at: end), "whoever was connected once is not suggested again")
  }

  /// Both end at once, and accepting races withdrawing: one wins, whoever it is.
  func races() async throws {
    try await enrol(anna, "sponsee")
    try await enrol(ben, "sponsor", ["preferences": .json(#"{"capacity":100}"#)])
    for round in 0..<10 {
      let date = Self.monday.addingTimeInterval(Double(round) * 100 * 86_400)
      let request = try await ask(anna, ben)
      async let accepted = reply("accept", request, as: ben, at: date)
      async let withdrawn = reply("withdraw", request, as: anna, at: date)
      let (one, other) = (try await accepted, try await withdrawn)
      #expect([one.status, other.status].filter { $0 == .ok }.count == 1, "round \(round): \(one) \(other)")
      guard one.status == .ok else { continue }
      async let mine = act(["act": "end", "connection": .string(request)], as: anna, at: date)
      async let his = act(["act": "end", "connection": .string(request)], as: ben, at: date)
      let ends = [try await mine, try await his]
      #expect(ends.filter { $0.status == .ok }.count == 1)
      let loser = ends.first { $0.status != .ok }
      #expect(loser?.body["message"] == "This connection has already been ended.")
    }
  }

  func reports() async throws {
    await refused {
      try await add("reports", ["person": name(ben), "kind": "other", "body": "x", "evidence": .json("{}")], as: anna)
    }
    try await enrol(anna, "sponsee")
    try await enrol(ben, "sponsor", ["bio": "I sell things"])
    let body: JSON = [
      "act": "report", "person": .string(ben.user ?? ""), "kind": "selling", "words": "Asks for money",
    ]
    let id = try #require(try await act(body, as: anna).body["report"]?.string)
    #expect(try await sees("reports", id, anna))
    #expect(try await !sees("reports", id, ben))
    #expect(try await change("reports", id, ["body": "changed"], as: anna) == 0)
    #expect(try await delete("reports", id, as: anna) == 0)
    var select = Select(try table("reports"))
    select.filter = .compare("id", .equal, .text(id))
    let row = try #require(try JSON(bytes: try await database.select(select, as: .service).json).array?.first)
    #expect(row["evidence"]?["card"]?["bio"] == "I sell things", "the evidence is what the server knew")
    #expect(row["evidence"]?["messages"] == .null, "none unless the reporter includes them")
    let at = "2026-11-24T18:00:00Z"
    let copies: [JSON] =
      [["from": "server", "at": .string(at), "text": "x"], ["from": "reported", "at": "then", "text": "x"], "x"]
      + (1...25).map { ["from": "reported", "at": .string(at), "text": .string("Pay \($0)"), "id": "x"] }
      + [["from": "reporter", "at": .string(at), "text": .string(String(repeating: "n", count: 5_000))]]
    let told = try await act(
      [
        "act": "report", "person": .string(ben.user ?? ""), "kind": "harassment", "words": "See the messages",
        "messages": .array(copies),
      ], as: anna)
    select.filter = .compare("id", .equal, .text(try #require(told.body["report"]?.string)))
    let second = try #require(try JSON(bytes: try await database.select(select, as: .service).json).array?.first)
    let kept = second["evidence"]?["messages"]
    #expect(kept?["source"]?.string?.contains("not verified") == true)
    let texts = kept?["texts"]?.array ?? []
    #expect(texts.count == 20 && texts.first?["text"] == "Pay 7" && texts.first?["id"] == nil)
    #expect(texts.last?["from"] == "reporter" && texts.last?["text"]?.string?.count == 1_000)
    #expect(
      try JSON(bytes: try await database.select(select, as: ben).json).array?.isEmpty == true,
      "who is reported sees none")
  }

  func checkIns() async throws {
    let (_, connection) = try await connect()
    let values: [String: Value] = [
      "connection": .text(connection), "partner": name(ben), "planned_at": "2026-11-25T18:00:00Z",
    ]
    let id = try await add("connection_check_ins", values, as: anna)
    for person in [anna, ben] { #expect(try await sees("connection_check_ins", id, person)) }
    #expect(try await !sees("connection_check_ins", id, cleo))
    await refused { try await add("connection_check_ins", values, as: cleo) }
    #expect(try await delete("connection_check_ins", id, as: ben) == 0)
    #expect(try await delete("connection_check_ins", id, as: anna) == 1)
    try await change("connections", connection, ["status": "ended", "ended_by": name(anna)], as: anna)
    await refused { try await add("connection_check_ins", values, as: anna) }
  }

  func tasks() async throws {
    let (_, connection) = try await connect()
    let values: [String: Value] = ["connection": .text(connection), "doer": name(anna), "body": "sealed"]
    func give(_ more: [String: Value] = [:], as giver: Caller) async throws -> String {
      try await add("sponsor_tasks", values.merging(more) { $1 }, as: giver)
    }
    let id = try await give(["due_on": "2026-11-30"], as: ben)
    for person in [anna, ben] { #expect(try await sees("sponsor_tasks", id, person)) }
    #expect(try await !sees("sponsor_tasks", id, cleo))
    // By the sponsor of this connection, for its sponsee, and open.
    await refused { _ = try await give(as: cleo) }
    await refused { _ = try await give(["doer": name(ben)], as: anna) }
    await refused { _ = try await give(["doer": name(cleo)], as: ben) }
    await refused { _ = try await give(["done_at": "2026-11-25T18:00:00Z"], as: ben) }
    await refused { _ = try await give(["note": "mine"], as: ben) }
    await refused("23514") { _ = try await give(["body": .text(String(repeating: "x", count: 6_669))], as: ben) }
    // Its text stays, and it is done once, by the sponsee.
    #expect(try await change("sponsor_tasks", id, ["done_at": "2026-11-25T18:00:00Z"], as: ben) == 0)
    await refused("P0001", "stays as it is") {
      try await change("sponsor_tasks", id, ["body": "other", "done_at": "2026-11-25T18:00:00Z"], as: anna)
    }
    let done: [String: Value] = ["done_at": "2026-11-25T18:00:00Z", "note": "sealed too"]
    #expect(try await change("sponsor_tasks", id, done, as: anna) == 1)
    await refused("P0001", "done already") { try await change("sponsor_tasks", id, ["note": "again"], as: anna) }
    #expect(try await delete("sponsor_tasks", id, as: ben) == 0, "what is done stays")
    let open = try await give(as: ben)
    #expect(try await delete("sponsor_tasks", open, as: anna) == 0)
    #expect(try await delete("sponsor_tasks", open, as: ben) == 1)
    // A block is silent: the sponsor goes on, and the sponsee sees nothing.
    let unseen = try await give(as: ben)
    let block = try await add("blocks", ["blocked": name(ben)], as: anna)
    #expect(try await !sees("sponsor_tasks", unseen, anna))
    #expect(try await sees("sponsor_tasks", unseen, ben))
    #expect(try await change("sponsor_tasks", unseen, done, as: anna) == 0)
    #expect(try await sees("sponsor_tasks", try await give(as: ben), ben))
    #expect(try await delete("blocks", block, as: anna) == 1)
    #expect(try await sees("sponsor_tasks", unseen, anna))
    // It ends with the connection.
    try await change("connections", connection, ["status": "ended", "ended_by": name(anna)], as: anna)
    await refused { _ = try await give(as: ben) }
    #expect(try await change("sponsor_tasks", unseen, done, as: anna) == 0)
  }

  func rubbish() async throws {
    try await enrol(anna, "sponsee")
    for body: JSON in [
      7, [], [:], ["act": 7], ["act": "drop"], ["act": "request"], ["act": "accept", "request": "'; drop table x"],
      ["act": "end", "connection": ["a": "b"]], ["act": "report", "person": .string(anna.user ?? ""), "words": "x"],
      ["act": "request", "id": "x", "person": "y", "asks_for": "friend"],
    ] {
      #expect(try await act(body, as: anna).status == .badRequest, "\(body)")
    }
    #expect(try await act(["act": "people"], as: .anonymous).status == .forbidden)
    #expect(try await reply("accept", UUID().uuidString, as: anna).status == .notFound)
    for zone: JSON in [7, "Nowhere/Land", .string(String(repeating: "x", count: 200))] {
      #expect(try await call(MatchList.function(), ["zone": zone], as: anna).status == .badRequest)
    }
    #expect(try await call(MatchList.function(), [:], as: anna, method: "GET").status == .methodNotAllowed)
    let function = MatchList.function()
    var statuses: [FunctionAnswer.Status] = []
    for _ in 0..<31 { statuses.append(try await call(function, [:], as: anna).status) }
    #expect(statuses.dropLast().allSatisfy { $0 == .ok } && statuses.last == .tooManyRequests)
    #expect(try await call(function, [:], as: anna, at: Self.monday.addingTimeInterval(61)).status == .ok)
  }
}
