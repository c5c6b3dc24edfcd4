/// Finds recordings of the same workout.
public struct DuplicateSearch: Sendable {
  public var rules: DuplicateRules

  public init(_ rules: DuplicateRules = DuplicateRules()) { self.rules = rules }

  /// The pairs that reach the threshold, whose order does not depend on that of the recordings: the latest first.
  public func pairs(in recordings: [Recording]) -> [DuplicatePair] {
    let sorted = recordings.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    var longest = 0.0
    for recording in sorted { longest = max(longest, recording.elapsed) }
    var pairs: [(start: Double, pair: DuplicatePair)] = []
    for (index, one) in sorted.enumerated() {
      // Later ones within reach of a wrong clock, and no more than a person could record: rubbish ends the search.
      for other in sorted[(index + 1)...].prefix(DuplicateSearch.mostCompared) {
        let begins = other.start - one.start
        guard begins <= max(PairJudgement.mostShift + PairJudgement.mostResidue, one.elapsed + 1800) else { break }
        guard isCandidate(one, other, begins) else { continue }
        if let pair = PairJudgement.pair(one, other, rules), pair.score >= rules.threshold {
          pairs.append((one.start, pair))
        }
      }
    }
    return pairs.sorted { ($0.start, $0.pair.first, $0.pair.second) > ($1.start, $1.pair.first, $1.pair.second) }
      .map(\.pair)
  }

  /// The judgement about two recordings, also below the threshold; nil if their times exclude it.
  public func pair(_ one: Recording, _ other: Recording) -> DuplicatePair? { PairJudgement.pair(one, other, rules) }

  /// The most recordings that one is compared with.
  static let mostCompared = 64

  /// Excludes at the cost of a subtraction what cannot be one workout.
  private func isCandidate(_ one: Recording, _ other: Recording, _ begins: Double) -> Bool {
    if begins <= one.elapsed || begins <= 1800 && (one.isManual || other.isManual) { return true }
    let residue = begins - (begins / 900).rounded() * 900
    guard residue.magnitude <= PairJudgement.mostResidue else { return false }
    let (least, most) = (min(one.elapsed, other.elapsed), max(one.elapsed, other.elapsed))
    return least >= 0.9 * most
  }
}
