internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import ProductKit
internal import Relational
internal import ServerFunctions
internal import Tokens

/// The use of another person's invitation code.
extension ConnectionDesk {
  /// Connects this person with the one who made the code. A call that was cut off is completed by the next one.
  func redeem(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let typed = json["code"]?.string else { return ConnectionActs.malformed }
    // Counted before the code is looked up, so that calls at once are counted too.
    guard wrongCodes.spend(person, at: now) else {
      return .refusal("TOO_MANY", "Too many codes were not valid. Try again in an hour.", .conflict)
    }
    let facts = try await facts()
    guard let code = InvitationCode(typed),
      let invitation = try await invitations(.compare("code_hash", .equal, ConnectionDesk.hash(code))).first,
      let id = invitation["id"]?.string, let owner = invitation["owner"]?.string,
      let asksFor = invitation["asks_for"]?.string, !facts.blocked.contains(owner), !facts.blockers.contains(owner),
      ConnectionDesk.isOpen(invitation, at: now) || invitation["used_by"]?.string == person
    else { return ConnectionDesk.invalidCode }
    let former = try await row("connections", id, as: .service)
    let isOver = former.map { $0["status"] != "active" } ?? isLong(since: invitation["used_at"])
    // Between both readings another person may have used the code.
    let isAnothers = former.map { ![$0["sponsor"]?.string, $0["sponsee"]?.string].contains(person) } ?? false
    if isOver || isAnothers { return ConnectionDesk.invalidCode }
    wrongCodes.giveBack(person)
    guard owner != person else { return ConnectionDesk.ownCode }
    let names = try await names(of: [person, owner])
    if let former { return answer(former, names[owner]) }
    guard names[person] != nil else { return ConnectionDesk.nameless }
    if facts.isConnected(with: owner) { return ConnectionDesk.connected }
    if let full = try await full(asksFor == "sponsor" ? person : owner) { return full }
    guard try await claim(id) else { return ConnectionDesk.invalidCode }
    // What the two have asked each other is answered by the connection.
    for row in facts.pending where facts.partner(of: row, "sender", "recipient") == owner {
      _ = try await tables.update(
        "connection_requests", id: row["id"]?.string ?? "", ["status": .text("withdrawn"), "answered_at": nowText],
        as: .service)
    }
    guard try await connect(id, with: owner, asksFor), let made = try await single(with: owner) else {
      return ConnectionDesk.gone
    }
    return answer(made, names[owner])
  }

  private static let ownCode = FunctionAnswer.refusal(
    "OWN_CODE", "This is your own code. Give it to the person you want to connect with.", .conflict)

  private func answer(_ connection: JSON, _ name: String?) -> FunctionAnswer {
    FunctionAnswer(["connection": connection, "name": name.map { .string($0) } ?? .null])
  }

  /// Whether a code was used too long ago for a call that was cut off. A connection of its own may have come and gone since.
  private func isLong(since used: JSON?) -> Bool {
    used?.string.flatMap(Moment.date).map { now.timeIntervalSince($0) >= 3600 } ?? false
  }

  /// Marks the invitation as used by this person; false when another was faster.
  private func claim(_ id: String) async throws(Failure) -> Bool {
    let isId = Filter.compare("id", .equal, .text(id))
    let claimed = try await tables.update(
      "invitations", where: .all([isId, .isNull("used_by"), .compare("expires_at", .greater, nowText)]),
      ["used_by": .text(person), "used_at": nowText], as: .service)
    if !claimed.isEmpty { return true }
    // Another device of this person, or a call that was cut off.
    return try await !invitations(.all([isId, .compare("used_by", .equal, .text(person))])).isEmpty
  }

  /// Makes the accepted request and the connection, which have the invitation's identifier, unless an earlier call has made
  /// them. False when the identifier belongs to another request.
  private func connect(_ id: String, with owner: String, _ asksFor: String) async throws(Failure) -> Bool {
    let request = try await ensure(
      "connection_requests",
      [
        "id": .text(id), "owner": .text(owner), "sender": .text(owner), "recipient": .text(person),
        "asks_for": .text(asksFor), "status": .text("accepted"), "sent_at": nowText, "answered_at": nowText,
      ])
    guard request?["sender"]?.string == owner, request?["recipient"]?.string == person,
      request?["status"] == "accepted"
    else { return false }
    let (sponsor, sponsee) = asksFor == "sponsor" ? (person, owner) : (owner, person)
    let connection = try await ensure(
      "connections",
      [
        "id": .text(id), "owner": .text(person), "request": .text(id), "sponsor": .text(sponsor),
        "sponsee": .text(sponsee), "began_at": nowText,
      ])
    return connection != nil
  }

  /// Inserts a row, or reads the one that another call has inserted.
  private func ensure(_ table: String, _ values: [String: Value]) async throws(Failure) -> JSON? {
    do throws(Failure) {
      return try await tables.insert(values, into: table, as: .service)
    } catch {
      guard error.code == "23505", case .text(let id)? = values["id"] else { throw error }
      return try await row(table, id, as: .service)
    }
  }

  /// The active connection with this person. When each has used a code of the other at the same moment there are two: every
  /// call that sees both keeps the same one.
  private func single(with other: String) async throws(Failure) -> JSON? {
    var select = Select(try tables.table("connections"))
    let pairs = [(person, other), (other, person)].map { sponsor, sponsee in
      Filter.all([.compare("sponsor", .equal, .text(sponsor)), .compare("sponsee", .equal, .text(sponsee))])
    }
    select.filter = .all([.compare("status", .equal, .text("active")), .any(pairs)])
    select.order = [Order("id")]
    let all = try await tables.rows(select, as: .service)
    let others = all.dropFirst().compactMap { $0["request"]?.string }
    if !others.isEmpty {
      // The connection goes with its request.
      try await tables.delete("connection_requests", where: .among("id", others.map { .text($0) }), as: .service)
    }
    return all.first
  }
}
