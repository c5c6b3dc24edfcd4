internal import Conversation
internal import Days
public import Interface
public import Kernel
internal import Runners

typealias CoachNode = Node<CoachingWindowAction>

// The conversation with the coach.
extension CoachingState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<CoachingWindowAction> {
    let local = windows[window]
    switch route.path {
    case CoachingPlaces.runner.path: return runnerScreen(route, surroundings)
    case CoachingPlaces.model.path: return modelScreen(route, local)
    case CoachingPlaces.microphone.path: return microphoneScreen(route, local)
    default: return home(route, surroundings, local)
    }
  }

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: CoachingWindowState
  ) -> Screen<CoachingWindowAction> {
    let title = "Coach"
    let heading: CoachNode = .heading(title, level: 1)
    if let unready = unready() { return Screen(route, title: title, nodes: [heading] + unready) }
    return Screen(
      route, title: title,
      nodes: [heading] + progress(surroundings) + (consent == nil ? asking() : [])
        + [conversation(surroundings, local)] + standing(local)
        + ways(surroundings) + composer(local), dialog: local.dictation.dialog { .dictate($0) })
  }

  /// The nodes in place of the conversation while there is none; nil once it has begun.
  private func unready() -> [CoachNode]? {
    switch reading {
    case .failed(let problem):
      return [
        .notice(
          problem.sentence, id: "unread", tone: .warning, icon: .warning,
          [.button("Retry", id: "retry", icon: .refresh, does: .retry)])
      ]
    case .unread, .underWay: return [.skeleton("Loading the conversation", lines: 4)]
    case .done where hasBegun: return nil
    case .done where isConsentOpen: return asking()
    case .done:
      guard isOnline == false else { return [.skeleton("Your coach is coming", lines: 2)] }
      return [
        .empty(
          "I need to be online to get started. Connect to WiFi or cellular and let's try again.",
          because: "You can also begin now: your answers are kept on this device, and nothing is lost.", icon: .offline,
          .button("Retry", id: "retry", icon: .refresh, isProminent: true, does: .retry)),
        .button("Begin without the network", id: "anyway", icon: .forward, does: .beginAnyway),
      ]
    }
  }

  // MARK: Progress

  /// The share of the profile that is known, from the confirmed name on.
  private func progress(_ surroundings: Surroundings) -> [CoachNode] {
    guard let runner, runner[.nameConfirmed] != nil, runner.stage != .ready else { return [] }
    let left = runner.missing.count
    return [
      .progress("Your profile", id: "progress", done: Double(runner.completeness), of: 100),
      .link(left == 1 ? "1 answer left" : "\(left) answers left", to: CoachingPlaces.runner, id: "left", icon: .list),
    ]
  }

  private func ways(_ surroundings: Surroundings) -> [CoachNode] {
    guard let runner, runner.planRunner(on: surroundings.now.day) != nil else { return [] }
    if runner.stage == .ready || hasPlan {
      return [.link("See my plan", to: Route(["plan"]), id: "plan", icon: .calendar)]
    }
    return [
      .button("Make a first plan now", id: "plan-now", icon: .calendar, does: .planNow),
      .note("It stays careful until you have told me the rest.", id: "plan-note"),
    ]
  }

  // MARK: Messages

  private func conversation(_ surroundings: Surroundings, _ local: CoachingWindowState) -> CoachNode {
    let words = DateWords(surroundings.now)
    let nodes = ConversationNodes<CoachingWindowAction>(
      assistant: "Coach", asked: speaking == nil ? asked : [], drafts: local.drafts,
      unfolded: local.unfolded,
      ConversationActions(
        answer: { .answer($0, $1) }, edit: { .edit($0, $1) }, submit: { .submit($0) }, fold: { .fold($0) }))
    return .conversation(
      "Conversation with your coach", id: "talk",
      nodes.nodes(of: transcript.messages.suffix(CoachingState.mostShown), time: { words.brief($0) }))
  }

  /// Messages that are shown; older ones stay in the log.
  static let mostShown = 200

  /// The problem there is, and the note that the network is gone.
  private func standing(_ local: CoachingWindowState) -> [CoachNode] {
    var nodes: [CoachNode] = []
    if isOnline == false {
      nodes.append(
        .notice(
          "Reconnecting. You can go on: your answers are kept on this device.", id: "reconnecting", tone: .neutral,
          icon: .offline))
    }
    if let problem {
      let again: [CoachNode] =
        failedTurn != nil
        ? [.button("Retry", id: "again", icon: .refresh, does: .retry)]
        : failures >= CoachingState.mostFailures ? [.link("Help", to: Route(["help"]), id: "help", icon: .info)] : []
      nodes.append(
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          dismiss: failedTurn == nil ? .dismissProblem : nil,
          again))
    }
    return nodes
  }

  // MARK: Writing

  private func composer(_ local: CoachingWindowState) -> [CoachNode] {
    let asked = asked.last
    let field = CoachNode.field(
      "Message to your coach", id: "text", holds: local.text ?? draft, draft: { .type($0) }, commit: { .type($0) }
    ) {
      $0.isMultiline = true
      $0.longest = ToolDraft.longestText
      $0.purpose = .notes
      $0.example = asked?.text("placeholder")
      $0.invalid = local.complaint
      $0.enter = .send
    }
    let speech = dictation(local)
    let send = CoachNode.button("Send", id: "send", icon: .send, isProminent: true, does: .send)
    // While nobody speaks, the microphone stands beside the field.
    return local.dictation.phase == .idle ? [.composer(field, speech + [send])] : speech + [.composer(field, [send])]
  }

  /// The microphone, where the question may be answered by voice.
  private func dictation(_ local: CoachingWindowState) -> [CoachNode] {
    if let asked = asked.last, asked.tool == .openInput, !asked.flag("allowVoice") { return [] }
    return local.dictation.nodes { .dictate($0) }
  }
}
