internal import Days
internal import Hours
internal import Insights
internal import Interface
internal import Kernel
internal import Measures
internal import Mode
internal import Pillar
internal import Platform
internal import Storage
internal import Units

// The screen of insights: the findings, the number of tests, and the week's summary.
extension ProgressState {
  func insights(_ surroundings: Surroundings, _ local: ProgressWindowState) -> ShownContent {
    let isDeep = surroundings.mode == .deep
    var nodes: [Node<ProgressWindowAction>] = [.heading("Insights", level: 1)] + standing(local)
    nodes += freshness(surroundings)
    nodes += findings(surroundings)
    nodes.append(.section("This week", id: "week", weekNodes(surroundings, isDeep: isDeep)))
    if isDeep, let away = putAway { nodes.append(away) }
    return ShownContent(title: "Insights", nodes: nodes)
  }

  // MARK: Age of the analysis

  private func freshness(_ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    guard let run else { return [] }
    let (moment, words) = (Moment(run.at, in: surroundings.now.zone), DateWords(surroundings.now))
    let when =
      moment.day == surroundings.now.day ? "at \(words.time(run.at))" : "on \(words.instant(run.at))"
    var nodes: [Node<ProgressWindowAction>] = [
      .note("Last updated \(when). Found on this device, with or without internet.", icon: .clock, id: "as-of")
    ]
    if isLooking { nodes.append(.progress("Analyzing your newest data", id: "looking")) }
    return nodes
  }

  // MARK: Findings

  private func findings(_ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    guard let run else {
      if days.isFailed { return [.text("Your data is not available at the moment.", id: "unknown")] }
      if isLooking || days == .unread || !hasRecalled { return [.skeleton("Analyzing your data", id: "loading")] }
      return [thin(InsightRun.none)]
    }
    let shown = order(on: surroundings.now.day)
    let own = ownCards(surroundings)
    guard !shown.isEmpty || !own.isEmpty else {
      // The last findings do not hold any more, and newer ones are on their way.
      let isStale = isLooking && !run.run.findings.isEmpty && sound?.isEmpty == true
      return [isStale ? .skeleton("Analyzing your data", id: "loading") : nothing(in: run.run)]
    }
    let cards = shown.map { card($0, among: shown, AmountNotation(of: surroundings.locale)) } + own
    return [
      .section("Correlations", id: "findings", [.note(run.run.sentence, icon: .info, id: "about")] + cards)
    ]
  }

  private func card(
    _ finding: Finding, among others: [Finding], _ amounts: AmountNotation
  ) -> Node<ProgressWindowAction> {
    let words = FindingWords(finding)
    let title = words.title(among: others)
    var children: [Node<ProgressWindowAction>] = [.text(finding.says(in: amounts), id: "says")]
    children.append(.note("\(words.days), \(words.lag.lowerFirst)", icon: .calendar, id: "days"))
    children.append(.button("Dismiss: \(title)", id: "dismiss", icon: .close, does: .dismiss(finding.id)))
    let mark = isNew(finding) ? "New" : nil
    return .card(title, id: "\(finding.number)", value: mark, to: finding.route, children).with { $0.badge = mark }
  }

  /// The findings about the person's own measures, in the names that they have now.
  private func ownCards(_ surroundings: Surroundings) -> [Node<ProgressWindowAction>] {
    let amounts = AmountNotation(of: surroundings.locale)
    return (run?.run.own ?? []).compactMap { finding in
      guard regards[finding.id]?.isDismissed != true, let label = ownLabels[finding.own] else { return nil }
      let title = finding.title(label)
      let lag = finding.lag == 0 ? "the same day" : finding.lag == 1 ? "one day later" : "\(finding.lag) days later"
      return .card(
        title, id: "\(Kernel.ID<Regard>(named: finding.id))",
        [
          .heading(title, level: 3, id: "title"), .text(finding.says(label, in: amounts), id: "says"),
          .text("\(finding.certainty(in: amounts)) \(Finding.caution)", id: "certainty"),
          .note("\(finding.days) days, \(lag)", icon: .calendar, id: "days"),
          .button("Dismiss: \(title)", id: "dismiss", icon: .close, does: .dismiss(finding.id)),
        ])
    }
  }

  /// Says that nothing was found, and how much was tested.
  private func nothing(in run: InsightRun) -> Node<ProgressWindowAction> {
    if !run.findings.isEmpty || !run.own.isEmpty {
      return .empty("Nothing new.", because: "All findings are dismissed. \(run.sentence)", icon: .lightbulb)
    }
    if run.looked == 0 { return thin(run) }
    return .empty(
      "Nothing found yet.",
      because: "\(run.sentence) More data reveals weaker correlations.", icon: .lightbulb,
      .link("Log something", to: ProgressPlaces.log, icon: .add))
  }

  private func thin(_ run: InsightRun) -> Node<ProgressWindowAction> {
    .empty(
      "Keep logging to unlock personalized insights!", because: run.sentence, icon: .lightbulb,
      .link("Log something", to: ProgressPlaces.log, icon: .add))
  }

  // MARK: Dismissed findings

  private var putAway: Node<ProgressWindowAction>? {
    let away = run?.run.findings.filter { regards[$0.id]?.isDismissed == true } ?? []
    let own = (run?.run.own ?? []).filter { regards[$0.id]?.isDismissed == true }.compactMap { finding in
      ownLabels[finding.own].map { (id: finding.id, title: finding.title($0)) }
    }
    guard !away.isEmpty || !own.isEmpty else { return nil }
    let ownRows = own.map { one in
      Node<ProgressWindowAction>.row(
        one.title, id: "\(Kernel.ID<Regard>(named: one.id))",
        [.button("Restore: \(one.title)", id: "back", icon: .undo, does: .bringBack(one.id))])
    }
    let rows = away.map { finding in
      let title = FindingWords(finding).title(among: away)
      return Node<ProgressWindowAction>.row(
        title, id: "\(finding.number)", to: finding.route,
        [.button("Restore: \(title)", id: "back", icon: .undo, does: .bringBack(finding.id))])
    }
    return .section("Dismissed", id: "away", [.list("Dismissed", id: "list", rows + ownRows)])
  }

  // MARK: Weekly summary

  private func weekNodes(_ surroundings: Surroundings, isDeep: Bool) -> [Node<ProgressWindowAction>] {
    guard let table, let day else {
      return days.isFailed
        ? [.text("Your week is not available at the moment.", id: "unknown")] : [.skeleton("Loading your week")]
    }
    let summary = WeekSummary(
      of: table, to: day, isDeep ? WeekSummary.all : WeekSummary.essential,
      in: AmountNotation(of: surroundings.locale))
    guard !summary.lines.isEmpty else {
      return [.text("No data in the last 14 days.", id: "none")]
    }
    let about = Node<ProgressWindowAction>.note(
      "The last 7 days compared with the 7 before, as daily averages unless marked “in total”.", icon: .calendar,
      id: "about")
    if isDeep {
      return [
        about,
        .table(
          "This week", id: "table", columns: ["Measure", "Last 7 days", "7 days before", "Change"],
          rows: summary.lines.map { [$0.title, $0.saysNow, $0.saysBefore, $0.saysChange] }),
      ]
    }
    return [
      about,
      .list(
        "This week", id: "list",
        summary.lines.map { .row($0.title, id: $0.measure.rawValue, value: "\($0.saysNow). \($0.saysChange)") }),
    ]
  }
}
