internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Signing
internal import Tokens

/// Invitations by code: two people who know each other connect without the matching.
extension ConnectionDesk {
  /// The same words for every code that is not valid, and for those of people with a block between them.
  static let invalidCode = FunctionAnswer.refusal(
    "INVALID_CODE", "This code is not valid. Ask for a new one.", .notFound)
  static let nameless = FunctionAnswer.refusal(
    "INCOMPLETE", "Enter your name in your profile first.", .forbidden)

  static func hash(_ code: InvitationCode) -> Value {
    .text(SHA256.hash(of: Array("troupe invitation \(code.text)".utf8)).hexadecimal)
  }

  func invitations(_ filter: Filter) async throws(Failure) -> [JSON] {
    var select = Select(try tables.table("invitations"))
    select.filter = filter
    select.order = [Order("expires_at")]
    select.limit = 100
    return try await tables.rows(select, as: .service)
  }

  private static func shown(_ row: JSON) -> JSON {
    ["id": row["id"] ?? .null, "asks_for": row["asks_for"] ?? .null, "expires_at": row["expires_at"] ?? .null]
  }

  static func isOpen(_ row: JSON, at now: Date) -> Bool {
    row["used_by"]?.string == nil && row["expires_at"]?.string.flatMap(Moment.date).map { $0 > now } == true
  }

  /// The names of these people, from their cards in matching or else from their profiles.
  func names(of people: [String]) async throws(Failure) -> [String: String] {
    let rows = try await rows("profiles", of: people) + rows("candidates", of: people)
    let named = rows.compactMap { row -> (String, String)? in
      guard let person = row["person"]?.string, let name = row["name"]?.string, !name.isEmpty else { return nil }
      return (person, name)
    }
    return Dictionary(named, uniquingKeysWith: { $1 })
  }

  // MARK: Codes of this person

  private var mine: Filter { .compare("owner", .equal, .text(person)) }

  /// The own invitations that can be used.
  func invitations() async throws(Failure) -> FunctionAnswer {
    let open = try await invitations(.all([mine, .isNull("used_by"), .compare("expires_at", .greater, nowText)]))
    return FunctionAnswer(["invitations": .array(open.map(ConnectionDesk.shown))])
  }

  /// Makes an invitation and answers its code. A repeated call, whose first answer may have been lost, answers a new code for
  /// the same invitation: the server does not know the former one.
  func invite(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["id"]),
      let wish = json["asks_for"]?.string.flatMap(ConnectionRequest.Wish.init)
    else { return ConnectionActs.malformed }
    guard try await names(of: [person])[person] != nil else { return ConnectionDesk.nameless }
    let code = InvitationCode.random()
    if let made = try await row("invitations", id, as: .service) {
      guard made["owner"]?.string == person, ConnectionDesk.isOpen(made, at: now) else { return ConnectionDesk.gone }
      let changed = try await tables.update(
        "invitations", where: .all([.compare("id", .equal, .text(id)), mine, .isNull("used_by")]),
        ["code_hash": ConnectionDesk.hash(code)], as: .service)
      return changed.first.map { answer($0, code) } ?? ConnectionDesk.gone
    }
    if wish == .sponsee, let full = try await full(person) { return full }
    // Invitations that are over are of no use to anybody.
    try await tables.delete("invitations", where: .all([mine, .compare("expires_at", .atMost, nowText)]), as: .service)
    guard try await invitations(.all([mine, .isNull("used_by")])).count < Invitation.mostOpen else {
      return .refusal(
        "TOO_MANY", "\(Invitation.mostOpen) of your codes are open. Withdraw one first.", .conflict)
    }
    let made = try await tables.insert(
      [
        "id": .text(id), "owner": .text(person), "code_hash": ConnectionDesk.hash(code),
        "asks_for": .text(wish.rawValue), "expires_at": .text(Moment(now.addingTimeInterval(Invitation.life)).text),
      ], into: "invitations", as: .service)
    return made.map { answer($0, code) } ?? ConnectionDesk.gone
  }

  private func answer(_ row: JSON, _ code: InvitationCode) -> FunctionAnswer {
    FunctionAnswer(["invitation": ConnectionDesk.shown(row), "code": .string(code.text)])
  }

  /// Withdraws an invitation that nobody has used.
  func uninvite(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = ConnectionDesk.id(json["id"]) else { return ConnectionActs.malformed }
    let isId = Filter.compare("id", .equal, .text(id))
    try await tables.delete("invitations", where: .all([isId, mine, .isNull("used_by")]), as: .service)
    guard try await invitations(.all([isId, mine])).isEmpty else {
      return .refusal("USED", "This code was used already. Look at your connections.", .conflict)
    }
    return FunctionAnswer(["invitation": .null])
  }
}
