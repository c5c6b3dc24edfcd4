internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Storage

// One meeting: its time, its place, how to join, its kinds and notes.
extension MeetingsState {
  func meetingScreen(_ route: Route, _ surroundings: Surroundings) -> Screen<MeetingsWindowAction> {
    guard let meeting = route.parameters["id"].flatMap({ ID<Meeting>($0) }).flatMap(meeting) else {
      return Screen(route, title: "Meeting", nodes: [.heading("Meeting", level: 1)] + missing)
    }
    let (listing, words) = (meeting.listing, MeetingWords(surroundings.now))
    var nodes: [MeetingsNode] = [.heading(listing.name, level: 1), when(listing, words)]
    nodes += [place(listing, words), joining(listing)].compactMap(\.self)
    if let about = about(listing, words) { nodes.append(about) }
    nodes += [
      .toggle(
        "Starred", id: "starred", isOn: meeting.isStarred, hint: "Starred meetings stand first in the list.",
        set: { [id = meeting.id] in .star(id, $0) }),
      .link("All meetings", to: MeetingsPlaces.home, id: "all", icon: .list), origin(listing, words),
    ].compactMap(\.self)
    return Screen(route, title: listing.name, nodes: nodes)
  }

  private var missing: [MeetingsNode] {
    switch reading {
    case .unread, .underWay: [.skeleton("Loading the meeting")]
    case .failed(let problem): [unread(problem)]
    case .done:
      [
        .text("This meeting is not in your list. It may have been left out of the last import.", id: "none"),
        .link("All meetings", to: MeetingsPlaces.home, id: "all", icon: .list),
      ]
    }
  }

  private func when(_ listing: MeetingListing, _ words: MeetingWords) -> MeetingsNode {
    let occurrence = MeetingTimes(listing, in: words.now.zone)?.next(at: words.now.date)
    var rows: [MeetingsNode] = []
    if let occurrence { rows.append(.row("Next", id: "next", value: words.next(occurrence))) }
    // The person's own times, and beside them the meeting's where they differ.
    let zone = words.zone(listing, occurrence).map { " (\($0))" } ?? ""
    rows.append(.row("Times", id: "week", value: words.week(listing) + zone))
    return .section("When", id: "when", [.list("When", id: "times", rows)])
  }

  private func about(_ listing: MeetingListing, _ words: MeetingWords) -> MeetingsNode? {
    let kinds = words.kinds(listing)
    let rows = MeetingsState.rows([
      ("Kind", "kind", kinds.isEmpty ? nil : kinds.joined(separator: ", ")), ("Group", "group", listing.group),
      ("Notes", "notes", listing.notes), ("Notes of the group", "group-notes", listing.groupNotes),
    ])
    return rows.isEmpty
      ? nil : .section("About the meeting", id: "about", [.list("About the meeting", id: "rows", rows)])
  }

  private func place(_ listing: MeetingListing, _ words: MeetingWords) -> MeetingsNode? {
    var nodes: [MeetingsNode] = []
    if listing.isPlaceClosed {
      nodes.append(.note("The location is temporarily closed.", tone: .warning, icon: .warning, id: "closed"))
    }
    let rows = MeetingsState.rows([
      ("Location", "location", listing.location), ("Address", "address", listing.address),
      ("Region", "region", listing.region), ("How to find it", "way", listing.locationNotes),
    ])
    if !rows.isEmpty { nodes.append(.list("Place", id: "rows", rows)) }
    if let latitude = listing.latitude, let longitude = listing.longitude {
      nodes.append(.code("\(latitude), \(longitude)", label: "Coordinates", id: "coordinates"))
    }
    return nodes.isEmpty ? nil : .section("Place", id: "place", nodes)
  }

  /// Addresses are texts to copy: a screen has no links out of the product.
  private func joining(_ listing: MeetingListing) -> MeetingsNode? {
    var nodes: [MeetingsNode] = []
    if let address = listing.conferenceAddress {
      nodes.append(.code(address, label: "Link to join", id: "link"))
    }
    if let phone = listing.conferencePhone {
      nodes.append(
        .code(phone, label: "Telephone to join", id: "phone").with {
          if MeetingsState.isPlainNumber(phone) { $0.purpose = .phone }
        })
    }
    let rows = MeetingsState.rows([("Notes on joining", "notes", listing.conferenceNotes)])
    if !rows.isEmpty { nodes.append(.list("How to join", id: "rows", rows)) }
    if listing.isOnline, nodes.isEmpty {
      nodes.append(.text("The list has no link. Ask the group how to join.", id: "no-link"))
    }
    return nodes.isEmpty ? nil : .section("How to join", id: "joining", nodes)
  }

  /// The rows of those that have a value. A long text is a value, which is read on demand.
  private static func rows(_ told: [(title: String, id: String, value: String?)]) -> [MeetingsNode] {
    told.compactMap { row in row.value.map { .row(row.title, id: row.id, value: $0) } }
  }

  /// Whether it can be dialled as it is: digits with the usual signs between them.
  static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.utf8.count { 0x30...0x39 ~= $0 }
    return 3...20 ~= digits && text.first != nil
      && text.enumerated().allSatisfy { index, sign in
        (sign.isASCII && sign.isNumber) || " -()/.".contains(sign) || (sign == "+" && index == 0)
      }
  }

  private func origin(_ listing: MeetingListing, _ words: MeetingWords) -> MeetingsNode? {
    guard let last = book.imported else { return nil }
    let imported = "From \(last.file), imported on \(words.date(last.at))."
    let changed =
      listing.updated.flatMap { CalendarDay(String($0.prefix(10))) }
      .map { " The entry was changed on \(words.date($0))." } ?? ""
    let page = listing.page.map { " Its page: \($0)" } ?? ""
    return .note(
      "\(imported)\(changed) Times change: ask the group before a long way.\(page)", icon: .info, id: "origin")
  }
}
