internal import Days
public import Interface
public import Kernel
internal import Mode
public import Pillar
internal import Platform
internal import Plot

// The log of a pillar, for the feature that shows its page.
extension HealthState {
  /// Errors and deletions that can be undone, for the top of a page that another feature shows.
  public func notices(in surroundings: Surroundings, at window: WindowID) -> [Node<HealthWindowAction>] {
    standing(windows[window], surroundings)
  }

  /// The latest entries of a pillar, with links to the rest.
  public func recent(_ pillar: Pillar, in surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let entries = Array(entries.lazy.filter { $0.name.kind.pillar == pillar }.prefix(mostRecent))
    let body: [Node<HealthWindowAction>] =
      entries.isEmpty
      ? (isLoading ? loading : [nothing(of: pillar)])
      : [.list("Recent entries", id: "entries", rows(entries, surroundings))]
    return body + [.link("History", to: Route(["history"]), icon: .calendar)]
      + (pillar == .wellbeing ? [.link("Habits", to: Route(["habits"]), icon: .flag)] : [])
  }

  private func nothing(of pillar: Pillar) -> Node<HealthWindowAction> {
    let way = LogKind.allCases.first { $0.pillar == pillar }
    return .empty(
      "Nothing logged here yet.", because: "Your \(pillar.rawValue) entries will appear here.", icon: pillar.icon,
      way.map { .link($0.invitation, to: $0.route, icon: .add) })
  }

  /// The times of workouts in the week, as an advanced chart; only for Fitness in Deep mode.
  public func workoutTimes(of pillar: Pillar, in surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    guard pillar == .fitness, surroundings.mode == .deep else { return [] }
    let now = surroundings.now
    let times = WorkoutTimes(entries.map(\.entry), to: now.day, in: now.zone)
    guard times.count >= WorkoutTimes.fewest else { return [] }
    let view = ChartView { view in
      view.period = .days(WorkoutTimes.days)
      view.isDeep = true
      view.textSize = surroundings.textSize
      view.write(in: surroundings.locale)
    }
    let values = Node<HealthWindowAction>.values(of: times.spec, in: view).map { [$0] } ?? []
    let chart: Node<HealthWindowAction> = .chart(times.spec, id: "hours", in: view, says: times.spec.text, values)
    return [.section("Workout times", [chart] + (times.usual.map { [.text($0, id: "usual")] } ?? []))]
  }

  /// Number of entries shown; the history has the rest.
  private var mostRecent: Int { 3 }
}
