internal import Interface
public import Kernel
internal import MessageSealing
public import Platform
internal import Storage

/// The messages of a person, for all of that person's windows. It alone holds the keys.
public actor Messaging: Feature {
  public let core: Core<MessagingState>
  public nonisolated let states: Current<MessagingState>
  public nonisolated let events: Broadcast<MessagingEvent>
  private let needs: MessagingNeeds
  private let identifiers: Identifiers
  private let log: Log
  private var ring: MessageKeyring?
  private var secret: MessagingSecret?
  /// Texts that were opened, by message, since a message never changes.
  private var opened: [UUID: String] = [:]
  /// Number of texts that are kept opened.
  private static let mostOpened = 20_000

  public init(on context: FeatureContext, needs: MessagingNeeds) {
    let core = Core(MessagingState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    identifiers = context.identifiers
    log = context.log.from("Messaging")
  }

  public func perform(_ effect: MessagingEffect) async -> MessagingAction? {
    switch effect {
    case .listen: return nil
    case .read(let person, let wanted):
      do throws(Problem) { return .read(try await read(person, wanted)) } catch { return .notRead(failed(error)) }
    case .send(let order, let window):
      do throws(Problem) {
        return .sent(try await send(order), in: window)
      } catch {
        return .notSent(failed(error), in: window)
      }
    case .mark(let ids, let isRead, let now): await attempt(.mark(ids, isRead: isRead, at: now))
    case .keepDraft(let connection, let text, let now): await attempt(.draft(MessageDraft(connection, text, at: now)))
    case .dropDraft(let connection): await attempt(.dropDraft(ID(connection)))
    case .showPhrase(let window): return secret?.phrases.first.map { .phrase($0.text, in: window) }
    case .restore(let typed, let now, let window):
      do throws(Problem) {
        try await restore(typed, now)
        return .done(.restore, in: window)
      } catch {
        return .notDone(.restore, failed(error), in: window)
      }
    case .work(let task, let now, let window):
      do throws(Problem) {
        try await work(task, now)
        return .done(task, in: window)
      } catch {
        return .notDone(task, failed(error), in: window)
      }
    }
    return nil
  }

  private func attempt(_ change: MessagingChange) async {
    do throws(Problem) { try await needs.save(change) } catch { _ = failed(error) }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.warning("An operation of the messages failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: MessagingEffect) -> any Following<MessagingAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }

  // MARK: Reading

  private func read(_ person: UUID, _ wanted: [UUID: Int]) async throws(Problem) -> MessagingBook {
    let rows = try await needs.read(person, wanted)
    let ring = MessageKeyring(person, phrases: rows.secret?.phrases ?? [], own: rows.own, peers: rows.peers)
    if self.ring?.person != person || opened.count > Messaging.mostOpened { opened = [:] }
    (self.ring, secret) = (ring, rows.secret)
    var book = MessagingBook(person)
    book.letters = rows.messages.values.joined().map { row in
      var letter = OpenedMessage(row.record, of: person, content(of: row.record, ring))
      letter.isWaiting = letter.isOwn && row.state == .dirty
      letter.refused = letter.isOwn ? rows.refused[letter.id] : nil
      return letter
    }
    book.letters.sort(by: OpenedMessage.isEarlier)
    book.standing = ring.standing
    book.isNoted = rows.secret?.isNoted ?? false
    book.phrases = ring.identities.count
    for (other, keys) in ring.peers {
      book.peers[other] = .init(
        hasKey: keys.current != nil, isChanged: keys.isChanged, isCompared: keys.isCompared,
        code: ring.code(with: other)?.groups ?? [])
    }
    book.drafts = Dictionary(rows.drafts.map { ($0.id.uuid, $0.text) }, uniquingKeysWith: { first, _ in first })
    book.conversations = Set(wanted.keys)
    book.more = Set(wanted.filter { rows.messages[$0.key]?.count ?? 0 >= $0.value }.keys)
    return book
  }

  private func content(of message: SealedMessage, _ ring: MessageKeyring) -> MessageContent {
    if let text = opened[message.id.uuid] { return .text(text) }
    let content = ring.open(message)
    if case .text(let text) = content { opened[message.id.uuid] = text }
    return content
  }

  // MARK: Sending

  private func send(_ order: MessageOrder) async throws(Problem) -> OpenedMessage {
    guard let ring else { throw .keysMissing }
    let id: UUID = identifiers.uuid()
    let place = MessagePlace(id, in: order.connection, from: ring.person, to: order.recipient)
    guard let body = ring.seal(order.text, at: place) else { throw .keysMissing }
    let message = SealedMessage(
      id: ID(id), connection: order.connection, sender: ring.person, recipient: order.recipient, body: body.text,
      sentAt: order.sentAt)
    try await needs.save(.send(message))
    opened[id] = order.text
    var letter = OpenedMessage(message, of: ring.person, .text(order.text))
    letter.isWaiting = true
    return letter
  }

  // MARK: Texts of others

  /// Seals a text that another feature keeps for the two people of a connection; nil when one of them has no key. `id` names
  /// the text, which opens only under the same name, and must not be the identifier of a message.
  public func sealed(_ text: String, as id: UUID, in connection: UUID, to recipient: UUID) -> String? {
    ring.flatMap { $0.seal(text, at: MessagePlace(id, in: connection, from: $0.person, to: recipient))?.text }
  }

  /// Opens a text that `sealed` has made on a device of one of the two people.
  public func opened(
    _ body: String, as id: UUID, in connection: UUID, from sender: UUID, to recipient: UUID
  ) -> MessageContent {
    ring?.open(body, at: MessagePlace(id, in: connection, from: sender, to: recipient)) ?? .keyless
  }

  // MARK: Keys

  private func work(_ task: MessagingTask, _ now: Date) async throws(Problem) {
    switch task {
    case .setUp(let isAnew): try await setUp(isAnew: isAnew, now)
    case .note:
      guard var secret else { return }
      secret.isNoted = true
      try await needs.save(.secret(secret, key: nil))
    case .accept(let person):
      guard var peer = ring?.peers[person] else { return }
      peer.accept()
      try await needs.save(.peer(peer))
    case .compare(let person, let isCompared):
      guard var peer = ring?.peers[person] else { return }
      peer.isCompared = isCompared
      try await needs.save(.peer(peer))
    case .retry(let change): try await needs.save(.retry(change))
    case .discard(let change): try await needs.save(.discard(change))
    case .restore: break
    }
  }

  /// Makes a new phrase with its first key, unless there are keys and the person does not want others.
  private func setUp(isAnew: Bool, _ now: Date) async throws(Problem) {
    guard let ring, isAnew || ring.standing == .absent else { return }
    let phrase = RecoveryPhrase.random()
    var secret = self.secret ?? MessagingSecret(phrase, isNoted: false)
    secret.begin(phrase, isNoted: false)
    try await keep(secret, announcing: MessagingIdentity(phrase), ring, now)
  }

  /// Adds a phrase of this person. The newest one announces a further key: this device is a new one.
  private func restore(_ typed: String, _ now: Date) async throws(Problem) {
    guard let ring else { throw .keysMissing }
    let phrase: RecoveryPhrase
    do throws(RecoveryPhraseProblem) { phrase = try RecoveryPhrase(typed: typed) } catch {
      throw Problem("phrase-unread", error.sentence, remedy: "")
    }
    let identity = MessagingIdentity(phrase)
    guard ring.own.contains(where: { $0.signing == identity.signing }) else { throw .foreignPhrase }
    var secret = self.secret ?? MessagingSecret(phrase, isNoted: true)
    guard ring.newest?.signing == identity.signing else {
      secret.keep(phrase)
      return try await needs.save(.secret(secret, key: nil))
    }
    secret.begin(phrase, isNoted: true)
    try await keep(secret, announcing: identity, ring, now)
  }

  private func keep(
    _ secret: MessagingSecret, announcing identity: MessagingIdentity, _ ring: MessageKeyring, _ now: Date
  ) async throws(Problem) {
    let key = MessageKey(
      id: identifiers.next(), identity.announcement(of: ring.nextNumber, by: ring.person), at: now)
    try await needs.save(.secret(secret, key: key))
  }
}

extension Problem {
  static let keysMissing = Problem(
    "keys-missing", "The message was not sent: a key is missing.", safe: "Your text is kept.",
    remedy: "Try again after the next sync.")
  static let foreignPhrase = Problem(
    "phrase-foreign", "This phrase belongs to no messages of this account.", safe: "Nothing was changed.",
    remedy: "Enter the phrase that was shown for this account.")
}
