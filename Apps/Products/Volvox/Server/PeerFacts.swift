internal import Compatibility
internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Tokens

/// A person's card and counts, read with the server's own rights. `relations(with:)` reads what stands between the person
/// and others.
struct PeerFacts: Sendable {
  /// Requests of one person that may wait for an answer at a time.
  static let mostPending = 10
  /// Identifiers in one condition.
  static let mostListed = 500
  /// Waiting requests that are counted for as many people.
  private static let mostCounted = 10_000

  let person: String
  let tables: FunctionTables
  /// The person's own card; nil while the server has none.
  let card: JSON?

  init(of person: String, in tables: FunctionTables) async throws(Failure) {
    self.person = person
    self.tables = tables
    var select = Select(try tables.table("candidates"))
    select.filter = .compare("owner", .equal, .text(person))
    card = try await tables.rows(select, as: .service).first
  }

  func partner(of row: JSON, _ one: String, _ other: String) -> String? {
    row[one]?.string == person ? row[other]?.string : row[one]?.string
  }

  /// The number of requests of this person that wait for an answer, counted up to the limit.
  func sent() async throws(Failure) -> Int {
    var select = Select(try tables.table("connection_requests"), shown: [Shown("id")])
    select.filter = .all([
      .compare("sender", .equal, .text(person)), .compare("status", .equal, .text("pending")),
    ])
    select.limit = PeerFacts.mostPending
    return try await tables.rows(select, as: .service).count
  }

  /// The person as matching sees them; nil while the card is missing or incomplete.
  func candidate() async throws(Failure) -> Candidate? {
    guard let card, card["recovery_program"]?.string?.isEmpty == false,
      card["availability"]?.array?.isEmpty == false
    else { return nil }
    return try await counted([card]).first.flatMap(PeerFacts.candidate)
  }

  /// The view of the person, with what is between them and the people of `relations`.
  func viewpoint(
    of candidate: Candidate, _ relations: PeerRelations = PeerRelations(), at now: Date, in zone: TimeZone
  ) -> Viewpoint {
    let waiting = relations.pending.compactMap { partner(of: $0, "sender", "recipient") }
    // Whoever was connected once is not suggested again.
    return Viewpoint(
      candidate, blocked: relations.closed, known: relations.connected.union(waiting), declines: relations.declines,
      now: now, in: zone)
  }

  // MARK: Cards

  /// Reads a row of `candidates`; nil when a value is not of its kind.
  static func candidate(_ row: JSON) -> Candidate? {
    guard case .object(let fields) = row else { return nil }
    return try? MatchDocument.candidate(.object(fields.filter { $0.value != "" }), at: "a card")
  }

  static func counted(_ row: JSON, sponsees: Int, requests: Int) -> JSON {
    guard case .object(var fields) = row else { return row }
    fields["sponsees"] = .number(Double(sponsees))
    fields["requests"] = .number(Double(requests))
    return .object(fields)
  }

  /// The same rows with the sponsees and the waiting requests of each person.
  func counted(_ rows: [JSON]) async throws(Failure) -> [JSON] {
    var (sponsees, requests): ([String: Int], [String: Int]) = ([:], [:])
    let people = rows.compactMap { $0["person"]?.string }
    for start in stride(from: 0, to: people.count, by: PeerFacts.mostListed) {
      let listed = people[start..<min(start + PeerFacts.mostListed, people.count)].map { Value.text($0) }
      var select = Select(try tables.table("connections"), shown: [Shown("sponsor")])
      select.filter = .all([.among("sponsor", listed), .compare("status", .equal, .text("active"))])
      for row in try await tables.rows(select, as: .service) { sponsees[row["sponsor"]?.string ?? "", default: 0] += 1 }
      select = Select(try tables.table("connection_requests"), shown: [Shown("recipient")])
      select.filter = .all([
        .among("recipient", listed), .compare("status", .equal, .text("pending")),
        .compare("asks_for", .equal, .text("sponsor")),
      ])
      // They decide about scores alone.
      select.limit = PeerFacts.mostCounted
      for row in try await tables.rows(select, as: .service) {
        requests[row["recipient"]?.string ?? "", default: 0] += 1
      }
    }
    return rows.map { row in
      let person = row["person"]?.string ?? ""
      return PeerFacts.counted(row, sponsees: sponsees[person] ?? 0, requests: requests[person] ?? 0)
    }
  }

  /// The columns of a row that another person may read.
  static func shown(_ row: JSON) -> JSON {
    let keys = [
      "person", "name", "role", "recovery_program", "sober_since", "region", "availability", "bio", "looks_for",
      "sponsees", "requests",
    ]
    var fields: [String: JSON] = [:]
    for key in keys { if let value = row[key], value != .null, value != "" { fields[key] = value } }
    // Of the conditions only the room, which is a part of the score.
    fields["preferences"] = row["preferences"]?["capacity"].map { ["capacity": $0] }
    return .object(fields)
  }
}
