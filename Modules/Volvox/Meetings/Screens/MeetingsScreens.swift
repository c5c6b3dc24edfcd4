internal import Days
public import Interface
public import Kernel
internal import Platform
internal import Storage

typealias MeetingsNode = Node<MeetingsWindowAction>

extension MeetingsState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<MeetingsWindowAction> {
    let local = windows[window]
    switch route.path {
    case MeetingsPlaces.meeting.path: return meetingScreen(route, surroundings)
    case MeetingsPlaces.importing.path: return importSheet(route, surroundings, local, window)
    default: return home(route, surroundings, local)
    }
  }

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: MeetingsWindowState
  ) -> Screen<MeetingsWindowAction> {
    var nodes: [MeetingsNode] = [.heading("Meetings", level: 1)]
    switch reading {
    case .unread, .underWay: nodes.append(.skeleton("Loading your meetings", lines: 5))
    case .failed(let problem): nodes.append(unread(problem))
    case .done where book.meetings.isEmpty: nodes += [finders(local), MeetingsState.nothing]
    case .done: nodes += list(surroundings.now, local)
    }
    return Screen(route, title: "Meetings", nodes: nodes)
  }

  func unread(_ problem: Problem) -> MeetingsNode {
    .unread(problem, before: "Your meetings could not be read.", retry: .retry)
  }

  static let origin =
    "Many local offices of recovery fellowships publish their meetings as a “Meeting Guide” feed, which is a JSON file. "
    + "Ask your local office for it, or look for it on the office's web page."

  /// The public searches of fellowships, which need nothing to be imported.
  private func finders(_ local: MeetingsWindowState) -> MeetingsNode {
    let ways = MeetingFinder.all.map { finder in
      MeetingsNode.button(
        finder.title, id: finder.id, icon: .search, hint: "Opens \(finder.host) outside of Volvox.Sober.",
        does: .find(finder.id))
    }
    let asked = MeetingFinder.all.first { $0.id == local.found }
    let address: [MeetingsNode] =
      asked.map {
        [
          .note("If no page opened, use this address.", icon: .info, id: "asked").with { $0.live = .polite },
          .code($0.address, label: $0.title, id: "address"),
        ]
      } ?? []
    return .section("Find a meeting", id: "finders", ways + address)
  }

  private static var nothing: MeetingsNode {
    .empty(
      "No meetings yet.",
      because: "\(origin) Once imported, the list works without a network. It stays on this device.", icon: .calendar,
      Node.link("Import meetings", to: MeetingsPlaces.importing, icon: .add).with { $0.isProminent = true })
  }

  // MARK: The list

  private func list(_ now: Moment, _ local: MeetingsWindowState) -> [MeetingsNode] {
    let (words, length) = (MeetingWords(now), MeetingsWindowState.pageLength)
    let all = chosen(local.filter, at: now)
    let page = min(local.page, max(0, all.count - 1) / length)
    var nodes: [MeetingsNode] = [
      .search("Search meetings", id: "search", holds: local.filter.text, example: "High Street") { .search($0) },
      .button("Filter", id: "filters", icon: .filter, does: .toggleFilters).with { $0.isExpanded = local.isFilterOpen },
    ]
    if local.isFilterOpen { nodes.append(filters(local.filter)) }
    if all.isEmpty {
      nodes.append(
        .empty(
          "No meeting matches.", because: "No meeting of your list has all that you chose.", icon: .search,
          .button("Show all meetings", id: "show-all", icon: .close, does: .showAll)))
    } else {
      let chosen = local.filter.summary.isEmpty ? "" : ": \(local.filter.summary)"
      let found = local.filter.isEmpty ? words.count(all.count) : "\(words.count(all.count)) found\(chosen)"
      nodes.append(.note(found, id: "count").with { $0.live = .polite })
      if !local.filter.isEmpty {
        nodes.append(.button("Show all meetings", id: "show-all", icon: .close, does: .showAll))
      }
      nodes += sections(of: all.dropFirst(page * length).prefix(length), words)
    }
    var ways: [MeetingsNode] = []
    if page > 0 { ways.append(.button("Earlier meetings", id: "earlier", icon: .back, does: .turnPage(page - 1))) }
    if all.count > (page + 1) * length {
      ways.append(.button("Later meetings", id: "later", icon: .forward, does: .turnPage(page + 1)))
    }
    if !ways.isEmpty { nodes.append(.group(id: "pages", ways)) }
    nodes.append(.link("Import meetings", to: MeetingsPlaces.importing, id: "import", icon: .add))
    return nodes
  }

  private func filters(_ filter: MeetingFilter) -> MeetingsNode {
    typealias Option = (id: String, title: String)
    let days: [Option] = (0...6).map { ("\($0)", MeetingWords.weekday($0)) }
    let kinds: [Option] = kinds.map { ($0, MeetingTypes.words($0)) }
    var choices: [MeetingsNode] = [
      .choice(
        "Day", id: "day", [(MeetingFilter.any, "Any day")] + days,
        selected: filter.day.map { "\($0)" } ?? MeetingFilter.any, isFolded: true
      ) { .chooseDay($0) },
      .choice(
        "Way to take part", id: "place",
        [
          (MeetingFilter.any, "In person or online"), (MeetingFilter.Place.person.rawValue, "In person"),
          (MeetingFilter.Place.online.rawValue, "Online"),
        ], selected: filter.place?.rawValue ?? MeetingFilter.any, isFolded: true
      ) { .choosePlace($0) },
    ]
    if !kinds.isEmpty {
      choices.append(
        .choice(
          "Kind", id: "kind", [(MeetingFilter.any, "Any kind")] + kinds, selected: filter.kind ?? MeetingFilter.any,
          isFolded: true
        ) { .chooseKind($0) })
    }
    return .group("Filter", id: "filter", choices)
  }

  private func sections(of shown: some Sequence<ListedMeeting>, _ words: MeetingWords) -> [MeetingsNode] {
    let shown = Array(shown)
    var sections: [(title: String, id: String, rows: [MeetingsNode])] = []
    for (listed, title) in zip(shown, MeetingsState.titles(of: shown, words)) {
      let (heading, id) = MeetingsState.section(of: listed, words)
      if sections.last?.id != id { sections.append((heading, id, [])) }
      sections[sections.count - 1].rows.append(row(listed, title, words))
    }
    return sections.map { .section($0.title, id: $0.id, [.list($0.title, id: "meetings", $0.rows)]) }
  }

  private static func section(of listed: ListedMeeting, _ words: MeetingWords) -> (title: String, id: String) {
    if listed.meeting.isStarred { return ("Starred", "starred") }
    guard let occurrence = listed.occurrence else { return ("Without a set time", "no-time") }
    if occurrence.isUnderWay(at: words.now.date) { return ("Under way", "under-way") }
    let day = words.day(of: occurrence.start)
    return (words.day(day), "day-\(day.text)")
  }

  private func row(_ listed: ListedMeeting, _ title: String, _ words: MeetingWords) -> MeetingsNode {
    let (meeting, listing) = (listed.meeting, listed.meeting.listing)
    let kinds = words.kinds(listing).joined(separator: ", ")
    let about = [words.place(listing), kinds.isEmpty ? nil : kinds].compactMap(\.self).joined(separator: " · ")
    let time: String
    switch listed.occurrence {
    case nil: time = words.week(listing)
    case let occurrence? where occurrence.isUnderWay(at: words.now.date): time = "until \(words.time(occurrence.end))"
    case let occurrence?:
      let clock = words.time(occurrence.start)
      // The heading names the day, but that of the starred ones.
      time = meeting.isStarred ? "\(words.day(words.day(of: occurrence.start))), \(clock)" : clock
    }
    return .row(
      title, id: meeting.id.description, value: about.isEmpty ? nil : about,
      to: MeetingsPlaces.meeting(meeting.id), [Node(.time, time, id: "time")]
    ).with { $0.icon = meeting.isStarred ? .star : nil }
  }

  /// The titles of rows. Meetings of the same name are told apart by their time, and then by a number.
  private static func titles(of shown: [ListedMeeting], _ words: MeetingWords) -> [String] {
    let plain = Dictionary(shown.map { ($0.meeting.listing.name, 1) }, uniquingKeysWith: +)
    var met: [String: Int] = [:]
    return shown.map { listed in
      let name = listed.meeting.listing.name
      guard plain[name, default: 1] > 1 else { return name }
      let timed = "\(name), \(listed.occurrence.map(words.next) ?? words.week(listed.meeting.listing))"
      met[timed, default: 0] += 1
      let count = met[timed, default: 1]
      return count == 1 ? timed : "\(timed), number \(count)"
    }
  }
}
