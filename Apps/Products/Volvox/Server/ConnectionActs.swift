internal import Compatibility
internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import ProductKit
internal import Relational
package import ServerFunctions
internal import Tokens

/// The function `connection`: everything about requests and connections that one device cannot decide alone. Requests,
/// connections, invitations and reports are its own rows, which nobody else can insert; the rest it writes as its caller, so
/// that the tables' policies hold. Repeating a call does no harm.
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
    func partners(_ table: String, _ one: String, _ other: String, _ more: Filter) async throws(Failure) -> Set<String>
    {
      Set(try await latest(table, [one, other], more).compactMap { facts.partner(of: $0, one, other) })
    }
    func status(_ comparison: Comparison, _ status: String) -> Filter { .compare("status", comparison, .text(status)) }
    let pending = try await latest("connection_requests", ["sender", "recipient"], status(.equal, "pending"))
    let waiting = Set(pending.compactMap { facts.partner(of: $0, "sender", "recipient") })
    let active = try await partners("connections", "sponsor", "sponsee", status(.equal, "active"))
    let others = try await partners("connections", "sponsor", "sponsee", status(.unequal, "active"))
      .union(try await partners("connection_requests", "sender", "recipient", status(.unequal, "pending")))
      .union(try await latest("blocks", ["owner"], .everything).compactMap { $0["blocked"]?.string })
    let blocked = try await facts.relations(with: Array(active.union(waiting))).blocked
    try await withdraw(pending.filter { blocked.contains($0["recipient"]?.string ?? "") })
    let listed =
      Array(active) + Array(waiting.subtracting(active)) + Array(others.subtracting(active).subtracting(waiting))
    let known = active.union(waiting).subtracting(blocked)
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

  /// The rows of a table with this person in one of the columns, the lately changed first.
  private func latest(_ table: String, _ columns: [String], _ more: Filter) async throws(Failure) -> [JSON] {
    var select = Select(try tables.table(table))
    select.filter = .all([.any(columns.map { .compare($0, .equal, .text(person)) }), more])
    select.order = [Order("edited_at", isDescending: true)]
    select.limit = ConnectionDesk.mostPeople
    return try await tables.rows(select, as: .service)
  }

  /// Withdraws those of the requests that this person has sent and that wait for an answer.
  func withdraw(_ requests: [JSON]) async throws(Failure) {
    for row in requests where row["sender"]?.string == person { try await withdraw(row["id"]) }
  }

  /// Withdraws a request if it waits for an answer.
  func withdraw(_ id: JSON?) async throws(Failure) {
    let waits = Filter.all([
      .compare("id", .equal, .text(id?.string)), .compare("status", .equal, .text("pending")),
    ])
    _ = try await tables.update(
      "connection_requests", where: waits, ["status": .text("withdrawn"), "answered_at": nowText, "claim": .null],
      as: .service)
  }

  /// People in one answer.
  private static let mostPeople = 2_000

  /// The rows of these people in a table with one row a person.
  func rows(_ table: String, of people: [String]) async throws(Failure) -> [JSON] {
    var rows: [JSON] = []
    for start in stride(from: 0, to: min(people.count, ConnectionDesk.mostPeople), by: 500) {
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
    let relations = try await facts.relations(with: [other])
    if relations.pending.contains(where: { $0["sender"]?.string == other }), !relations.blocked.contains(other) {
      return ConnectionDesk.asked
    }
    guard try await facts.sent() < PeerFacts.mostPending else {
      return .refusal(
        "TOO_MANY", "\(PeerFacts.mostPending) of your requests wait for an answer. Withdraw one first.", .conflict)
    }
    guard let mine = try await facts.candidate() else {
      return .refusal("INCOMPLETE", "Complete your profile first.", .forbidden)
    }
    let viewer = facts.viewpoint(of: mine, relations, at: now, in: .gmt)
    var select = Select(try tables.table("candidates"))
    select.filter = .compare("owner", .equal, .text(other))
    let rows = try await facts.counted(try await tables.rows(select, as: .service))
    guard let candidate = rows.first.flatMap(PeerFacts.candidate),
      case .success(let match) = Ranking.weigh(candidate, for: viewer), match.role.rawValue == wish.rawValue
    else { return ConnectionDesk.closed }
    return try await insert(
      [
        "id": .text(id), "owner": .text(person), "sender": .text(person), "recipient": .text(other),
        "asks_for": .text(wish.rawValue),
        "note": ConnectionDesk.text(json["note"], ConnectionRequest.longestNote).map { .text($0) } ?? .null,
        "sent_at": nowText,
      ], claiming: RequestClaim.pair(person, other))
  }

  private static let asked = FunctionAnswer.refusal(
    "ASKED", "This person has asked you already. Answer their request in Connections.", .conflict)

  /// Inserts a request that waits, unless one of the same two people waits already: another device, or the other person,
  /// asked at the same moment.
  private func insert(_ values: [String: Value], claiming claim: String) async throws(Failure) -> FunctionAnswer {
    let claimed = values.merging(["claim": .text(claim)]) { $1 }
    var failed: Failure?
    for _ in 0..<3 {
      do throws(Failure) {
        let made = try await tables.insert(claimed, into: "connection_requests", as: .service)
        return FunctionAnswer(["request": made ?? .null])
      } catch {
        guard error.code == "23505" else { throw error }
        failed = error
      }
      if let waiting = try await claimant(claim), waiting["status"] == "pending" {
        return waiting["sender"]?.string == person ? FunctionAnswer(["request": waiting]) : ConnectionDesk.asked
      }
      // The same call, made twice at once; otherwise the request that had the claim is answered.
      if case .text(let id)? = values["id"], let made = try await row("connection_requests", id, as: caller) {
        return FunctionAnswer(["request": made])
      }
      _ = try await release(claim)
    }
    throw failed ?? .busy("A request could not be stored.")
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

  static let withdrawn = FunctionAnswer.refusal("WITHDRAWN", "This request was withdrawn.", .conflict)

  private static let answered = FunctionAnswer.refusal(
    "REFUSED", "This request has been answered already.", .conflict)

  /// Accepts a request and makes the connection, which has the request's identifier: a call that was cut off between the two
  /// is completed by the next one. A block either way answers as a withdrawn request does.
  func accept(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["request"]) else { return ConnectionActs.malformed }
    // Whoever has blocked the other does not see the request, and is answered all the same.
    guard var request = try await row("connection_requests", id, as: .service), let sender = request["sender"]?.string,
      request["recipient"]?.string == person
    else { return ConnectionDesk.gone }
    if let made = try await row("connections", id, as: .service) {
      return FunctionAnswer(["request": request, "connection": made])
    }
    if request["status"] == "withdrawn" { return ConnectionDesk.withdrawn }
    if request["status"] == "declined" { return ConnectionDesk.answered }
    let relations = try await facts().relations(with: [sender])
    if relations.closed.contains(sender) {
      // For the one who asked and then blocked it is withdrawn in fact; another request waits on, as one never read.
      if relations.blockers.contains(sender) { try await withdraw(request["id"]) }
      return ConnectionDesk.withdrawn
    }
    if relations.active.contains(sender) { return ConnectionDesk.connected }
    let sponsor = request["asks_for"] == "sponsor" ? person : sender
    if request["status"] == "pending" || request["claim"]?.string == nil {
      switch try await placing(sponsor, { claim throws(Failure) in try await accept(request, claim) }) {
      case .noRoom: return noRoom(sponsor)
      case .written(let changed?): request = changed
      case .written(nil):
        // Another device accepted it meanwhile, or it was withdrawn.
        guard let now = try await row("connection_requests", id, as: .service) else { return ConnectionDesk.gone }
        if now["status"] == "withdrawn" { return ConnectionDesk.withdrawn }
        guard now["status"] == "accepted" else { return ConnectionDesk.answered }
        request = now
      }
    }
    let values: [String: Value] = [
      "id": .text(id), "owner": .text(person), "request": .text(id), "sponsor": .text(sponsor),
      "sponsee": .text(sponsor == person ? sender : person), "began_at": nowText,
    ]
    _ = try await ensure("connections", values)
    return try await settled(with: sender).map { FunctionAnswer(["request": request, "connection": $0]) }
      ?? ConnectionDesk.gone
  }

  /// Marks a request as accepted, with a place of the sponsor. Nil when it neither waits nor was accepted without a place.
  private func accept(_ request: JSON, _ claim: Value) async throws(Failure) -> JSON? {
    let isSame = Filter.all([
      .compare("id", .equal, .text(request["id"]?.string)),
      .any([
        .compare("status", .equal, .text("pending")),
        .all([.compare("status", .equal, .text("accepted")), .isNull("claim")]),
      ]),
    ])
    return try await tables.update(
      "connection_requests", where: isSame, ["status": .text("accepted"), "answered_at": nowText, "claim": claim],
      as: .service
    ).first
  }

  /// The connection of two people who have just been connected, as the only one of theirs. Requests that wait between them
  /// are answered by it.
  func settled(with other: String) async throws(Failure) -> JSON? {
    for row in try await facts().relations(with: [other]).pending { try await withdraw(row["id"]) }
    return try await single(with: other)
  }

  static let connected = FunctionAnswer.refusal(
    "CONNECTED", "You and this person are connected already.", .conflict)

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
    func between(_ table: String, _ one: String, _ another: String) async throws(Failure) -> [JSON] {
      try await facts.pairs(table, one, another, [.text(other)])
        .sorted { ($0["edited_at"]?.string ?? "") > ($1["edited_at"]?.string ?? "") }
    }
    let requests = try await between("connection_requests", "sender", "recipient")
    let connections = try await between("connections", "sponsor", "sponsee")
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
