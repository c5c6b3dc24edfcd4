internal import Dashboard
internal import Days
internal import Health
internal import Kernel
internal import Measures
internal import Pillar
internal import Platform
internal import Progress
internal import Scores
internal import Units

extension DashboardFacts {
  /// Derives the contents of the dashboard from the log and the progress.
  init(_ health: HealthState, _ progress: ProgressState, isModeChosen: Bool, at now: Moment) {
    let today = now.day
    self.init(
      pillars: Pillar.allCases.map { PillarFacts($0, of: progress, isMending: health.isMending) },
      today: health.days[today] ?? DayFigures(today),
      recovery: progress.recovery,
      insights: progress.cards(on: today, in: AmountNotation(of: now.locale)),
      achievements: progress.achievements(on: today).map {
        .init(id: $0.id.description, title: $0.milestone.says)
      },
      meals: health.courses(on: today, in: now.zone),
      hasEntries: health.hasEntries(on: today, in: now.zone),
      hasData: health.isMending || !health.days.isEmpty || !health.entries.isEmpty,
      isModeChosen: isModeChosen)
  }
}

extension PillarFacts {
  /// While damaged data are being loaded again, a missing score is shown as syncing.
  fileprivate init(_ pillar: Pillar, of progress: ProgressState, isMending: Bool) {
    let score = progress.scores[pillar].flatMap { isMending && $0.value == nil ? nil : $0 }
    self.init(
      pillar, score.map { .score($0) } ?? .syncing,
      history: (progress.week[pillar] ?? []).map(\.value))
  }
}

extension HealthState {
  /// Whether anything was logged for that day, or a habit kept on it.
  fileprivate func hasEntries(on day: CalendarDay, in zone: TimeZone) -> Bool {
    (days[day, .habitsDone] ?? 0) > 0
      || entries.lazy.map { CalendarDay($0.entry.when, in: zone) }.prefix { $0 >= day }.contains(day)
  }

  /// Returns the main meals logged on that day.
  fileprivate func courses(on day: CalendarDay, in zone: TimeZone) -> Set<MainMeal> {
    Set(
      entries.lazy.prefix { CalendarDay($0.entry.when, in: zone) >= day }.compactMap { kept in
        guard case .meal(let meal) = kept.entry, CalendarDay(meal.eatenAt, in: zone) == day else { return nil }
        return MainMeal(rawValue: meal.kind.rawValue)
      })
  }
}
