public import Kernel
public import Platform
public import Samples
public import Storage

/// An activity of an account whose terms allow to show it and nothing else, as Strava's do. No other module of the coach imports this
/// one, so that no figure of it reaches a plan, an analysis or a model. Of an activity only what is shown is kept: no name, no track.
public struct ShownRun: Kept {
  public static let collection = "shown_runs"
  /// Days for which such an activity may be kept.
  public static let days = 7
  /// The most activities that are kept.
  public static let most = 200

  public let id: ID<ShownRun>
  public let start: Date
  /// In lower-case words with underscores: `running`.
  public let sport: String
  public let metres: Int?
  public let seconds: Int
  /// The time at which the provider handed it out.
  public let fetchedAt: Date

  public var when: Date { start }

  /// Nil for a sample that is no workout, or cannot have been measured.
  public init?(_ sample: Sample, fetchedAt: Date) {
    guard let workout = sample.workout, sample.isPlausible else { return nil }
    let time = workout.moving ?? workout.elapsed
    guard time.isFinite, (1...604_800).contains(time) else { return nil }
    id = ID(named: "shown run \(sample.origin.provider) \(sample.origin.record)")
    start = sample.start
    sport = String(workout.sport.prefix(40))
    metres = workout.distance.flatMap { (1...1_000_000).contains($0) ? Int($0.rounded()) : nil }
    seconds = Int(time.rounded())
    self.fetchedAt = fetchedAt
  }

  /// Whether it may be kept no longer. One from a time to come, as after a change of the clock, may not either.
  public func isExpired(at now: Date) -> Bool {
    !(0..<Double(ShownRun.days) * 86_400).contains(now.timeIntervalSince(fetchedAt))
  }

  /// Seconds for a kilometre on foot; nil without a distance.
  var pace: Int? {
    guard sport.contains("run"), let metres, metres >= 500 else { return nil }
    return Int((Double(seconds) * 1000 / Double(metres)).rounded())
  }
}

/// The shown activities in a person's store. They stay on this device, and no archive contains them.
public struct ShownRunShelf: Sendable {
  private let runs: Shelf<ShownRun>

  public init(_ store: Store) { runs = Shelf(store, .local) }

  /// Keeps the newest of these in place of those that were kept before.
  public func replace(_ new: [ShownRun]) async throws(Problem) {
    let all = try await runs.collection()
    let newest = new.sorted { ($0.start, $0.id.uuid) > ($1.start, $1.id.uuid) }.prefix(ShownRun.most)
    let ids = Set(newest.map(\.id))
    let gone = try await all.records().map(\.id).filter { !ids.contains($0) }
    try await runs.write { batch throws(Problem) in
      for id in gone { try batch.delete(id, in: all) }
      for run in newest { try batch.save(run, over: .anything, in: all) }
    }
  }

  /// Deletes those that may be kept no longer, and returns the others, the newest first.
  public func current(at now: Date) async throws(Problem) -> [ShownRun] {
    let all = try await runs.collection()
    let kept = try await all.records()
    let expired = kept.filter { $0.isExpired(at: now) }
    if !expired.isEmpty {
      try await runs.write { batch throws(Problem) in for run in expired { try batch.delete(run.id, in: all) } }
    }
    return kept.filter { !$0.isExpired(at: now) }.sorted { ($0.start, $0.id.uuid) > ($1.start, $1.id.uuid) }
  }

  func changes() -> AsyncStream<Heard<Void>> {
    let runs = runs
    return .relaying(keeping: .bufferingNewest(1)) { report in await runs.follow { report(Heard(())) } }
  }
}
