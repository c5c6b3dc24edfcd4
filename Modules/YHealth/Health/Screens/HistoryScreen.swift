internal import Days
public import Interface
internal import Kernel
internal import Measures
internal import Mode
public import Platform
internal import Units

// All entries and device figures by day, the newest first.
extension HealthState {
  func history(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState
  ) -> Screen<HealthWindowAction> {
    history(route, surroundings, local, also: []) { $0 }
  }

  /// The history with the rows of other features among its own, by their time.
  func history<Bound: Sendable>(
    _ route: Route, _ surroundings: Surroundings, _ local: HealthWindowState, also others: [HistoryRow<Bound>],
    _ bind: @escaping @Sendable (HealthWindowAction) -> Bound
  ) -> Screen<Bound> {
    let most = local.pages * HealthWindowState.page
    let shown = Array(entries.prefix(most))
    var rows = zip(shown, self.rows(shown, surroundings, isDated: true)).map { kept, row in
      HistoryRow(at: kept.entry.when, row.map(bind))
    }
    // Days before the oldest shown entry appear only once there is no older entry.
    let last = entries.count > most ? shown.last?.entry.when : nil
    rows += others.prefix(most).filter { row in last.map { row.when >= $0 } ?? true }
    var days: [CalendarDay: [Node<Bound>]] = [:]
    for row in rows.sorted(by: { $0.when > $1.when }) {
      days[CalendarDay(row.when, in: surroundings.now.zone), default: []].append(row.node)
    }
    let oldest = last.map { CalendarDay($0, in: surroundings.now.zone) }
    let known = devices.days.reversed().filter { figures in oldest.map { figures.day >= $0 } ?? true }
    for figures in known.prefix(most) {
      days[figures.day, default: []].append(counted(figures, surroundings).map(bind))
    }
    let dates = DateWords(surroundings.now)
    let sections = days.sorted { $0.key > $1.key }.map { day, rows in
      Node<Bound>.section(
        dates.brief(day), id: "day-\(day.text)", [.list(dates.brief(day), id: "entries", rows)])
    }
    let nothing: Node<Bound> = .empty(
      "Nothing logged yet.", because: "Your entries will appear here, newest first.", icon: .calendar,
      .link("Log something", to: Route(["log"]), icon: .add))
    let hasMore = known.count > most || others.count > most
    return Screen(
      route, title: "History",
      nodes: [.heading("History", level: 1)] + standing(local, surroundings).map { $0.map(bind) }
        + (sections.isEmpty ? (isLoading ? loading.map { $0.map(bind) } : [nothing]) : sections)
        + older(than: shown.count, local, hasMoreDays: hasMore).map { $0.map(bind) },
      refresh: bind(.retry))
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

/// A row of the history with its instant.
public struct HistoryRow<Bound: Sendable>: Sendable {
  let when: Date
  let node: Node<Bound>

  public init(at when: Date, _ node: Node<Bound>) {
    self.when = when
    self.node = node
  }
}
