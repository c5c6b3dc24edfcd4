internal import Days
public import Kernel
internal import Platform
public import Storage
public import TrainingPlan

/// The runs of files and of connected apps in a person's store. A run that was marked by hand stays as it is.
public struct RunImport: Sendable {
  private let runs: Shelf<RunDone>
  private let arrivals: Shelf<RunArrival>

  public init(_ store: Store) {
    runs = Shelf(store, .owned(.entered))
    arrivals = Shelf(store, .local)
  }

  /// Adds runs of one source, each once however often it is read, but not those that were marked by hand or came from another
  /// source: on the same day, of nearly the same distance.
  public func take(_ found: [RunDone]) async throws(Problem) {
    let all = try await runs.collection()
    let (source, ids) = (found.first?.source, Set(found.map(\.id)))
    let known = try await all.records()
    let strange = known.filter { ($0.source == nil || $0.source != source) && !ids.contains($0.id) }
    var others = Dictionary(grouping: strange, by: \.day)
    // One that was changed by hand since keeps the change.
    let changed = Set(known.filter { $0.source == nil }.map(\.id))
    let new = found.filter { run in
      if changed.contains(run.id) { return false }
      // Two runs of a day are one run of each source each, so that a match counts once.
      guard
        let match = others[run.day]?.firstIndex(where: {
          $0.activity.isRunning == run.activity.isRunning
            && abs($0.metres - run.metres) * 10 <= max($0.metres, run.metres)
        })
      else { return true }
      others[run.day]?.remove(at: match)
      return false
    }
    guard !new.isEmpty else { return }
    try await runs.write { batch throws(Problem) in
      for run in new { try batch.save(run, over: .anything, in: all) }
    }
  }

  /// Adds the runs that an app has delivered, as `take` does. One that the runner has deleted since it arrived stays deleted,
  /// however often the app delivers it.
  public func take(delivered found: [RunDone], at now: Moment) async throws(Problem) {
    let (all, marks) = (try await runs.collection(), try await arrivals.collection())
    let there = Set(try await all.records().map(\.id))
    let arrived = try await marks.records()
    let before = Set(arrived.map(\.run))
    let old = arrived.filter { $0.day < now.day.following(-RunArrival.days) }
    let new = found.filter { there.contains($0.id) || !before.contains($0.id) }
    try await take(new)
    try await arrivals.write { batch throws(Problem) in
      for mark in old { try batch.delete(mark.id, in: marks) }
      for run in new where !before.contains(run.id) {
        try batch.save(RunArrival(run), over: .anything, in: marks)
      }
    }
  }

  /// Removes all runs that came from files and were not changed since.
  public func forget() async throws(Problem) {
    let all = try await runs.collection()
    let imported = try await all.opened().filter { $0.record.source == RunDone.file }
    try await runs.write { batch throws(Problem) in
      for run in imported { try batch.delete(run.record.id, in: all) }
    }
  }

  /// The runs of the last weeks in words; nil without any.
  public func history(at now: Moment) async throws(Problem) -> RunHistory? {
    RunHistory(RunBook(try await runs.collection().opened(), on: now.day), RunWords(now))
  }
}

/// Records that a run arrived from a connected app. It stays on the device.
struct RunArrival: Kept {
  static let collection = "run_arrivals"
  /// Days after which it is forgotten: more than a delivery looks back.
  static let days = 120

  let run: ID<RunDone>
  let day: CalendarDay

  var id: ID<RunArrival> { ID(run.uuid) }
  var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }

  init(_ run: RunDone) {
    self.run = run.id
    day = run.day
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
    let fitness = RunFitness(book)
    let times = (fitness.map { RunFitness.predictions(from: $0.result, weekly: weekly) } ?? []).map { prediction in
      let metres = Int(prediction.metres.rounded())
      return
        "\(RunWords.race(metres) ?? words.distance(metres)) in about \(words.time(Int(prediction.seconds.rounded())))"
    }
    if let fitness {
      findings.append(
        "\(words.source(fitness)) Today I would expect \(times.prefix(2).joined(separator: ", ")), give or take.")
    }
    let load: Load? =
      switch fitness?.trend {
      case .more: .rising
      case .same: .steady
      case .less: .falling
      case nil: nil
      }
    if let load { findings.append("Your training load of the last four weeks is \(load.rawValue).") }
    self.init(
      runs: patterns.runs, weekly: weekly, perWeek: (patterns.runs + 2) / 4,
      longest: book.longest?.metres ?? patterns.longest,
      easyPace: patterns.easyPace, thoughts: PlanTelling.patterns(patterns, words), findings: findings,
      raceTimes: times.isEmpty ? nil : times.joined(separator: ", "), load: load)
  }
}
