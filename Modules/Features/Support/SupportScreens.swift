public import Interface
public import Kernel

/// The routes of the feature's screens.
public enum SupportPlaces {
  public static let home = Route(["help"])
  public static let report = Route(["help", "report"])

  public static let all = [
    Place("/help", title: "Help Center", keywords: ["support", "contact", "questions", "faq", "feature request"]),
    Place("/help/report", title: "Problem report", keywords: ["diagnostics", "version", "support"]),
  ]
}

// The screens as pure functions of the state, the route and the window.
extension SupportState {
  typealias N = Node<SupportWindowAction>

  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<SupportWindowAction> {
    let local = windows[window]
    let isReport = route == SupportPlaces.report
    let title = isReport ? "Problem report" : "Help Center"
    return Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + (isReport ? reporting(local) : questions(local) + studies + more(local)))
  }

  // MARK: Questions

  private func questions(_ local: SupportWindowState) -> [N] {
    let canSearch = content.questions.count > SupportState.searchable
    let found = canSearch ? content.found(local.query) : content.questions
    let search: [N] =
      canSearch
      ? [.search("Search the questions", id: "search", holds: local.query, example: "Restore") { .search($0) }] : []
    let list: N =
      found.isEmpty
      ? .empty(
        "No question has these words.", because: "Try fewer words, or contact support.", id: "none", icon: .search)
      : .group("Questions", id: "questions", found.flatMap { question($0, local) })
    return search + [list]
  }

  private func question(_ question: HelpContent.Question, _ local: SupportWindowState) -> [N] {
    let isOpen = local.open.contains(question.id)
    let head = N.button(question.title, id: "question-\(question.id)", does: .toggle(question.id))
      .with { $0.isExpanded = isOpen }
    guard isOpen else { return [head] }
    return [head]
      + question.answer.enumerated().map { .text($1, id: "answer-\(question.id)-\($0 + 1)") }
  }

  // MARK: Studies

  /// The studies that look for people, for whoever allows that they are asked.
  private var studies: [N] {
    guard asksForStudies, !content.studies.isEmpty else { return [] }
    let cards = content.studies.map { study in
      N.card(
        study.title, id: "study-\(study.id)",
        study.answer.enumerated().map { .text($1, id: "text-\($0 + 1)") } + [
          .button(
            "Take part: \(study.title)", id: "take-part", icon: .send,
            hint: "Opens your mail app with a message to \(plan.product). You send it yourself.",
            does: .takePart(study.id))
        ])
    }
    return [.section("Studies", id: "studies", cards)]
  }

  // MARK: More help

  private func more(_ local: SupportWindowState) -> [N] {
    [.section("More help", id: "more", form(local) + suggest(local) + opinion(local) + [reportLink])]
  }

  /// The contact form: a message, and the button that opens it as a mail.
  private func form(_ local: SupportWindowState) -> [N] {
    let field = N.field(
      "Your message", id: "message", holds: local.message, draft: { .write($0) }, commit: { .write($0) }
    ) {
      $0.isMultiline = true
      $0.longest = SupportState.longestMessage
      $0.hint = "What you want to ask or report. It becomes the text of your mail to support."
    }
    return [field] + contact(.contact, local)
  }

  private var reportLink: N {
    .link("Problem report", to: SupportPlaces.report, id: "report", icon: .info)
  }

  private func contact(_ action: SupportWindowAction, _ local: SupportWindowState) -> [N] {
    let button = N.button(
      "Contact Support", id: "contact", icon: .send,
      hint: "Opens your mail app with a message to \(plan.product). You send it yourself.", does: action)
    guard local.hasContacted else { return [button] }
    let words =
      action == .contact && plan.letter(local.message) == nil
      ? "Your message is too long for the address of a mail. Copy it from its field, and write to this address."
      : "If no mail app opened, write to this address."
    return [
      button, .note(words, icon: .info, id: "contacted").with { $0.live = .polite },
      .code(plan.mail, label: "Address", id: "mail"), .code(plan.subject, label: "Subject", id: "subject"),
    ]
  }

  private func suggest(_ local: SupportWindowState) -> [N] {
    guard let portal = plan.portalAddress else { return [] }
    let button = N.button(
      "Feature requests", id: "suggest", icon: .lightbulb, hint: "Opens a public page outside of \(plan.product).",
      does: .suggest)
    guard local.hasSuggested else { return [button] }
    return [
      button,
      .note("If no page opened, use this address.", icon: .info, id: "suggested").with { $0.live = .polite },
      .code(portal.address, label: "Feature requests", id: "portal"),
    ]
  }

  /// The rows for a person's opinion of the app: to its makers, or in the store.
  private func opinion(_ local: SupportWindowState) -> [N] {
    let feedback = N.button(
      "Send Feedback", id: "feedback", icon: .chat,
      hint: "Opens your mail app with a message to \(plan.product). You send it yourself.", does: .feedback)
    guard let store = plan.storeAddress else { return [feedback] }
    let rate = N.button(
      "Rate \(plan.product)", id: "rate", icon: .star, hint: "Opens the page of \(plan.product) in its store.",
      does: .rate)
    guard local.hasRated else { return [feedback, rate] }
    return [
      feedback, rate,
      .note("If no page opened, use this address.", icon: .info, id: "rated").with { $0.live = .polite },
      .code(store.address, label: "\(plan.product) in its store", id: "store"),
    ]
  }

  /// Notices above every screen: after a crash, and the question for a rating at a good moment.
  public func banner(in surroundings: Surroundings) -> [Node<SupportWindowAction>] {
    if isAfterCrash {
      return [
        .notice(
          "\(plan.product) ended unexpectedly the last time. What you had saved is safe.", id: "crash", tone: .warning,
          icon: .warning, dismiss: .dismissCrash, [.link("Report the problem", to: SupportPlaces.report, id: "report")])
      ]
    }
    guard asksForRating else { return [] }
    return [
      .notice(
        "Do you like \(plan.product)? A rating in the store helps others to find it.", id: "rating", tone: .info,
        icon: .star, dismiss: .rateLater,
        [
          .button("Rate \(plan.product)", id: "rate", does: .rate),
          .button("Do not ask again", id: "never", does: .neverRate),
        ])
    ]
  }

  // MARK: The report

  private func reporting(_ local: SupportWindowState) -> [N] {
    guard let facts else { return [.skeleton("Collecting versions and counts")] }
    let rows =
      facts.enumerated().map { N.row($1.title, id: "fact-\($0 + 1)", value: $1.value) }
      + crashes.enumerated().map { N.row($1.title, id: "crash-\($0 + 1)", value: $1.words) }
    let lines: [N] =
      lastLines.isEmpty
      ? [] : [.code(lastLines.joined(separator: "\n"), label: "Last lines of the log before it ended", id: "lines")]
    return [
      .text(
        "These lines help to find a fault. They hold versions, counts and codes, and nothing that you entered. Nothing is sent "
          + "before you send the message yourself.", id: "words"),
      .list("Report", id: "facts", rows),
    ] + lines + contact(.contactWithReport, local) + [
      .link("Help Center", to: SupportPlaces.home, id: "help", icon: .book)
    ]
  }
}
