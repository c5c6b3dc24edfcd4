internal import Statistics

/// Tests many pairs of columns for correlation.
///
/// Possible correlations are decided by a permutation test; clear non-results keep the p-value of a formula. The
/// correction covers all questions. The same columns and seed give the same results.
public struct CorrelationSearch: Sendable {
  public struct Bounds: Sendable, Hashable {
    /// Fewest days with both values.
    public var leastDays = 28
    /// Fewest days that differ from the most frequent value.
    public var leastVaried = 7
    /// The greatest corrected p-value that counts as significant.
    public var level = 0.05
    /// Fewest permutations for every question.
    public var leastShuffles = 0
    /// The total number of permuted days for refining the p-values of significant results.
    public var effort = 8_000_000

    public init() {}
  }

  /// Limits on external input; the excess is not analysed.
  public static let mostDays = 730
  public static let mostQuestions = 50_000

  private let columns: [Column]
  private let bounds: Bounds
  private let seed: UInt64
  private let scores: [DayScores?]

  /// Prepares the columns. `weekday` is that of their first day, from 0 to 6. Longer columns are analysed from their
  /// end.
  public init(_ columns: [Column], weekday: Int = 0, bounds: Bounds = Bounds(), seed: UInt64 = 1) {
    let length = columns.map(\.values.count).max() ?? 0
    let skipped = max(0, length - CorrelationSearch.mostDays)
    // Padding by the weekday of the first day, so that a day's index modulo seven is its weekday.
    let front = [Double](repeating: .nan, count: ((weekday + skipped) % 7 + 7) % 7)
    self.columns = columns.map { column in
      let padded = column.values + [Double](repeating: .nan, count: length - column.values.count)
      return Column(name: column.name, values: front + padded.dropFirst(skipped))
    }
    self.bounds = bounds
    self.seed = seed
    var patterns: [DayMask: DayPattern] = [:]
    scores = self.columns.map { column in
      let known = DayMask(known: column.values)
      guard known.count >= max(8, bounds.leastDays), column.varied >= bounds.leastVaried else { return nil }
      let pattern = patterns[known] ?? DayPattern(known: known)
      patterns[known] = pattern
      return DayScores(column.values, pattern: pattern)
    }
  }

  /// The results for all questions that can be tested, in order.
  public func answers(to questions: [Question]) -> [Looked] {
    let asked = questions.prefix(CorrelationSearch.mostQuestions).compactMap { question in
      pair(question).map { (question, $0) }
    }
    var looked = asked.map { question, pair in
      Looked(
        question: question, days: pair.days, independent: pair.independent, rho: pair.rho, interval: pair.interval,
        chance: pair.expected, corrected: 1, shuffles: 0)
    }
    settle(&looked, asked.map(\.1))
    return looked
  }

  private func pair(_ question: Question) -> DayPair? {
    guard columns.indices.contains(question.cause), columns.indices.contains(question.effect),
      question.cause != question.effect, let cause = scores[question.cause], let effect = scores[question.effect],
      let pair = DayPair(cause: cause, effect: effect, lag: question.lag, least: bounds.leastDays)
    else { return nil }
    return pair
  }

  // MARK: Permutation tests

  /// A question under permutation.
  private struct Trial {
    let place: Int
    /// Whether the formula leaves a correlation possible.
    let isDoubtful: Bool
    var permuting: Permuting
  }

  private func settle(_ looked: inout [Looked], _ pairs: [DayPair]) {
    correct(&looked)
    // The formula is right within a factor; a p-value more than four times off will not become significant by
    // permutation. The more correlations there are, the less rare each has to be.
    let likely = max(1, looked.count { $0.corrected <= bounds.level })
    let reach = looked.filter { $0.corrected <= bounds.level }.map(\.chance).max() ?? 0
    let doubtful = 4 * max(reach, bounds.level / Double(max(1, looked.count)))
    var trials: [Trial] = looked.indices.compactMap { place in
      let isDoubtful = looked[place].chance <= doubtful
      guard isDoubtful || bounds.leastShuffles > 0 else { return nil }
      let dice = Dice(seed, number(looked[place].question))
      return pairs[place].permuting(dice).map { Trial(place: place, isDoubtful: isDoubtful, permuting: $0) }
    }
    for index in trials.indices { trials[index].permuting.shuffle(upTo: bounds.leastShuffles, all: true) }
    take(trials, into: &looked)
    // Until all open questions are clearly significant, or often enough that a few lucky draws do not decide.
    let need = Int((2 * Double(looked.count) / Double(likely) / bounds.level).rounded(.up))
    for goal in [min(250, need), need, 2 * need, 5 * need / 2] {
      guard trials.contains(where: { isOpen($0, looked) }) else { break }
      for index in trials.indices where trials[index].isDoubtful { trials[index].permuting.shuffle(upTo: goal) }
      take(trials, into: &looked)
    }
    refine(&trials, &looked)
  }

  private func isOpen(_ trial: Trial, _ looked: [Looked]) -> Bool {
    trial.isDoubtful && !trial.permuting.isOver
      && (trial.permuting.done == 0 || looked[trial.place].corrected > bounds.level / 2)
  }

  /// Continues the permutations of significant results, within the effort, to make their p-values more precise.
  private func refine(_ trials: inout [Trial], _ looked: inout [Looked]) {
    let held = trials.indices.filter { looked[trials[$0].place].corrected <= bounds.level }
    let days = held.reduce(0) { $0 + trials[$1].permuting.days }
    guard days > 0 else { return }
    for index in held { trials[index].permuting.shuffle(upTo: bounds.effort / days) }
    take(trials, into: &looked)
  }

  /// The number that seeds the permutations, so that a p-value does not depend on the other questions.
  private func number(_ question: Question) -> Int { (question.cause << 20 | question.effect) << 2 | question.lag }

  private func take(_ trials: [Trial], into looked: inout [Looked]) {
    for trial in trials where trial.permuting.done > 0 {
      looked[trial.place].chance = trial.permuting.chance
      looked[trial.place].shuffles = trial.permuting.done
    }
    correct(&looked)
  }

  private func correct(_ looked: inout [Looked]) {
    for (place, corrected) in correctedForMany(looked.map(\.chance)).enumerated() {
      looked[place].corrected = corrected
    }
  }
}
