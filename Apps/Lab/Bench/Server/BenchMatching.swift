internal import CPeer
internal import Compatibility
internal import Days
internal import FoundationEssentials
internal import Kernel

extension Benchmark {
  /// Ranks candidates for a sponsee, beside SQLite with the same gates and the same score.
  static let matching = matching(candidates: 100_000)

  static func matching(candidates count: Int) -> Benchmark {
    Benchmark(
      name: "matching", summary: "100,000 candidates ranked with reasons, against 50 ms and SQLite doing the same",
      measure: { () throws(Problem) in
        let now = Date(timeIntervalSince1970: 1_780_000_000)
        let today = CalendarDay(now, in: .gmt)
        var dice = Seeded(11)
        let rows = (0..<count).map { Row(number: $0, today: today, &dice) }
        let people = rows.map(\.candidate)
        let viewer = Viewpoint(
          Candidate(
            "viewer", role: .sponsee, program: "AA", soberSince: today.following(-90), region: "Berlin, Germany",
            availability: [.evenings, .weekends], bio: "Some words"), now: now, in: .gmt)
        var (matches, shown) = ([Match](), 0)
        let times = (0..<11).map { _ in
          timedNow {
            matches = Ranking.rank(people, for: viewer)
            // The reasons in words of those that are shown.
            let first = matches.prefix(Ranking.most(completeness: 100))
            shown = first.reduce(0) { $0 + $1.reasons(people[$1.place], for: viewer).count }
          }
        }
        guard shown > 0 else { throw .unmeasured("no match has a reason") }
        let peer = try ranked(rows, viewer, today, matches)
        let here = Times(times).median / 1000
        return [
          Figure("matching-budget", here: here, peer: 50, peerName: "the limit", unit: "ms", limit: 1),
          Figure("matching-sqlite", here: here, peer: peer, peerName: "SQLite in memory", unit: "ms", limit: 1),
        ]
      })
  }

  /// Returns the median of SQLite's times in milliseconds. Throws unless it found the same matches with the same scores.
  private static func ranked(
    _ rows: [Row], _ viewer: Viewpoint, _ today: CalendarDay, _ matches: [Match]
  ) throws(Problem) -> Double {
    guard let peer = peer_ranking_open() else { throw .unmeasured("SQLite has no table") }
    defer { peer_ranking_close(peer) }
    for row in rows where peer_ranking_add(peer, row.id, row.program, row.region, row.country, row.numbers) != 0 {
      throw .unmeasured("SQLite takes no row")
    }
    var (found, points) = (Int64(0), Int64(0))
    let times = (0..<11).map { _ in
      timedNow {
        found = peer_ranking_rank(
          peer, "viewer", "AA", Int64(today.number), "Berlin, Germany", "Germany",
          Int64(viewer.person.availability.rawValue), Int64(viewer.person.completeness), &points)
      }
    }
    guard found == matches.count, points == matches.reduce(0, { $0 + $1.score }) else {
      throw .unmeasured("SQLite found \(found) matches of \(points) points, not \(matches.count)")
    }
    return Times(times).median / 1000
  }

  /// A candidate, as both sides take it.
  private struct Row {
    let id: String
    let program: String
    let region: String
    let country: String
    let numbers: [Int64]
    let candidate: Candidate

    init(number: Int, today: CalendarDay, _ dice: inout Seeded) {
      func roll(_ most: Int) -> Int { Int.random(in: 0..<most, using: &dice) }
      id = "person-\(number)"
      program = ["AA", "NA", "CA", "SMART Recovery", ""][roll(5)]
      let city = ["Berlin", "Hamburg", "Oslo", "Bergen"][roll(4)]
      country = ["Berlin", "Hamburg"].contains(city) ? "Germany" : "Norway"
      region = "\(city), \(country)"
      let role = Candidate.Role.allCases[roll(3)]
      let (days, times) = (roll(4000), UInt16(roll(64)))
      let (capacity, sponsees, requests) = (1 + roll(4), roll(3), roll(3))
      let isVisible = roll(10) > 0
      candidate = Candidate(
        id, role: role, isVisible: isVisible, program: program.isEmpty ? nil : program,
        soberSince: today.following(-days), region: region, availability: Availability(rawValue: times), bio: "Words",
        capacity: capacity, sponsees: sponsees, requests: requests)
      let roles: [Candidate.Role: Int64] = [.sponsee: 0, .sponsor: 1, .both: 2]
      numbers = [
        roles[role] ?? 0, isVisible ? 1 : 0, Int64(today.number - days), Int64(times), Int64(candidate.completeness),
        Int64(capacity), Int64(sponsees), Int64(requests),
      ]
    }
  }
}
