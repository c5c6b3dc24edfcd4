internal import Days
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Measures
internal import Mode
internal import Units

// All entries and device figures by day, the newest first.
extension HealthState {
  func history(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    let most = local.pages * HealthWindowState.page
    let shown = Array(entries.prefix(most))
    var days: [CalendarDay: [Node<HealthWindowAction>]] = [:]
    for (kept, row) in zip(shown, rows(shown, surroundings, isDated: true)) {
      days[CalendarDay(kept.entry.when, in: surroundings.now.zone), default: []].append(row)
    }
    // Days before the oldest shown entry appear only once there is no older entry.
    let oldest = entries.count > most ? days.keys.min() : nil
    let known = devices.days.reversed().filter { figures in oldest.map { figures.day >= $0 } ?? true }
    for figures in known.prefix(most) { days[figures.day, default: []].append(counted(figures, surroundings)) }
    let today = CalendarDay(of: surroundings.now)
    let sections = days.sorted { $0.key > $1.key }.map { day, rows in
      Node<HealthWindowAction>.section(
        day.title(on: today), id: "day-\(day.text)", [.list(day.title(on: today), id: "entries", rows)])
    }
    let nothing: Node<HealthWindowAction> = .empty(
      "Nothing logged yet.", because: "Your entries will appear here, newest first.", icon: .calendar,
      .link("Log something", to: Route(["log"]), icon: .add))
    return Screen(
      route, title: "History",
      nodes: [.heading("History", level: 1)] + standing(local, surroundings)
        + (sections.isEmpty ? (isLoading ? loading : [nothing]) : sections)
        + older(than: shown.count, local, hasMoreDays: known.count > most),
      refresh: .retry)
  }

  /// The device figures of a day: the essential ones in Light, all in Deep.
  private func counted(_ figures: DayFigures, _ surroundings: Surroundings) -> Node<HealthWindowAction> {
    let amounts = AmountNotation(of: surroundings.locale)
    let said = Measure.allCases.compactMap { measure in
      figures[measure].map { "\(measure.title) \(measure.saidBesideTitle($0, in: amounts))" }
    }
    let most = surroundings.mode == .deep ? said.count : 3
    let more = said.count > most ? " and \(said.count - most) more" : ""
    return .row("From your devices", id: "devices", value: said.prefix(most).joined(separator: "; ") + more)
      .with { $0.icon = .device }
  }

  private func older(than shown: Int, _ local: HealthWindowState, hasMoreDays: Bool) -> [Node<HealthWindowAction>] {
    if isMending, shown > 0, shown == entries.count { return [.skeleton("Reloading damaged entries", id: "missing")] }
    if local.pages >= HealthWindowState.mostPages, entries.count > shown {
      return [.note("These are the newest \(shown) entries.", icon: .info, id: "newest")]
    }
    // Another page is being loaded.
    if shown == entries.count, shown < local.pages * HealthWindowState.page, looking.isUnderWay,
      shown >= HealthWindowState.page
    {
      return [.skeleton("Loading older entries")]
    }
    let hasMore = entries.count > shown || (hasMoreDays && local.pages < HealthWindowState.mostPages)
    return hasMore ? [.button("Show older entries", icon: .more, does: .showOlder)] : []
  }
}
