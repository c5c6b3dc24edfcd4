internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Tokens

/// The claim of a request, which no other has: while it waits the pair of people, and once it is accepted a place of the
/// sponsor. No two requests have the same claim, so the database decides between calls at the same time, whichever server
/// they reach. A claim that is over stays until another request needs it.
enum RequestClaim {
  static func pair(_ one: String, _ other: String) -> String {
    "pair \(min(one, other)) \(max(one, other))"
  }

  static func place(_ number: Int, of sponsor: String) -> String { "\(placePrefix(sponsor))\(number)" }

  /// The number of a sponsor's place; nil for another claim.
  static func number(_ claim: String?, of sponsor: String) -> Int? {
    let prefix = placePrefix(sponsor)
    guard let claim, claim.hasPrefix(prefix) else { return nil }
    return Int(claim.dropFirst(prefix.count))
  }

  private static func placePrefix(_ sponsor: String) -> String { "place \(sponsor) " }
}

/// Capacities and places of sponsors.
extension ConnectionDesk {
  /// The refusal when the sponsor has no room; nil while there is some.
  func full(_ sponsor: String) async throws(Failure) -> FunctionAnswer? {
    try await places(of: sponsor).isEmpty ? noRoom(sponsor) : nil
  }

  func noRoom(_ sponsor: String) -> FunctionAnswer {
    .refusal(
      "FULL",
      sponsor == person
        ? "You sponsor as many people as you have room for. End a connection or make more room first."
        : "This sponsor has no room at the moment.", .conflict)
  }

  enum Placing {
    case noRoom
    /// The row as it was written; nil when there was none to write.
    case written(JSON?)
  }

  /// Writes an accepted request with the first free place of the sponsor as its claim. `write` throws the failure of a
  /// unique column when another request has the place.
  func placing(
    _ sponsor: String, _ write: (Value) async throws(Failure) -> JSON?
  ) async throws(Failure) -> Placing {
    for number in try await places(of: sponsor) {
      let claim = RequestClaim.place(number, of: sponsor)
      // The second attempt follows the release of a claim that is over.
      for isLast in [false, true] {
        do throws(Failure) {
          return .written(try await write(.text(claim)))
        } catch {
          guard error.code == "23505" else { throw error }
          if isLast { break }
          guard try await release(claim) else { break }
        }
      }
    }
    return .noRoom
  }

  /// The numbers of the places that no active connection has, the least first.
  private func places(of sponsor: String) async throws(Failure) -> [Int] {
    var select = Select(try tables.table("candidates"))
    select.filter = .compare("owner", .equal, .text(sponsor))
    let card = try await tables.rows(select, as: .service).first
    let capacity = MatchingConditions(card?["preferences"] ?? .null).capacity
    select = Select(try tables.table("connections"), shown: [Shown("request")])
    select.filter = .all([
      .compare("sponsor", .equal, .text(sponsor)), .compare("status", .equal, .text("active")),
    ])
    select.limit = capacity
    let active = try await tables.rows(select, as: .service).compactMap { $0["request"]?.string }
    guard active.count < capacity else { return [] }
    var taken: Set<Int> = []
    for start in stride(from: 0, to: active.count, by: PeerFacts.mostListed) {
      let listed = active[start..<min(start + PeerFacts.mostListed, active.count)]
      select = Select(try tables.table("connection_requests"), shown: [Shown("claim")])
      select.filter = .among("id", listed.map { .text($0) })
      for row in try await tables.rows(select, as: .service) {
        if let number = RequestClaim.number(row["claim"]?.string, of: sponsor) { taken.insert(number) }
      }
    }
    // A connection without a place below the end, of a time with more room or before there were places, takes one.
    var end = capacity
    while true {
      let outside = active.count - taken.count { $0 < end }
      guard capacity - outside < end else { break }
      end = capacity - outside
    }
    // Those whom calls at the same moment take are skipped one by one.
    return Array((0..<max(0, end)).lazy.filter { !taken.contains($0) }.prefix(100))
  }

  /// Takes a claim from a request for which it is over. False while it is in use.
  func release(_ claim: String) async throws(Failure) -> Bool {
    guard let holder = try await claimant(claim) else { return true }
    guard let id = holder["id"]?.string, try await isOver(holder) else { return false }
    let isSame = Filter.all([
      .compare("id", .equal, .text(id)), .compare("claim", .equal, .text(claim)),
      .compare("status", .equal, .text(holder["status"]?.string)),
    ])
    _ = try await tables.update("connection_requests", where: isSame, ["claim": .null], as: .service)
    return true
  }

  func claimant(_ claim: String) async throws(Failure) -> JSON? {
    var select = Select(try tables.table("connection_requests"))
    select.filter = .compare("claim", .equal, .text(claim))
    return try await tables.rows(select, as: .service).first
  }

  private func isOver(_ request: JSON) async throws(Failure) -> Bool {
    if request["status"] == "pending" { return false }
    guard request["status"] == "accepted" else { return true }
    var select = Select(try tables.table("connections"))
    select.filter = .compare("request", .equal, .text(request["id"]?.string))
    if let connection = try await tables.rows(select, as: .service).first { return connection["status"] != "active" }
    // The call that accepts it may still be under way; one that was cut off is not waited for.
    return isLong(since: request["answered_at"])
  }

  /// Whether something happened so long ago that the call that did it is over.
  func isLong(since moment: JSON?) -> Bool {
    moment?.string.flatMap(Moment.date).map { now.timeIntervalSince($0) >= 3600 } ?? false
  }
}
