internal import Compatibility
internal import JSON
internal import Kernel
internal import Platform
internal import ProductKit
internal import Relational
package import ServerFunctions
internal import Tokens

/// The function `matches`: the cards of the people who pass all gates with the caller, the best first. The device ranks and
/// explains them again. Who is blocked and who blocks are simply not among them.
package enum MatchList {
  static let name = "matches"
  /// Cards in one answer.
  package static let most = 500
  /// Cards that are read for one answer: those of the caller's programme first, then the lately changed ones.
  static let mostRead = 5_000

  package static func function() -> ServerFunction {
    let budget = CallBudget(30, in: 60)
    return ServerFunction(name, bodyLimit: 4_096) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user, let tables = context.tables else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      let now = context.time.now().date
      guard budget.spend(person, at: now) else {
        return .refusal("BUSY", "Too many questions in a short time.", .tooManyRequests)
      }
      let arguments = call.body.isEmpty ? .object([:]) : try? JSON(bytes: call.body, deepest: 4)
      guard let arguments, let zone = MatchList.zone(arguments["zone"]) else {
        return .refusal("MALFORMED", "Send {\"zone\": \"Europe/Berlin\"}.", .badRequest)
      }
      do throws(Failure) {
        let facts = try await PeerFacts(of: person, in: tables)
        guard let viewer = facts.viewpoint(at: now, in: zone), let card = facts.card else {
          return .refusal("INCOMPLETE", "Complete your profile first.", .forbidden)
        }
        let rows = try await MatchList.ranked(facts, viewer)
        return FunctionAnswer([
          "now": .string(Moment(now).text),
          "viewer": PeerFacts.counted(card, sponsees: viewer.person.sponsees, requests: viewer.person.requests),
          "candidates": .array(rows.map(PeerFacts.shown)),
        ])
      } catch {
        context.log.warning("no matches could be read: \(open: error.code)")
        return .refusal("DATABASE", "The matches cannot be read now. Try again later.", .unavailable)
      }
    }
  }

  private static func zone(_ json: JSON?) -> TimeZone? {
    guard let json, json != .null else { return .gmt }
    return json.string.flatMap { $0.utf8.count <= 64 ? TimeZone(named: $0) : nil }
  }

  /// The rows of the best matches, with their counts.
  private static func ranked(_ facts: PeerFacts, _ viewer: Viewpoint) async throws(Failure) -> [JSON] {
    func kept(_ rows: [JSON], most: Int) -> [JSON] {
      let known = rows.compactMap { row in PeerFacts.candidate(row).map { (row, $0) } }
      return Ranking.rank(known.map(\.1), for: viewer).prefix(most).map { known[$0.place].0 }
    }
    // The counts are read for those alone who pass the gates without them.
    let open = kept(try await visible(facts, viewer), most: 2 * most)
    return kept(try await facts.counted(open), most: most)
  }

  private static func visible(_ facts: PeerFacts, _ viewer: Viewpoint) async throws(Failure) -> [JSON] {
    let roles =
      switch viewer.person.role {
      case .sponsor: ["sponsee", "both"]
      case .sponsee: ["sponsor", "both"]
      case .both: ["sponsor", "sponsee", "both"]
      }
    let programme = Value.text(facts.card?["recovery_program"]?.string ?? "")
    var all: [JSON] = []
    for isSame in [true, false] where all.count < mostRead {
      var select = Select(try facts.tables.table("candidates"))
      let compared =
        isSame
        ? Filter.compare("recovery_program", .equal, programme)
        : .any([.compare("recovery_program", .unequal, programme), .isNull("recovery_program")])
      select.filter = .all([
        .isTrue("is_visible"), .among("role", roles.map { .text($0) }),
        .compare("owner", .unequal, .text(facts.person)), compared,
      ])
      select.order = [Order("edited_at", isDescending: true)]
      select.limit = mostRead - all.count
      all += try await facts.tables.rows(select, as: .service)
    }
    return all
  }
}
