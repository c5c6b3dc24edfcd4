internal import Statistics

/// Looks at many pairs of columns, and says of each how surely it is more than accident.
///
/// What could be something is settled by shuffling; what clearly is nothing keeps the chance that a formula gives. The
/// correction is over everything that was looked at. The same columns and the same seed give the same answer.
public struct Looking: Sendable {
  public struct Bounds: Sendable, Hashable {
    /// So many days must be known of both.
    public var leastDays = 28
    /// So many days must differ from the commonest value.
    public var leastVaried = 7
    /// What is corrected to this or less holds.
    public var level = 0.05
    /// Every question is settled by at least so many shuffles.
    public var leastShuffles = 0
    /// How many days may be shuffled, all together, to say of what holds how surely it does.
    public var effort = 8_000_000

    public init() {}
  }

  /// Limits on what comes from outside: more is not looked at.
  public static let mostDays = 730
  public static let mostQuestions = 50_000

  private let columns: [Column]
  private let bounds: Bounds
  private let seed: UInt64
  private let scores: [DayScores?]

  /// `weekday` is that of the columns' first day, from 0 to 6. Longer columns are looked at from their end.
  public init(_ columns: [Column], weekday: Int = 0, bounds: Bounds = Bounds(), seed: UInt64 = 1) {
    let length = columns.map(\.values.count).max() ?? 0
    let skipped = max(0, length - Looking.mostDays)
    // In front of the first day stand as many as its weekday, so that a day's number by seven is its weekday.
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

  /// An answer for each question that can be asked, in their order.
  public func answers(to questions: [Question]) -> [Looked] {
    let asked = questions.prefix(Looking.mostQuestions).compactMap { question in
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

  // MARK: Shuffling

  /// A question that is being shuffled.
  private struct Trial {
    let place: Int
    /// Whether the formula leaves it open that there is something.
    let isDoubtful: Bool
    var permuting: Permuting
  }

  private func settle(_ looked: inout [Looked], _ pairs: [DayPair]) {
    correct(&looked)
    // The formula is right within a factor; what lies further off than four times will not come into reach by shuffling.
    // The more there is, the less rare each has to be.
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
    // Until all that is still open holds with room to spare, or so often that a few strokes of luck decide nothing.
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

  /// What holds is shuffled on, as far as the effort goes, so that it can be said how surely.
  private func refine(_ trials: inout [Trial], _ looked: inout [Looked]) {
    let held = trials.indices.filter { looked[trials[$0].place].corrected <= bounds.level }
    let days = held.reduce(0) { $0 + trials[$1].permuting.days }
    guard days > 0 else { return }
    for index in held { trials[index].permuting.shuffle(upTo: bounds.effort / days) }
    take(trials, into: &looked)
  }

  /// The same question has the same chance, whatever else is asked.
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
