internal import Days
public import Interface
public import Kernel
internal import Platform
internal import Portability
internal import Storage

/// The routes of the feature's screens.
public enum PrivacyPlaces {
  public static let data = Route(["settings", "privacy", "data"])

  public static let all = [
    Place(
      "/settings/privacy/data", title: "Your data",
      keywords: ["export", "import", "delete", "download", "backup", "privacy", "storage"])
  ]
}

// The screen as a pure function of the state, the route and the window.
extension PrivacyState {
  /// `sections` are those that other parts of the product add.
  public func screen<Action: Sendable>(
    _ route: Route, in surroundings: Surroundings, at window: WindowID, with sections: [Node<Action>] = [],
    bind: @escaping @Sendable (PrivacyWindowAction) -> Action
  ) -> Screen<Action> {
    let local = windows[window]
    let words = PrivacyWords(now: surroundings.now, numbers: surroundings.numbers)
    let own: [Node<PrivacyWindowAction>] =
      [.heading("Your data", level: 1)] + problem(of: local) + kept(words) + working + [export, importing(local)]
    let nodes = own.map { $0.map(bind) } + sections + [deletion.map(bind)] + kinds(words).map { $0.map(bind) }
    return Screen(route, title: "Your data", nodes: nodes, dialog: dialog(local, words)?.map(bind))
  }

  private func problem(of local: PrivacyWindowState) -> [Node<PrivacyWindowAction>] {
    local.problem.map {
      [.problem($0, dismiss: .dismissProblem)]
    } ?? []
  }

  // MARK: What is kept

  private func kept(_ words: PrivacyWords) -> [Node<PrivacyWindowAction>] {
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading what is kept")]
    case .failed(let problem):
      return [
        .notice(
          "What is kept could not be read. \(problem.sentence)", id: "unread", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    case .done(let data):
      let since = data.oldest.map { ", since \(words.day($0))" } ?? ""
      var rows: [Node<PrivacyWindowAction>] = [
        .row("Records", id: "records", value: "\(words.count(data.records))\(data.records > 0 ? since : "")"),
        .row(
          "Pictures and files", id: "files",
          value: data.files == 0 ? "None" : "\(words.count(data.files)), \(words.size(data.fileBytes))"),
        .row("Replaced versions", id: "replaced", value: data.replaced == 0 ? "None" : words.count(data.replaced)),
      ]
      if data.unsent > 0 { rows.append(.row("Not sent yet", id: "unsent", value: words.count(data.unsent))) }
      let place: Node<PrivacyWindowAction> = .text(
        data.hasAccount
          ? "Your data is kept encrypted on this device, and on the server of your account."
          : "Your data is kept encrypted on this device and nowhere else.", id: "place")
      return [.list("On this device", rows), place] + removed(data, words)
    }
  }

  private func removed(_ data: StoredData, _ words: PrivacyWords) -> [Node<PrivacyWindowAction>] {
    guard let removal = data.removal else { return [] }
    return [.note(words.removed(removal), icon: .clock, id: "removal")]
  }

  private func kinds(_ words: PrivacyWords) -> [Node<PrivacyWindowAction>] {
    guard case .done(let data) = reading else { return [] }
    let rows = data.collections.filter { $0.count > 0 }.map { one in
      Node<PrivacyWindowAction>.row(title(of: one.name), id: "kind-\(one.name)", value: words.count(one.count))
    }
    return rows.isEmpty ? [] : [.section("What is kept", id: "kinds", [.list("Kinds of records", id: "list", rows)])]
  }

  /// "Goal drafts" for a collection without a title of its own.
  func title(of collection: String) -> String {
    let plain = titles[collection] ?? String(collection.map { $0 == "_" || $0 == "-" ? " " : $0 })
    return plain.prefix(1).uppercased() + plain.dropFirst()
  }

  // MARK: Work

  private var working: [Node<PrivacyWindowAction>] {
    guard let work else { return [] }
    let title: String =
      switch work.kind {
      case .exporting: "Exporting your data"
      case .checking: "Reading \(work.archive?.name ?? "the archive")"
      case .importing: "Importing your data"
      case .deleting: "Deleting everything"
      }
    let bar: Node<PrivacyWindowAction> = .progress(
      title, id: "progress", done: work.progress.map { Double($0.done) }, of: Double(max(1, work.progress?.whole ?? 1)))
    return work.kind == .deleting
      ? [bar] : [.group(id: "work", [bar, .button("Cancel", id: "cancel", icon: .close, does: .cancel)])]
  }

  private func act(
    _ title: String, id: String, icon: Icon, isProminent: Bool = false, _ action: PrivacyWindowAction
  ) -> Node<PrivacyWindowAction> {
    guard let work else { return .button(title, id: id, icon: icon, isProminent: isProminent, does: action) }
    let reason: String =
      switch work.kind {
      case .exporting: "An export is in progress."
      case .checking, .importing: "An import is in progress."
      case .deleting: "Everything is being deleted."
      }
    return .disabledButton(title, id: id, icon: icon, because: reason)
  }

  private var export: Node<PrivacyWindowAction> {
    .section(
      "Export", id: "export",
      [
        .text(
          "A ZIP file with everything: JSON for programs, tables for spreadsheets, pictures and files. It is made on this device and is not encrypted.",
          id: "about"),
        act("Export my data", id: "now", icon: .save, isProminent: true, .export),
      ] + notIncluded
        + (excerpt.map {
          [.text($0.about, id: "about-excerpt"), act($0.title, id: "excerpt", icon: .save, .exportExcerpt)]
        } ?? []))
  }

  private var notIncluded: [Node<PrivacyWindowAction>] {
    guard case .done(let data) = reading else { return [] }
    return data.notIncluded.enumerated().map { .note($1, icon: .info, id: "not-included-\($0 + 1)") }
  }

  private func importing(_ local: PrivacyWindowState) -> Node<PrivacyWindowAction> {
    .section(
      "Import", id: "import",
      [
        .text("Bring back an export of \(product). You see what is in it before anything is changed.", id: "about"),
        .handover("Choose a file", id: "file", hint: "The ZIP file of an export.", purpose: .export) {
          .readHanded(path: $0, name: $1)
        },
        .field(
          "Path on this machine", id: "path", holds: local.path, draft: { .type($0) }, commit: { .type($0) }
        ) { field in
          field.example = "/home/me/\(product.lowercased()).zip"
          field.hint = "Instead of choosing a file: its full path on the machine that runs this app."
          field.longest = PrivacyWindowState.longestPath
          field.invalid =
            local.isChecked ? "Choose a file above, or enter a whole path, such as /home/me/export.zip." : nil
        },
        act("Read the archive", id: "read", icon: .search, .readTyped),
      ])
  }

  private var deletion: Node<PrivacyWindowAction> {
    let title = "Delete everything on this device"
    let button: Node<PrivacyWindowAction> =
      work == nil
      ? .destructive(title, id: "now", asks: .askToDelete) : act(title, id: "now", icon: .remove, .askToDelete)
    return .section(
      "Delete", id: "delete",
      [.text("Removes all your data from this device. You are asked twice.", id: "about"), button])
  }

  // MARK: Questions

  private func dialog(_ local: PrivacyWindowState, _ words: PrivacyWords) -> Node<PrivacyWindowAction>? {
    if let chosen = local.chosen { return question(chosen, words) }
    return local.deleting.map { question($0, words) }
  }

  private func question(_ chosen: PrivacyWindowState.Chosen, _ words: PrivacyWords) -> Node<PrivacyWindowAction> {
    let (manifest, counts) = (chosen.preview.manifest, chosen.preview.counts)
    var rows: [Node<PrivacyWindowAction>] = [
      .row("Made", id: "made", value: words.day(manifest.made)),
      .row("Records", id: "records", value: words.count(manifest.records)),
    ]
    if let span = manifest.span {
      rows.append(.row("From", id: "from", value: words.day(span.lowerBound)))
      rows.append(.row("To", id: "to", value: words.day(span.upperBound)))
    }
    if manifest.files > 0 { rows.append(.row("Pictures and files", id: "files", value: words.count(manifest.files))) }
    rows.append(.row("New here", id: "new", value: words.count(counts.added)))
    if counts.same > 0 { rows.append(.row("Here already", id: "same", value: words.count(counts.same))) }
    if counts.different > 0 {
      rows.append(.row("Changed here since", id: "different", value: "\(words.count(counts.different)), which stay"))
    }
    if counts.leftOut > 0 {
      rows.append(.row("Left out", id: "left-out", value: PrivacyState.leftOut(counts.leftOut)))
    }
    let cancel: Node<PrivacyWindowAction> = .button("Cancel", id: "cancel", does: .dismiss)
    guard counts.added > 0 else {
      return .dialog(
        "Everything is here already", id: "question",
        [.list("In \(chosen.archive.name)", id: "contents", rows)],
        buttons: [.button("Close", id: "close", does: .dismiss)], dismiss: .dismiss)
    }
    return .dialog(
      "Import \(words.records(counts.added))?", id: "question",
      [
        .list("In \(chosen.archive.name)", id: "contents", rows),
        .text("What is here already stays as it is.", id: "safe"),
      ],
      buttons: [cancel, .button("Import", id: "confirm", icon: .add, isProminent: true, does: .importNow)],
      dismiss: .dismiss)
  }

  private func question(
    _ step: PrivacyWindowState.Deleting, _ words: PrivacyWords
  ) -> Node<PrivacyWindowAction> {
    let data: StoredData? = if case .done(let data) = reading { data } else { nil }
    let cancel: Node<PrivacyWindowAction> = .button("Keep my data", id: "keep", does: .dismiss)
    if step == .second {
      return .dialog(
        "Delete everything now?", id: "sure",
        [.text("This cannot be undone. \(product) then begins as new on this device.", id: "words")],
        buttons: [cancel, .destructive("Delete everything", id: "confirm", asks: .deleteEverything)], dismiss: .dismiss,
        isAlert: true)
    }
    let count = data.map { "\(words.records($0.records)), " } ?? ""
    var rows: [Node<PrivacyWindowAction>] = [
      .row("Goes", id: "goes", value: "\(count)pictures, drafts, settings and how you are signed in on this device")
    ]
    if let data, data.unsent > 0 {
      rows.append(
        .row("Goes for good", id: "lost", value: "\(words.records(data.unsent)) that the server has not received"))
    }
    rows += (data?.withdrawals ?? []).enumerated().map { index, title in
      .row(
        "Goes for good", id: "withdrawal-\(index + 1)",
        value: "Your withdrawal of \(title), which has not reached the server yet; your other devices go on sending")
    }
    rows.append(
      .row(
        "Stays", id: "stays",
        value: data?.hasAccount == true
          ? "Your account and what its server has, your other devices, and files that you exported"
          : "Only files that you exported"))
    return .dialog(
      "Delete everything on this device?", id: "question", [.list("What happens", id: "what", rows)],
      buttons: [cancel, .destructive("Continue", id: "continue", icon: nil, asks: .goOn)], dismiss: .dismiss,
      isAlert: true)
  }

  // MARK: Messages

  static func imported(_ preview: ImportPreview) -> Toast {
    let left = preview.counts.leftOut
    return Toast(
      "Imported \(PrivacyWords.plainRecords(preview.counts.added))."
        + (left == 0 ? "" : " Left out: \(leftOut(left))."), tone: .success)
  }

  /// "1 decision about consent that is dated later than now".
  static func leftOut(_ count: Int) -> String {
    count == 1
      ? "1 decision about consent that is dated later than now"
      : "\(count) decisions about consent that are dated later than now"
  }

  static let deleted = Toast("Everything on this device was deleted.", tone: .success)
}
