internal import Days
internal import FoundationEssentials
public import Interface
public import Kernel
internal import Mode
public import Pillar
internal import Plot

// The log of a pillar, for the feature that shows its page.
extension HealthState {
  /// Undos, links to log more, and the latest entries, for a page that another feature shows.
  public func recent(
    _ pillar: Pillar, in surroundings: Surroundings, at window: WindowID
  ) -> [Node<HealthWindowAction>] {
    recent(pillar, surroundings, windows[window])
  }

  /// The same for the route of a pillar's page, such as "/pillars/fitness"; empty for any other.
  public func recent(
    of route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> [Node<HealthWindowAction>] {
    guard route.path.count == 2, route.path[0] == "pillars", let pillar = Pillar(rawValue: route.path[1]) else {
      return []
    }
    return recent(pillar, in: surroundings, at: window)
  }

  func recent(_ pillar: Pillar, _ surroundings: Surroundings, _ local: HealthWindowState) -> [Node<HealthWindowAction>]
  {
    let entries = Array(entries.lazy.filter { $0.name.kind.pillar == pillar }.prefix(mostRecent))
    let nothing: Node<HealthWindowAction> = .empty(
      "Nothing logged here yet.", because: "Your \(pillar.rawValue) entries will appear here.", icon: pillar.icon)
    let body: [Node<HealthWindowAction>] =
      entries.isEmpty
      ? (isLoading ? loading : [nothing])
      : [.section("Recent entries", [.list("Recent entries", id: "entries", rows(entries, surroundings))])]
    return standing(local) + [.group("Log", id: "ways", HealthState.ways(pillar))] + body
      + [.link("History", to: Route(["history"]), icon: .calendar)]
      + (pillar == .fitness && surroundings.mode == .deep ? workoutTimes(surroundings) : [])
  }

  /// The times of workouts in the week, as an advanced chart.
  private func workoutTimes(_ surroundings: Surroundings) -> [Node<HealthWindowAction>] {
    let now = surroundings.now
    let times = WorkoutTimes(entries.map(\.entry), to: now.day, in: now.zone)
    guard times.count >= WorkoutTimes.fewest else { return [] }
    let view = ChartView { view in
      view.period = .days(WorkoutTimes.days)
      view.isDeep = true
      view.textSize = surroundings.textSize
    }
    let chart: Node<HealthWindowAction> = .chart(times.spec, id: "hours", in: view, says: times.spec.text)
    return [.section("Workout times", [chart] + (times.usual.map { [.text($0, id: "usual")] } ?? []))]
  }

  /// Number of entries shown; the history has the rest.
  private var mostRecent: Int { 6 }

  /// The links to log entries of a pillar, under its name.
  static func choices(_ pillar: Pillar) -> Node<HealthWindowAction> {
    .section(pillar.title, id: "kinds-\(pillar.rawValue)", [.group(id: "ways", ways(pillar))])
  }

  private static func ways(_ pillar: Pillar) -> [Node<HealthWindowAction>] {
    let ways = LogKind.allCases.filter { $0.pillar == pillar }.map { kind in
      Node<HealthWindowAction>.link(kind.invitation, to: kind.route, id: kind.rawValue, icon: kind.icon)
    }
    return ways + (pillar == .wellbeing ? [.link("Habits", to: Route(["habits"]), id: "habits", icon: .flag)] : [])
  }
}
