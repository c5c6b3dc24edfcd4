internal import CPeer
internal import Duplicates
internal import Kernel

extension Benchmark {
  /// Finds the duplicates among all workouts of a person, beside SQLite joining an indexed table with itself by a simpler
  /// rule.
  static let duplicates = duplicates(recordings: 100_000)

  static func duplicates(recordings count: Int) -> Benchmark {
    Benchmark(
      name: "duplicates", summary: "100,000 recordings searched for duplicates, against 1 s and SQLite's self-join",
      measure: { () throws(Problem) in
        var dice = Seeded(17)
        let sports = ["running", "Ride", "swimming", "walking", "strength_training"]
        var (recordings, rows, start, pairs) = ([Recording](), [Double](), 1_000_000_000.0, 0)
        while recordings.count + 1 < count {
          start += Double(Int.random(in: 14_000...90_000, using: &dice))
          let sport = Int.random(in: 0..<sports.count, using: &dice)
          let length = Double(Int.random(in: 900...7200, using: &dice))
          let isTwice = Int.random(in: 0..<4, using: &dice) == 0
          if isTwice { pairs += 1 }
          for copy in 0..<(isTwice ? 2 : 1) {
            let late = Double(copy * Int.random(in: 0...60, using: &dice))
            let (elapsed, distance) = (length - late, (length - late) * 2.9)
            recordings.append(
              Recording(
                "\(recordings.count)", sport: sports[sport], start: start + late, elapsed: elapsed, distance: distance))
            rows += [start + late, elapsed, distance, Double(sport)]
          }
        }
        recordings.shuffle(using: &dice)
        var found = 0
        let here = Times((0..<5).map { _ in timedNow { found = DuplicateSearch().pairs(in: recordings).count } })
        guard found >= pairs else { throw .unmeasured("\(found) of \(pairs) duplicates are found") }
        var (joined, alone, joins): (Int64, Double, [Double]) = (0, 0, [])
        let peer = Times(
          (0..<5).map { _ in
            timedNow {
              joined = peer_pairs(rows, Int64(rows.count / 4), &alone)
              joins.append(alone * 1000)
            }
          })
        guard joined >= pairs else { throw .unmeasured("SQLite finds \(joined) of \(pairs) pairs") }
        return [
          Figure(
            "duplicates-budget", here: here.median / 1000, peer: 1000, peerName: "the limit", unit: "ms", limit: 1),
          Figure(
            "duplicates-sqlite", here: here.median / 1000, peer: peer.median / 1000,
            peerName: "SQLite, filled, indexed and joined with itself", unit: "ms", limit: nil),
          Figure(
            "duplicates-join", here: here.median / 1000, peer: Times(joins).median, peerName: "its self-join alone",
            unit: "ms", limit: nil),
        ]
      })
  }
}
