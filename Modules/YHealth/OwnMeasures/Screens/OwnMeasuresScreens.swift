internal import Days
internal import Forms
internal import Hours
public import Interface
public import Kernel
internal import Numbers
public import Platform

typealias OwnNode = Node<OwnMeasuresWindowAction>

// The list of measures, and the page of one.
extension OwnMeasuresState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<OwnMeasuresWindowAction> {
    if let name = OwnFormName(route) { return formScreen(name, route, surroundings, at: window) }
    if route.path != OwnMeasuresPlaces.home.path {
      return page(OwnMeasuresPlaces.id(route), route, surroundings, windows[window])
    }
    return Screen(
      route, title: "Your measures",
      nodes: [.heading("Your measures", level: 1)] + (unready ?? list(surroundings)), refresh: .retry)
  }

  /// The nodes while nothing was read; nil afterwards.
  var unready: [OwnNode]? {
    switch reading {
    case .unread, .underWay: [.skeleton("Loading your measures")]
    case .failed(let problem):
      [
        .notice(
          problem.sentence, id: "unread", tone: .warning, icon: .warning,
          [.button("Reload", icon: .refresh, does: .retry)])
      ]
    case .done: nil
    }
  }

  // MARK: All measures

  private func list(_ surroundings: Surroundings) -> [OwnNode] {
    let add = OwnNode.link("New measure", to: OwnMeasuresPlaces.new, id: "new", icon: .add)
    let names = names
    let current = measures.filter { !$0.measure.isArchived }
    let archived = measures.filter(\.measure.isArchived)
    let rows = current.map { row($0, names[$0.id] ?? "", surroundings) }
    let shown: [OwnNode] =
      rows.isEmpty
      ? [
        .empty(
          "No measures of your own yet.",
          because: "Add a symptom, a medicine, your blood pressure, or any number with a unit.", icon: .activity, add)
      ] : [.list("Your measures", id: "measures", rows), add]
    let restoring = archived.map { kept in
      OwnNode.row(
        names[kept.id] ?? "", id: "archived-\(kept.key)", value: kept.measure.kind.title,
        to: OwnMeasuresPlaces.measure(kept.id),
        [
          .button(
            "Restore \(names[kept.id] ?? "")", id: "restore", icon: .undo, does: .archive(kept.measure.id, false))
        ])
    }
    return shown
      + (restoring.isEmpty ? [] : [.section("Archived", id: "archived", [.list("Archived", id: "rows", restoring)])])
  }

  private func row(_ kept: StoredMeasure, _ name: String, _ surroundings: Surroundings) -> OwnNode {
    let latest = readings.first { $0.reading.measure == kept.id }
    let numbers = surroundings.numbers
    let said = latest.map { latest in
      let day = CalendarDay(latest.reading.measuredAt, in: surroundings.now.zone)
      return "\(latest.reading.words(of: kept.measure, in: numbers)), \(day.brief(on: surroundings.now.day))"
    }
    return .row(
      name, id: "measure-\(kept.key)", value: said ?? "No entries yet", to: OwnMeasuresPlaces.measure(kept.id),
      menu: [.menuItem("Archive", icon: .inbox, does: .archive(kept.measure.id, true))]
    ).with { $0.icon = kept.measure.kind.icon }
  }

  /// The names, with measures of the same name numbered, so that they can be told apart.
  var names: [UUID: String] {
    var (names, met): ([UUID: String], [String: Int]) = ([:], [:])
    for kept in measures {
      let name = kept.measure.name.brief(80)
      let count = met[OwnMeasure.key(name), default: 0] + 1
      met[OwnMeasure.key(name)] = count
      names[kept.id] = count == 1 ? name : "\(name), number \(count)"
    }
    return names
  }

  // MARK: One measure

  private func page(
    _ id: UUID?, _ route: Route, _ surroundings: Surroundings, _ local: OwnMeasuresWindowState
  ) -> Screen<OwnMeasuresWindowAction> {
    guard let kept = id.flatMap({ self.measure($0) }) else {
      let nodes = unready ?? [missing]
      let title = OwnMeasuresPlaces.title(route)
      return Screen(route, title: title, nodes: [.heading(title, level: 1)] + nodes, refresh: .retry)
    }
    let name = names[kept.id] ?? kept.measure.name
    let measure: OwnMeasure = kept.measure
    let archive: OwnNode =
      measure.isArchived
      ? .button("Restore measure", id: "archive", icon: .undo, does: .archive(measure.id, false))
      : .button("Archive measure", id: "archive", icon: .inbox, does: .archive(measure.id, true))
    var nodes: [OwnNode] = [
      .heading(name, level: 1),
      .note(about(measure, surroundings.numbers), icon: measure.kind.icon, id: "kind"),
    ]
    if measure.isArchived {
      nodes.append(.note("Archived. Its entries stay, and it is not offered when you log.", icon: .inbox, id: "away"))
    }
    nodes.append(
      .group(
        id: "ways",
        [
          .link("Log", to: OwnMeasuresPlaces.log(kept.id), id: "log", icon: .add),
          .link("Chart of \(name)", to: OwnMeasuresPlaces.chart(kept.id), id: "chart", icon: .activity),
          .link("Edit measure", to: OwnMeasuresPlaces.edit(kept.id), id: "edit", icon: .edit), archive,
        ]))
    return Screen(
      route, title: name, nodes: nodes + entries(of: kept, name, surroundings, local), refresh: .retry)
  }

  var missing: OwnNode {
    .empty(
      "This measure no longer exists.", because: "It was deleted, here or on another device.", icon: .info,
      .link("Your measures", to: OwnMeasuresPlaces.home, id: "all", icon: .list))
  }

  /// "Number with a unit, mmol/l, from 3 to 30".
  private func about(_ measure: OwnMeasure, _ numbers: NumberNotation) -> String {
    let bounds: String? =
      switch (measure.least, measure.most) {
      case (let least?, let most?): "from \(numbers.text(least)) to \(numbers.text(most))"
      case (let least?, nil): "at least \(numbers.text(least))"
      case (nil, let most?): "at most \(numbers.text(most))"
      case (nil, nil): nil
      }
    let dose = measure.dose.map { "usually \(measure.said($0, in: numbers))" }
    return [measure.kind.title, measure.kind == .number ? measure.unit : nil, bounds, dose].compactMap(\.self)
      .joined(separator: ", ")
  }

  private func entries(
    of kept: StoredMeasure, _ name: String, _ surroundings: Surroundings, _ local: OwnMeasuresWindowState
  ) -> [OwnNode] {
    let all = readings(of: kept.id)
    if all.isEmpty {
      return [
        .empty(
          "No entries yet.", because: "They will appear here, newest first.", icon: .calendar,
          .link("Log \(name)", to: OwnMeasuresPlaces.log(kept.id), id: "first", icon: .add))
      ]
    }
    let most = local.pages * OwnMeasuresWindowState.page
    let shown = rows(Array(all.prefix(most)), surroundings)
    let dates = DateWords(surroundings.now)
    let days = Dictionary(grouping: shown) { CalendarDay($0.when, in: surroundings.now.zone) }
    let sections = days.sorted { $0.key > $1.key }.map { day, rows in
      OwnNode.section(
        dates.brief(day), id: "day-\(day.text)", [.list(dates.brief(day), id: "entries", rows.map(\.node))])
    }
    let hasMore = all.count > most && local.pages < OwnMeasuresWindowState.mostPages
    return sections + (hasMore ? [.button("Show older entries", id: "older", icon: .more, does: .showOlder)] : [])
  }
}

/// A row of an entry, with its instant.
public struct OwnRow: Sendable {
  public let when: Date
  public let node: Node<OwnMeasuresWindowAction>
}

// Rows of entries, for the page of a measure and for the history.
extension OwnMeasuresState {
  /// The newest entries as rows of a history, each named by its measure.
  public func history(in surroundings: Surroundings) -> [OwnRow] { rows(readings, surroundings, isNamed: true) }

  /// One row per entry, with the time at its end. Entries with the same words and minute are numbered, since both are
  /// real.
  func rows(_ readings: [StoredReading], _ surroundings: Surroundings, isNamed: Bool = false) -> [OwnRow] {
    let names = names
    var met: [String: Int] = [:]
    return readings.compactMap { kept in
      guard let measure = measure(kept.reading.measure)?.measure, let name = names[measure.id.uuid] else { return nil }
      let moment = Moment(kept.reading.measuredAt, in: surroundings.now.zone)
      let (words, clock) = (kept.reading.words(of: measure, in: surroundings.numbers), moment.clock.text)
      let spoken = "\(isNamed ? "\(name), " : "")\(words), \(moment.day.long), \(clock)"
      let count = met[spoken, default: 0] + 1
      met[spoken] = count
      let number = count == 1 ? "" : "number \(count)"
      let waiting: [OwnNode] =
        kept.isWaiting && surroundings.hasAccount ? [.note("Waiting to sync", icon: .waiting, id: "sync")] : []
      let second = (isNamed ? [words] : []) + [kept.reading.note.map { $0.brief(60) } ?? "", number]
      let value = second.filter { !$0.isEmpty }.joined(separator: ", ")
      let node = OwnNode.row(
        isNamed ? name : words, id: "reading-\(kept.id.uuidString.lowercased())", value: value.isEmpty ? nil : value,
        to: OwnMeasuresPlaces.reading(kept.id),
        waiting + [
          Node(.time, clock, id: "time"),
          .menu(
            "More for \(spoken)\(number.isEmpty ? "" : ", \(number)")", id: "menu",
            [.menuItem("Delete", icon: .remove, does: .delete(kept.reading.id))]),
        ]
      ).with { $0.icon = measure.kind.icon }
      return OwnRow(when: kept.reading.measuredAt, node: node)
    }
  }
}

extension OwnMeasure.Kind {
  var icon: Icon {
    switch self {
    case .scale: .faceLow
    case .medicine: .pill
    case .pressure: .heart
    case .number: .compass
    }
  }
}

extension StoredMeasure {
  /// The identifier in nodes.
  var key: String { id.uuidString.lowercased() }
}
