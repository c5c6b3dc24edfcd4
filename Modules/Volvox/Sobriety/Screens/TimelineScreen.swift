internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import SoberDays
internal import Storage

/// One entry of the timeline.
enum TimelineEntry: Equatable {
  case reflection(Reflection)
  case milestone(MilestoneRecord, isKept: Bool)
  case beginning(SobrietyBeginning, isFirst: Bool, note: String?)

  var day: CalendarDay {
    switch self {
    case .reflection(let reflection): reflection.day
    case .milestone(let milestone, _): milestone.reachedOn
    case .beginning(let beginning, _, _): beginning.day
    }
  }

  private var title: String {
    switch self {
    case .reflection(let reflection): reflection.body.brief(80)
    case .milestone(let milestone, _): milestone.title
    case .beginning(let beginning, let isFirst, _):
      beginning.isSlip ? "Slip" : isFirst ? "Sober date" : "New sober date"
    }
  }

  /// The titles of rows. Those of the same title are told apart by their day, and on one day by a number.
  static func titles(of entries: some Sequence<TimelineEntry>) -> [String] {
    let plain = Dictionary(entries.map { ($0.title, 1) }, uniquingKeysWith: +)
    var met: [String: Int] = [:]
    return entries.map { entry in
      guard plain[entry.title, default: 1] > 1 else { return entry.title }
      let dated = "\(entry.title), \(entry.day.long)"
      met[dated, default: 0] += 1
      let count = met[dated, default: 1]
      return count == 1 ? dated : "\(dated), number \(count)"
    }
  }

  /// The order within a day, the last thing first.
  fileprivate var rank: Int {
    switch self {
    case .reflection: 0
    case .milestone: 1
    case .beginning: 2
    }
  }
}

// Reflections, milestones, starts and slips, the newest first.
extension SobrietyState {
  /// The entries down to the oldest reflection that was read.
  func timelineEntries(to today: CalendarDay) -> [TimelineEntry] {
    let runs = ledger.runs(to: today)
    let derived = runs.flatMap { programme.reached(in: $0) }.map { reached in
      let fresh = MilestoneRecord(reached)
      guard let kept = milestone(fresh.id)?.record else { return TimelineEntry.milestone(fresh, isKept: false) }
      return .milestone(MilestoneRecord(reached, note: kept.note), isKept: true)
    }
    let ids = Set(
      runs.flatMap { programme.reached(in: $0) }.map { MilestoneRecord.id($0.milestone, of: $0.beginning.id) })
    // One with a note stays, also when the programme or a date has changed.
    let others = book.milestones.map(\.record).filter { !ids.contains($0.id) && $0.note != nil }
      .map { TimelineEntry.milestone($0, isKept: true) }
    let beginnings = ledger.beginnings.enumerated().map { index, beginning in
      TimelineEntry.beginning(beginning, isFirst: index == 0, note: note(of: beginning.id))
    }
    let all = book.reflections.map { TimelineEntry.reflection($0.record) } + derived + others + beginnings
    // What is older than the reflections read so far comes with the page that it belongs to.
    let oldest = book.reflections.count < extent ? nil : book.reflections.last?.record.day
    return all.filter { entry in oldest.map { entry.day >= $0 } ?? true }
      .sorted { ($1.day, $0.rank) < ($0.day, $1.rank) }
  }

  func timeline(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState
  ) -> Screen<SobrietyWindowAction> {
    let today = surroundings.now.day
    let length = SobrietyWindowState.pageLength
    let all = timelineEntries(to: today)
    let shown = all.dropFirst(local.page * length).prefix(length)
    var nodes: [SobrietyNode] = [.heading("Timeline", level: 1)] + problem(local)
    nodes.append(.link("Write a reflection", to: SobrietyPlaces.reflection, icon: .edit))
    if shown.isEmpty {
      nodes.append(
        reading == .done && !isReadUnderWay
          ? .empty(
            "Nothing here yet.",
            because: "Reflections, milestones, starts and slips will appear here, the newest first.",
            icon: .list,
            ledger.current == nil ? .link("Set your sober date", to: SobrietyPlaces.date, icon: .calendar) : nil)
          : .skeleton("Loading your timeline", lines: 5))
    }
    var months: [(title: String, day: CalendarDay, rows: [SobrietyNode])] = []
    let titles = TimelineEntry.titles(of: shown)
    for (entry, title) in zip(shown, titles) {
      let month = entry.day.monthTitle
      if months.last?.title != month { months.append((month, entry.day, [])) }
      months[months.count - 1].rows.append(row(entry, title, today))
    }
    nodes += months.map { title, day, rows in
      .section(title, id: "month-\(day.text.prefix(7))", [.list(title, id: "entries", rows)])
    }
    var ways: [SobrietyNode] = []
    if local.page > 0 { ways.append(.button("Newer", icon: .back, does: .turnPage(local.page - 1))) }
    if all.count > (local.page + 1) * length {
      ways.append(.button("Older", icon: .forward, does: .turnPage(local.page + 1)))
    }
    if !ways.isEmpty { nodes.append(.group(id: "pages", ways)) }
    return Screen(route, title: "Timeline", nodes: nodes, refresh: .retry)
  }

  private func row(_ entry: TimelineEntry, _ title: String, _ today: CalendarDay) -> SobrietyNode {
    let day = SobrietyNode(.time, entry.day.dayTitle(on: today), id: "day")
    switch entry {
    case .reflection(let reflection):
      return .row(
        title, id: reflection.id.description, value: "Reflection",
        to: SobrietyPlaces.reflection(reflection.id.uuid),
        menu: [.menuItem("Delete reflection", icon: .remove, does: .deleteReflection(reflection.id.uuid))], [day]
      ).with { $0.icon = .book }
    case .milestone(let milestone, let isKept):
      return .row(
        title, id: milestone.id.description, value: milestone.note?.brief() ?? "Milestone",
        to: isKept ? SobrietyPlaces.note(milestone.id.uuid) : nil, [day]
      ).with { $0.icon = .medal }
    case .beginning(let beginning, let isFirst, let note):
      let words = beginning.isSlip ? "slip" : "sober date"
      return .row(
        title, id: beginning.id.uuidString.lowercased(), value: note,
        menu: isFirst
          ? []
          : [
            .menuItem(
              "Take back the \(words) of \(beginning.day.long)", id: "withdraw", icon: .undo,
              does: .withdraw(beginning.id))
          ],
        [day]
      ).with { $0.icon = beginning.isSlip ? .undo : .flag }
    }
  }
}

extension CalendarDay {
  /// "November 2026".
  fileprivate var monthTitle: String { long.split(separator: " ").dropFirst().joined(separator: " ") }

  /// "Today", or the day of the month with its weekday: "Sun 22".
  fileprivate func dayTitle(on today: CalendarDay) -> String {
    self == today ? "Today" : "\(weekdayName.prefix(3)) \(day)"
  }
}
