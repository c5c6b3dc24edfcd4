internal import Assignments
internal import Connections
internal import Days
internal import JSON
internal import Kernel
internal import Messaging
internal import Peers
internal import Platform
internal import ProductKit
internal import Storage

/// The demonstration person's sponsor: a connection with check-ins, tasks and a conversation. All of it is made on the
/// device and belongs to no account.
struct DemonstrationPair {
  let made: CalendarDay

  static let person = ID<SponsorConnection>(named: "demonstration person").uuid
  private static let noor = ID<SponsorConnection>(named: "demonstration sponsor").uuid
  static let id = ID<SponsorConnection>(named: "demonstration")
  private static let conversation = MadeConversation("demonstration", in: id.uuid, of: person, with: noor)

  private func at(_ ago: Int, _ hour: Double) -> Date {
    made.following(-ago).noon.addingTimeInterval((hour - 12) * 3600)
  }

  // MARK: Records

  private var connection: SponsorConnection {
    SponsorConnection(
      id: Self.id, request: Self.id.uuid, sponsor: Self.noor, sponsee: Self.person, beganAt: at(152, 18))
  }

  private var card: KnownPerson {
    KnownPerson(
      id: ID(Self.noor),
      row: [
        "person": .string(Self.noor.uuidString.lowercased()), "name": "Noor", "role": "sponsor",
        "recovery_program": "aa", "sober_since": .string(made.following(-2_300).text), "region": "Leeds",
        "availability": ["evenings", "weekends"], "bio": "Six years sober. I like long walks and honest answers.",
      ])
  }

  private var checkIns: [SharedCheckIn] {
    [(-2, Self.noor), (5, Self.person), (12, Self.noor)].map { ago, planner in
      SharedCheckIn(
        id: ID(named: "demonstration \(ago)"), connection: Self.id.uuid, planner: planner,
        partner: planner == Self.noor ? Self.person : Self.noor, at: at(ago, 18))
    }
  }

  private var tasks: [SponsorTask] {
    [
      (1, "Write down three evenings that were hard, and what you did.", 3, nil, nil),
      (4, "Ring one person from the meeting, just to say hello.", nil, nil, nil),
      (20, "Make a list of what you would miss.", -14, 15, "It became two pages. My sister is on both."),
    ].compactMap { (ago: Int, text: String, due: Int?, done: Int?, note: String?) -> SponsorTask? in
      func task(_ body: String, _ note: String?) -> SponsorTask {
        SponsorTask(
          id: ID(named: "demonstration \(ago)"), connection: Self.id.uuid, giver: Self.noor, doer: Self.person,
          body: body, dueOn: due.map(made.following), givenAt: at(ago, 19), doneAt: done.map { at($0, 21) }, note: note)
      }
      let plain = task("", nil)
      let sealed = note.flatMap {
        Self.conversation.sealed($0, as: TaskTextPlace(noteOf: plain).id, isOwn: true)
      }
      return Self.conversation.sealed(text, as: TaskTextPlace(textOf: plain).id, isOwn: false).map { task($0, sealed) }
    }
  }

  private var messages: [SealedMessage] {
    Self.lines.enumerated().compactMap { number, line in
      let (ago, hour, isOwn, text) = line
      let sentAt = at(ago, hour)
      let isLast = number == Self.lines.count - 1
      return Self.conversation.message(
        text, id: ID<SealedMessage>(named: "demonstration \(number)").uuid, isOwn: isOwn, at: sentAt,
        readAt: isLast ? nil : sentAt.addingTimeInterval(240))
    }
  }

  /// Days ago, the hour, whether the person wrote it, and the text.
  private static let lines: [(Int, Double, Bool, String)] = [
    (86, 7.6, true, "I drank last night. I am so sorry."),
    (86, 7.8, false, "You wrote to me. That is what counts this morning. Have you eaten something?"),
    (86, 7.9, true, "Not yet."),
    (86, 8.0, false, "Eat first. Then we talk, I have time from nine."),
    (27, 19.2, true, "Two months today."),
    (27, 19.4, false, "Two months! What are you doing with the evening?"),
    (27, 19.5, true, "Dinner with my sister. And water."),
    (12, 21.0, false, "How was the meeting?"),
    (12, 21.3, true, "Good. I spoke for the first time. My voice shook."),
    (12, 21.4, false, "Mine did for a year."),
    (4, 18.1, true, "Craving since six. I am cooking."),
    (4, 18.2, false, "Good. Which dish? Stay at the stove and write to me when it is done."),
    (4, 19.9, true, "Lentils. It is eight, and it has gone."),
    (1, 20.2, false, "I have put a task into your list. No hurry. Shall we walk on Saturday?"),
  ]

  // MARK: Replies

  /// The sponsor's answers to what the person writes, one after another.
  private static let replies = [
    "Thank you for writing to me. How are you right now?", "I hear you. What helped the last time it was like this?",
    "Good. Do that first, and write to me when it is done.",
    "I am made up, and this is demo data: nobody reads what you write here. Remove it in the notice above when you have seen enough.",
  ]

  /// Adds the sponsor's answer to a message of the person. None once all are given, and none twice to one message.
  static func reply(to message: OpenedMessage, in store: Store, at now: Date) async throws(Problem) {
    let shelves = try await Shelves(store)
    guard try await shelves.connections.collection.record(id) != nil else { return }
    let written = try await shelves.messages.collection.records().count {
      $0.connection == id.uuid && $0.sender == noor
    }
    let given = written - lines.count { !$0.2 }
    guard replies.indices.contains(given) else { return }
    let sentAt = max(now, message.sentAt.addingTimeInterval(0.001))
    let reply = conversation.message(
      replies[given], id: ID<SealedMessage>(named: "demonstration reply \(message.id.lower)").uuid, isOwn: false,
      at: sentAt, readAt: nil)
    try await shelves.messages.put([reply].compactMap(\.self))
  }

  // MARK: Filling and removing

  /// Adds everything once. A later call adds nothing, since sealing makes other ciphertext each time.
  func fill(_ store: Store) async throws(Problem) {
    let shelves = try await Shelves(store)
    guard try await shelves.connections.collection.record(Self.id) == nil else { return }
    try await Self.conversation.keepPhrase(in: store)
    try await shelves.people.save(card, over: .anything)
    try await shelves.keys.put(Self.conversation.keys(at: connection.beganAt))
    try await shelves.messages.put(messages)
    try await shelves.checkIns.put(checkIns)
    try await shelves.tasks.put(tasks)
    // Last, so that an interrupted fill is completed by the next.
    try await shelves.connections.put([connection])
  }

  /// Removes everything, with what the person added to this connection: there is nobody whom it could reach.
  static func remove(from store: Store) async throws(Problem) {
    let shelves = try await Shelves(store)
    let messages = try await shelves.messages.collection.records().filter { $0.connection == id.uuid }.map(\.id.uuid)
    let checkIns = try await shelves.checkIns.collection.records().filter { $0.connection == id.uuid }.map(\.id.uuid)
    let tasks = try await shelves.tasks.collection.records().filter { $0.connection == id.uuid }.map(\.id.uuid)
    let blocks = try await shelves.blocks.collection.records().filter { $0.blocked == noor }.map(\.id.uuid)
    let keys = try await shelves.keys.collection.records().filter { [person, noor].contains($0.person) }.map(\.id.uuid)
    let all = Set(messages + checkIns + tasks + blocks + keys + [id.uuid])
    for change in try await store.outbox.changes(limit: Bounds.rows) where all.contains(change.id) {
      try await store.outbox.discard(change.op)
    }
    try await shelves.messages.takeOut(messages)
    try await shelves.checkIns.takeOut(checkIns)
    try await shelves.tasks.takeOut(tasks)
    try await shelves.blocks.takeOut(blocks)
    try await shelves.keys.takeOut(keys)
    try await shelves.connections.takeOut([id.uuid])
    try await shelves.people.delete(ID(noor))
    try await conversation.forget(in: store)
  }

  private struct Shelves {
    let connections: DemonstrationShelf<SponsorConnection>
    let keys: DemonstrationShelf<MessageKey>
    let messages: DemonstrationShelf<SealedMessage>
    let checkIns: DemonstrationShelf<SharedCheckIn>
    let tasks: DemonstrationShelf<SponsorTask>
    let blocks: DemonstrationShelf<PersonBlock>
    let people: Collection<KnownPerson>

    init(_ store: Store) async throws(Problem) {
      connections = try await DemonstrationShelf(store, .owned(.background))
      keys = try await DemonstrationShelf(store, .owned(.background))
      messages = try await DemonstrationShelf(store)
      checkIns = try await DemonstrationShelf(store, .owned(.done))
      tasks = try await DemonstrationShelf(store)
      blocks = try await DemonstrationShelf(store, .owned(.done))
      people = try await store.collection(KnownPerson.self, .local)
    }
  }
}
