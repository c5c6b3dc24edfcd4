internal import Days
public import Interface
public import Kernel
internal import Peers
internal import Platform

typealias MessagingNode = Node<MessagingWindowAction>

extension MessagingState {
  /// The screen of a route in a window.
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<MessagingWindowAction> {
    let local = windows[window]
    switch route.path {
    case MessagingPlaces.thread.path: return threadScreen(route, surroundings, local)
    case MessagingPlaces.code.path: return codeScreen(route, local)
    case MessagingPlaces.phrase.path: return phraseScreen(route, local)
    case MessagingPlaces.restore.path: return restoreScreen(route, surroundings, local)
    default: return home(route, surroundings, local)
    }
  }

  func problem(_ local: MessagingWindowState) -> [MessagingNode] {
    guard let problem = local.problem else { return [] }
    return [.problem(problem, dismiss: .dismissProblem)]
  }

  /// The node shown in place of everything while nothing is known; nil once there is something to show.
  func unready() -> MessagingNode? {
    if session == nil {
      return .empty(
        "Sign in to see your messages.", because: "They are between two people, so both need an account.", icon: .chat,
        .link("Account", to: Route(["account"]), id: "sign-in", icon: .person))
    }
    switch reading {
    case .failed(let problem):
      return .unread(problem, retry: .refresh)
    case .unread, .underWay: return loading
    case .done: return correspondents.isEmpty || correspondents.contains { isRead($0.connection) } ? nil : loading
    }
  }

  var loading: MessagingNode { .skeleton("Loading your messages", lines: 4) }

  // MARK: Home

  private func home(
    _ route: Route, _ surroundings: Surroundings, _ local: MessagingWindowState
  ) -> Screen<MessagingWindowAction> {
    var nodes: [MessagingNode] = [.heading("Messages", level: 1)] + problem(local)
    if let unready = unready() {
      nodes.append(unready)
    } else {
      nodes += setup()
      let threads = threads.filter { isRead($0.with.connection) }
      if threads.isEmpty {
        nodes.append(
          .empty(
            "No conversations yet.", because: "You can write to people you are connected with.", icon: .chat,
            .link("Connections", to: Route(["connections"]), id: "connections", icon: .link)))
      }
      let active = threads.filter(\.with.isActive).map { row($0, surroundings) }
      let past = threads.filter { !$0.with.isActive }.map { row($0, surroundings) }
      if !active.isEmpty { nodes.append(.list("Conversations", id: "threads", active)) }
      if !past.isEmpty {
        nodes.append(.section("Past connections", id: "past", [.list("Past conversations", id: "threads", past)]))
      }
      if case .ready = standing, book?.isNoted == true {
        nodes.append(.link("Key phrase", to: MessagingPlaces.phrase, id: "phrase", icon: .lock))
      }
    }
    return Screen(route, title: "Messages", nodes: nodes, refresh: .refresh)
  }

  /// The notice of a step to take before messages are safe, or can be written.
  private func setup() -> [MessagingNode] {
    switch standing {
    case .unknown: return []
    case .absent:
      return [
        .notice(
          "Messages are set up with the next sync.", id: "setup", tone: .neutral, icon: .syncing)
      ]
    case .foreign:
      return [
        .notice(
          "You have set up messages on another device. Enter your key phrase to read and write here.", id: "setup",
          tone: .warning, icon: .lock),
        MessagingNode.link("Enter key phrase", to: MessagingPlaces.restore, id: "restore", icon: .unlock)
          .with { $0.isProminent = true },
      ]
    case .ready:
      // Before there is anything to lose, nobody wants to hear of it.
      guard book?.isNoted == false, letters.values.contains(where: { !$0.isEmpty }) else { return [] }
      return [
        .notice(
          "Write down your key phrase. Without it, nobody can read your messages on a new device, not even you.",
          id: "setup", tone: .neutral, icon: .lock),
        .link("Show key phrase", to: MessagingPlaces.phrase, id: "phrase", icon: .lock),
      ]
    }
  }

  private func row(_ thread: Thread, _ surroundings: Surroundings) -> MessagingNode {
    let words = DateWords(surroundings.now)
    let last = thread.letters.last
    let text = last.map { last in
      let text = last.content.words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return (last.isOwn ? "You: " : "") + text.shortened(60)
    }
    let when = last.map { last in
      let day = CalendarDay(last.sentAt, in: surroundings.now.zone)
      return day == surroundings.now.day ? words.time(last.sentAt) : words.brief(day)
    }
    let unread = thread.unread
    let name = thread.with.name
    return MessagingNode.row(
      name, id: thread.with.connection.uuidString.lowercased(), value: text ?? "No messages yet",
      to: MessagingPlaces.thread(thread.with.connection),
      (when.map { [.text($0, id: "when")] } ?? [])
        + (unread == 0
          ? [] : [.note(unread == 1 ? "1 unread" : "\(unread) unread", tone: .accent, icon: .bell, id: "unread")])
    ).with {
      $0.icon = .person
      $0.isCurrent = unread > 0
    }
  }
}

extension String {
  /// The text with at most that many characters.
  func shortened(_ most: Int) -> String { count <= most ? self : prefix(most - 1) + "…" }
}
