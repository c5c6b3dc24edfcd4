internal import Days
internal import Hours
public import Interface
internal import JSON
public import Kernel
internal import Platform
internal import Storage

typealias VersionsNode = Node<VersionsWindowAction>

// The screens as a pure function of the state, the route and the window.
extension VersionsState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<VersionsWindowAction> {
    let (local, words) = (windows[window], VersionWords(surroundings.now))
    let subject = VersionsPlaces.subject(route)
    let isEntry = route.path != VersionsPlaces.home.path
    let title = isEntry ? "History of an entry" : "History of changes"
    var nodes: [VersionsNode] = [.heading(title, level: 1)]
    switch local.subject == subject ? local.reading : .underWay {
    case .underWay: nodes.append(.skeleton("Loading the history", lines: 3))
    case .failed(let problem):
      nodes.append(
        .notice(
          problem.sentence, id: "unread", tone: .warning, icon: .warning,
          [.button("Retry", id: "retry", icon: .refresh, does: .retry)]))
    case .done(let reading):
      switch subject {
      case .all where isEntry:
        nodes.append(
          .empty(
            "Choose an entry.", because: "This link belongs to no entry.", icon: .undo,
            .link("History of changes", to: VersionsPlaces.home, id: "all", icon: .undo)))
      case .all: nodes += everything(reading, words)
      case .record(let kind, let id): nodes += entry(self.kind(kind), id, reading, words)
      }
      if !reading.versions.isEmpty, !isEntry || subject != .all { nodes.append(restoring(local, subject)) }
    }
    return Screen(
      route, title: title, nodes: nodes, dialog: local.plan.map { dialog($0, subject, words) }, refresh: .retry)
  }

  // MARK: All entries

  private func everything(_ reading: VersionReading, _ words: VersionWords) -> [VersionsNode] {
    guard !reading.versions.isEmpty else { return [empty] }
    let logs = Dictionary(grouping: reading.versions, by: \.record).mapValues { VersionLog($0).last }
    let rows = reading.versions.map { version in
      let kind = kind(version.kind)
      let name = words.name(kind, reading.now[version.record] ?? logs[version.record])
      return VersionsNode.row(
        "\(kind.one.capitalizedFirst) \(name) \(version.change.words)", id: "version-\(version.id)",
        value: "\(words.dates.brief(version.at)), \(words.author(version, here: reading.device))",
        to: VersionsPlaces.of(version.kind, version.record)
      ).with { $0.icon = kind.icon }
    }
    return [
      .text("The newest \(rows.count == 1 ? "change" : "\(rows.count) changes"), newest first.", id: "about"),
      .list("Changes", id: "versions", rows),
    ]
  }

  private var empty: VersionsNode {
    .empty(
      "No changes yet.", because: "What you add, change or delete is kept here with its earlier values.", icon: .undo)
  }

  // MARK: One entry

  private func entry(
    _ kind: VersionedKind, _ id: UUID, _ reading: VersionReading, _ words: VersionWords
  ) -> [VersionsNode] {
    guard !reading.versions.isEmpty else { return [empty] }
    let now = reading.now[id]
    var nodes: [VersionsNode] = []
    let fields = now ?? VersionLog(reading.versions).last
    let title = "\(kind.one.capitalizedFirst) \(words.name(kind, fields))"
    if now == nil {
      nodes.append(.note("\(title) was deleted.", icon: .info, id: "entry"))
    } else {
      nodes.append(.link(title, to: kind.page(id), id: "entry", icon: kind.icon))
    }
    var names: [String: Int] = [:]
    for version in reading.versions {
      let name = "\(version.change.words.capitalizedFirst), \(words.dates.brief(version.at))"
      let count = names[name, default: 0] + 1
      names[name] = count
      let isNewest = version.id == reading.versions.first?.id
      nodes.append(
        section(
          version, count > 1 ? "\(name) (\(count))" : name, kind, now, fields, isNewest: isNewest,
          here: reading.device, words))
    }
    return nodes
  }

  private func section(
    _ version: RecordVersion, _ name: String, _ kind: VersionedKind, _ now: Fields?, _ fields: Fields, isNewest: Bool,
    here: UUID?, _ words: VersionWords
  ) -> VersionsNode {
    var before = fields
    for field in version.fields { before[field.name] = field.old.map(Value.init) ?? before[field.name] }
    let rows = version.fields.sorted { (kind.order($0.name), $0.name) < (kind.order($1.name), $1.name) }.map {
      field in
      let about = kind.field(field.name)
      let (old, new) = (words.value(field.old, of: about, in: before), words.value(field.new, of: about, in: fields))
      let value = version.change == .changed ? "\(old) → \(new)" : version.change == .created ? new : old
      return VersionsNode.row(
        about.title, id: "field-\(field.name)", value: value,
        [restore(field, about, of: version, now, name, old)]
          .compactMap(\.self))
    }
    var children: [VersionsNode] = [
      .text(words.author(version, here: here), id: "author"), .list("What changed", id: "fields", rows),
    ]
    if !isNewest {
      children.append(
        button("Restore the entry as it was then", "restore", name, .undo, .planTo(version.at)))
    } else if now == nil {
      children.append(
        button("Restore the entry", "restore", name, .undo, .planTo(version.at.addingTimeInterval(-0.001))))
    }
    return .section(name, id: "version-\(version.id)", children)
  }

  /// Gives a field the value that this change replaced.
  private func restore(
    _ field: FieldVersion, _ about: VersionedKind.Field, of version: RecordVersion, _ now: Fields?, _ name: String,
    _ old: String
  ) -> VersionsNode? {
    guard version.change == .changed, let now else { return nil }
    let value = field.old.map(Value.init) ?? .null
    guard !(now[field.name] ?? .null).means(value) else { return nil }
    return button(
      "Restore this", "restore-\(field.name)", "\(about.title), \(old), \(name)", .undo,
      .restore(Restoration(kind: version.kind, id: version.record, fields: [field.name: value])))
  }

  private func button(
    _ label: String, _ id: String, _ value: String, _ icon: Icon, _ action: VersionsWindowAction
  ) -> VersionsNode {
    Node(.button, label, id: id, value: value, offers: [Offer(.activate) { _ in action }]).with { $0.icon = icon }
  }

  // MARK: A time

  private func restoring(_ local: VersionsWindowState, _ subject: VersionSubject) -> VersionsNode {
    let what = subject == .all ? "everything" : "the entry"
    var nodes: [VersionsNode] = [
      .field("Day", id: "day", holds: local.day, draft: { .typeDay($0) }, commit: { .typeDay($0) }) {
        $0.hint = "Today without one."
        $0.example = "2026-11-27"
        $0.longest = VersionsWindowState.longest
        $0.invalid = local.isDayWrong ? "Enter a day, such as 2026-11-27." : nil
      },
      .field("Time", id: "time", holds: local.time, draft: { .typeTime($0) }, commit: { .typeTime($0) }) {
        $0.example = "10:42"
        $0.isRequired = true
        $0.longest = VersionsWindowState.longest
        $0.invalid = local.isTimeWrong ? "Enter a time, such as 10:42." : nil
      },
    ]
    nodes.append(
      local.isRestoring
        ? .progress("Restoring", id: "restoring")
        : .button("Show what would change", id: "plan", icon: .clock, does: .plan))
    return .section("Restore \(what) as of a time", id: "as-of", nodes)
  }

  private func dialog(_ plan: VersionPlan, _ subject: VersionSubject, _ words: VersionWords) -> VersionsNode {
    let when = words.dates.brief(plan.time)
    let nodes: [VersionsNode]
    if case .record = subject, let restoration = plan.restorations.first {
      nodes = [change(restoration, plan, words)]
    } else {
      let rows = plan.restorations.prefix(20).map { one in
        let kind = kind(one.kind)
        let name = words.name(kind, plan.now[one.id] ?? plan.gone[one.id])
        return VersionsNode.row("\(kind.one.capitalizedFirst) \(name)", id: "\(one.id)", value: effect(of: one, plan))
      }
      let more = plan.restorations.count - rows.count
      nodes =
        [.list("What would change", id: "changes", rows)]
        + (more > 0 ? [.text("And \(more) more.", id: "more")] : [])
    }
    return .dialog(
      "Restore as of \(when)?", id: "restore",
      nodes + [.text("What it replaces stays in the history.", id: "what")],
      buttons: [
        .button("Cancel", id: "cancel", does: .cancel),
        .button("Restore", id: "confirm", icon: .undo, isProminent: true, does: .confirm),
      ], dismiss: .cancel)
  }

  private func effect(of restoration: Restoration, _ plan: VersionPlan) -> String {
    guard let fields = restoration.fields else { return "Is deleted" }
    guard plan.now[restoration.id] != nil else { return "Comes back" }
    let kind = kind(restoration.kind)
    return fields.keys.sorted { (kind.order($0), $0) < (kind.order($1), $1) }.map { kind.field($0).title }
      .joined(separator: ", ")
  }

  private func change(_ restoration: Restoration, _ plan: VersionPlan, _ words: VersionWords) -> VersionsNode {
    let kind = kind(restoration.kind)
    let now = plan.now[restoration.id]
    guard let fields = restoration.fields else {
      return .text("The \(kind.one) did not exist then, so it is deleted.", id: "changes")
    }
    let whole = (now ?? [:]).merging(fields) { $1 }
    let rows = fields.filter { now != nil || $0.value != .null }.keys
      .sorted { (kind.order($0), $0) < (kind.order($1), $1) }
      .map { name in
        let field = kind.field(name)
        return [
          field.title, words.value(now?[name]?.json, of: field, in: now ?? [:]),
          words.value(fields[name]?.json, of: field, in: whole),
        ]
      }
    return .table("What would change", id: "changes", columns: ["Field", "Now", "Afterwards"], rows: rows)
  }
}

extension RecordVersion.Change {
  var words: String {
    switch self {
    case .created: "added"
    case .changed: "changed"
    case .deleted: "deleted"
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
