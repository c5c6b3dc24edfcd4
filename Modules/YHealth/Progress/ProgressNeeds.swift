public import Days
public import Forms
public import Insights
public import Kernel
public import Measures
public import Pillar
public import Scores

/// The dependencies of progress: scoring, analysis, and storage.
public struct ProgressNeeds: Sendable {
  public var weigh: Weighing
  /// Analyses the days up to and including the given one, with the person's own measures. It may be slow; it runs outside the actor, and a newer one
  /// cancels its task.
  public var insights: @Sendable (DayTable, [OwnSeries], CalendarDay) async -> InsightRun
  /// The pillars whose measures the analysis must leave out. Asked before each analysis.
  public var withheld: @Sendable () async -> Set<Pillar> = { [] }
  /// Whether a finding is held against the days before it is shown. Off where findings are not made from the days.
  public var examines = true

  public var goals: @Sendable () async throws(Problem) -> [KeptGoal]
  /// Saves over the opened version, or as a new goal; deletes the draft in the same transaction. Throws `stale` when it
  /// was saved elsewhere meanwhile, `gone` when it was deleted.
  public var save: @Sendable (GoalOrder, ID<Goal>) async throws(Problem) -> KeptGoal
  public var delete: @Sendable (KeptGoal) async throws(Problem) -> Void
  public var restore: @Sendable (KeptGoal) async throws(Problem) -> KeptGoal
  /// Reports each change of a goal, whatever its origin, including own ones.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  public var recall: @Sendable () async throws(Problem) -> Memory
  public var keepRun: @Sendable (KeptRun) async throws(Problem) -> Void
  public var keepRegard: @Sendable (Regard) async throws(Problem) -> Void
  public var keepAchievements: @Sendable ([Achievement]) async throws(Problem) -> Void
  public var keepProgress: @Sendable (KeptProgress) async throws(Problem) -> Void
  public var drafts: DraftNeeds<GoalFormName>

  /// The functions that compute scores from days.
  public struct Weighing: Sendable {
    public var score: @Sendable (Pillar, CalendarDay, DayTable) -> PillarScore
    public var history: @Sendable (Pillar, ClosedRange<CalendarDay>, DayTable) -> [PillarScore]
    public var recovery: @Sendable (CalendarDay, DayTable) -> Recovery

    public init(
      score: @escaping @Sendable (Pillar, CalendarDay, DayTable) -> PillarScore,
      history: @escaping @Sendable (Pillar, ClosedRange<CalendarDay>, DayTable) -> [PillarScore],
      recovery: @escaping @Sendable (CalendarDay, DayTable) -> Recovery
    ) {
      self.score = score
      self.history = history
      self.recovery = recovery
    }
  }
}

extension ProgressNeeds.Weighing {
  static let week = 7

  @concurrent nonisolated func standing(_ table: DayTable, on day: CalendarDay) async -> ScoredDay {
    let week = day.following(1 - Self.week)...day
    let before = day.following(1 - 2 * Self.week)...day.following(-Self.week)
    let isKnown = table.range.map { $0.lowerBound <= before.lowerBound } ?? false
    // Without data that reaches back far enough, one day suffices.
    let earlier = pillars { history($0, isKnown ? before : before.upperBound...before.upperBound, table) }
    return ScoredDay(
      day: day, scores: pillars { score($0, day, table) }, week: pillars { history($0, week, table) },
      lastWeek: earlier.compactMapValues { $0.last?.value },
      weekBefore: isKnown ? earlier.mapValues { $0.map { $0.value.map(Double.init) } } : [:],
      recovery: recovery(day, table), table: table)
  }

  @concurrent nonisolated func trace(_ table: DayTable, to day: CalendarDay, days: Int) async -> History {
    let whole = day.following(1 - 2 * max(1, days))
    let first = max(whole, table.range?.lowerBound ?? day)
    let range = min(first, day.following(1 - max(1, days)))...day
    let values = pillars { pillar in
      history(pillar, range, table).map { History.Value(day: $0.day, score: $0.value) }
    }
    return History(days: days, to: day, values: values)
  }

  private func pillars<Value>(_ value: (Pillar) -> Value) -> [Pillar: Value] {
    Dictionary(Pillar.allCases.map { ($0, value($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
