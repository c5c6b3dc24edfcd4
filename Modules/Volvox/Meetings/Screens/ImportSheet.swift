internal import Files
internal import Interface
internal import Kernel
internal import Numbers
internal import Platform

// The sheet in which a file is chosen, and the result of the last import.
extension MeetingsState {
  func importSheet(
    _ route: Route, _ surroundings: Surroundings, _ local: MeetingsWindowState, _ window: WindowID
  ) -> Screen<MeetingsWindowAction> {
    let words = MeetingWords(surroundings.now)
    var nodes: [MeetingsNode] = [.heading("Import meetings", level: 1)]
    if let problem = local.problem {
      nodes.append(.problem(problem, dismiss: .dismissProblem))
    }
    switch reading {
    case .unread, .underWay: nodes.append(.skeleton("Loading your meetings"))
    case .failed(let problem): nodes.append(unread(problem))
    case .done: nodes += choosing(local) + result(words)
    }
    // A sheet stands in front of everything else, so it has a link of its own.
    nodes.append(.link("Help now", to: Route(["help-now"]), id: "help-now", icon: .call))
    return Screen(route, title: "Import meetings", nodes: nodes, dialog: question(words, in: window))
  }

  private func choosing(_ local: MeetingsWindowState) -> [MeetingsNode] {
    let about = MeetingsNode.text(
      "\(MeetingsState.origin) The list stays on this device: it is not sent anywhere.", id: "about")
    switch work?.phase {
    case .reading: return [about, .progress("Reading \(work?.file ?? "the file")", id: "progress")]
    case .saving: return [about, .progress("Saving your meetings", id: "progress")]
    case .asking, nil: break
    }
    let path = MeetingsNode.field(
      "Path on this machine", id: "path", holds: local.path, draft: { .type($0) }, commit: { .type($0) }
    ) { field in
      field.example = "/home/me/meetings.json"
      field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
      field.longest = ReadableFile.longestPath
      field.invalid =
        local.isPathMissing ? "Choose a file above, or enter a path here, such as /home/me/meetings.json." : nil
    }
    return [
      about,
      .handover("Choose a file", id: "file", hint: "A JSON file of at most 16 MB. It is read once and not stored.") {
        .importHanded(path: $0, name: $1)
      },
      path,
      work == nil
        ? .button("Import", id: "import", icon: .add, does: .importTyped)
        : .disabledButton("Import", id: "import", icon: .add, because: "Another import is in progress."),
    ]
  }

  private func result(_ words: MeetingWords) -> [MeetingsNode] {
    guard let last = book.imported else { return [] }
    var nodes: [MeetingsNode] = [
      .list(
        "Last import", id: "last",
        [
          .row("File", id: "file", value: last.file),
          .row("Imported", id: "at", value: words.instant(last.at)),
          .row("Meetings", id: "meetings", value: words.number(last.meetings)),
        ])
    ]
    if last.flawCount > 0 {
      let more = last.flawCount - last.flaws.count
      let rows = last.flaws.enumerated().map { MeetingsNode.row($0.element, id: "flaw-\($0.offset + 1)") }
      nodes.append(
        .section(
          "Not read", level: 3, id: "flaws",
          [
            .text("Everything else in the file was imported.", id: "about"),
            .list(
              "Not read", id: "rows", rows + (more > 0 ? [.row("And \(words.number(more)) more.", id: "more")] : [])),
          ]))
    }
    return [.section("Last import", id: "result", nodes)]
  }

  /// The question before the list is replaced: what goes, and what stays.
  private func question(_ words: MeetingWords, in window: WindowID) -> MeetingsNode? {
    guard let work, work.window == window, case .asking(let feed) = work.phase else { return nil }
    let slugs = Set(feed.meetings.map(\.slug))
    let starred = book.meetings.filter(\.isStarred)
    let gone = starred.count { !slugs.contains($0.listing.slug) }
    var sentences = ["\(work.file) has \(words.count(feed.meetings.count)). They take the place of your list."]
    if starred.count > gone { sentences.append("Starred meetings that are in the file stay starred.") }
    if gone > 0 {
      sentences.append(
        "\(gone == 1 ? "1 starred meeting is" : "\(gone) starred meetings are") not in the file and will go.")
    }
    return .dialog(
      "Replace \(words.count(book.meetings.count))?", id: "question",
      [.text(sentences.joined(separator: " "), id: "words")],
      buttons: [
        .button("Keep my list", id: "keep", does: .dismiss),
        .button("Replace list", id: "replace", isProminent: true, does: .replace),
      ], dismiss: .dismiss)
  }
}
