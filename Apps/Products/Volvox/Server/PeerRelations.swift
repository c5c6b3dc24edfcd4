internal import Compatibility
internal import JSON
internal import Kernel
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Tokens

/// Relations between one person and some others: the rows of these pairs, however many either person has.
struct PeerRelations: Sendable {
  /// Those of the others whom this person has blocked.
  fileprivate(set) var blocked: Set<String> = []
  /// Those of the others who have blocked this person.
  fileprivate(set) var blockers: Set<String> = []
  /// Requests that wait for an answer.
  fileprivate(set) var pending: [JSON] = []
  fileprivate(set) var declines: [Viewpoint.Decline] = []
  /// Those with whom there is or was a connection.
  fileprivate(set) var connected: Set<String> = []
  /// Those with whom there is an active connection.
  fileprivate(set) var active: Set<String> = []

  /// Those with whom there is a block either way.
  var closed: Set<String> { blocked.union(blockers) }
}

extension PeerFacts {
  /// Reads the relations with these people, as many at a time as one condition holds.
  func relations(with people: [String]) async throws(Failure) -> PeerRelations {
    var found = PeerRelations()
    for start in stride(from: 0, to: people.count, by: PeerFacts.mostListed) {
      let listed = people[start..<min(start + PeerFacts.mostListed, people.count)].map { Value.text($0) }
      try await read(listed, into: &found)
    }
    return found
  }

  private func read(_ people: [Value], into found: inout PeerRelations) async throws(Failure) {
    for row in try await pairs("blocks", "owner", "blocked", people) {
      if row["owner"]?.string == person {
        found.blocked.formUnion(row["blocked"]?.string.map { [$0] } ?? [])
      } else {
        found.blockers.formUnion(row["owner"]?.string.map { [$0] } ?? [])
      }
    }
    let deciding = Filter.among("status", ["pending", "declined"].map { .text($0) })
    for row in try await pairs("connection_requests", "sender", "recipient", people, deciding) {
      guard let other = partner(of: row, "sender", "recipient") else { continue }
      if row["status"] == "pending" {
        found.pending.append(row)
      } else if let at = row["answered_at"]?.string.flatMap(Moment.date) {
        found.declines.append(Viewpoint.Decline(other, at: at))
      }
    }
    for row in try await pairs("connections", "sponsor", "sponsee", people) {
      guard let other = partner(of: row, "sponsor", "sponsee") else { continue }
      found.connected.insert(other)
      if row["status"] == "active" { found.active.insert(other) }
    }
  }

  /// The rows of a table between this person and these people, in either direction.
  func pairs(
    _ table: String, _ one: String, _ other: String, _ people: [Value], _ more: Filter = .everything
  ) async throws(Failure) -> [JSON] {
    var rows: [JSON] = []
    // Two questions, each of which has an index.
    for (mine, theirs) in [(one, other), (other, one)] {
      var select = Select(try tables.table(table))
      select.filter = .all([.compare(mine, .equal, .text(person)), .among(theirs, people), more])
      rows += try await tables.rows(select, as: .service)
    }
    return rows
  }
}
