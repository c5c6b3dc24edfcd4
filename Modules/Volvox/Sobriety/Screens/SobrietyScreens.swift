internal import Days
internal import Forms
internal import Hours
public import Interface
public import Kernel
internal import Numbers
internal import Platform
internal import SoberDays
internal import Storage

typealias SobrietyNode = Node<SobrietyWindowAction>

extension SobrietyState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<SobrietyWindowAction> {
    let local = windows[window]
    switch route.path {
    case SobrietyPlaces.checkIn.path: return sheet(route, "Check in", local, checkInSheet(surroundings))
    case SobrietyPlaces.date.path: return dateSheet(route, surroundings, local, window)
    case SobrietyPlaces.slip.path: return slipSheet(route, surroundings, local, window)
    case SobrietyPlaces.reflection.path: return reflectionSheet(route, surroundings, local)
    case SobrietyPlaces.note.path: return noteSheet(route, surroundings, local)
    case SobrietyPlaces.timeline.path: return timeline(route, surroundings, local)
    case SobrietyPlaces.plan.path: return planScreen(route, surroundings, local)
    case SobrietyPlaces.help.path: return helpScreen(route, surroundings)
    default: return home(route, surroundings, local)
    }
  }

  /// The link to the crisis card, for a place that every screen of the product shows.
  public static func helpLink<Action: Sendable>() -> Node<Action> {
    .link("Help now", to: SobrietyPlaces.help, id: "help-now", icon: .call)
  }

  /// A sheet stands in front of everything else, so it has a link of its own.
  func sheet(
    _ route: Route, _ title: String, _ local: SobrietyWindowState, _ nodes: [SobrietyNode]
  ) -> Screen<SobrietyWindowAction> {
    Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + problem(local) + nodes + [SobrietyState.helpLink()],
      dialog: local.forms.question?.dialog { .form($0) })
  }

  func problem(_ local: SobrietyWindowState) -> [SobrietyNode] {
    guard let problem = local.problem else { return [] }
    return [
      .problem(problem, dismiss: .dismissProblem)
    ]
  }

  // MARK: Home

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: SobrietyWindowState
  ) -> Screen<SobrietyWindowAction> {
    var nodes: [SobrietyNode] = [.heading("Sobriety", level: 1)] + problem(local)
    switch (reading, ledger.current) {
    case (.failed(let problem), nil):
      nodes += [
        .unread(problem, before: "Your sober date could not be read.", retry: .retry)
      ]
    case (.unread, nil), (.underWay, nil): nodes += [.skeleton("Loading your days", lines: 4)]
    case (_, nil):
      nodes += [
        .empty(
          "Set your sober date.", because: "Your days are counted from it, by the calendar where you are.", icon: .sun,
          Node.link("Set your sober date", to: SobrietyPlaces.date, icon: .calendar).with { $0.isProminent = true }),
        meetings,
      ]
    case (_, let current?):
      nodes += count(current, surroundings.now) + [checkInSection(surroundings)] + reached(surroundings.now)
      nodes += [figures(surroundings), ways]
    }
    return Screen(route, title: "Sobriety", nodes: nodes, refresh: .retry)
  }

  private func count(_ current: SobrietyBeginning, _ now: Moment) -> [SobrietyNode] {
    let (today, dates) = (now.day, DateWords(now))
    let days = ledger.days(on: today)
    var nodes: [SobrietyNode] = [
      Node(.paragraph, days == 1 ? "day sober" : "days sober", id: "count", value: String(days))
        .with { $0.isProminent = true }
    ]
    if ledger.isAhead(of: today) {
      nodes.append(
        .notice(
          "Your sober date, \(dates.day(current.day)), is later than this device's date, \(dates.day(today)). Nothing is lost. Check "
            + "the date of the device.", id: "ahead", tone: .warning, icon: .calendar))
    }
    let next = ledger.runs(to: today).last.flatMap { programme.next(in: $0, after: today) }
    nodes.append(
      .text(
        "Since \(dates.day(current.day))."
          + (next.map { " Next: \($0.milestone.title), on \(dates.day($0.day))." } ?? ""),
        id: "since"))
    return nodes
  }

  /// Milestones of the last days, for a note.
  private func reached(_ now: Moment) -> [SobrietyNode] {
    let today = now.day
    guard let run = ledger.runs(to: today).last,
      let last = programme.reached(in: run).last, today.days(since: last.day) < 3
    else { return [] }
    let id = MilestoneRecord.id(last.milestone, of: last.beginning.id)
    let isKept = milestone(id) != nil
    let note: [SobrietyNode] =
      isKept
      ? [
        .link(
          milestone(id)?.record.note == nil ? "Add a note" : "Edit the note", to: SobrietyPlaces.note(id.uuid),
          icon: .edit)
      ] : []
    return [
      .card(
        last.milestone.title, id: "reached",
        [.text("Reached \(last.day == today ? "today" : "on \(DateWords(now).day(last.day))").", id: "when")] + note)
    ]
  }

  private func figures(_ surroundings: Surroundings) -> SobrietyNode {
    let today = surroundings.now.day
    func figure(_ label: String, _ id: String, _ value: String) -> SobrietyNode {
      Node(.paragraph, label, id: id, value: value)
    }
    let share = ledger.share(ofLast: 90, to: today)
    let total = ledger.total(to: today)
    var rows = [
      figure("Longest", "longest", ledger.longest(to: today).counted("day")),
      figure("In total", "total", total.counted("day")),
      figure(
        share.of < 90 ? "Since the start" : "Last 90 days", "share", "\(share.sober) of \(share.of)"),
    ]
    if let spending = plan.spending {
      let saved = surroundings.numbers.grouped(Double(spending.saved(in: total)))
      rows.append(figure("Saved, estimated", "saved", "\(saved) \(spending.currency)"))
    }
    return .card("Your days", id: "figures", [.group(id: "days", rows)])
  }

  private var ways: SobrietyNode {
    .group(
      id: "ways",
      [
        .link("Write a reflection", to: SobrietyPlaces.reflection, icon: .edit),
        .link("Timeline", to: SobrietyPlaces.timeline, icon: .list),
        .link("Record a slip", to: SobrietyPlaces.slip, icon: .undo),
        .link("Change the date", to: SobrietyPlaces.date, icon: .calendar),
        .link("Milestones and money", to: SobrietyPlaces.plan, icon: .settings),
        meetings,
      ])
  }

  /// The list of meetings is another feature's, and useful without a date too.
  private var meetings: SobrietyNode { .link("Meetings", to: Route(["meetings"]), icon: .map) }

  // MARK: Check-in

  /// The pledge in the morning, the review in the evening, each in one tap.
  ///
  /// - Parameter isOpen: Whether an answer that was given can be changed.
  func checkInSection(_ surroundings: Surroundings, isOpen: Bool = false) -> SobrietyNode {
    let due = DueCheckIn(at: surroundings.now)
    let done = checkIn(due)
    switch due.kind {
    case .pledge:
      return .card(
        "Morning pledge", id: "check-in",
        [.text("I will stay sober today.", id: "words")]
          + (done.map { [said("Pledged", $0, surroundings)] } ?? [
            .button("Pledge for today", id: "pledge", icon: .sun, isProminent: true, does: .checkIn(.pledge, nil))
          ]))
    case .review:
      let day = due.day == surroundings.now.day ? "today" : "yesterday"
      let answers = CheckIn.Feeling.allCases.map { feeling in
        SobrietyNode.button(feeling.title, id: feeling.rawValue, icon: feeling.icon, does: .checkIn(.review, feeling))
      }
      let toolbar = SobrietyNode(.toolbar, "How was \(day)?", id: "answers", children: answers)
      return .card(
        "Evening review", id: "check-in",
        [.text("How was \(day)?", id: "words")]
          + (done.map { [said("\($0.feeling?.title ?? "Reviewed")", $0, surroundings)] } ?? [])
          + (done == nil || isOpen ? [toolbar] : []))
    }
  }

  private func said(_ words: String, _ checkIn: CheckIn, _ surroundings: Surroundings) -> SobrietyNode {
    let at = Moment(checkIn.checkedAt, in: surroundings.now.zone).clock.text
    return .note("\(words), at \(at).", tone: .success, icon: .success, id: "done")
  }

  private func checkInSheet(_ surroundings: Surroundings) -> [SobrietyNode] {
    guard ledger.current != nil else {
      return [
        .text("Set your sober date first. Then you can check in every day.", id: "first"),
        .link("Set your sober date", to: SobrietyPlaces.date, icon: .calendar),
      ]
    }
    return [
      checkInSection(surroundings, isOpen: true),
      .group(
        id: "more",
        [
          .link("Write a reflection", to: SobrietyPlaces.reflection, icon: .edit),
          .link("Record a slip", to: SobrietyPlaces.slip, icon: .undo),
        ]),
    ]
  }
}

extension CheckIn.Feeling {
  var title: String {
    switch self {
    case .easy: "Easy"
    case .mixed: "Mixed"
    case .hard: "Hard"
    }
  }

  fileprivate var icon: Icon {
    switch self {
    case .easy: .faceGood
    case .mixed: .faceNeutral
    case .hard: .faceLow
    }
  }
}
