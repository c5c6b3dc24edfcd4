internal import Days
public import Kernel
public import Storage
public import TrainingPlan

/// The runs of files in a person's store. A run that was marked by hand stays as it is.
public struct RunImport: Sendable {
  private let runs: Shelf<RunDone>

  public init(_ store: Store) { runs = Shelf(store, .owned(.entered)) }

  /// Adds runs, each once however often it is read, but not those that were marked by hand: on the same day, of nearly the same
  /// distance.
  public func take(_ found: [RunDone]) async throws(Problem) {
    let all = try await runs.collection()
    let own = Dictionary(grouping: try await all.records().filter { $0.source == nil }, by: \.day)
    let new = found.filter { run in
      !(own[run.day] ?? []).contains {
        $0.activity.isRunning == run.activity.isRunning
          && abs($0.metres - run.metres) * 10 <= max($0.metres, run.metres)
      }
    }
    guard !new.isEmpty else { return }
    try await runs.write { batch throws(Problem) in
      for run in new { try batch.save(run, over: .anything, in: all) }
    }
  }

  /// Removes all runs that came from files and were not changed since.
  public func forget() async throws(Problem) {
    let all = try await runs.collection()
    let imported = try await all.opened().filter { $0.record.source != nil }
    try await runs.write { batch throws(Problem) in
      for run in imported { try batch.delete(run.record.id, in: all) }
    }
  }

  /// The runs of the last weeks in words; nil without any.
  public func history(at now: Moment) async throws(Problem) -> RunHistory? {
    RunHistory(RunBook(try await runs.collection().opened(), on: now.day), RunWords(now))
  }
}

extension RunHistory {
  init?(_ book: RunBook, _ words: RunWords) {
    let patterns = RunPatterns(book, easy: nil)
    guard patterns.runs > 0 else { return nil }
    let weeks = patterns.weeks.filter { $0 > 0 }
    let weekly = weeks.isEmpty ? 0 : weeks.reduce(0, +) / weeks.count
    var findings = [
      "You run about \(words.distance(weekly)) a week, the longest run \(words.distance(patterns.longest))."
    ]
    if let fitness = RunFitness(book) {
      let times = RunFitness.predictions(from: fitness.result, weekly: weekly).prefix(2).map { prediction in
        let metres = Int(prediction.metres.rounded())
        return
          "\(RunWords.race(metres) ?? words.distance(metres)) in about \(words.time(Int(prediction.seconds.rounded())))"
      }
      findings.append("\(words.source(fitness)) Today I would expect \(times.joined(separator: ", ")), give or take.")
    }
    self.init(
      runs: patterns.runs, weekly: weekly, perWeek: (patterns.runs + 2) / 4,
      longest: book.longest?.metres ?? patterns.longest,
      easyPace: patterns.easyPace, thoughts: PlanTelling.patterns(patterns, words), findings: findings)
  }
}
