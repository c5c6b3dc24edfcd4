internal import Interface
public import Kernel
public import Peers
public import Platform

/// The messages of a person, and the state of every window.
public struct MessagingState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// Messages that are read of a conversation at first.
  static let page = 50
  /// Messages that are read of a conversation at most because all newer ones are unread.
  static let furthest = 16_000

  public internal(set) var reading = Reading.unread
  var session: UUID?
  /// Whether a sync has finished since the sign-in, so that the person's keys would be known.
  var isHeard = false
  var isSettingUp = false
  /// Whether the conversations are made up, so that nothing leaves this device.
  var isDemonstrated = false
  var correspondents: [Correspondent] = []
  var book: MessagingBook?
  /// The letters of the book by connection, the oldest first, and those just sent.
  var letters: [UUID: [OpenedMessage]] = [:]
  /// Messages to read, of conversations of which more than a page is wanted.
  var limits: [UUID: Int] = [:]
  public var windows = WindowStates<MessagingWindowState>()

  public init() {}

  public typealias Steps = [Step<MessagingEffect, MessagingEvent>]

  // MARK: Derived

  /// The letters of one connection with its person.
  struct Thread: Equatable {
    let with: Correspondent
    let letters: [OpenedMessage]

    var unread: Int { letters.count { $0.isUnread } }
    var activity: Date { max(letters.last?.sentAt ?? .distantPast, with.beganAt) }
  }

  /// The threads, that of the latest activity first. An ended connection without a message has none.
  var threads: [Thread] {
    correspondents.map { Thread(with: $0, letters: letters[$0.connection] ?? []) }
      .filter { $0.with.isActive || !$0.letters.isEmpty }
      .sorted { ($0.activity, $0.with.connection.uuidString) > ($1.activity, $1.with.connection.uuidString) }
  }

  func thread(_ connection: UUID) -> Thread? {
    correspondents.first { $0.connection == connection }
      .map { Thread(with: $0, letters: letters[$0.connection] ?? []) }
  }

  /// The number of messages that were not read.
  public var unread: Int { unreadMessages.count }

  /// The messages that were not read, of people who are shown.
  public var unreadMessages: [OpenedMessage] {
    correspondents.flatMap { (letters[$0.connection] ?? []).filter(\.isUnread) }
  }

  /// The last messages with a person that could be opened, the newest last, for a report.
  public func lastOpened(with person: UUID) -> [ReportedMessage] {
    let all = correspondents.filter { $0.person == person }.flatMap { letters[$0.connection] ?? [] }
    return all.sorted(by: OpenedMessage.isEarlier).suffix(ReportedMessage.most).compactMap { letter in
      guard case .text(let text) = letter.content else { return nil }
      return ReportedMessage(isOwn: letter.isOwn, at: letter.sentAt, text)
    }
  }

  /// The last message of a conversation if it is the person's own.
  public func unanswered(in connection: UUID) -> OpenedMessage? {
    letters[connection]?.last.flatMap { $0.isOwn ? $0 : nil }
  }

  /// The time of the last message of each connection.
  public var latest: [UUID: Date] { letters.compactMapValues { $0.last?.sentAt } }

  var standing: KeyStanding { book?.standing ?? .unknown }

  /// The standing of all keys, as far as it decides which texts can be sealed and opened.
  public struct Keys: Sendable, Equatable {
    public let person: UUID
    let standing: KeyStanding
    let phrases: Int
    let peers: [UUID: MessagingBook.Peer]
    /// The people for whom this device can seal.
    public let sealable: Set<UUID>
  }

  /// Nil until they are known.
  public var keys: Keys? {
    guard let book else { return nil }
    var isReady: Bool { if case .ready = book.standing { true } else { false } }
    let usable = isReady ? book.peers.filter { $0.value.hasKey && !$0.value.isChanged } : [:]
    return Keys(
      person: book.person, standing: book.standing, phrases: book.phrases, peers: book.peers, sealable: Set(usable.keys)
    )
  }

  func peer(_ person: UUID) -> MessagingBook.Peer { book?.peers[person] ?? .init() }

  // MARK: Transitions

  public mutating func receive(_ action: MessagingAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + read
    case .session(let account):
      guard account != session else { return [] }
      session = account
      (book, letters, limits, isHeard, isSettingUp) = (nil, [:], [:], false, false)
      if reading == .done { reading = .underWay }
      return reading == .unread ? [] : read
    case .demonstrated(let isDemonstrated): self.isDemonstrated = isDemonstrated
    case .correspondents(let people):
      correspondents = people
      return marks(at: now) + (reading == .unread || people.allSatisfy { isRead($0.connection) } ? [] : read)
    case .contact:
      isHeard = true
      return reading == .unread ? [] : read
    case .changed: return reading == .unread ? [] : read
    case .read(let book): return take(book, at: now)
    case .notRead(let problem): if reading != .done { reading = .failed(problem) }
    case .sent(let letter, let window):
      windows[window].isSending = false
      windows[window].texts[letter.connection] = nil
      book?.drafts[letter.connection] = nil
      add(letter)
    case .notSent(let problem, let window):
      windows[window].isSending = false
      windows[window].problem = problem
    case .phrase(let text, let window): windows[window].phrase = text
    case .done(let task, let window): return done(task, in: window)
    case .notDone(let task, let problem, let window):
      if case .setUp = task { isSettingUp = false }
      if let window {
        windows[window].isBusy = false
        if task == .restore, problem.remedy.isEmpty {
          windows[window].complaint = problem.what
        } else {
          windows[window].problem = problem
        }
      }
    }
    return []
  }

  var read: Steps {
    session.map { [.run(.read($0, of: wanted), .latest("read"))] } ?? []
  }

  /// The number of messages to read of each conversation.
  private var wanted: [UUID: Int] {
    let all = correspondents.map { ($0.connection, limits[$0.connection] ?? MessagingState.page) }
    return Dictionary(all, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the messages of a conversation were read.
  func isRead(_ connection: UUID) -> Bool { book?.conversations.contains(connection) ?? false }

  private mutating func take(_ book: MessagingBook, at now: Moment) -> Steps {
    guard book.person == session else { return [] }
    // Of letters that were just sent, those that this read began too early to see.
    let recent = letters.values.flatMap(\.self).filter { $0.isOwn && $0.isWaiting }
    let known = Set(book.letters.map(\.id))
    self.book = book
    reading = .done
    letters = Dictionary(grouping: book.letters, by: \.connection)
    for letter in recent where !known.contains(letter.id) && now.date.timeIntervalSince(letter.sentAt) < 10 {
      add(letter)
    }
    let deeper = deeper()
    return keys(at: now) + marks(at: now) + deeper
  }

  /// Reads further back where nothing that was read of a conversation is of the other person and seen: older ones may be
  /// unread too. Also reads conversations that were not known when this read began.
  private mutating func deeper() -> Steps {
    guard let book else { return [] }
    var isWanted = correspondents.contains { !isRead($0.connection) }
    for connection in correspondents.map(\.connection) where book.more.contains(connection) {
      let limit = limits[connection] ?? MessagingState.page
      let isOver = letters[connection]?.first { !$0.isOwn }.map { !$0.isUnread } ?? false
      guard !isOver, limit < MessagingState.furthest else { continue }
      limits[connection] = min(4 * limit, MessagingState.furthest)
      isWanted = true
    }
    return isWanted ? read : []
  }

  private mutating func add(_ letter: OpenedMessage) {
    var all = letters[letter.connection] ?? []
    guard !all.contains(where: { $0.id == letter.id }) else { return }
    all.append(letter)
    all.sort(by: OpenedMessage.isEarlier)
    letters[letter.connection] = all
  }

  /// Makes the first keys once the server was heard to know none.
  private mutating func keys(at now: Moment) -> Steps {
    guard standing == .absent, isHeard, !isSettingUp else { return [] }
    isSettingUp = true
    return [.run(.work(.setUp(isAnew: false), at: now.date, in: nil), .inOrder("keys"))]
  }

  /// Marks what this device has received, and what the person sees, for the other person.
  mutating func marks(at now: Moment) -> Steps {
    let open = Set(windows.all.compactMap(\.thread))
    var (delivered, seen): ([UUID], [UUID]) = ([], [])
    for person in correspondents {
      let isOpen = open.contains(person.connection)
      guard var all = letters[person.connection] else { continue }
      var isChanged = false
      for index in all.indices where !all[index].isOwn {
        if isOpen, all[index].readAt == nil {
          seen.append(all[index].id)
          (all[index].readAt, isChanged) = (now.date, true)
        } else if all[index].deliveredAt == nil {
          delivered.append(all[index].id)
        } else {
          continue
        }
        all[index].deliveredAt = all[index].deliveredAt ?? now.date
        isChanged = true
      }
      if isChanged { letters[person.connection] = all }
    }
    return [(delivered, false), (seen, true)].compactMap { ids, isRead in
      ids.isEmpty ? nil : .run(.mark(ids, isRead: isRead, at: now.date), .inOrder("write"))
    }
  }

  private mutating func done(_ task: MessagingTask, in window: WindowID?) -> Steps {
    func said(_ words: String) -> Steps {
      window.map { [.tell(.told(Toast(words, tone: .success)), $0)] } ?? []
    }
    if let window { windows[window].isBusy = false }
    switch task {
    case .setUp(let isAnew):
      isSettingUp = false
      return (isAnew ? said("Messages are set up anew. Write down your new key phrase.") : []) + read
    case .restore:
      if let window { (windows[window].typedPhrase, windows[window].complaint) = ("", nil) }
      return said("Your messages can be read on this device.") + read
    case .note:
      book?.isNoted = true
      return said("Saved.")
    case .accept: return said("New security code accepted.") + read
    case .compare(let person, let isCompared):
      book?.peers[person]?.isCompared = isCompared
      return said(isCompared ? "Marked as compared." : "No longer marked as compared.")
    case .retry: return read + [.say(.syncAsked)]
    case .discard(let change):
      for connection in letters.keys { letters[connection]?.removeAll { $0.refused?.change == change } }
      return said("Message discarded.") + read
    }
  }
}
