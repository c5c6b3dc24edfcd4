internal import Days
internal import TrainingPlan

/// The fitness that the runs of the last 90 days show, and how the training of the last weeks develops.
struct RunFitness: Sendable, Equatable {
  enum Source: Sendable, Equatable {
    /// A race that was run.
    case race
    /// The fastest training run; a race would be faster, so the fitness is at least this.
    case training
  }

  enum Trend: Sendable, Equatable { case more, same, less }

  let best: RunDone
  let source: Source
  let result: RaceResult
  /// Metres of the last four weeks, and of the four before.
  let load: (now: Int, before: Int)?

  static func == (left: RunFitness, right: RunFitness) -> Bool {
    left.best == right.best && left.result == right.result && left.load?.now == right.load?.now
      && left.load?.before == right.load?.before
  }

  static let days = 90
  /// Metres below which a run shows no fitness.
  static let shortest = 3000

  /// Nil without a run of 3 km or more that has a time. Of races the one of the highest fitness counts, and only without one a
  /// training run.
  init?(_ book: RunBook) {
    let timed = book.last(RunFitness.days).filter { run in
      guard run.metres >= RunFitness.shortest, run.metres <= 50_000, let seconds = run.seconds, seconds > 0 else {
        return false
      }
      return VDOT.known.contains(VDOT(metres: Double(run.metres), seconds: Double(seconds)).value)
    }
    let races = timed.filter { $0.activity == .race }
    func fitness(_ run: RunDone) -> Double {
      VDOT(metres: Double(run.metres), seconds: Double(run.seconds ?? 1)).value
    }
    guard let best = (races.isEmpty ? timed : races).max(by: { fitness($0) < fitness($1) }), let seconds = best.seconds
    else { return nil }
    self.best = best
    source = races.isEmpty ? .training : .race
    result = RaceResult(metres: Double(best.metres), seconds: Double(seconds))
    let now = book.last(28).reduce(0) { $0 + $1.metres }
    let before = book.last(28, to: book.today.following(-28)).reduce(0) { $0 + $1.metres }
    // Four weeks that are known in part only are no measure.
    let isKnown = book.running.contains { $0.day <= book.today.following(-49) }
    load = before > 0 && isKnown ? (now, before) : nil
  }

  /// A change of less than a tenth is none.
  var trend: Trend? {
    load.map { $0.now * 10 > $0.before * 11 ? .more : $0.now * 10 < $0.before * 9 ? .less : .same }
  }

  /// Whether it shows more than the race that a plan goes by. A training run that is slower than the race shows nothing.
  func exceeds(_ race: RaceResult?) -> Bool {
    guard let race else { return true }
    return source == .race ? result != race : result.fitness > race.fitness
  }

  /// The times to expect today over the usual distances.
  static func predictions(from race: RaceResult, weekly: Int) -> [RacePrediction] {
    [5000, 10_000, RaceDistance.half, RaceDistance.marathon].map {
      RacePrediction(from: race, to: $0, weeklyMetres: weekly > 0 ? Double(weekly) : nil)
    }
  }
}
