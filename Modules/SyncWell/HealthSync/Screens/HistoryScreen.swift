internal import Carrying
internal import Days
internal import HealthProviders
internal import Interface
internal import Kernel
internal import Platform
internal import Samples

// The historical sync: the days, its progress, and when it will be done.
extension HealthSyncState {
  func historyScreen(
    _ route: Route, _ surroundings: Surroundings, _ window: WindowID
  ) -> Screen<HealthSyncWindowAction> {
    let local = windows[window]
    let title = route.path == HealthSyncPlaces.newHistory.path ? "Sync earlier days" : "Historical Sync"
    var nodes: [SyncNode] = [
      .heading(title, level: 1),
      .text("Syncs past days, so that an app has your whole history.", id: "about"),
    ]
    if let run = book.history, !run.isEnded {
      nodes += underWay(run, surroundings.now)
      return Screen(route, title: title, nodes: nodes)
    }
    if let run = book.history, let end = run.endedAt {
      let words = SampleWords(surroundings.now)
      nodes.append(
        .note(
          "\(run.done) of \(run.days) days were synced by \(words.dates.brief(end)). \(words.number(run.written)) records were written.",
          tone: run.done == run.days ? .success : .neutral, icon: run.done == run.days ? .success : .info, id: "last"))
    }
    guard route.path == HealthSyncPlaces.newHistory.path else {
      nodes.append(
        Node.link("Sync earlier days", to: HealthSyncPlaces.newHistory, id: "new", icon: .calendar).with {
          $0.isProminent = true
        })
      return Screen(route, title: title, nodes: nodes)
    }
    nodes += [
      .field(
        "First day", id: "first", holds: local.historyFirst, draft: { .typeHistory($0, isFirst: true) },
        commit: { .typeHistory($0, isFirst: true) }
      ) { field in
        field.example = "2026-08-25"
        field.longest = 10
        field.invalid = local.typedProblem
      },
      .field(
        "Last day", id: "last-day", holds: local.historyLast, draft: { .typeHistory($0, isFirst: false) },
        commit: { .typeHistory($0, isFirst: false) }
      ) { field in
        field.example = "2026-11-22"
        field.longest = 10
      },
    ]
    nodes += limits
    nodes.append(.button("Start", id: "ask", icon: .calendar, isProminent: true, does: .askHistory))
    return Screen(route, title: title, nodes: nodes, dialog: question(local))
  }

  /// The days from before the connection that the apps of the syncs hand out.
  private var limits: [SyncNode] {
    let sources = Set(historyPlans.map(\.source)).sorted()
    let sentences = sources.compactMap { id -> String? in
      guard let days = book.catalogue[id]?.lookbackDays else { return nil }
      let name = book.catalogue.name(id)
      return days == 0
        ? "\(name) has nothing from before the connection." : "\(name) has \(days) days from before the connection."
    }
    return sentences.isEmpty
      ? [] : [.note(sentences.joined(separator: " "), icon: .info, id: "limits")]
  }

  private func underWay(_ run: HistoricalRun, _ now: Moment) -> [SyncNode] {
    var nodes: [SyncNode] = [historyProgress(run, now), .text(historyStanding(run, now), id: "standing")]
    if let kinds = historyKinds { nodes.append(.note("Copies \(kinds).", icon: .info, id: "kinds")) }
    if let problem = run.problem {
      nodes.append(.problem(problem))
    }
    nodes.append(
      .group(
        id: "acts",
        [
          run.isPaused
            ? .button("Resume", id: "resume", icon: .forward, isProminent: true, does: .resumeHistory)
            : .button("Pause", id: "pause", icon: .waiting, does: .pauseHistory),
          .button("End it here", id: "end", icon: .close, does: .endHistory),
        ]))
    return nodes
  }

  /// "Steps, Sleep and 3 more": the kinds that the run copies.
  var historyKinds: String? {
    var kinds: [String] = []
    for kind in historyPlans.flatMap(\.kinds) where !kinds.contains(kind.title) { kinds.append(kind.title) }
    guard let first = kinds.first else { return nil }
    switch kinds.count {
    case 1: return first
    case 2...3: return "\(kinds.dropLast().joined(separator: ", ")) and \(kinds[kinds.count - 1])"
    default: return "\(kinds.prefix(2).joined(separator: ", ")) and \(kinds.count - 2) more"
    }
  }

  func historyProgress(_ run: HistoricalRun, _ now: Moment) -> SyncNode {
    .progress(
      run.isPaused ? "\(run.done) of \(run.days) days synced" : "Syncing \(run.done) of \(run.days) days...",
      id: "progress", done: Double(run.done), of: Double(run.days))
  }

  func historyStanding(_ run: HistoricalRun, _ now: Moment) -> String {
    let words = SampleWords(now)
    if run.isPaused { return "Paused. Resume to go on with \(words.dates.day(run.next))." }
    if let retry = run.retryAt, retry > now.date { return "Waits until \(words.dates.brief(retry))." }
    return "\(words.dates.day(run.next)) is next. \(estimate(run.days - run.done))"
  }

  /// "About 2 hours, by what the apps allow."
  func estimate(_ days: Int) -> String {
    let seconds = historySeconds(days)
    let words: String =
      switch seconds {
      case ..<90: "About a minute"
      case ..<5400: "About \((seconds + 30) / 60) minutes"
      case ..<129_600: "About \((seconds + 1800) / 3600) hours"
      default: "About \((seconds + 43_200) / 86_400) days"
      }
    return "\(words), by what the apps allow."
  }
}
