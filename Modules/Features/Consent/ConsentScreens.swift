internal import Days
public import Interface
public import Kernel
internal import Mode
internal import Platform

// The screens as pure functions of the state, the route and the window.
extension ConsentState {
  typealias N = Node<ConsentWindowAction>

  public static let places = [
    Place(
      "/settings/consent", title: "Consent",
      keywords: ["terms", "privacy policy", "agree", "withdraw", "analytics", "health data"])
  ]

  public func screen(_ route: Route, in surroundings: Surroundings, at window: WindowID) -> Screen<ConsentWindowAction>
  {
    let local = windows[window]
    if route.path.count == 3, let text = plan[route.path[2]] { return page(of: text, route, local, surroundings) }
    let nodes: [N] =
      switch reading {
      case .unread, .underWay: [.skeleton("Loading your consents")]
      case .failed(let problem): failed(problem)
      case .done:
        problem(of: local) + (refused.map { [.note($0.sentence, icon: .info, id: "refused")] } ?? [])
          + shown(surroundings).map {
            card($0, local, surroundings, asks: $0.isDeepOnly || plan.sending.contains($0.id))
          } + deeper(surroundings)
          + history(surroundings)
      }
    return Screen(
      route, title: "Consent", nodes: [.heading("Consent", level: 1)] + nodes,
      dialog: local.withdrawing.flatMap { plan[$0] }.map(question))
  }

  /// The content of a step that asks for these consents and cannot be skipped. It is complete when `isAnswered` says so.
  public func step(_ ids: [ConsentText.ID], in surroundings: Surroundings, at window: WindowID) -> [Node<
    ConsentWindowAction
  >] {
    let local = windows[window]
    switch reading {
    case .unread, .underWay: return [.skeleton("Loading your consents")]
    case .failed(let problem): return failed(problem)
    case .done:
      return problem(of: local) + ids.compactMap { plan[$0] }.map { card($0, local, surroundings, asks: true) }
    }
  }

  /// The texts that the mode shows. One that was decided can be changed in every mode.
  private func shown(_ surroundings: Surroundings) -> [ConsentText] {
    plan.texts.filter { !$0.isDeepOnly || surroundings.mode == .deep || standing(of: $0.id) != .open }
  }

  private func deeper(_ surroundings: Surroundings) -> [N] {
    let hidden = plan.texts.count - shown(surroundings).count
    guard hidden > 0 else { return [] }
    return [.note("\(hidden) more in Deep mode, by kind of data.", icon: .info, id: "deeper")]
  }

  /// The notice above every screen while a text has changed since the person agreed to it.
  public var banner: [Node<ConsentWindowAction>] {
    guard reading == .done, !outdated.isEmpty else { return [] }
    let titles = outdated.map(\.title).joined(separator: ", ")
    let words = outdated.count == 1 ? "A text that you agreed to has changed" : "Texts that you agreed to have changed"
    return [
      .notice(
        "\(words): \(titles). Until you decide, the older one holds.", id: "consent-changed", tone: .info, icon: .info,
        [.link("See what has changed", to: Route(["settings", "consent"]), id: "see", icon: .book)])
    ]
  }

  /// The notice above every screen of a person with an account who has not decided what sending depends on.
  public var sendingBanner: [Node<ConsentWindowAction>] {
    guard sending == .undecided else { return [] }
    return [
      .notice(
        "Nothing is sent to your server yet. What you enter stays on this device until you decide.",
        id: "consent-undecided", tone: .info, icon: .lock,
        [.link("Review your consents", to: Route(["settings", "consent"]), id: "decide", icon: .book)])
    ]
  }

  /// The notice on the screen of the sync of a person who does not consent to it.
  public var refusalNotice: Node<ConsentWindowAction>? {
    guard sending == .refused else { return nil }
    let titles = plan.texts.filter { plan.sending.contains($0.id) && isWithdrawn($0.id) }.map(\.title)
    return .notice(
      "Sync is off, because you did not consent to it: \(titles.joined(separator: ", ")). Nothing is sent, and what you enter "
        + "stays on this device.",
      id: "consent-refused", tone: .info, icon: .lock,
      [.link("Change your consent", to: Route(["settings", "consent"]), id: "change", icon: .book)])
  }

  /// The page of one text, which is whole whether or not the decisions could be read.
  private func page(
    of text: ConsentText, _ route: Route, _ local: ConsentWindowState, _ surroundings: Surroundings
  ) -> Screen<ConsentWindowAction> {
    let standing: [N] =
      switch reading {
      case .unread, .underWay: [.skeleton("Loading your consents")]
      case .failed(let problem): failed(problem)
      case .done: problem(of: local) + [status(self.standing(of: text.id), text, surroundings)]
      }
    return Screen(
      route, title: text.pageTitle,
      nodes: [.heading(text.pageTitle, level: 1)] + standing
        + text.paragraphs.enumerated().map { .text($1, id: "text-\($0 + 1)") }
        + [
          .note("Version \(text.version)", icon: .info, id: "version"),
          .link("All consents", to: Route(["settings", "consent"]), id: "all", icon: .book),
        ])
  }

  private func failed(_ problem: Problem) -> [N] {
    [
      .notice(
        "Your consents could not be read. \(problem.sentence)", id: "problem", tone: .warning, icon: .warning,
        [.button("Try again", icon: .refresh, does: .retry)])
    ]
  }

  private func problem(of local: ConsentWindowState) -> [N] {
    local.problem.map { [.problem($0)] } ?? []
  }

  // MARK: One consent

  private func card(_ text: ConsentText, _ local: ConsentWindowState, _ surroundings: Surroundings, asks: Bool = false)
    -> N
  {
    let standing = standing(of: text.id)
    var nodes: [N] = [status(standing, text, surroundings)]
    if !standing.allows, plan.sending.contains(text.id) {
      nodes.append(
        .note(
          "Nothing is sent to a server without it: what you enter stays on this device.", icon: .lock, id: "stays"))
    }
    if case .outdated(let record) = standing { nodes += changes(from: record, to: text) }
    let isShown = local.unfolded.contains(text.id)
    let shown = isShown ? text.paragraphs[...] : text.paragraphs.prefix(text.leading)
    nodes += shown.enumerated().map { .text($1, id: "text-\($0 + 1)") }
    if text.paragraphs.count > text.leading {
      let more = text.leading > 1 ? "Learn more: \(text.title)" : "Read \(text.title)"
      nodes.append(
        .button(
          isShown ? "Show less of \(text.title)" : more, id: "read", icon: .book, does: .read(text.id)))
    }
    switch standing {
    case .given where text.isRequired: break
    case .given:
      nodes.append(.button("Withdraw consent: \(text.title)", id: "withdraw", does: .askToWithdraw(text.id)))
    case .open, .outdated, .withdrawn, .imported:
      nodes.append(
        !saving.contains(text.id)
          ? .button(
            "\(text.agree): \(text.title)", id: "agree", icon: .success, isProminent: true, does: .agree(text.id))
          : .disabledButton("\(text.agree): \(text.title)", id: "agree", because: "Your decision is being saved."))
      if asks, standing.isUndecided, !text.isRequired, !saving.contains(text.id) {
        nodes.append(.button("\(text.refuse): \(text.title)", id: "refuse", does: .refuse(text.id)))
      }
      if case .outdated = standing, !text.isRequired {
        nodes.append(.button("Withdraw consent: \(text.title)", id: "withdraw", does: .askToWithdraw(text.id)))
      }
    }
    return .section(text.title, id: "consent-\(text.id)", nodes)
  }

  private func status(_ standing: Standing, _ text: ConsentText, _ surroundings: Surroundings) -> N {
    let required = text.isRequired ? " It is required." : ""
    return switch standing {
    case .open: .note("You have not agreed yet.\(required)", icon: .info, id: "status")
    case .given(let record):
      .note("Agreed on \(day(record, surroundings)).\(required)", tone: .success, icon: .success, id: "status")
    case .outdated(let record):
      .note(
        "The text has changed since you agreed on \(day(record, surroundings)).", tone: .warning, icon: .warning,
        id: "status")
    case .withdrawn(let record) where !records.contains { $0.category == text.id && $0.isGiven }:
      .note("You did not agree on \(day(record, surroundings)).", icon: .info, id: "status")
    case .imported(let record):
      .note(
        "Given on \(day(record, surroundings)) in an imported archive. Confirm it here before it counts.\(required)",
        tone: .warning, icon: .warning, id: "status")
    case .withdrawn(let record): .note("Withdrawn on \(day(record, surroundings)).", icon: .info, id: "status")
    }
  }

  private func day(_ record: ConsentRecord, _ surroundings: Surroundings) -> String {
    DateWords(surroundings.now).day(record.decidedAt)
  }

  /// Paragraphs that are new or gone, compared with the text that the person agreed to.
  private func changes(from record: ConsentRecord, to text: ConsentText) -> [N] {
    let old = ConsentText.paragraphs(of: record.text)
    let (new, gone) = (text.paragraphs.filter { !old.contains($0) }, old.filter { !text.paragraphs.contains($0) })
    return [
      .list(
        "What has changed", id: "changes",
        new.enumerated().map { .row("New: \($1)", id: "new-\($0 + 1)").with { $0.icon = .add } }
          + gone.enumerated().map { .row("Removed: \($1)", id: "gone-\($0 + 1)").with { $0.icon = .remove } })
    ]
  }

  private func question(_ text: ConsentText) -> N {
    .dialog(
      "Withdraw your consent to \(text.title)?", id: "question", [.text(text.withdrawal, id: "words")],
      buttons: [
        .button("Keep consent", does: .dismiss),
        .button("Withdraw consent", id: "confirm", does: .withdraw).with { $0.isDestructive = true },
      ], dismiss: .dismiss, isAlert: true)
  }

  // MARK: History

  private func history(_ surroundings: Surroundings) -> [N] {
    guard !records.isEmpty else { return [] }
    let rows = records.prefix(50).map { record in
      N.row(
        "\(record.isGiven ? "Agreed" : "Withdrawn"): \(plan[record.category]?.title ?? record.category)",
        id: "decision-\(record.id)",
        value:
          "\(day(record, surroundings)), version \(record.version)\(imported.contains(record.id.uuid) ? ", imported" : "")"
      )
    }
    return [.section("History", id: "history", [.list("Your decisions", id: "list", Array(rows))])]
  }
}
