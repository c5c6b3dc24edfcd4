internal import Compatibility
internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import ProductKit
internal import Relational
package import ServerFunctions
internal import Tokens

/// The function `connection`: everything about requests and connections that one device cannot decide alone. It writes as its
/// caller, so that the tables' policies and transitions hold, besides requests, invitations and reports, which nobody else
/// can insert. Repeating a call does no harm.
package enum ConnectionActs {
  package static func function() -> ServerFunction {
    let budget = CallBudget(60, in: 60)
    let wrongCodes = CallBudget(Invitation.mostWrong, in: 3600)
    return ServerFunction(PeerAsk.function, bodyLimit: 32_768) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user, let tables = context.tables else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      let now = context.time.now().date
      guard budget.spend(person, at: now) else {
        return .refusal("BUSY", "Too many questions in a short time.", .tooManyRequests)
      }
      guard let json = try? JSON(bytes: call.body, deepest: 4), let act = json["act"]?.string else { return malformed }
      let desk = ConnectionDesk(
        caller: call.caller, person: person, tables: tables, now: now, nowText: .text(Moment(now).text),
        wrongCodes: wrongCodes)
      do throws(Failure) {
        switch act {
        case "people": return try await desk.people()
        case "request": return try await desk.request(json)
        case "accept": return try await desk.accept(json)
        case "decline": return try await desk.answer(json, "declined")
        case "withdraw": return try await desk.answer(json, "withdrawn")
        case "end": return try await desk.end(json)
        case "report": return try await desk.report(json)
        case "invitations": return try await desk.invitations()
        case "invite": return try await desk.invite(json)
        case "uninvite": return try await desk.uninvite(json)
        case "redeem": return try await desk.redeem(json)
        default: return malformed
        }
      } catch {
        // The sentence of a transition is for the person.
        if error.code == "P0001" { return .refusal("REFUSED", error.message, .conflict) }
        if error.code == "42501" { return ConnectionDesk.gone }
        context.log.warning("a question about a connection was not answered: \(open: error.code)")
        return .refusal("DATABASE", "This cannot be done now. Try again later.", .unavailable)
      }
    }
  }

  static let malformed = FunctionAnswer.refusal("MALFORMED", "Send {\"act\": ...} with its values.", .badRequest)
}

/// One call of the function `connection`.
struct ConnectionDesk: Sendable {
  let caller: Caller
  let person: String
  let tables: FunctionTables
  let now: Date
  let nowText: Value
  /// Tries of codes that are not valid.
  let wrongCodes: CallBudget

  static let gone = FunctionAnswer.refusal("GONE", "This request or connection is not there any more.", .notFound)
  /// The same words for every gate, so that nobody learns which one is closed.
  static let closed = FunctionAnswer.refusal(
    "CLOSED", "This person cannot be asked at the moment.", .conflict)

  func facts() async throws(Failure) -> PeerFacts { try await PeerFacts(of: person, in: tables) }

  static func id(_ json: JSON?) -> String? { json?.string.flatMap { UUID(uuidString: $0) }.map(\.lower) }

  /// A text without null characters, cut to its limit; nil when nothing is left.
  private static func text(_ json: JSON?, _ most: Int) -> String? {
    let text = json?.string.map { String($0.replacing("\0", with: "").unicodeScalars.prefix(most)) } ?? ""
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  func row(_ table: String, _ id: String, as caller: Caller) async throws(Failure) -> JSON? {
    var select = Select(try tables.table(table))
    select.filter = .compare("id", .equal, .text(id))
    return try await tables.rows(select, as: caller).first
  }

  // MARK: People

  /// The cards of the people with whom there is a request or a connection. Of an ended connection, and of
  /// those whom this person has blocked, only the name.
  func people() async throws(Failure) -> FunctionAnswer {
    let facts = try await facts()
    let active = Set(facts.active.compactMap { facts.partner(of: $0, "sponsor", "sponsee") })
    let waiting = Set(facts.pending.compactMap { facts.partner(of: $0, "sender", "recipient") })
    let others = Set(
      facts.connections.compactMap { facts.partner(of: $0, "sponsor", "sponsee") }
        + facts.requests.compactMap { facts.partner(of: $0, "sender", "recipient") }
    ).union(facts.blocked)
    let listed =
      Array(active) + Array(waiting.subtracting(active)) + Array(others.subtracting(active).subtracting(waiting))
    let known = active.union(waiting).subtracting(facts.blocked)
    let cards = try await rows("candidates", of: listed)
    // Whoever was invited may have a profile and no card in matching. A profile is for those who are connected.
    let carded = Set(cards.compactMap { $0["person"]?.string })
    let profiles = try await rows("profiles", of: listed.filter { !carded.contains($0) })
      .filter { $0["name"]?.string?.isEmpty == false }
    let shown = (cards + profiles).map { row -> JSON in
      let person = row["person"]?.string ?? ""
      guard known.contains(person), carded.contains(person) || active.contains(person) else {
        return ["person": row["person"] ?? .null, "name": row["name"] ?? .null]
      }
      guard case .object(var fields) = PeerFacts.shown(row) else { return row }
      for key in ["sponsees", "requests", "preferences"] { fields[key] = nil }
      return .object(fields)
    }
    return FunctionAnswer(["person": .string(person), "people": .array(shown)])
  }

  /// The rows of these people in a table with one row a person.
  func rows(_ table: String, of people: [String]) async throws(Failure) -> [JSON] {
    var rows: [JSON] = []
    for start in stride(from: 0, to: min(people.count, 2_000), by: 500) {
      var select = Select(try tables.table(table))
      select.filter = .among("owner", people[start..<min(start + 500, people.count)].map { .text($0) })
      select.limit = 500
      rows += try await tables.rows(select, as: .service)
    }
    return rows
  }

  // MARK: Requests

  func request(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["id"]), let other = ConnectionDesk.id(json["person"]),
      let wish = json["asks_for"]?.string.flatMap(ConnectionRequest.Wish.init)
    else { return ConnectionActs.malformed }
    // A repeated call finds what the first one made.
    if let made = try await row("connection_requests", id, as: caller) { return FunctionAnswer(["request": made]) }
    let facts = try await facts()
    if facts.pending.contains(where: { $0["sender"]?.string == other }), !facts.blocked.contains(other) {
      return .refusal("ASKED", "This person has asked you already. Answer their request in Connections.", .conflict)
    }
    let sent = facts.pending.filter { $0["sender"]?.string == person }.count
    guard sent < PeerFacts.mostPending else {
      return .refusal(
        "TOO_MANY", "\(PeerFacts.mostPending) of your requests wait for an answer. Withdraw one first.", .conflict)
    }
    guard let viewer = facts.viewpoint(at: now, in: .gmt) else {
      return .refusal("INCOMPLETE", "Complete your profile first.", .forbidden)
    }
    var select = Select(try tables.table("candidates"))
    select.filter = .compare("owner", .equal, .text(other))
    let rows = try await facts.counted(try await tables.rows(select, as: .service))
    guard let candidate = rows.first.flatMap(PeerFacts.candidate),
      case .success(let match) = Ranking.weigh(candidate, for: viewer), match.role.rawValue == wish.rawValue
    else { return ConnectionDesk.closed }
    let made = try await tables.insert(
      [
        "id": .text(id), "owner": .text(person), "sender": .text(person), "recipient": .text(other),
        "asks_for": .text(wish.rawValue),
        "note": ConnectionDesk.text(json["note"], ConnectionRequest.longestNote).map { .text($0) } ?? .null,
        "sent_at": nowText,
      ], into: "connection_requests", as: .service)
    return FunctionAnswer(["request": made ?? .null])
  }

  /// Declines a request as the one who was asked, or withdraws it as the one who asked.
  func answer(_ json: JSON, _ status: String) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["request"]) else { return ConnectionActs.malformed }
    guard let row = try await row("connection_requests", id, as: caller) else { return ConnectionDesk.gone }
    let mine = row[status == "withdrawn" ? "sender" : "recipient"]?.string == person
    if mine, row["status"]?.string == status { return FunctionAnswer(["request": row]) }
    if row["status"] == "withdrawn" { return ConnectionDesk.withdrawn }
    let changed = try await tables.update(
      "connection_requests", id: id, ["status": .text(status), "answered_at": nowText], as: caller)
    return changed.map { FunctionAnswer(["request": $0]) } ?? ConnectionDesk.gone
  }

  private static let withdrawn = FunctionAnswer.refusal("WITHDRAWN", "This request was withdrawn.", .conflict)

  /// Accepts a request and makes the connection, which has the request's identifier: a call that was cut off between the two
  /// is completed by the next one.
  func accept(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["request"]) else { return ConnectionActs.malformed }
    guard var request = try await row("connection_requests", id, as: caller), let sender = request["sender"]?.string,
      request["recipient"]?.string == person
    else { return ConnectionDesk.gone }
    if let made = try await row("connections", id, as: caller) {
      return FunctionAnswer(["request": request, "connection": made])
    }
    if request["status"] == "withdrawn" { return ConnectionDesk.withdrawn }
    let (sponsor, sponsee) = request["asks_for"] == "sponsor" ? (person, sender) : (sender, person)
    if request["status"] != "accepted" {
      let facts = try await facts()
      if facts.isConnected(with: sender) { return ConnectionDesk.connected }
      if let full = try await full(sponsor) { return full }
      guard
        let changed = try await tables.update(
          "connection_requests", id: id, ["status": .text("accepted"), "answered_at": nowText], as: caller)
      else { return ConnectionDesk.gone }
      request = changed
    }
    let values: [String: Value] = [
      "id": .text(id), "request": .text(id), "sponsor": .text(sponsor), "sponsee": .text(sponsee), "began_at": nowText,
    ]
    do throws(Failure) {
      let made = try await tables.insert(values, into: "connections", as: caller)
      return FunctionAnswer(["request": request, "connection": made ?? .null])
    } catch {
      // Another device of this person was faster.
      guard error.code == "23505", let made = try await row("connections", id, as: caller) else { throw error }
      return FunctionAnswer(["request": request, "connection": made])
    }
  }

  static let connected = FunctionAnswer.refusal(
    "CONNECTED", "You and this person are connected already.", .conflict)

  /// The refusal when the sponsor has no room; nil while there is some.
  func full(_ sponsor: String) async throws(Failure) -> FunctionAnswer? {
    let facts = try await PeerFacts(of: sponsor, in: tables)
    let capacity = MatchingConditions(facts.card?["preferences"] ?? .null).capacity
    guard facts.sponsees >= capacity else { return nil }
    return .refusal(
      "FULL",
      sponsor == person
        ? "You sponsor as many people as you have room for. End a connection or make more room first."
        : "This sponsor has no room at the moment.", .conflict)
  }

  // MARK: Connections

  func end(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["connection"]) else { return ConnectionActs.malformed }
    guard
      let changed = try await tables.update(
        "connections", id: id, ["status": .text("ended"), "ended_at": nowText, "ended_by": .text(person)], as: caller)
    else { return ConnectionDesk.gone }
    if let words = ConnectionDesk.text(json["feedback"], SponsorConnection.longestFeedback) {
      _ = try await tables.insert(
        ["connection": .text(id), "body": .text(words)], into: "connection_feedback", as: caller)
    }
    return FunctionAnswer(["connection": changed])
  }

  // MARK: Reports

  /// Keeps a report with the card of the person and the requests and connections between the two, as they are now.
  func report(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let other = ConnectionDesk.id(json["person"]), other != person,
      let kind = json["kind"]?.string.flatMap(PeerReport.init),
      let words = ConnectionDesk.text(json["words"], PeerReport.longestWords)
    else { return ConnectionActs.malformed }
    let facts = try await facts()
    let requests = facts.requests.filter { facts.partner(of: $0, "sender", "recipient") == other }
    let connections = facts.connections.filter { facts.partner(of: $0, "sponsor", "sponsee") == other }
    var select = Select(try tables.table("candidates"))
    select.filter = .compare("owner", .equal, .text(other))
    let card = try await tables.rows(select, as: .service).first.map(PeerFacts.shown)
    guard !requests.isEmpty || !connections.isEmpty || card != nil else { return ConnectionDesk.gone }
    let evidence: JSON = [
      "card": card ?? .null, "requests": .array(Array(requests.prefix(5))),
      "connections": .array(Array(connections.prefix(5))), "messages": ReportedCopies.evidence(json["messages"]),
    ]
    let bytes = (try? JSON.data(evidence)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    let made = try await tables.insert(
      [
        "owner": .text(person), "person": .text(other), "kind": .text(kind.rawValue), "body": .text(words),
        "evidence": .json(bytes),
      ], into: "reports", as: .service)
    return FunctionAnswer(["report": made?["id"] ?? .null])
  }
}
