internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The state of one window.
public struct MessagingWindowState: LocalState {
  enum Question: Equatable {
    case discard(UUID)
    case anew
  }

  /// Messages that are shown before older ones are asked for.
  static let page = 50

  /// The connection whose thread is shown.
  var thread: UUID?
  /// Texts that were typed, by connection.
  var texts: [UUID: String] = [:]
  /// Number of messages shown, by connection.
  var shown: [UUID: Int] = [:]
  var isSending = false
  var isBusy = false
  /// The connection whose text was to be sent and cannot be.
  var complained: UUID?
  var phrase: String?
  var typedPhrase = ""
  var complaint: String?
  var question: Question?
  var problem: Problem?

  public init() {}
}

// The transitions for the person's actions in one window.
extension MessagingState {
  public mutating func receive(_ action: MessagingWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      let connection = route.path == MessagingPlaces.thread.path ? MessagingPlaces.id(route) : nil
      windows[window].thread = connection
      return marks(at: now)
    case .left(let route): leave(route, window)
    case .refresh: return read + [.say(.syncAsked)]
    case .type(let connection, let text): return type(text, connection, in: window, now)
    case .send(let connection): return send(connection, in: window, now)
    case .earlier(let connection): return earlier(connection, in: window)
    case .retry(let change): return work(.retry(change), in: window, now)
    case .askDiscard(let change): windows[window].question = .discard(change)
    case .discard(let change):
      windows[window].question = nil
      return work(.discard(change), in: window, now)
    case .accept(let person): return work(.accept(person), in: window, now)
    case .compared(let person, let isCompared): return work(.compare(person, isCompared), in: window, now)
    case .showPhrase: return [.run(.showPhrase(in: window), .latest("phrase", of: window))]
    case .hidePhrase: windows[window].phrase = nil
    case .noted: return work(.note, in: window, now)
    case .typePhrase(let text):
      (windows[window].typedPhrase, windows[window].complaint) = (String(text.prefix(500)), nil)
    case .restore:
      guard !windows[window].isBusy else { return [] }
      windows[window].isBusy = true
      return [.run(.restore(windows[window].typedPhrase, at: now.date, in: window), .inOrder("keys"))]
    case .askAnew: windows[window].question = .anew
    case .startAnew:
      windows[window].question = nil
      return work(.setUp(isAnew: true), in: window, now)
    case .cancel: windows[window].question = nil
    case .dismissProblem: windows[window].problem = nil
    }
    return []
  }

  private mutating func leave(_ route: Route, _ window: WindowID) {
    windows[window].problem = nil
    windows[window].question = nil
    switch route.path {
    case MessagingPlaces.thread.path:
      windows[window].complained = nil
      if windows[window].thread == MessagingPlaces.id(route) { windows[window].thread = nil }
    case MessagingPlaces.phrase.path: windows[window].phrase = nil
    case MessagingPlaces.restore.path: (windows[window].typedPhrase, windows[window].complaint) = ("", nil)
    default: break
    }
  }

  private func work(_ task: MessagingTask, in window: WindowID, _ now: Moment) -> Steps {
    [.run(.work(task, at: now.date, in: window), .inOrder("keys"))]
  }

  // MARK: Writing

  /// The text that waits in a thread: what was typed in this window, or the draft.
  func text(_ connection: UUID, _ local: MessagingWindowState) -> String {
    local.texts[connection] ?? book?.drafts[connection] ?? ""
  }

  private mutating func type(_ text: String, _ connection: UUID, in window: WindowID, _ now: Moment) -> Steps {
    guard correspondents.contains(where: { $0.connection == connection }) else { return [] }
    let text = text.replacing("\0", with: "")
    windows[window].texts[connection] = text
    windows[window].complained = nil
    return [
      .run(text.isEmpty ? .dropDraft(connection) : .keepDraft(connection, text, at: now.date), .newest("draft"))
    ]
  }

  /// The complaint about a text; nil when it can be sent.
  func complaint(_ text: String) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "Write something first." }
    let length = text.unicodeScalars.count
    return length > SealedMessage.longestText
      ? "This has \(length) characters; the limit is \(SealedMessage.longestText). Make it shorter." : nil
  }

  /// Why nothing can be written to somebody; nil when it can.
  func obstacle(_ person: Correspondent) -> String? {
    if !person.isActive { return MessagingState.ended }
    switch standing {
    case .unknown, .absent: return "Messages are being set up. This needs a connection to the server once."
    case .foreign: return "Enter your key phrase to write on this device."
    case .ready: break
    }
    let peer = peer(person.person)
    if peer.isChanged { return "\(person.name)'s security code has changed. Accept the new one to write." }
    return peer.hasKey
      ? nil : "\(person.name) has not set up messages yet. You can write once they have opened the app."
  }

  static let ended = "This connection has ended. Messages cannot be sent."

  private mutating func send(_ connection: UUID, in window: WindowID, _ now: Moment) -> Steps {
    guard let thread = thread(connection), obstacle(thread.with) == nil, !windows[window].isSending else { return [] }
    let text = text(connection, windows[window])
    guard complaint(text) == nil else {
      windows[window].complained = connection
      return []
    }
    windows[window].isSending = true
    windows[window].problem = nil
    let order = MessageOrder(
      connection: connection, recipient: thread.with.person, text: text,
      sentAt: MessagingState.next(after: thread.letters.last, at: now.date))
    return [.run(.send(order, in: window), .inOrder("write"))]
  }

  /// A time for a new message: later than what it answers, whichever clock is ahead or behind. Another person's message whose
  /// time the server has not bounded is followed for ten minutes only.
  static func next(after last: OpenedMessage?, at now: Date) -> Date {
    guard let last, last.sentAt >= now else { return now }
    guard last.isBounded || last.isOwn || last.sentAt.timeIntervalSince(now) <= SealedMessage.mostAhead else {
      return now
    }
    return last.sentAt.addingTimeInterval(0.001)
  }

  private mutating func earlier(_ connection: UUID, in window: WindowID) -> Steps {
    let shown = (windows[window].shown[connection] ?? MessagingWindowState.page) + MessagingWindowState.page
    windows[window].shown[connection] = shown
    guard shown > letters[connection]?.count ?? 0, book?.more.contains(connection) == true else { return [] }
    limits[connection] = shown + MessagingWindowState.page
    return read
  }
}
