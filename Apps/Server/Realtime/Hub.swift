internal import FoundationEssentials
internal import Gate
internal import Kernel
internal import Relational
internal import Tokens
internal import Transport
internal import WebSocketCodec

/// The connected clients, their channels and subscriptions. An actor on the event loop of their sockets, so that a
/// message to many clients reaches all of them without a change of thread.
actor Hub {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let database: any Database
  let bus: (any Bus)?
  let judge: Realtime.Judge
  let revocations: Revocations?
  let policy: TopicPolicy
  let alwaysWatched: Set<String>
  let limits: RealtimeLimits
  let time: Time
  let beat: Time
  let log: Log
  /// The identifier of this instance among those that share a database.
  let instance: String

  var clients: [Int: Client] = [:]
  var rooms: [Room.Name: Room] = [:]
  var given = 0
  var figures = Realtime.Figures()
  /// The members that listen to a table, grouped by hearer; the empty name is that of all tables.
  var listeners: [String: [Hearer: [Int: ChannelMember]]] = [:]
  /// The encoded columns of each table, cached.
  var columns: [String: [UInt8]] = [:]
  /// The members whose tokens are checked, by second.
  var due: [Int: [TokenCheck]] = [:]
  /// The tables that the database watches for this hub; `watching` is the task that changes them.
  var watched: Set<String> = []
  var watching: Task<Void, Never>?
  /// Other instances, with the time of each one's last message.
  var heard: [String: Int] = [:]
  var outgoing: AsyncStream<[UInt8]>.Continuation?
  private var standing: [Task<Void, Never>] = []
  var isClosed = false

  init(
    _ needs: Realtime.Needs, limits: RealtimeLimits, log: Log, instance: String, on loop: EventLoop
  ) {
    self.loop = loop
    database = needs.database
    bus = needs.bus
    judge = needs.judge
    revocations = needs.revocations
    policy = needs.policy
    alwaysWatched = needs.alwaysWatched
    time = needs.time
    beat = needs.beat ?? needs.time
    self.limits = limits
    self.log = log
    self.instance = instance
  }

  var now: Double { time.now().date.timeIntervalSince1970 }
  /// Seconds on the clock of sockets.
  var beaten: Double { beat.now().date.timeIntervalSince1970 }

  // MARK: Lifecycle

  func begin() {
    // Subscribes before returning, so that no later change is missed.
    let changes = database.changes.listen()
    stand { hub in await changes.hear { news in await hub.hear(news) } }
    let ticks = beat.ticks(every: .seconds(1))
    stand { hub in await ticks.hear { _ in await hub.tick() } }
    if let revocations {
      let ended = revocations.changes.listen()
      stand { hub in await ended.hear { _ in await hub.closeEnded(revocations) } }
    }
    if let bus { begin(bus) }
  }

  func stand(_ work: @escaping @Sendable (Hub) async -> Void) {
    standing.append(
      Task { [weak self] in
        guard let self else { return }
        await work(self)
      })
  }

  func close() async {
    isClosed = true
    if let bus { try? await bus.publish(BusMessage.gone.bytes(from: instance)) }
    outgoing?.finish()
    for task in standing { task.cancel() }
    standing = []
    for client in clients.values { shut(client, .goingAway, "the server stops") }
  }

  // MARK: Sockets

  var hasRoom: Bool { !isClosed && clients.count < limits.sockets }

  func counted() -> Realtime.Figures {
    figures.sockets = clients.count
    return figures
  }

  func enter(_ socket: WebSocket, _ wire: FrameSerializer, _ pass: Pass) -> Int? {
    guard hasRoom else { return nil }
    given += 1
    let bucket = TokenBucket(rate: limits.rate, brim: limits.burst, at: beaten)
    let client = Client(given, socket, wire, pass, bucket)
    clients[given] = client
    if hasEnded(pass.caller) { shut(client, .policy, Hub.sessionEnded) }
    return given
  }

  func leave(_ number: Int) {
    guard let client = clients.removeValue(forKey: number) else { return }
    client.isHere = false
    figures.backlog -= client.waiting
    for member in client.members.values { remove(member) }
    client.members = [:]
  }

  func shut(_ client: Client, _ code: CloseCode, _ reason: String) {
    guard client.isHere else { return }
    client.isHere = false
    client.socket.assumeIsolated { $0.shut(code, reason) }
  }

  // MARK: Outgoing messages

  func tell(_ client: Client, _ message: PreparedMessage) {
    guard client.isHere else { return }
    let bound = figures.backlog > limits.backlogs ? 0 : limits.backlog
    guard let waiting = client.socket.assumeIsolated({ $0.offer(message, whileWaiting: bound) }) else {
      return letGo(client)
    }
    figures.said += 1
    // In most cases nothing waits.
    guard waiting != client.waiting else { return }
    figures.backlog += waiting - client.waiting
    client.waiting = waiting
    if figures.backlog > limits.backlogs { countBacklog() }
  }

  /// Closes a client that reads too slowly or is gone.
  private func letGo(_ client: Client) {
    if client.socket.assumeIsolated({ $0.isOpen }) { figures.letGo += 1 }
    shut(client, .failed, "what was said to this socket came faster than it read")
  }

  /// Recounts the bytes that wait: clients may have read since they were last written to.
  private func countBacklog() {
    figures.backlog = 0
    for client in clients.values {
      client.waiting = client.isHere ? client.socket.assumeIsolated { $0.waiting } : 0
      figures.backlog += client.waiting
    }
  }

  func say(
    _ event: StaticString, _ payload: [UInt8], to member: ChannelMember, ref: [UInt8] = FrameSerializer.null
  ) {
    let frame = member.client.wire.frame(
      joinRef: member.joinRef, ref: ref, topic: member.room.topic, event: event, payload: payload)
    tell(member.client, PreparedMessage(text: frame))
  }

  /// Sends the same event to all members of a room, or to some: one frame per protocol version, encoded when first
  /// needed.
  func spread(
    _ event: StaticString, _ payload: [UInt8], in room: Room, where hears: (ChannelMember) -> Bool = { _ in true }
  ) {
    var made: [FrameSerializer: PreparedMessage] = [:]
    for member in room.members.values where hears(member) {
      let wire = member.client.wire
      let message =
        made[wire] ?? PreparedMessage(text: wire.frame(topic: room.topic, event: event, payload: payload))
      made[wire] = message
      tell(member.client, message)
    }
  }

  func reply(_ frame: ClientFrame, to client: Client, ok: Bool = true, _ response: [UInt8] = Array("{}".utf8)) {
    let status: RawJSON = ok ? "ok" : "error"
    let payload = [UInt8](#"{"status":"\#(raw: status.bytes)","response":\#(raw: response)}"#)
    let bytes = client.wire.frame(
      joinRef: frame.joinRef, ref: frame.ref, topic: JSONSlices.quoted(frame.topic), event: "phx_reply",
      payload: payload)
    tell(client, PreparedMessage(text: bytes))
  }

  func refuse(_ frame: ClientFrame, of client: Client, _ reason: String) {
    reply(frame, to: client, ok: false, [UInt8](#"{"reason":\#(reason)}"#))
  }

  /// Sends a `system` event about a channel, not a reply.
  func system(_ member: ChannelMember, ok: Bool, _ message: String, extension part: String = "postgres_changes") {
    let status = ok ? "ok" : "error"
    say(
      "system",
      [UInt8](
        #"{"channel":\#(member.room.name.topic),"extension":\#(part),"message":\#(message),"status":\#(status)}"#),
      to: member)
  }
}
