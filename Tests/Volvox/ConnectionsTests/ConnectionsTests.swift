import Audit
import Connectivity
import FeatureTesting
import Forms
import Foundation
import Interface
import JSON
import Kernel
import Peers
import Storage
import Testing

@testable import Connections

/// Monday, 23 November 2026, 18:00 in Greenwich.
private let monday = Date(timeIntervalSince1970: 1_795_456_800)
private let (me, noor) = (UUID(), UUID())
private let window = WindowID(UUID())

private func request(
  _ status: ConnectionRequest.Status = .pending, from sender: UUID = noor, to recipient: UUID = me, id: UUID = UUID()
) -> ConnectionRequest {
  ConnectionRequest(
    id: ID(id), from: sender, to: recipient, for: .sponsor, note: "Hello", status: status, sentAt: monday,
    answeredAt: status == .pending ? nil : monday)
}

private func connection(
  _ status: SponsorConnection.Status = .active, id: UUID = UUID(), request: UUID = UUID()
) -> SponsorConnection {
  SponsorConnection(
    id: ID(id), request: request, sponsor: me, sponsee: noor, status: status, beganAt: monday,
    endedAt: status == .ended ? monday : nil, endedBy: status == .ended ? noor : nil)
}

private struct Stand {
  var state = ConnectionsState(PeerWords(programmes: [.init("na", "NA")], times: []))
  var now = Moment(monday)

  init(_ requests: [ConnectionRequest] = [], _ connections: [SponsorConnection] = [], signedIn: Bool = true) {
    _ = state.receive(.begin, at: now)
    if signedIn { _ = state.receive(.session(me), at: now) }
    read { ($0.requests, $0.connections) = (requests, connections) }
    let card = PeerCard(noor.lower, name: "Noor", role: "sponsee", programme: "na")
    _ = state.receive(.people([card]), at: now)
  }

  mutating func read(_ change: (inout ConnectionsBook) -> Void) {
    var book = state.book
    change(&book)
    _ = state.receive(.read(book), at: now)
  }

  @discardableResult
  mutating func tap(_ action: ConnectionsWindowAction) -> ConnectionsState.Steps {
    state.receive(action, from: window, at: now)
  }

  func screen(_ route: Route = ConnectionsPlaces.home, _ connectivity: Connectivity = .online) -> Screen<
    ConnectionsWindowAction
  > { state.screen(route, in: Surroundings(now: now, connectivity: connectivity, isSignedIn: true), at: window) }

  func rows(in section: String) -> [String] {
    screen().nodes.first { $0.id == section }?.all.filter { $0.role == .listitem }.map(\.label) ?? []
  }
}

@Suite("Connections") struct ConnectionsTests {
  @Test("three sections hold what is pending, active and past, and every screen passes the audit")
  func sections() throws {
    let (asked, active) = (request(), connection())
    let stand = Stand([asked, request(.withdrawn)], [active, connection(.ended)])
    #expect(
      stand.screen().nodes.filter { $0.role == .region }.map(\.label) == [
        "Pending requests", "Active connections", "Past connections",
      ])
    for section in ["pending", "active", "past"] { #expect(stand.rows(in: section) == ["Noor"], "\(section)") }
    #expect(stand.state.waiting == 1)
    let routes =
      [
        ConnectionsPlaces.home, ConnectionsPlaces.blocked, ConnectionsPlaces.person, ConnectionsPlaces.end,
        ConnectionsPlaces.report, ConnectionsPlaces.checkIn,
      ] + [asked.id.uuid, active.id.uuid].map { ConnectionsPlaces.person($0) } + [
        ConnectionsPlaces.end(active.id.uuid), ConnectionsPlaces.report(noor),
        ConnectionsPlaces.checkIn(active.id.uuid),
      ]
    for route in routes {
      for connectivity in [Connectivity.online, .offline] {
        #expect(Audit.findings(of: stand.screen(route, connectivity), theme: .plain) == [], "\(route) \(connectivity)")
      }
      #expect(Audit.findings(of: Stand(signedIn: false).screen(route), theme: .plain) == [], "\(route)")
    }
  }

  @Test("an answer is sent once, shown at once, and not taken back by an older row")
  func accept() {
    let asked = request()
    var stand = Stand([asked])
    let act = ConnectionsAct(.accept(asked.id), name: "Noor")
    #expect(stand.tap(.act(act)) == [.run(.ask(act, in: window), .inOrder("ask"))])
    #expect(stand.tap(.act(act)).isEmpty, "a second tap sends nothing")
    let answer: JSON = [
      "request": [
        "id": .string(asked.id.description), "sender": .string(noor.lower), "recipient": .string(me.lower),
        "asks_for": "sponsor", "status": "accepted", "sent_at": "2026-11-23T18:00:00Z",
      ],
      "connection": [
        "id": .string(asked.id.description), "request": .string(asked.id.description), "sponsor": .string(me.lower),
        "sponsee": .string(noor.lower), "status": "active", "began_at": "2026-11-23T18:00:00Z",
      ],
    ]
    _ = stand.state.receive(.answered(act, answer, in: window), at: stand.now)
    for _ in 0..<2 {
      #expect(stand.rows(in: "pending").isEmpty && stand.rows(in: "active") == ["Noor"])
      stand.read { _ in }
    }
    stand.read { book in
      book.requests = [request(.accepted, id: asked.id.uuid)]
      book.connections = [connection(id: asked.id.uuid, request: asked.id.uuid)]
    }
    #expect(stand.rows(in: "active") == ["Noor"] && stand.state.answeredConnections.isEmpty)
  }

  @Test("an answer with rubbish changes nothing, and the button can be tapped again")
  func rubbish() {
    let asked = request()
    var stand = Stand([asked])
    let act = ConnectionsAct(.accept(asked.id), name: "Noor")
    for answer: JSON in [.null, ["request": 7], ["connection": ["id": "x"]], ["request": ["id": .string(me.lower)]]] {
      stand.tap(.act(act))
      _ = stand.state.receive(.answered(act, answer, in: window), at: stand.now)
      #expect(stand.rows(in: "pending") == ["Noor"] && stand.rows(in: "active").isEmpty)
    }
  }

  @Test("a request that was accepted without becoming a connection waits still, and is answered again")
  func cutOff() {
    let asked = request(.accepted)
    let stand = Stand([asked])
    #expect(stand.state.waiting == 1)
    let labels = stand.screen().all.map(\.label)
    #expect(labels.contains("Accept Noor") && !labels.contains("Decline Noor"))
  }

  @Test("a declined request is shown to its sender for 30 days, and to nobody else")
  func declined() {
    var stand = Stand([request(.declined, from: me, to: noor)])
    #expect(stand.screen().all.contains { $0.label == "Request declined" })
    stand.now = Moment(monday.addingTimeInterval(30 * 86_400))
    #expect(!stand.screen().all.contains { $0.label == "Request declined" })
    #expect(!Stand([request(.declined)]).screen().all.contains { $0.label == "Request declined" })
  }

  @Test("who ends second is told in the words of the specification")
  func endedAlready() {
    let active = connection()
    var stand = Stand([], [active])
    stand.tap(.typeFeedback(active.id.uuid, "It was good."))
    let act = ConnectionsAct(.end(active.id, feedback: "It was good."), name: "Noor")
    #expect(stand.tap(.end(active.id.uuid)) == [.run(.ask(act, in: window), .inOrder("ask"))])
    let refusal = Problem("peer-refused", "This connection has already been ended.", remedy: "")
    _ = stand.state.receive(.refused(act, refusal, in: window), at: stand.now)
    let route = ConnectionsPlaces.end(active.id.uuid)
    #expect(stand.screen(route).all.contains { $0.label == "This connection has already been ended." })
    stand.read { $0.connections = [connection(.ended, id: active.id.uuid)] }
    #expect(stand.rows(in: "past") == ["Noor"] && stand.rows(in: "active").isEmpty)
  }

  @Test("a block works without a network, hides requests and connections, and can be undone")
  func blocks() {
    var stand = Stand([request()], [connection()])
    stand.tap(.askBlock(noor.lower))
    #expect(stand.tap(.block(noor.lower)) == [.run(.block(noor, name: "Noor", in: window), .inOrder("write"))])
    let block = PersonBlock(id: ID(UUID()), noor)
    _ = stand.state.receive(.saved(.block(block), name: "Noor", in: window), at: stand.now)
    #expect(stand.rows(in: "pending").isEmpty && stand.rows(in: "active").isEmpty && stand.state.waiting == 0)
    #expect(stand.screen(ConnectionsPlaces.blocked, .offline).all.contains { $0.label == "Unblock Noor" })
    _ = stand.state.receive(.saved(.unblock(block), name: "Noor", in: window), at: stand.now)
    #expect(stand.rows(in: "active") == ["Noor"])
  }

  @Test("a report needs a kind and words")
  func report() {
    var stand = Stand([request()])
    #expect(stand.tap(.report(noor.lower)).isEmpty)
    stand.tap(.chooseReport(noor, .selling))
    #expect(stand.tap(.report(noor.lower)).isEmpty)
    stand.tap(.typeReport(noor, "Asks for money"))
    let act = ConnectionsAct(.report(noor.lower, .selling, words: "Asks for money"), name: "Noor")
    #expect(stand.tap(.report(noor.lower)) == [.run(.ask(act, in: window), .inOrder("ask"))])
  }

  @Test("the last messages are offered where there are some, off at first, and included when they are wanted")
  func includesMessages() throws {
    let active = connection()
    var stand = Stand([], [active])
    let sheet = ConnectionsPlaces.report(noor)
    func toggle(_ stand: Stand) -> Node<ConnectionsWindowAction>? {
      stand.screen(sheet).all.first { $0.role == .toggle }
    }
    #expect(toggle(stand) == nil, "there is no message")
    _ = stand.state.receive(.messages([active.id.uuid: monday]), at: stand.now)
    let offered = try #require(toggle(stand))
    #expect(offered.label == "Include the last messages of Noor" && offered.value == "off")
    #expect(offered.hint?.contains("Whoever runs the server can then read them") == true)
    #expect(Audit.findings(of: stand.screen(sheet), theme: .plain) == [])
    stand.tap(.appeared(sheet))
    stand.tap(.chooseReport(noor, .harassment))
    stand.tap(.typeReport(noor, "See the messages"))
    let ask = PeerAsk.report(noor.lower, .harassment, words: "See the messages")
    var plain = stand
    #expect(
      plain.tap(.report(noor.lower)) == [.run(.ask(ConnectionsAct(ask, name: "Noor"), in: window), .inOrder("ask"))])
    stand.tap(.includeMessages(noor, true))
    #expect(toggle(stand)?.value == "on")
    let act = ConnectionsAct(ask, name: "Noor", includesMessages: true)
    #expect(stand.tap(.report(noor.lower)) == [.run(.ask(act, in: window), .inOrder("ask"))])
  }

  @Test("a report that includes messages has those of that person which were opened, and not more than a call holds")
  func sendsMessages() async throws {
    let environment = try await TestEnvironment(at: Moment(monday))
    let asked = Locked<[PeerAsk]>([])
    var needs = ConnectionsNeeds(environment.store) { ask throws(Problem) in
      asked.withLock { $0.append(ask) }
      return [:]
    }
    needs.messages = { person in
      (1...30).map { ReportedMessage(isOwn: person == me, at: monday, "\($0)") }
        + [ReportedMessage(isOwn: true, at: monday, String(repeating: "😀", count: 3_000))]
    }
    let connections = Connections(PeerWords(programmes: [], times: []), on: environment.context, needs: needs)
    let ask = PeerAsk.report(noor.lower, .harassment, words: "x")
    _ = await connections.perform(.ask(ConnectionsAct(ask, name: "Noor"), in: window))
    #expect(asked.withLock { $0 } == [ask], "none unless it was wanted")
    _ = await connections.perform(.ask(ConnectionsAct(ask, name: "Noor", includesMessages: true), in: window))
    guard case .report(_, _, _, let messages) = asked.withLock({ $0.last }) else {
      Issue.record("no report")
      return
    }
    #expect(messages.count == 20 && messages.first?.text == "12" && messages.last?.text.count == 1_000)
    let long = (1...20).map { _ in ReportedMessage(isOwn: false, at: monday, String(repeating: "😀", count: 1_000)) }
    let fitting = ReportedMessage.fitting(long)
    #expect((1..<20).contains(fitting.count))
    #expect(try JSON.data(JSON.array(fitting.map(\.json))).count <= ReportedMessage.mostBytes + 100)
  }

  @Test("a report and a feedback that are being typed are drafts, and go once they are sent or the account is left")
  func drafts() throws {
    let active = connection()
    var stand = Stand([request()], [active])
    let (report, end) = (ConnectionsPlaces.report(noor), ConnectionsPlaces.end(active.id.uuid))
    for place in [report, end] { stand.tap(.appeared(place)) }
    var steps = stand.tap(.chooseReport(noor, .selling))
    steps += stand.tap(.typeReport(noor, "Asks for money"))
    steps += stand.tap(.typeFeedback(active.id.uuid, "It was good."))
    var kept: [ID<FormDraft<PairForm>>: FormDraft<PairForm>] = [:]
    for case .run(.form(.keep(let draft)), _) in steps { kept[draft.id] = draft }
    #expect(kept.count == 2)
    // After a killed process.
    var next = Stand([request()], [active])
    for place in [report, end] { next.tap(.appeared(place)) }
    _ = next.state.receive(.form(.found(Array(kept.values))), at: next.now)
    #expect(next.screen(report).all.first { $0.label == "What happened" }?.value == "Asks for money")
    #expect(next.screen(end).all.first { $0.label == "Feedback" }?.value == "It was good.")
    for place in [report, end] {
      #expect(next.screen(place).all.contains { $0.label == "Recovered from your draft." })
      #expect(Audit.findings(of: next.screen(place), theme: .plain) == [])
    }
    var sending = next
    let act = ConnectionsAct(.report(noor.lower, .selling, words: "Asks for money"), name: "Noor")
    #expect(sending.tap(.report(noor.lower)) == [.run(.ask(act, in: window), .inOrder("ask"))])
    let done = sending.state.receive(.answered(act, [:], in: window), at: sending.now)
    let draft = try #require(kept.values.first { $0.form == .report(noor) })
    #expect(done.contains(.run(.form(.drop(draft.id)), ConnectionsState.writing(draft.id))))
    #expect(sending.screen(report).all.first { $0.label == "What happened" }?.value == "")
    _ = next.state.receive(.session(nil), at: next.now)
    #expect(next.state.windows[window].forms.values.isEmpty && next.state.drafts.isEmpty)
  }

  @Test("a check-in lies ahead, within a year, and counts as an interaction once it has passed")
  func checkIns() {
    let active = connection()
    var stand = Stand([], [active])
    for (day, time) in [
      ("2026-11-23", "17:59"), ("2026-02-30", "18:00"), ("2028-11-23", "18:00"), ("2026-11-24", "noon"),
    ] {
      stand.tap(.typeDay(day))
      stand.tap(.typeTime(time))
      #expect(stand.tap(.plan(active.id.uuid)).isEmpty, "\(day) \(time)")
    }
    stand.tap(.typeDay("2026-11-24"))
    stand.tap(.typeTime("18:00"))
    let at = monday.addingTimeInterval(86_400)
    #expect(
      stand.tap(.plan(active.id.uuid)) == [
        .run(
          .plan(connection: active.id.uuid, planner: me, partner: noor, at: at, name: "Noor", in: window),
          .inOrder("write"))
      ])
    let planned = SharedCheckIn(id: ID(UUID()), connection: active.id.uuid, planner: me, partner: noor, at: at)
    _ = stand.state.receive(.saved(.plan(planned), name: "Noor", in: window), at: stand.now)
    #expect(stand.state.lastInteraction(of: active, at: monday) == monday)
    #expect(stand.state.lastInteraction(of: active, at: at) == at)
  }
}
