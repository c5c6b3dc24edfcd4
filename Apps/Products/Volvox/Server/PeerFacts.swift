internal import Compatibility
internal import JSON
internal import Kernel
internal import Peers
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Tokens

/// Relations between one person and others, read with the server's own rights: nobody sees the blocks of others.
struct PeerFacts: Sendable {
  /// Rows of one kind that are read of one person.
  static let mostRows = 10_000
  /// Requests of one person that may wait for an answer at a time.
  static let mostPending = 10
  /// Identifiers in one condition.
  private static let mostListed = 500

  let person: String
  let tables: FunctionTables
  /// The person's own card; nil while the server has none.
  let card: JSON?
  /// People whom this person has blocked.
  let blocked: Set<String>
  /// People who have blocked this person.
  let blockers: Set<String>
  let requests: [JSON]
  let connections: [JSON]

  init(of person: String, in tables: FunctionTables) async throws(Failure) {
    self.person = person
    self.tables = tables
    func rows(_ name: String, _ filter: Filter, most: Int = PeerFacts.mostRows) async throws(Failure) -> [JSON] {
      var select = Select(try tables.table(name))
      select.filter = filter
      select.order = [Order("edited_at", isDescending: true)]
      select.limit = most
      return try await tables.rows(select, as: .service)
    }
    func isPerson(_ columns: String...) -> Filter { .any(columns.map { .compare($0, .equal, .text(person)) }) }
    card = try await rows("candidates", isPerson("owner"), most: 1).first
    let blocks = try await rows("blocks", isPerson("owner", "blocked"))
    blocked = Set(blocks.filter { $0["owner"]?.string == person }.compactMap { $0["blocked"]?.string })
    blockers = Set(blocks.filter { $0["blocked"]?.string == person }.compactMap { $0["owner"]?.string })
    // Those that decide first: of somebody with a great many requests, not all are read.
    func asked(_ statuses: String...) async throws(Failure) -> [JSON] {
      try await rows(
        "connection_requests", .all([isPerson("sender", "recipient"), .among("status", statuses.map { .text($0) })]))
    }
    requests = try await asked("pending", "declined") + asked("accepted", "withdrawn")
    connections = try await rows("connections", isPerson("sponsor", "sponsee"))
  }

  // MARK: Derived

  func partner(of row: JSON, _ one: String, _ other: String) -> String? {
    row[one]?.string == person ? row[other]?.string : row[one]?.string
  }

  var pending: [JSON] { requests.filter { $0["status"] == "pending" } }
  var active: [JSON] { connections.filter { $0["status"] == "active" } }
  func isConnected(with other: String) -> Bool { active.contains { partner(of: $0, "sponsor", "sponsee") == other } }

  /// Active connections in which this person is the sponsor.
  var sponsees: Int { active.filter { $0["sponsor"]?.string == person }.count }

  /// The person as matching sees them; nil while the card is missing or incomplete.
  var candidate: Candidate? {
    guard let card, card["recovery_program"]?.string?.isEmpty == false,
      card["availability"]?.array?.isEmpty == false
    else { return nil }
    let asked = pending.filter { $0["recipient"]?.string == person && $0["asks_for"] == "sponsor" }.count
    return PeerFacts.candidate(PeerFacts.counted(card, sponsees: sponsees, requests: asked))
  }

  /// The view of the person at this instant; nil while the card is incomplete.
  func viewpoint(at now: Date, in zone: TimeZone) -> Viewpoint? {
    guard let candidate else { return nil }
    let waiting = pending.compactMap { partner(of: $0, "sender", "recipient") }
    // Whoever was connected once is not suggested again.
    let known = waiting + connections.compactMap { partner(of: $0, "sponsor", "sponsee") }
    let declines = requests.compactMap { row -> Viewpoint.Decline? in
      guard row["status"] == "declined", let other = partner(of: row, "sender", "recipient"),
        let at = row["answered_at"]?.string.flatMap(Moment.date)
      else { return nil }
      return Viewpoint.Decline(other, at: at)
    }
    return Viewpoint(
      candidate, blocked: blocked.union(blockers), known: Set(known), declines: declines, now: now, in: zone)
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
      select.limit = PeerFacts.mostRows
      for row in try await tables.rows(select, as: .service) { sponsees[row["sponsor"]?.string ?? "", default: 0] += 1 }
      select = Select(try tables.table("connection_requests"), shown: [Shown("recipient")])
      select.filter = .all([
        .among("recipient", listed), .compare("status", .equal, .text("pending")),
        .compare("asks_for", .equal, .text("sponsor")),
      ])
      select.limit = PeerFacts.mostRows
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
