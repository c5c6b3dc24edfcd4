internal import Days
internal import Forms
internal import ICalendar
internal import Interface
internal import Kernel
internal import Platform

// Files in and out: the row below the calendar, and the sheet with the preview of a file.
extension AgendaState {
  func files(_ local: AgendaWindowState) -> AgendaNode {
    let out: AgendaNode =
      local.isExporting
      ? .disabledButton("Export calendar", id: "export", icon: .share, because: "The file is on its way.")
      : .button(
        "Export calendar", id: "export", icon: .share, hint: "All events as an iCalendar file (.ics).", does: .export)
    return .group(
      "Files", id: "files",
      (events.isEmpty ? [] : [out]) + [
        .link("Import events", to: AgendaPlaces.importing, id: "import", icon: .forward),
        .link("Calendar sync", to: Route(["calendar", "sync"]), id: "sync", icon: .syncing),
      ])
  }

  func importSheet(
    _ route: Route, _ surroundings: Surroundings, in window: WindowID
  ) -> Screen<AgendaWindowAction> {
    let work = windows[window].importing
    var nodes: [AgendaNode] = [.heading("Import events", level: 1)]
    if let notice = work.notice(does: AgendaWindowAction.file) { nodes.append(notice) }
    nodes +=
      reading == .unread
      ? [.skeleton("Loading your calendar", lines: 4)]
      : work.nodes(AgendaState.importWords, does: { .file($0) }) { preview($0, work, surroundings.now) }
    return Screen(route, title: "Import events", nodes: nodes)
  }

  private static let importWords = FileImportWords(
    about: "An iCalendar file (.ics), as other calendars export it.", hint: "An iCalendar file of at most 8 MB.",
    example: "/home/me/calendar.ics", saving: "Saving your events")

  private func preview(
    _ sheet: EventSheet, _ work: FileImport<EventSheet>, _ now: Moment
  ) -> [AgendaNode] {
    let hasUpdates = work.includesKnown
    let (new, different) = (sheet.count(.new), sheet.count(.different))
    let count = new + (hasUpdates ? different : 0)
    var rows: [AgendaNode] = [
      .row("New", id: "new", value: EventWords.count(new)),
      .row("Unchanged", id: "same", value: EventWords.count(sheet.count(.same))),
      .row("Different here", id: "different", value: EventWords.count(different)),
      .row("Not readable", id: "flaws", value: EventWords.count(sheet.flaws.count)),
    ]
    if sheet.others > 0 {
      rows.append(.row("Todos and other entries", id: "others", value: "\(sheet.others), left out"))
    }
    var nodes: [AgendaNode] = [.list(work.file, id: "file", rows)]
    if different > 0 {
      nodes.append(
        .toggle(
          "Replace those that differ", id: "updates", isOn: hasUpdates,
          hint: "They are in your calendar already, with other words or times."
        ) { .file(.includeKnown($0)) })
    }
    nodes.append(work.ways(count == 0 ? nil : EventWords.count(count), does: AgendaWindowAction.file))
    if let flaws = told("Not readable", "not-readable", sheet.flaws) { nodes.append(flaws) }
    if let notes = told("Imported without everything", "partly", sheet.notes) { nodes.append(notes) }
    if let rows = entries("Different here", "twins", sheet, .different, now) { nodes.append(rows) }
    if let rows = entries("New", "entries", sheet, .new, now) { nodes.append(rows) }
    return nodes
  }

  private func told(_ title: String, _ id: String, _ flaws: [CalendarFlaw]) -> AgendaNode? {
    let rows = flaws.prefix(FileImport<EventSheet>.mostRows).enumerated().map { index, flaw in
      AgendaNode.row(flaw.title.brief(60), id: "flaw-\(index + 1)", value: flaw.sentence)
    }
    return FileImport<EventSheet>.section(title, id: id, Array(rows), of: flaws.count)
  }

  private func entries(
    _ title: String, _ id: String, _ sheet: EventSheet, _ standing: EventSheet.Standing, _ now: Moment
  ) -> AgendaNode? {
    let all = sheet.entries.filter { $0.standing == standing }
    let rows = all.prefix(FileImport<EventSheet>.mostRows).enumerated().map { index, entry -> AgendaNode in
      let event = CalendarEvent.events(of: entry.item)[0]
      let when = EventWords(now).whole(event.occurrence(at: nil))
      let repeats = event.repeatWords.map { ", \($0.lowercasedFirst)" } ?? ""
      return .row(event.title.brief(60), id: "\(id)-\(index + 1)", value: when + repeats).with { $0.icon = .calendar }
    }
    return FileImport<EventSheet>.section(title, id: id, Array(rows), of: all.count)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
