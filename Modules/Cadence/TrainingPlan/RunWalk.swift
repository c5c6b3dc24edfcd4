/// A step of the ladder from walking to five kilometres without a walk.
struct RunWalk: Sendable, Hashable {
  let repeats: Int
  let run: Int
  let walk: Int

  var metres: Int { repeats * (run + walk) }

  /// Each step is at most a tenth longer than the one before, and has more running in it.
  static let ladder = [
    RunWalk(repeats: 8, run: 100, walk: 150), RunWalk(repeats: 8, run: 125, walk: 150),
    RunWalk(repeats: 8, run: 150, walk: 150), RunWalk(repeats: 8, run: 200, walk: 125),
    RunWalk(repeats: 7, run: 250, walk: 150), RunWalk(repeats: 6, run: 350, walk: 150),
    RunWalk(repeats: 6, run: 400, walk: 150), RunWalk(repeats: 6, run: 450, walk: 150),
    RunWalk(repeats: 5, run: 650, walk: 130), RunWalk(repeats: 4, run: 900, walk: 150),
    RunWalk(repeats: 2, run: 2150, walk: 150), RunWalk(repeats: 1, run: 5000, walk: 0),
  ]

  /// The same share of running over another distance.
  func over(_ metres: Int) -> RunWalk {
    guard metres < self.metres else { return self }
    let count = max(1, metres / (run + walk))
    let part = metres / count / 10 * 10
    let walk = part * self.walk / (run + self.walk) / 10 * 10
    return RunWalk(repeats: count, run: part - walk, walk: walk)
  }
}

/// The runs of the last 30 days. Days have to be added in order.
struct RunWindow: Sendable {
  private var runs: [(day: Int, metres: Int)] = []

  /// The longest run of the 30 days before that day, and when it was.
  mutating func longest(before day: Int) -> (day: Int, metres: Int)? {
    while let first = runs.first, first.day < day - 30 { runs.removeFirst() }
    return runs.first
  }

  mutating func add(_ metres: Int, on day: Int) {
    // A shorter run that is older can be the longest of no later window.
    while let last = runs.last, last.metres <= metres { runs.removeLast() }
    runs.append((day, metres))
  }
}
