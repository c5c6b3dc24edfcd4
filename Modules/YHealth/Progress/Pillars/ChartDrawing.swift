internal import Days
public import Kernel
internal import Measures
internal import Platform
public import Plot
internal import Scores
internal import Units

// A chart over any period, for the feature that shows it.
extension Progress {
  /// The specification from the current days; waits until they have been received.
  public nonisolated func spec(
    of chart: ProgressChart, over period: Period, at now: Moment
  ) async throws(Problem) -> ChartSpec {
    for await state in states.listen() {
      switch state.days {
      case .unread: continue
      case .failed(let problem): throw problem
      case .done:
        guard let table = state.table, let day = state.day else { continue }
        return await ProgressDrawing(table: table, today: day, now: now, goals: state.goals.map(\.goal)).spec(
          of: chart, over: period, weigh)
      }
    }
    throw Problem("called-off", "The chart was not loaded.", remedy: "Try again.")
  }
}

/// Draws one chart of the given days.
struct ProgressDrawing: Sendable {
  let table: DayTable
  let today: CalendarDay
  let now: Moment
  let goals: [Goal]

  @concurrent func spec(
    of chart: ProgressChart, over period: Period, _ weigh: ProgressNeeds.Weighing
  ) async -> ChartSpec {
    let range = range(of: period)
    let drawer = PillarCharts(
      table: table, to: range.upperBound, days: range.upperBound.days(since: range.lowerBound) + 1,
      asOf: range.upperBound == now.day ? now : nil, today: today, goals: goals,
      amounts: AmountNotation(of: now.locale))
    if let form = chart.form { return drawer.spec(of: form, chart.pillar) }
    // Scored as of today, which is incomplete; past days are scored as complete.
    let known = table.range ?? today...today
    // With the same length of time before, for comparison.
    let length = range.upperBound.days(since: range.lowerBound) + 1
    let first = max(range.lowerBound.following(-length), known.lowerBound)
    let history = first <= today ? weigh.history(chart.pillar, first...today, table) : []
    func values(_ isWanted: (CalendarDay) -> Bool) -> [(day: CalendarDay, value: Double?)] {
      history.filter { isWanted($0.day) }.map { ($0.day, $0.value.map(Double.init)) }
    }
    let before = values { $0 < range.lowerBound }
    // The same days of both periods are compared, so the one before must be complete.
    return drawer.score(
      chart.pillar, values(range.contains), before: before.count == length ? before.map(\.value) : [])
  }

  private func range(of period: Period) -> ClosedRange<CalendarDay> {
    switch period {
    case .all: return table.range ?? today...today
    case .days(let count): return today.following(1 - max(1, count))...today
    case .custom(let from, let to):
      let first = CalendarDay(number: min(from.number, to.number))
      return first...CalendarDay(number: max(from.number, to.number))
    }
  }
}
