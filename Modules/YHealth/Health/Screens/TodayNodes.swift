internal import Days
internal import Hours
public import Interface
internal import Kernel
internal import Units

// Today in a few figures, for a dashboard.
extension HealthState {
  /// Today's entries, and links to log more; from the cache until the entries are read.
  public func today(in surroundings: Surroundings) -> [Node<HealthAction>] {
    let now = surroundings.now
    let day = CalendarDay(of: now)
    let ways = LogKind.allCases.map { kind in
      Node<HealthAction>.link(kind.invitation, to: kind.route, id: kind.rawValue, icon: kind.icon)
    }
    return [.section("Today", figures(on: day, at: now) + [.group("Quick log", id: "ways", ways)])]
  }

  private func figures(on day: CalendarDay, at now: Moment) -> [Node<HealthAction>] {
    if freshness == .fresh { return figures(DaySummary(of: entries.map(\.entry), on: day, at: now), at: now) }
    if let summary, summary.day == day.text {
      let asOf = "As of \(Moment(summary.at, in: now.zone).clock.text)"
      return figures(summary, at: now) + [.note(asOf, icon: .clock, id: "as-of")]
    }
    if case .failed(let problem) = reading {
      return [.notice(problem.sentence, id: "unread", tone: .warning, icon: .warning)]
    }
    return [.skeleton("Loading your day")]
  }

  private func figures(_ summary: DaySummary, at now: Moment) -> [Node<HealthAction>] {
    func count(_ number: Int, _ one: String, _ several: String) -> String {
      "\(number) \(number == 1 ? one : several)"
    }
    var rows: [Node<HealthAction>] = []
    if let mood = summary.mood {
      rows.append(.row("Mood", id: "mood", value: MoodEntry.said(mood)).with { $0.icon = LogKind.mood.icon })
    }
    if summary.meals > 0 {
      let calories = summary.calories.map { ", \(Meal.energy($0, in: AmountNotation(of: now.locale)))" } ?? ""
      rows.append(
        .row("Meals", id: "meals", value: "\(summary.meals) logged\(calories)")
          .with { $0.icon = LogKind.meal.icon })
    }
    if summary.activities > 0 || summary.minutes > 0 {
      let activities =
        summary.activities > 0 ? count(summary.activities, "activity", "activities") : "begun the day before"
      let value = "\(summary.minutes) min, \(activities)"
      rows.append(.row("Activity", id: "activity", value: value).with { $0.icon = LogKind.activity.icon })
    }
    if summary.journal > 0 {
      rows.append(
        .row("Journal", id: "journal", value: count(summary.journal, "entry", "entries"))
          .with { $0.icon = LogKind.journal.icon })
    }
    return rows.isEmpty
      ? [.text("Nothing logged yet today. How do you feel?", id: "nothing")] : [.list("Logged today", rows)]
  }
}
