import Foundation
import JSON
import Kernel
import Relational
import ServerFunctions
import Testing
import Tokens

@testable import Volvox

/// Contract of what two people, or two devices of one person, cannot bring about by acting after a block or at once.
extension TablesContract {
  private static let withdrawn = FunctionAnswer.refusal("WITHDRAWN", "This request was withdrawn.", .conflict)

  private func accept(_ request: String, as caller: Caller) async throws -> FunctionAnswer {
    try await act(["act": "accept", "request": .string(request)], as: caller)
  }

  private func all(_ name: String, _ filter: Filter) async throws -> [JSON] {
    var select = Select(try table(name))
    select.filter = filter
    return try JSON(bytes: try await database.select(select, as: .service).json).array ?? []
  }

  private func status(_ request: String) async throws -> String? {
    try await all("connection_requests", .compare("id", .equal, .text(request))).first?["status"]?.string
  }

  private func active(_ column: String, _ caller: Caller) async throws -> [JSON] {
    try await all(
      "connections", .all([.compare(column, .equal, name(caller)), .compare("status", .equal, "active")]))
  }

  private func people(_ number: Int) -> [Caller] {
    (0..<number).map { _ in Caller.person(UUID().uuidString.lowercased()) }
  }

  /// Calls the closure for all at the same time.
  private func together<Element: Sendable>(
    _ all: [Element], _ body: @escaping @Sendable (Element) async throws -> FunctionAnswer
  ) async throws -> [FunctionAnswer] {
    try await withThrowingTaskGroup(of: FunctionAnswer.self) { group in
      for one in all { group.addTask { try await body(one) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  // MARK: Blocks

  /// A request that the blocker sent, and one that the blocker received.
  func blockedAnswers() async throws {
    let sent = try await ask(anna, ben)
    let block = try await add("blocks", ["blocked": name(ben)], as: anna)
    #expect(try await accept(sent, as: ben) == Self.withdrawn, "as a request that was withdrawn")
    #expect(try await status(sent) == "withdrawn", "and it waits no longer, as one that was withdrawn")
    #expect(try await active("sponsor", ben).isEmpty)
    #expect(try await delete("blocks", block, as: anna) == 1)

    let received = try await ask(anna, ben)
    let other = try await add("blocks", ["blocked": name(anna)], as: ben)
    #expect(try await accept(received, as: ben) == Self.withdrawn)
    #expect(try await status(received) == "pending", "the one who asked is told nothing")
    #expect(try await active("sponsor", ben).isEmpty)
    #expect(try await delete("blocks", other, as: ben) == 1)
    #expect(try await accept(received, as: ben).status == .ok)
    #expect(try await active("sponsor", ben).count == 1)
  }

  /// Blocking withdraws what the blocker has asked the blocked person.
  func blockWithdraws() async throws {
    try await enrol(anna, "sponsee")
    let (sent, other, received) = (try await ask(anna, ben), try await ask(anna, cleo), try await ask(ben, anna))
    try await add("blocks", ["blocked": name(ben)], as: anna)
    #expect(try await act(["act": "people"], as: anna).status == .ok)
    #expect(try await status(sent) == "withdrawn")
    #expect(try await status(other) == "pending", "requests to others wait on")
    #expect(try await status(received) == "pending", "the blocked person's own request waits on")
  }

  /// Without the function nobody accepts a request or makes a connection: the blocks and the room are known to it alone.
  func connectingWithoutFunction() async throws {
    for isBlocked in [true, false] {
      let request = try await ask(anna, ben)
      if isBlocked { try await add("blocks", ["blocked": name(ben)], as: anna) }
      await refused { try await change("connection_requests", request, ["status": "accepted"], as: ben) }
      try await change("connection_requests", request, ["status": "accepted"], as: .service)
      for person in [anna, ben, cleo] {
        await refused {
          try await add(
            "connections",
            ["id": .text(request), "request": .text(request), "sponsor": name(ben), "sponsee": name(anna)], as: person)
        }
      }
      #expect(try await active("sponsor", ben).isEmpty)
      if isBlocked { #expect(try await accept(request, as: ben) == Self.withdrawn) }
    }
    let declined = try await ask(cleo, ben)
    #expect(try await change("connection_requests", declined, ["status": "declined"], as: ben) == 1)
  }

  // MARK: At once

  /// A sponsor with room for one or two accepts five at once; then two people use two of the sponsor's codes at once.
  func room() async throws {
    let card = try await enrol(ben, "sponsor")
    for round in 0..<8 {
      let capacity = 1 + round % 2
      try await change(
        "candidates", card, ["preferences": .json(#"{"capacity":\#(capacity)}"#)], as: ben)
      var requests: [String] = []
      for person in people(5) { requests.append(try await ask(person, ben)) }
      let answers = try await together(requests) { try await accept($0, as: ben) }
      let made = try await active("sponsor", ben)
      #expect(made.count == capacity, "round \(round)")
      #expect(answers.count { $0.status == .ok } == capacity, "whoever is told so is connected")
      #expect(answers.filter { $0.status != .ok }.allSatisfy { $0.body["code"] == "FULL" })
      var waiting = 0
      for request in requests where try await status(request) == "pending" { waiting += 1 }
      #expect(waiting == 5 - capacity, "the others can be accepted later")
      for connection in made { try await end(connection, as: ben) }
      for request in requests where try await status(request) == "pending" {
        try await change("connection_requests", request, ["status": "withdrawn"], as: .service)
      }
    }
    try await change("candidates", card, ["preferences": .json(#"{"capacity":1}"#)], as: ben)
    for round in 0..<5 {
      var codes: [(Caller, String)] = []
      for person in people(2) {
        try await add("profiles", ["name": "P."], as: person)
        let body: JSON = ["act": "invite", "id": .string(UUID().uuidString.lowercased()), "asks_for": "sponsee"]
        codes.append((person, try #require(try await act(body, as: ben).body["code"]?.string)))
      }
      let answers = try await together(codes) { person, code in
        try await act(["act": "redeem", "code": .string(code)], as: person)
      }
      let made = try await active("sponsor", ben)
      #expect(made.count == 1 && answers.count { $0.status == .ok } == 1, "round \(round): \(answers)")
      #expect(answers.contains { $0.body["code"] == "FULL" })
      let open = try await act(["act": "invitations"], as: ben).body["invitations"]?.array ?? []
      #expect(open.count == 1, "a refused code stays open")
      for row in open { _ = try await act(["act": "uninvite", "id": row["id"] ?? .null], as: ben) }
      for connection in made { try await end(connection, as: ben) }
    }
  }

  private func end(_ connection: JSON, as caller: Caller) async throws {
    let answer = try await act(["act": "end", "connection": connection["id"] ?? .null], as: caller)
    #expect(answer.status == .ok)
  }

  /// Devices of one person ask at once, both people ask each other at once, and requests of the same two people that wait
  /// already are accepted at once.
  func askingAtOnce() async throws {
    for round in 0..<8 {
      let (one, other) = (people(2)[0], people(2)[1])
      for person in [one, other] {
        try await enrol(person, "both", ["preferences": .json(#"{"capacity":5}"#)])
      }
      let isMutual = round % 2 == 1
      // Of two who have been sober for as long, the greater identifier sponsors.
      let sponsor = max(one.user ?? "", other.user ?? "")
      func body(_ sender: Caller) -> JSON {
        [
          "act": "request", "id": .string(UUID().uuidString.lowercased()),
          "person": .string((sender == one ? other : one).user ?? ""),
          "asks_for": sponsor == sender.user ? "sponsee" : "sponsor",
        ]
      }
      var asks: [(Caller, JSON)] = []
      for index in 0..<4 {
        let sender = isMutual && index % 2 == 1 ? other : one
        asks.append((sender, body(sender)))
      }
      let answers = try await together(asks) { sender, body in try await act(body, as: sender) }
      let pair = [name(one), name(other)]
      let both = Filter.all([.among("sender", pair), .among("recipient", pair)])
      let waiting = try await all("connection_requests", both)
      #expect(waiting.count == 1 && waiting.first?["status"] == "pending", "round \(round): \(answers)")
      let told = answers.filter { $0.status == .ok }.map { $0.body["request"]?["id"] }
      #expect(!told.isEmpty && told.allSatisfy { $0 == waiting.first?["id"] }, "all are told of the same request")
      #expect(
        answers.filter { $0.status != .ok }.allSatisfy { ["ASKED", "CLOSED"].contains($0.body["code"]?.string) })
      // Those that a server has kept from before.
      let former = [try await ask(one, other), try await ask(one, other), try await ask(one, other)]
      let accepted = try await together(former) { try await accept($0, as: other) }
      #expect(accepted.contains { $0.status == .ok })
      #expect(
        accepted.allSatisfy { $0.status == .ok || $0.body["code"] == "CONNECTED" || $0.body["code"] == "WITHDRAWN" })
      let people = Filter.all([.among("sponsor", pair), .among("sponsee", pair)])
      #expect(try await all("connections", people).count == 1, "round \(round)")
      let left = try await all("connection_requests", .all([both, .compare("status", .equal, "pending")]))
      #expect(left.isEmpty, "nothing waits between two who are connected")
    }
  }

  // MARK: Silence

  /// A message to a blocker and one to somebody who never opens the app: the same rows, answers of the same size, and times
  /// of the same kind. The two take turns, so that a busy machine slows both.
  func silence() async throws {
    let (_, blocked) = try await connect()
    let request = try await ask(anna, cleo)
    try await change("connection_requests", request, ["status": "accepted"], as: .service)
    let unopened = try await add(
      "connections",
      ["owner": name(cleo), "request": .text(request), "sponsor": name(cleo), "sponsee": name(anna)], as: .service)
    try await add("blocks", ["blocked": name(anna)], as: ben)
    let messages = try table("messages")
    func send(_ connection: String, _ recipient: Caller) async throws -> (time: Duration, answer: [UInt8]) {
      let columns = ["id", "connection", "recipient", "body"]
      let row: [Value] = [.text(UUID().uuidString.lowercased()), .text(connection), name(recipient), "sealed"]
      var insert = Insert(messages, columns: columns, rows: [row])
      insert.shown = messages.columns.map { Shown($0.name) }
      let start = ContinuousClock.now
      let rows = try await database.insert(insert, as: anna)
      return (start.duration(to: .now), rows.json)
    }
    /// The answer with the same text for every value that differs from row to row.
    func form(_ answer: [UInt8]) throws -> [UInt8] {
      let rows = try #require(try JSON(bytes: answer).array)
      let forms = rows.map { row -> JSON in
        guard case .object(let fields) = row else { return row }
        return .object(
          Dictionary(
            uniqueKeysWithValues: fields.map { key, value in
              (key, value.string == nil || ["body", "sender", "owner"].contains(key) ? value : "-")
            }))
      }
      return [UInt8](try JSON.data(JSON.array(forms)))
    }
    var times: [[Duration]] = [[], []]
    var answers: [Set<[UInt8]>] = [[], []]
    for number in 0..<220 {
      for (place, pair) in [(blocked, ben), (unopened, cleo)].enumerated() {
        let sent = try await send(pair.0, pair.1)
        answers[place].insert(try form(sent.answer))
        // The first ones fill the caches.
        if number >= 20 { times[place].append(sent.time) }
      }
    }
    #expect(answers[0].count == 1 && answers[0] == answers[1], "the same bytes are answered")
    var rows: [[UInt8]] = []
    for connection in [blocked, unopened] {
      var select = Select(messages)
      select.filter = .compare("connection", .equal, .text(connection))
      let kept = try await database.select(select, as: anna)
      #expect(kept.count == 220)
      rows.append(try form(kept.json))
    }
    #expect(rows[0] == rows[1], "the sender's device holds the same of both")
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let ratio = medians[0] / medians[1]
    #expect((0.5...2).contains(ratio), "the median of a blocked person's message is \(ratio) times that of another")
  }

  // MARK: Rubbish in a card

  /// Dates in the future and names that turn a screen around are refused over plain REST too, in words that say why.
  func rubbishCards() async throws {
    let card: [String: Value] = ["name": "P.", "role": "sponsor"]
    for name in ["candidates", "profiles"] {
      let id = try await add(name, card.merging(["sober_since": "2020-01-01"]) { $1 }, as: anna)
      func refuses(_ words: String, _ more: [String: Value]) async {
        await refused("P0001", words) { try await add(name, card.merging(more) { $1 }, as: cleo) }
        await refused("P0001", words) { try await change(name, id, more, as: anna) }
      }
      let tomorrow = String(Moment(Date.now.addingTimeInterval(3 * 86_400)).text.prefix(10))
      for date in ["2999-01-01", "9999-12-31", tomorrow] {
        await refuses("A sober date cannot be in the future.", ["sober_since": .text(date)])
      }
      for letter in ["\u{7}", "\u{202E}", "\u{0A}", "\u{7F}", "\u{85}", "\u{2066}", "\u{2028}", "\u{200E}\u{202A}"] {
        await refuses("characters that cannot be shown", ["name": .text("No\(letter)or")])
      }
      for date in ["1950-06-01", String(Moment(Date.now).text.prefix(10))] {
        #expect(try await change(name, id, ["sober_since": .text(date)], as: anna) == 1)
      }
      for text in ["Zoë", "李", "O'Neil-Smith", "👩‍👩‍👧 Ana", "‏נועה", "محمد‌رضا"] {
        #expect(try await change(name, id, ["name": .text(text)], as: anna) == 1, "\(text)")
      }
    }
  }
}
