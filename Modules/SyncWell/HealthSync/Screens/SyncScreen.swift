internal import Carrying
internal import Days
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// One sync: how it stands, what it would do, whether both ends agree, where a number comes from, and its rules.
extension HealthSyncState {
  func syncScreen(
    _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    guard let id = route.parameters["id"].flatMap({ ID<SyncPlan>($0) }), let plan = book.plan(id) else {
      return Screen(
        route, title: "Sync",
        nodes: [
          .heading("Sync", level: 1),
          .empty(
            "This sync does not exist any more.", because: "It was deleted, here or with the connection of its app.",
            icon: .syncing, .link("Show your syncs", to: HealthSyncPlaces.home, icon: .home)),
        ])
    }
    let local = windows[window]
    let words = SampleWords(surroundings.now)
    var nodes: [SyncNode] = [.heading(plan.kinds.map { $0.title }.joined(separator: ", "), level: 1)]
    nodes += standing(plan, surroundings.now, words)
    nodes.append(.group(id: "acts", acts(plan, local)))
    nodes += waitingRows(plan, surroundings.now)
    nodes += looked(plan, local, words)
    nodes.append(rules(plan))
    nodes.append(exclusions(plan, local, words))
    nodes += omitted(plan, words)
    nodes += settled(plan, surroundings.now)
    return Screen(route, title: name(plan), nodes: nodes, dialog: question(local))
  }

  private func standing(_ plan: SyncPlan, _ now: Moment, _ words: SampleWords) -> [SyncNode] {
    let status = status(of: plan, at: now)
    var nodes: [SyncNode] = [
      .note(status.text, tone: status.tone, icon: status.icon, id: "status").with { $0.live = .polite }
    ]
    if status.kind == .syncing { nodes.append(.progress("Syncing", id: "progress")) }
    nodes += mending(plan, words)
    var rows: [SyncNode] = [
      .row("From", id: "from", value: book.catalogue.name(plan.source)),
      .row("To", id: "to", value: book.catalogue.name(plan.destination)),
    ]
    if let last = plan.lastSyncedAt {
      rows.append(.row("Last synced", id: "last", value: words.dates.brief(last)))
      rows.append(
        .row(
          "Written then", id: "count",
          value: plan.lastCount == 1 ? "1 record" : "\(words.number(plan.lastCount)) records"))
    }
    nodes.append(.list("About this sync", id: "about", rows))
    return nodes
  }

  /// The reason of a failure, with the way out.
  private func mending(_ plan: SyncPlan, _ words: SampleWords) -> [SyncNode] {
    var nodes: [SyncNode] = []
    let missing = [plan.source, plan.destination].filter { accounts[$0] != .connected }
    for id in missing {
      let name = book.catalogue.name(id)
      if case .ended(let reason, let replacement)? = book.catalogue[id]?.standing {
        let way = replacement.map { other in
          SyncNode.button("Connect \(book.catalogue.name(other))", id: "replace", icon: .link, does: .connect(other))
        }
        nodes.append(.notice(reason, id: "ended-\(id)", tone: .warning, icon: .warning, way.map { [$0] } ?? []))
      } else {
        nodes.append(
          .notice(
            "\(name) is not connected. Your sync is kept, and goes on when it is.", id: "reconnect-\(id)",
            tone: .warning, icon: .warning,
            [.button("Connect \(name)", id: "connect", icon: .link, does: .connect(id))]))
      }
    }
    guard let failure = plan.failure, missing.isEmpty else { return nodes }
    var children: [SyncNode] = []
    if let retry = failure.retryAt {
      children.append(.text("Next try: \(words.dates.brief(retry)).", id: "retry-at"))
    } else {
      let ends = [plan.source, plan.destination]
      let blamed = ends.first { failure.problem.what.contains(book.catalogue.name($0)) } ?? plan.source
      children.append(
        .button("Connect \(book.catalogue.name(blamed))", id: "connect", icon: .link, does: .connect(blamed)))
    }
    nodes.append(.notice(failure.problem.sentence, id: "failure", tone: .warning, icon: .warning, children))
    return nodes
  }

  private func acts(_ plan: SyncPlan, _ local: HealthSyncWindowState) -> [SyncNode] {
    var acts: [SyncNode] = []
    let isBusy = isSyncing(plan.id)
    if isConnected(plan), !isBusy {
      acts.append(.button("Sync now", id: "now", icon: .refresh, isProminent: true, does: .syncNow(plan.id)))
    }
    if isConnected(plan), local.look != .underWay {
      acts.append(.button("Preview", id: "preview", icon: .search, does: .preview(plan.id)))
      acts.append(.button("Compare both apps", id: "compare", icon: .layers, does: .compare(plan.id)))
    }
    let conflicts = book.openConflicts(of: plan.id).count
    if conflicts > 0 {
      acts.append(
        .button(
          conflicts == 1 ? "Settle 1 conflict" : "Settle \(conflicts) conflicts", id: "conflicts", icon: .warning,
          does: .openConflicts(plan.id)))
    }
    acts.append(
      plan.isPaused
        ? .button("Resume", id: "resume", icon: .forward, does: .pause(plan.id, false))
        : .button("Pause", id: "pause", icon: .waiting, does: .pause(plan.id, true)))
    acts.append(.destructive("Delete", id: "delete", asks: .askDelete(plan.id)))
    return acts
  }

  // MARK: What was looked at

  private func looked(_ plan: SyncPlan, _ local: HealthSyncWindowState, _ words: SampleWords) -> [SyncNode] {
    switch local.look {
    case .none: return []
    case .underWay: return [.progress("Asking both apps", id: "looking")]
    case .failed(let problem):
      return [.notice(problem.sentence, id: "not-looked", tone: .warning, icon: .warning)]
    case .previewed(let report): return [previewed(plan, report, words)]
    case .compared(let days): return [compared(plan, days, words)]
    case .traced(let records): return [traced(plan, records, words)]
    }
  }

  private func previewed(_ plan: SyncPlan, _ report: RunReport, _ words: SampleWords) -> SyncNode {
    let rows = report.lines.map { line in
      var parts: [String] = [line.written == 0 ? "nothing to write" : "\(words.number(line.written)) to write"]
      if line.removed > 0 { parts.append("\(words.number(line.removed)) to remove") }
      for skip in DayDecision.Skip.allCases {
        if let count = line.skips[skip] { parts.append("\(words.number(count)) \(skip.words)") }
      }
      if line.unread > 0 { parts.append("\(words.number(line.unread)) could not be read") }
      return SyncNode.row(line.kind.title, id: line.kind.rawValue, value: parts.joined(separator: ", "))
    }
    return .section(
      "Preview", id: "previewed",
      [
        .text("What a run would do now. Nothing was written.", id: "about"),
        .list("Preview", id: "rows", rows),
      ])
  }

  private func compared(_ plan: SyncPlan, _ days: [ComparedDay], _ words: SampleWords) -> SyncNode {
    guard !days.isEmpty else {
      return .section("Comparison", id: "compared", [.text("Neither app has data of these days.", id: "nothing")])
    }
    let differing = days.filter { !$0.agrees }.count
    let rows = days.map { day in
      let here = words.amount(day.source, of: day.kind)
      let there = words.amount(day.destination, of: day.kind)
      let waits = day.waitsUntil.map { ": waiting until \(words.dates.brief($0)) for a second recording" }
      let why = day.agrees ? "" : waits ?? day.reason.map { ": \(HealthSyncState.words($0))" } ?? ": not carried yet"
      return SyncNode.row(
        "\(day.kind.title), \(words.dates.day(day.day))", id: "\(day.kind.rawValue)-\(day.day.text)",
        value: day.agrees ? "\(here) at both" : "\(here) and \(there)\(why)", does: .trace(plan.id, day.kind, day.day)
      ).with { state in
        state.icon = day.agrees ? .success : .warning
        state.tone = day.agrees ? .success : .warning
      }
    }
    return .section(
      "Comparison", id: "compared",
      [
        .note(
          differing == 0
            ? "Both apps agree on all days." : "They differ on \(differing == 1 ? "1 day" : "\(differing) days").",
          tone: differing == 0 ? .success : .warning, icon: differing == 0 ? .success : .warning, id: "result"),
        .text("Choose a number to see where it comes from.", id: "how"),
        .list("\(book.catalogue.name(plan.source)) and \(book.catalogue.name(plan.destination))", id: "rows", rows),
      ])
  }

  private func traced(_ plan: SyncPlan, _ records: [TracedRecord], _ words: SampleWords) -> SyncNode {
    let rows = records.enumerated().map { index, record in
      let sample = record.sample
      let device = sample.origin.device.map { ", \($0)" } ?? ""
      let isOwn = sample.origin.written != nil
      let single = OmittedRecord(sample)
      let fate = isOwn ? "written by SyncWell itself" : fate(record, plan, words)
      return SyncNode.row(
        "\(words.dates.time(sample.start)): \(words.amount(sample.amount, of: sample.kind))", id: "record-\(index + 1)",
        value: "\(book.catalogue.name(sample.origin.provider))\(device), \(fate)",
        menu: isOwn || plan.omits(single.key)
          ? [] : [.menuItem("Leave out", id: "omit", icon: .remove, does: .omit(plan.id, single))])
    }
    return .section(
      "Where it comes from", id: "traced",
      rows.isEmpty
        ? [.text("The source has no record of this day.", id: "nothing")]
        : [
          .text("A record that is left out is not written; what was written of it before stays there.", id: "omitting"),
          .list("Records", id: "rows", rows),
        ])
  }

  /// The rule of a day in words.
  static func words(_ reason: CarryReason) -> String {
    switch reason {
    case .alone: "no other app had it"
    case .everything: "all apps count"
    case .preferred: "the preferred app"
    case .newest: "the newest data count"
    case .greatest: "the greatest amount counts"
    case .chosen: "you chose it"
    case .outdone: "another app counts"
    case .open: "your decision is missing"
    }
  }

  // MARK: Rules

  private func rules(_ plan: SyncPlan) -> SyncNode {
    let others = Set(book.plans.filter { $0.destination == plan.destination }.map(\.source)).sorted()
    let choices: [SyncNode] = plan.kinds.map { kind in
      let rule = book.rules.first { $0.destination == plan.destination && $0.kind == kind }
      let choice = rule?.choice ?? ConflictChoice.usual(kind)
      var options: [(id: String, title: String)] = []
      for one in ConflictChoice.choices(kind) {
        if one == .prefer {
          // An app that does not hand out the kind cannot be preferred.
          let able = others.filter { book.catalogue[$0].map { $0.whyNoSource(of: [kind]) == nil } ?? true }
          options += able.map { ("prefer:\($0)", "Prefer \(book.catalogue.name($0))") }
        } else {
          options.append((one.rawValue, one.title(of: kind)))
        }
      }
      return .choice(
        kind.title, id: kind.rawValue, options,
        selected: choice == .prefer ? "prefer:\(rule?.preferred ?? "")" : choice.rawValue, isFolded: true
      ) { .chooseRule(plan.id, kind, $0) }
    }
    return .section(
      "When two apps have the same", id: "rules",
      [.text("For \(book.catalogue.name(plan.destination)), whichever app it comes from.", id: "about")] + choices
        + waitChoice(plan))
  }

  private func exclusions(_ plan: SyncPlan, _ local: HealthSyncWindowState, _ words: SampleWords) -> SyncNode {
    let rows = plan.exclusions.map { period in
      let days =
        period.first == period.last
        ? words.dates.day(period.first) : "\(words.dates.day(period.first)) to \(words.dates.day(period.last))"
      return SyncNode.row(
        days, id: "\(period.first.text)-\(period.last.text)",
        menu: [.menuItem("Sync it again", id: "include", icon: .undo, does: .include(plan.id, period))])
    }
    return .section(
      "Days that are left out", id: "exclusions",
      (rows.isEmpty ? [] : [.list("Days that are left out", id: "rows", rows)]) + [
        .field(
          "First day", id: "first", holds: local.exclusionFirst, draft: { .typeExclusion($0, isFirst: true) },
          commit: { .typeExclusion($0, isFirst: true) }
        ) { field in
          field.example = "2026-11-22"
          field.longest = 10
          field.invalid = local.typedProblem
        },
        .field(
          "Last day", id: "last", holds: local.exclusionLast, draft: { .typeExclusion($0, isFirst: false) },
          commit: { .typeExclusion($0, isFirst: false) }
        ) { field in
          field.example = "2026-11-23"
          field.hint = "Empty for a single day."
          field.longest = 10
        },
        .button("Leave out", id: "exclude", icon: .remove, does: .exclude(plan.id)),
      ])
  }

  private func omitted(_ plan: SyncPlan, _ words: SampleWords) -> [SyncNode] {
    guard let records = plan.omitted, !records.isEmpty else { return [] }
    let rows = records.reversed().map { record in
      SyncNode.row(
        record.kind.title, id: record.key, value: record.start.map(words.dates.instant) ?? "-",
        menu: [.menuItem("Sync it again", id: "admit", icon: .undo, does: .admit(plan.id, record))])
    }
    return [
      .section("Records that are left out", id: "omitted", [.list("Records that are left out", id: "rows", rows)])
    ]
  }
}
