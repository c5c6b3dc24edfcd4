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
package struct MatchList: Sendable {
  static let name = "matches"
  /// Cards in one answer.
  package static let most = 500
  /// Cards that are read for one answer: those of the caller's programme first, from a place that is another one each day.
  static let mostRead = 5_000

  private let facts: PeerFacts
  private let viewer: Candidate
  private let now: Date
  private let zone: TimeZone
  private let mostRead: Int

  /// - Parameter mostRead: The number of cards that are read for one answer; tests read fewer.
  package static func function(reading mostRead: Int = mostRead) -> ServerFunction {
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
        guard let candidate = try await facts.candidate(), let card = facts.card else {
          return .refusal("INCOMPLETE", "Complete your profile first.", .forbidden)
        }
        let rows = try await MatchList(facts: facts, viewer: candidate, now: now, zone: zone, mostRead: mostRead)
          .ranked()
        return FunctionAnswer([
          "now": .string(Moment(now).text),
          "viewer": PeerFacts.counted(card, sponsees: candidate.sponsees, requests: candidate.requests),
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
  private func ranked() async throws(Failure) -> [JSON] {
    let reading = try await visible()
    let best = kept(reading, PeerRelations(), most: mostRead)
    let passing = Set(best.map(MatchList.person))
    let first = Array(reading.lazy.filter { passing.contains(MatchList.person($0)) }.prefix(2 * MatchTurn.most))
    let firsts = Set(first.map(MatchList.person))
    let candidates = first + best.filter { !firsts.contains(MatchList.person($0)) }
    // What is between two people, and then the counts, is read for those alone who pass the gates before it.
    var open: [JSON] = []
    let step = 2 * MatchList.most
    for start in stride(from: 0, to: candidates.count, by: step) where open.count < step {
      let part = Array(candidates[start..<min(start + step, candidates.count)])
      let relations = try await facts.relations(with: part.map(MatchList.person))
      open += kept(part, relations, most: step)
    }
    let ranked = kept(try await facts.counted(open), PeerRelations(), most: open.count)
    let left = Set(ranked.map(MatchList.person))
    let turn = Set(first.map(MatchList.person).filter(left.contains).prefix(MatchTurn.most))
    return MatchTurn.answer(ranked, most: MatchList.most, turn: turn, id: MatchList.person)
  }

  private static func person(_ row: JSON) -> String { row["person"]?.string ?? "" }

  private func kept(_ rows: [JSON], _ relations: PeerRelations, most: Int) -> [JSON] {
    let known = rows.compactMap { row in PeerFacts.candidate(row).map { (row, $0) } }
    let viewpoint = facts.viewpoint(of: viewer, relations, at: now, in: zone)
    return Ranking.rank(known.map(\.1), for: viewpoint).prefix(most).map { known[$0.place].0 }
  }

  private var roles: [String] {
    switch viewer.role {
    case .sponsor: ["sponsee", "both"]
    case .sponsee: ["sponsor", "both"]
    case .both: ["sponsor", "sponsee", "both"]
    }
  }

  /// The cards of one reading. With more cards than it holds, everybody's turn comes: it begins at a place that differs from
  /// person to person and from day to day.
  private func visible() async throws(Failure) -> [JSON] {
    let programme = Value.text(facts.card?["recovery_program"]?.string ?? "")
    let start = Value.text(MatchTurn.start(for: facts.person, on: now))
    var all: [JSON] = []
    for isSame in [true, false] {
      let compared =
        isSame
        ? Filter.compare("recovery_program", .equal, programme)
        : .any([.compare("recovery_program", .unequal, programme), .isNull("recovery_program")])
      for isAfter in [true, false] where all.count < mostRead {
        // By role, since an index has the cards of one role and programme in the order of their identifiers.
        var found: [JSON] = []
        for role in roles {
          var select = Select(try facts.tables.table("candidates"))
          select.filter = .all([
            .compare("is_visible", .equal, .bool(true)), .compare("role", .equal, .text(role)), compared,
            .compare("id", isAfter ? .atLeast : .less, start), .compare("owner", .unequal, .text(facts.person)),
          ])
          select.order = [Order("id")]
          select.limit = mostRead - all.count
          found += try await facts.tables.rows(select, as: .service)
        }
        if roles.count > 1 { found.sort { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") } }
        all += found.prefix(mostRead - all.count)
      }
    }
    return all
  }
}
