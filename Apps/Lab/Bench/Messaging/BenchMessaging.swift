internal import CPeer
internal import FoundationEssentials
internal import Interface
internal import Kernel
internal import Messaging
internal import Peers
internal import Storage

// The messages of Volvox.Sober: a long conversation on a device, and many conversations on a server.
extension Benchmark {
  static let messaging = Benchmark(
    name: "messaging", summary: "a thread of 100,000 messages opened, and messages of 500 pairs delivered on loopback",
    measure: { () throws(Problem) in
      let thread = try await openedThread(of: 100_000, rounds: 7)
      let delivery = try await onThread { () throws(Problem) in
        let server = try MessageServer(pairs: 500)
        defer { server.process.stop() }
        return try server.deliver(1_000, aSecond: 100)
      }.get()
      let nats = try await onThread { () throws(Problem) in
        let nats = try MessageNats(pairs: 500)
        defer { nats.stop() }
        let (connection, recipient) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
        return try nats.deliver(1_000, aSecond: 100) { MessageServer.text($0, connection, recipient) }
      }.get()
      return thread + [
        figure("messaging-delivery", delivery, 2000),
        Figure(
          "messaging-nats", here: Times(delivery).p99, peer: Times(nats).p99,
          peerName: "NATS, which keeps nothing", unit: "ms"),
      ]
    })

  static func messagingThread(of count: Int) -> Benchmark {
    Benchmark(
      name: "messaging-thread", summary: "a thread of \(count) messages opened",
      measure: { () throws(Problem) in try await openedThread(of: count, rounds: 3) })
  }

  /// Opens a conversation from a closed store to its screen. Peer: its last fifty rows, read from C.
  private static func openedThread(of count: Int, rounds: Int) async throws(Problem) -> [Figure] {
    let ground = try StorageGround()
    let people = BenchPeople()
    let store = try await ground.open()
    try await people.fill(store, count)
    await store.close()
    var (ours, peers): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      ours.append(try await people.open(ground) / 1000)
      let start = ContinuousClock.now
      let peer = try ground.peer("store.sqlite")
      // The messages are the first collection of the store.
      guard peer_newest(peer.handle, 1, 50) == 50 else { throw .unmeasured("the store does not hold the messages") }
      peers.append((ContinuousClock.now - start).microseconds / 1000)
    }
    return [
      Figure(
        "messaging-thread", here: Times(ours).median, peer: Times(peers).median, peerName: "its last fifty, bare",
        unit: "ms"),
      figure("messaging-thread-budget", ours, 500),
    ]
  }
}

/// Two people with a long conversation.
private struct BenchPeople {
  let connection = UUID()
  let person = UUID()
  let partner = UUID()
  private let began = Date(timeIntervalSince1970: 1_700_000_000)

  func fill(_ store: Store, _ count: Int) async throws(Problem) {
    let conversation = MadeConversation("bench", in: connection, of: person, with: partner)
    let messages = try await store.collection(SealedMessage.self, .owned(.entered))
    for start in stride(from: 0, to: count, by: 1_000) {
      var page: [Pulled] = []
      for number in start..<min(start + 1_000, count) {
        let at = began.addingTimeInterval(Double(number) * 60)
        guard
          let message = conversation.message(
            "Number \(number). I walked home, cooked, and wrote it down.", id: UUID(), isOwn: number % 2 == 0, at: at,
            readAt: at)
        else { throw .unmeasured("a message could not be sealed") }
        page.append(Pulled(id: message.id.uuid, rev: "1", fields: try message.fields()))
      }
      try await messages.take(page, cursor: nil)
    }
    let keys = try await store.collection(MessageKey.self, .owned(.background))
    var page: [Pulled] = []
    for key in conversation.keys(at: began) {
      page.append(Pulled(id: key.id.uuid, rev: "1", fields: try key.fields()))
    }
    try await keys.take(page, cursor: nil)
    try await conversation.keepPhrase(in: store)
  }

  /// Returns the microseconds from the closed store to the conversation with its last fifty messages.
  func open(_ ground: StorageGround) async throws(Problem) -> Double {
    let context = FeatureContext()
    let window: WindowID = context.identifiers.next()
    let route = MessagingPlaces.thread(connection)
    var shown = 0
    let start = ContinuousClock.now
    let store = try await ground.open()
    let messaging = Messaging(on: context, needs: MessagingNeeds(store))
    await messaging.send(
      .correspondents([
        Correspondent(connection, with: partner, name: "Noor", isSponsor: true, isActive: true, beganAt: began)
      ]))
    await messaging.send(.begin)
    await messaging.send(.session(person))
    await messaging.send(.appeared(route), from: window)
    for await state in messaging.states.listen() {
      guard state.reading == .done else { continue }
      let screen = state.screen(route, in: Surroundings(now: context.time.now(), isSignedIn: true), at: window)
      shown = screen.nodes.flatMap(\.all).count { $0.role == .message && $0.value?.contains("walked home") == true }
      break
    }
    let time = (ContinuousClock.now - start).microseconds
    await store.close()
    guard shown == 50 else { throw .unmeasured("\(shown) of 50 messages are shown") }
    return time
  }
}
