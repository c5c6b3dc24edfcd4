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
    guard let code = InvitationCode(typed),
      let invitation = try await invitations(.compare("code_hash", .equal, ConnectionDesk.hash(code))).first,
      let id = invitation["id"]?.string, let owner = invitation["owner"]?.string,
      let asksFor = invitation["asks_for"]?.string,
      ConnectionDesk.isOpen(invitation, at: now) || invitation["used_by"]?.string == person
    else { return ConnectionDesk.invalidCode }
    let relations = try await facts().relations(with: [owner])
    if relations.closed.contains(owner) { return ConnectionDesk.invalidCode }
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
    if relations.active.contains(owner) { return ConnectionDesk.connected }
    let sponsor = asksFor == "sponsor" ? person : owner
    switch try await placing(sponsor, { claim throws(Failure) in try await accepted(id, owner, asksFor, claim) }) {
    case .noRoom:
      // The place may have been taken for this very code: by another device of this person, or by another person.
      switch try await holder(of: id, from: owner) {
      case nil: return noRoom(sponsor)
      case false?: return ConnectionDesk.invalidCode
      case true?: break
      }
    case .written(nil): return ConnectionDesk.invalidCode
    case .written(.some): break
    }
    guard try await claim(id) else {
      // Withdrawn at the same moment.
      let isMade = Filter.all([.compare("id", .equal, .text(id)), .compare("recipient", .equal, .text(person))])
      try await tables.delete("connection_requests", where: isMade, as: .service)
      return ConnectionDesk.invalidCode
    }
    _ = try await ensure(
      "connections",
      [
        "id": .text(id), "owner": .text(person), "request": .text(id), "sponsor": .text(sponsor),
        "sponsee": .text(sponsor == person ? owner : person), "began_at": nowText,
      ])
    // What the two have asked each other is answered by the connection.
    guard let made = try await settled(with: owner) else { return ConnectionDesk.gone }
    return answer(made, names[owner])
  }

  private static let ownCode = FunctionAnswer.refusal(
    "OWN_CODE", "This is your own code. Give it to the person you want to connect with.", .conflict)

  private func answer(_ connection: JSON, _ name: String?) -> FunctionAnswer {
    FunctionAnswer(["connection": connection, "name": name.map { .string($0) } ?? .null])
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

  /// The accepted request, which has the invitation's identifier, unless an earlier call has made it. Nil when the code is in
  /// use by another person.
  private func accepted(
    _ id: String, _ owner: String, _ asksFor: String, _ claim: Value
  ) async throws(Failure) -> JSON? {
    let values: [String: Value] = [
      "id": .text(id), "owner": .text(owner), "sender": .text(owner), "recipient": .text(person),
      "asks_for": .text(asksFor), "status": .text("accepted"), "sent_at": nowText, "answered_at": nowText,
      "claim": claim,
    ]
    do throws(Failure) {
      return try await tables.insert(values, into: "connection_requests", as: .service)
    } catch {
      // Either the request is there or the place is taken.
      guard error.code == "23505", let isOwn = try await holder(of: id, from: owner) else { throw error }
      return isOwn ? try await row("connection_requests", id, as: .service) : nil
    }
  }

  /// Whether the accepted request of an invitation is of this person; nil while there is none.
  private func holder(of id: String, from owner: String) async throws(Failure) -> Bool? {
    guard let made = try await row("connection_requests", id, as: .service) else { return nil }
    return made["sender"]?.string == owner && made["recipient"]?.string == person && made["status"] == "accepted"
  }

  /// Inserts a row, or reads the one that another call has inserted.
  func ensure(_ table: String, _ values: [String: Value]) async throws(Failure) -> JSON? {
    do throws(Failure) {
      return try await tables.insert(values, into: table, as: .service)
    } catch {
      guard error.code == "23505", case .text(let id)? = values["id"] else { throw error }
      return try await row(table, id, as: .service)
    }
  }

  /// The active connection with this person. When each has used a code of the other at the same moment there are two: every
  /// call that sees both keeps the same one.
  func single(with other: String) async throws(Failure) -> JSON? {
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
