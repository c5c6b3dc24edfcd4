internal import Days
internal import Forms
internal import FoundationEssentials
internal import ICalendar
internal import Interface
internal import Kernel

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
    let local = windows[window]
    var nodes: [AgendaNode] = [.heading("Import events", level: 1)]
    if let problem = local.problem {
      nodes.append(.notice(problem.sentence, id: "problem", tone: .warning, icon: .warning, dismiss: .dismissProblem))
    }
    switch (reading, local.importing?.phase) {
    case (.unread, _): nodes.append(.skeleton("Loading your calendar", lines: 4))
    case (_, .reading): nodes.append(.progress("Reading \(local.importing?.file ?? "the file")", id: "progress"))
    case (_, .saving): nodes.append(.progress("Saving your events", id: "progress"))
    case (_, .asking(let sheet)): nodes += preview(sheet, local, surroundings.now)
    case (_, nil): nodes += choosing(local)
    }
    return Screen(route, title: "Import events", nodes: nodes)
  }

  private func choosing(_ local: AgendaWindowState) -> [AgendaNode] {
    [
      .text(
        "An iCalendar file (.ics), as other calendars export it. You see what is in it before anything is stored.",
        id: "about"),
      .handover("Choose a file", id: "file", hint: "An iCalendar file of at most 8 MB.") {
        .importHanded(path: $0, name: $1)
      },
      .field(
        "Path on this machine", id: "path", holds: local.path, draft: { .typePath($0) }, commit: { .typePath($0) }
      ) { field in
        field.example = "/home/me/calendar.ics"
        field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
        field.longest = EventFile.longestPath
        field.invalid =
          local.isPathMissing ? "Choose a file above, or enter a path here, such as /home/me/calendar.ics." : nil
      },
      .button("Read file", id: "read", icon: .forward, isProminent: true, does: .importTyped),
    ]
  }

  /// Rows of each kind that are shown; the others are counted.
  private static let mostRows = 20

  private func preview(_ sheet: EventSheet, _ local: AgendaWindowState, _ now: Moment) -> [AgendaNode] {
    let hasUpdates = local.importing?.hasUpdates == true
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
    var nodes: [AgendaNode] = [.list(local.importing?.file ?? "File", id: "file", rows)]
    if different > 0 {
      nodes.append(
        .toggle(
          "Replace those that differ", id: "updates", isOn: hasUpdates,
          hint: "They are in your calendar already, with other words or times."
        ) { .chooseUpdates($0) })
    }
    nodes.append(
      .group(
        id: "ways",
        [
          count == 0
            ? .disabledButton("Import", id: "import", icon: .save, because: "Nothing in this file is new.")
            : .button(
              "Import \(EventWords.count(count))", id: "import", icon: .save, isProminent: true, does: .confirmImport),
          .button("Cancel import", id: "cancel", icon: .close, does: .cancelImport),
        ]))
    if let flaws = told("Not readable", "not-readable", sheet.flaws) { nodes.append(flaws) }
    if let notes = told("Imported without everything", "partly", sheet.notes) { nodes.append(notes) }
    if let rows = entries("Different here", "twins", sheet, .different, now) { nodes.append(rows) }
    if let rows = entries("New", "entries", sheet, .new, now) { nodes.append(rows) }
    return nodes
  }

  private func told(_ title: String, _ id: String, _ flaws: [CalendarFlaw]) -> AgendaNode? {
    let rows = flaws.prefix(AgendaState.mostRows).enumerated().map { index, flaw in
      AgendaNode.row(flaw.title.brief(60), id: "flaw-\(index + 1)", value: flaw.sentence)
    }
    return section(title, id, Array(rows), of: flaws.count)
  }

  private func entries(
    _ title: String, _ id: String, _ sheet: EventSheet, _ standing: EventSheet.Standing, _ now: Moment
  ) -> AgendaNode? {
    let all = sheet.entries.filter { $0.standing == standing }
    let rows = all.prefix(AgendaState.mostRows).enumerated().map { index, entry -> AgendaNode in
      let event = CalendarEvent.events(of: entry.item)[0]
      let when = EventWords(now).whole(event.occurrence(at: nil))
      let repeats = event.repeatWords.map { ", \($0.lowercasedFirst)" } ?? ""
      return .row(event.title.brief(60), id: "\(id)-\(index + 1)", value: when + repeats).with { $0.icon = .calendar }
    }
    return section(title, id, Array(rows), of: all.count)
  }

  private func section(_ title: String, _ id: String, _ rows: [AgendaNode], of count: Int) -> AgendaNode? {
    guard count > 0 else { return nil }
    let more = count - rows.count
    return .section(
      title, id: id, [.list(title, id: "rows", rows + (more > 0 ? [.row("And \(more) more", id: "more")] : []))])
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
