import Relational
import Testing
import Tokens

/// Contract of the tables shared by two people, and of what a third person cannot see.
extension TablesContract {
  /// A request as the function `connection` makes it, without the gates.
  @discardableResult
  func ask(_ sender: Caller, _ recipient: Caller, for role: Value = "sponsor") async throws -> String {
    try await add(
      "connection_requests",
      ["owner": name(sender), "sender": name(sender), "recipient": name(recipient), "asks_for": role], as: .service)
  }

  /// Anna asks Ben to be her sponsor, and he accepts, as the function `connection` keeps it.
  func connect() async throws -> (request: String, connection: String) {
    let request = try await ask(anna, ben)
    try await change("connection_requests", request, ["status": "accepted"], as: .service)
    return (request, try await connection(of: request, as: .service))
  }

  func connection(of request: String, as caller: Caller) async throws -> String {
    try await add(
      "connections",
      ["owner": name(ben), "request": .text(request), "sponsor": name(ben), "sponsee": name(anna)], as: caller)
  }

  func send(
    _ text: Value, in connection: String, from sender: Caller, to recipient: Caller, _ more: [String: Value] = [:]
  ) async throws -> String {
    let values: [String: Value] = ["connection": .text(connection), "recipient": name(recipient), "body": text]
    return try await add("messages", values.merging(more) { $1 }, as: sender)
  }

  /// A pending request is accepted or declined by its recipient or withdrawn by its sender, and is final then.
  func requests() async throws {
    let request = try await ask(anna, ben)
    #expect(try await sees("connection_requests", request, anna))
    #expect(try await sees("connection_requests", request, ben))
    #expect(try await !sees("connection_requests", request, cleo))
    #expect(try await change("connection_requests", request, ["status": "accepted"], as: cleo) == 0)
    await refused("P0001", "Only the one who was asked") {
      try await change("connection_requests", request, ["status": "accepted"], as: anna)
    }
    await refused("P0001", "Only the one who asked") {
      try await change("connection_requests", request, ["status": "withdrawn"], as: ben)
    }
    await refused("P0001", "stays as it is") {
      try await change("connection_requests", request, ["note": "changed"], as: anna)
    }
    #expect(try await change("connection_requests", request, ["status": "declined"], as: ben) == 1)
    for (status, who) in [("accepted", ben), ("pending", ben), ("withdrawn", anna)] {
      await refused("P0001", "answered already") {
        try await change("connection_requests", request, ["status": .text(status)], as: who)
      }
    }
    #expect(try await delete("connection_requests", request, as: anna) == 0)
    let second = try await ask(anna, ben)
    #expect(try await change("connection_requests", second, ["status": "withdrawn"], as: anna) == 1)
    await refused {
      try await add(
        "connection_requests",
        ["recipient": name(ben), "asks_for": "sponsor", "sender": name(cleo), "owner": name(cleo)], as: anna)
    }
    for status: Value in ["pending", "accepted"] {
      await refused("42501") {
        try await add(
          "connection_requests", ["recipient": name(ben), "asks_for": "sponsor", "status": status], as: anna)
      }
    }
    await refused("23514") { try await ask(anna, anna) }
  }

  /// A connection is created from a request by the function alone, once, and ends once.
  func connections() async throws {
    let pending = try await ask(anna, ben)
    await refused { _ = try await connection(of: pending, as: ben) }
    await refused { _ = try await connection(of: pending, as: anna) }
    let (request, made) = try await connect()
    await refused { _ = try await connection(of: request, as: anna) }
    await refused { _ = try await connection(of: request, as: ben) }
    await refused("23505") { _ = try await connection(of: request, as: .service) }
    await refused {
      try await add(
        "connections", ["request": .text(request), "sponsor": name(anna), "sponsee": name(ben)], as: ben)
    }
    for person in [anna, ben] { #expect(try await sees("connections", made, person)) }
    #expect(try await !sees("connections", made, cleo))
    #expect(try await change("connections", made, ["status": "ended", "ended_by": name(cleo)], as: cleo) == 0)
    await refused("P0001", "same two people") {
      try await change("connections", made, ["sponsee": name(cleo)], as: ben)
    }
    await refused("P0001", "own name") {
      try await change("connections", made, ["status": "ended", "ended_by": name(ben)], as: anna)
    }
    await refused("P0001", "own name") { try await change("connections", made, ["status": "ended"], as: anna) }
    let end: [String: Value] = ["status": "ended", "ended_by": name(anna), "ended_at": "2026-11-21T10:00:00Z"]
    #expect(try await change("connections", made, end, as: anna) == 1)
    for again: [String: Value] in [["status": "ended", "ended_by": name(ben)], ["status": "active"]] {
      await refused("P0001", "already been ended") { try await change("connections", made, again, as: ben) }
    }
    #expect(try await delete("connections", made, as: anna) == 0)
    let feedback = try await add(
      "connection_feedback", ["connection": .text(made), "body": "It was good."], as: anna)
    #expect(try await !sees("connection_feedback", feedback, ben))
  }

  /// A message needs an active connection, cannot be edited, and is marked as delivered and read by its recipient.
  func messages() async throws {
    let (_, connection) = try await connect()
    let message = try await send("Hello", in: connection, from: anna, to: ben)
    for person in [anna, ben] { #expect(try await sees("messages", message, person)) }
    #expect(try await !sees("messages", message, cleo))
    await refused { _ = try await send("Hi", in: connection, from: cleo, to: anna) }
    await refused { _ = try await send("Hi", in: connection, from: anna, to: cleo) }
    await refused {
      _ = try await send("Hi", in: connection, from: anna, to: ben, ["sender": name(cleo), "owner": name(cleo)])
    }
    await refused {
      _ = try await send("Hi", in: connection, from: anna, to: ben, ["read_at": "2026-11-21T10:00:00Z"])
    }
    await refused("23514") { _ = try await send("", in: connection, from: anna, to: ben) }
    #expect(try await change("messages", message, ["body": "Changed"], as: anna) == 0)
    await refused("P0001", "stays as it is") {
      try await change("messages", message, ["body": "Changed"], as: ben)
    }
    #expect(try await change("messages", message, ["delivered_at": "2026-11-21T10:00:00Z"], as: ben) == 1)
    #expect(try await change("messages", message, ["read_at": "2026-11-21T10:01:00Z"], as: ben) == 1)
    await refused("P0001", "stays so") { try await change("messages", message, ["read_at": .null], as: ben) }
    #expect(try await delete("messages", message, as: anna) == 0)
    try await change("connections", connection, ["status": "ended", "ended_by": name(anna)], as: anna)
    await refused { _ = try await send("Wait", in: connection, from: ben, to: anna) }
    #expect(try await sees("messages", message, ben), "messages remain readable after the connection ends")
  }

  /// A blocked person does not see the block, and their messages and requests do not reach the person who blocked them.
  func blocks() async throws {
    let (_, connection) = try await connect()
    let before = try await send("Hello", in: connection, from: anna, to: ben)
    let block = try await add("blocks", ["blocked": name(anna)], as: ben)
    #expect(try await !sees("blocks", block, anna))
    let unheard = try await send("Are you there?", in: connection, from: anna, to: ben)
    #expect(try await sees("messages", unheard, anna))
    for message in [before, unheard] { #expect(try await !sees("messages", message, ben)) }
    await refused { _ = try await send("No", in: connection, from: ben, to: anna) }
    let request = try await ask(anna, ben)
    #expect(try await sees("connection_requests", request, anna))
    #expect(try await !sees("connection_requests", request, ben))
    #expect(try await delete("blocks", block, as: ben) == 1)
    #expect(try await sees("messages", unheard, ben))
  }

  /// Nobody reads the card of another, whatever its owner allows: the function `matches` answers those who fit. A profile is
  /// visible to connected people only.
  func cards() async throws {
    let card = try await add("candidates", ["name": "B.", "role": "sponsor"], as: ben)
    let profile = try await add("profiles", ["name": "Ben B.", "role": "sponsor"], as: ben)
    #expect(try await !sees("candidates", card, anna))
    #expect(try await change("candidates", card, ["is_visible": true], as: ben) == 1)
    for person in [anna, cleo, .anonymous] { #expect(try await !sees("candidates", card, person)) }
    #expect(try await sees("candidates", card, ben))
    #expect(try await change("candidates", card, ["bio": "mine"], as: anna) == 0)
    await refused("23514") { try await change("candidates", card, ["person": name(anna)], as: ben) }
    await refused("23505") { try await add("candidates", ["name": "B.", "role": "sponsor"], as: ben) }
    try await add("blocks", ["blocked": name(ben)], as: cleo)
    #expect(try await !sees("candidates", card, cleo))
    #expect(try await !sees("profiles", profile, anna))
    let (_, connection) = try await connect()
    #expect(try await sees("profiles", profile, anna))
    #expect(try await !sees("profiles", profile, cleo))
    #expect(try await change("profiles", profile, ["bio": "mine"], as: anna) == 0)
    try await change("connections", connection, ["status": "ended", "ended_by": name(ben)], as: ben)
    #expect(try await !sees("profiles", profile, anna))
  }

  /// A public message key is announced by its owner, never changed, and seen by connected people while they are connected.
  func messageKeys() async throws {
    func values(_ number: Int) -> [String: Value] {
      let key = Value.text(String(repeating: "A", count: 44))
      return [
        "number": .int(number), "signing": key, "agreement": key,
        "signature": .text(String(repeating: "A", count: 88)),
      ]
    }
    let key = try await add("message_keys", values(1), as: ben)
    #expect(try await sees("message_keys", key, ben))
    for person in [anna, cleo, .anonymous] { #expect(try await !sees("message_keys", key, person)) }
    await refused {
      try await add("message_keys", values(2).merging(["person": name(ben), "owner": name(ben)]) { $1 }, as: anna)
    }
    await refused("23505") { try await add("message_keys", values(1), as: ben) }
    await refused("23514") { try await add("message_keys", values(0), as: ben) }
    let (_, connection) = try await connect()
    #expect(try await sees("message_keys", key, anna))
    #expect(try await !sees("message_keys", key, cleo))
    for person in [anna, ben] {
      #expect(try await change("message_keys", key, ["number": 7], as: person) == 0)
      #expect(try await delete("message_keys", key, as: person) == 0)
    }
    try await change("connections", connection, ["status": "ended", "ended_by": name(ben)], as: ben)
    #expect(try await !sees("message_keys", key, anna))
  }
}
