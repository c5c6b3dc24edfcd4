internal import JSON
internal import Kernel
internal import Platform
internal import Purchases
internal import Relational
internal import ServerFunctions
internal import Signing
internal import StoreTransactions
internal import Tokens

/// Families: who shares a plan with whom. The rights of a member follow from the owner's purchase at each question.
extension PurchaseDesk {
  /// The time in which an invitation can be accepted.
  static let life = 7.0 * 86_400
  private static let longestName = 60

  private static let invalid = FunctionAnswer.refusal(
    "INVALID_CODE", "This code is not known, or it was used already.", .notFound)
  private static let ownCode = FunctionAnswer.refusal(
    "OWN_CODE", "This is an invitation to your own family.", .conflict)
  private static let noFamily = FunctionAnswer.refusal("NO_FAMILY", "You have no plan that can be shared.", .conflict)
  private static let fullFamily = FunctionAnswer.refusal("FULL", "All places of the family are taken.", .conflict)
  private static let elsewhere = FunctionAnswer.refusal(
    "IN_FAMILY", "You are in a family already. Leave it first.", .conflict)
  private static let tooMany = FunctionAnswer.refusal(
    "TOO_MANY", "Too many codes were not valid. Try again in an hour.", .conflict)

  static func hash(_ code: String) -> Relational.Value {
    .text(SHA256.hash(of: Array("troupe family \(code)".utf8)).hexadecimal)
  }

  private func mine(_ more: Filter...) -> Filter {
    .all([.compare("owner", .equal, .text(person)), .compare("app", .equal, app)] + more)
  }

  /// An account's running purchase that is shared by invitation, with the number of places. What others share is none.
  private func plan(of owner: String) async throws(Failure) -> (standing: StoreStanding, since: Date, places: Int)? {
    let ledger = try await ledger(of: owner)
    for standing in ledger.standings(at: now) where standing.isEntitled && standing.ownership == .purchased {
      guard let item = shop.plan.items.first(where: { $0.id == standing.product }), item.places > 0 else { continue }
      return (standing, ledger.purchased(standing.original) ?? now, item.places)
    }
    return nil
  }

  private func membership() async throws(Failure) -> JSON? { try await rows("family_members", mine()).first }

  private func place(_ filter: Filter) async throws(Failure) -> JSON? {
    try await rows("family_places", filter).first
  }

  /// The plan that another account shares with this one now.
  func shared() async throws(Failure) -> JSON? {
    guard let id = try await membership()?["place"]?.string,
      let owner = try await place(.compare("id", .equal, .text(id)))?["owner"]?.string,
      let plan = try await plan(of: owner)
    else { return nil }
    return PurchaseDesk.grant(plan.standing, as: "family-\(id)", since: plan.since, isShared: true)
  }

  // MARK: The owner

  /// The places of the own family; null without a plan that is shared.
  func family() async throws(Failure) -> FunctionAnswer {
    guard let plan = try await plan(of: person) else { return FunctionAnswer(["family": .null]) }
    let open = try await openPlaces()
    let members = try await members(of: open)
    let places = open.map { row -> JSON in
      let name = row["id"]?.string.flatMap { members[$0] }
      return PurchaseDesk.shown(row, name)
    }
    return FunctionAnswer(["family": ["most": .number(Double(plan.places)), "places": .array(places)]])
  }

  private static func shown(_ row: JSON, _ member: String?) -> JSON {
    [
      "id": row["id"] ?? .null, "made": row["made_at"] ?? .null,
      "expires": member == nil ? row["expires_at"] ?? .null : .null, "member": member.map { .string($0) } ?? .null,
    ]
  }

  private func members(of places: [JSON]) async throws(Failure) -> [String: String] {
    let ids = places.compactMap { $0["id"]?.string }
    guard !ids.isEmpty else { return [:] }
    let rows = try await rows("family_members", .among("place", ids.map { .text($0) }))
    let named = rows.compactMap { row -> (String, String)? in
      guard let place = row["place"]?.string, let name = row["name"]?.string else { return nil }
      return (place, name)
    }
    return Dictionary(named, uniquingKeysWith: { $1 })
  }

  private func isOver(_ row: JSON) -> Bool {
    row["expires_at"]?.string.flatMap(Moment.date).map { $0 <= now } ?? true
  }

  /// The own places in the order in which they were made. Those that nobody has accepted in time are deleted first.
  private func openPlaces() async throws(Failure) -> [JSON] {
    let all = try await rows("family_places", mine())
    let members = try await members(of: all)
    var open: [JSON] = []
    for row in all {
      guard let id = row["id"]?.string else { continue }
      if members[id] == nil, isOver(row) {
        try await tables.delete("family_places", where: mine(.compare("id", .equal, .text(id))), as: .service)
      } else {
        open.append(row)
      }
    }
    return open.sorted { ($0["made_at"]?.string ?? "") < ($1["made_at"]?.string ?? "") }
  }

  /// Makes an invitation on a free place, and answers its code, which the server does not keep.
  func invite(_ code: () -> String) async throws(Failure) -> FunctionAnswer {
    guard let plan = try await plan(of: person) else { return PurchaseDesk.noFamily }
    let taken = Set(try await openPlaces().compactMap { $0["seat"]?.number })
    for seat in 1...plan.places where !taken.contains(Double(seat)) {
      let code = code()
      do throws(Failure) {
        let made = try await tables.insert(
          [
            "owner": .text(person), "app": app, "seat": .int(seat), "code_hash": PurchaseDesk.hash(code),
            "made_at": nowText, "expires_at": .text(Moment(now.addingTimeInterval(PurchaseDesk.life)).text),
          ], into: "family_places", as: .service)
        return FunctionAnswer(["place": PurchaseDesk.shown(made ?? .null, nil), "code": .string(code)])
      } catch {
        // Another device of the owner has taken this place meanwhile.
        guard error.code == "23505" else { throw error }
      }
    }
    return PurchaseDesk.fullFamily
  }

  /// Withdraws an invitation of one's own, or ends the membership that came of it.
  func remove(_ json: JSON) async throws(Failure) -> FunctionAnswer {
    guard let id = json["id"]?.string.flatMap({ UUID(uuidString: $0) }) else { return PurchasesFunction.malformed }
    let isId = Filter.compare("id", .equal, .text(id.uuidString.lowercased()))
    let count = try await tables.delete("family_places", where: mine(isId), as: .service)
    return count == 0 ? PurchaseDesk.invalid : FunctionAnswer(["removed": true])
  }

  // MARK: Members

  func join(_ json: JSON, _ wrong: WrongCodes) async throws(Failure) -> FunctionAnswer {
    guard let typed = json["code"]?.string, typed.utf8.count <= 100, let given = json["name"]?.string,
      case let name = String(
        given.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(PurchaseDesk.longestName)),
      name.contains(where: { !$0.isWhitespace })
    else { return PurchasesFunction.malformed }
    guard wrong.spend(person, at: now) else { return PurchaseDesk.tooMany }
    guard let code = StoreFamily.code(typed),
      let place = try await place(.all([.compare("code_hash", .equal, PurchaseDesk.hash(code))])),
      place["app"]?.string == shop.plan.app, let id = place["id"]?.string, let owner = place["owner"]?.string
    else { return PurchaseDesk.invalid }
    let membership = try await membership()
    // A call whose answer was lost.
    if membership?["place"]?.string == id {
      wrong.giveBack(person)
      return FunctionAnswer(["joined": true])
    }
    guard try await members(of: [place]).isEmpty, !isOver(place), try await plan(of: owner) != nil else {
      return PurchaseDesk.invalid
    }
    wrong.giveBack(person)
    guard owner != person else { return PurchaseDesk.ownCode }
    guard membership == nil else { return PurchaseDesk.elsewhere }
    do throws(Failure) {
      try await tables.insert(
        [
          "owner": .text(person), "app": app, "place": .text(id), "name": .text(name), "joined_at": nowText,
        ], into: "family_members", as: .service)
    } catch {
      switch error.code {
      // Another person was faster, or this one has joined another family on another device.
      case "23505":
        return try await self.membership() == nil ? PurchaseDesk.invalid : PurchaseDesk.elsewhere
      // The place was removed meanwhile.
      case "23503": return PurchaseDesk.invalid
      default: throw error
      }
    }
    // The code is used, also if the member's account is erased before the invitation would have ended.
    _ = try await tables.update("family_places", id: id, ["expires_at": nowText], as: .service)
    return FunctionAnswer(["joined": true])
  }

  /// Ends one's own membership. Its place goes with it, so that nobody uses its code again.
  func leave() async throws(Failure) -> FunctionAnswer {
    guard let id = try await membership()?["place"]?.string else { return FunctionAnswer(["left": true]) }
    try await tables.delete("family_places", where: .compare("id", .equal, .text(id)), as: .service)
    return FunctionAnswer(["left": true])
  }
}
