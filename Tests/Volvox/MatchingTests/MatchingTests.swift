import Audit
import Compatibility
import Connectivity
import Covers
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import JSON
import Kernel
import Peers
import Storage
import Testing

@testable import Matching

/// Monday, 23 November 2026, 18:00 in Greenwich.
private let monday = Date(timeIntervalSince1970: 1_795_456_800)
private let me = UUID()
private let window = WindowID(UUID())

private func card(role: String = "sponsee", visible: Bool = true) -> MatchingCard {
  MatchingCard(
    name: "Jonas", role: role, programme: "na", soberSince: "2020-01-01", region: "Berlin", availability: ["evenings"],
    bio: "Hello", looksFor: "Somebody", isVisible: visible)
}

private func row(_ id: UUID, _ name: String, _ more: [String: JSON] = [:]) -> JSON {
  let usual: [String: JSON] = [
    "person": .string(id.uuidString.lowercased()), "name": .string(name), "role": "sponsor", "recovery_program": "na",
    "sober_since": "2019-01-01", "region": "Berlin", "availability": ["evenings"], "sponsees": 0, "requests": 0,
  ]
  return .object(usual.merging(more) { $1 })
}

private struct Stand {
  var state = MatchingState(
    PeerWords(programmes: [.init("aa", "AA"), .init("na", "NA")], times: [.init("evenings", "Evenings")]))
  var now = Moment(monday)

  init(_ rows: [JSON] = [], role: String = "sponsee", signedIn: Bool = true) {
    var book = MatchingBook()
    book.card = card(role: role)
    _ = state.receive(.begin, at: now)
    _ = state.receive(.read(book), at: now)
    if signedIn { _ = state.receive(.session(me), at: now) }
    tap(.appeared(MatchingPlaces.home))
    answer(rows)
  }

  @discardableResult
  mutating func tap(_ action: MatchingWindowAction) -> MatchingState.Steps {
    state.receive(action, from: window, at: now)
  }

  mutating func answer(_ rows: [JSON]) {
    _ = state.receive(.fetched(["viewer": ["sponsees": 0, "requests": 0], "candidates": .array(rows)]), at: now)
  }

  func screen(_ route: Route = MatchingPlaces.home, _ connectivity: Connectivity = .online) -> Screen<
    MatchingWindowAction
  > {
    state.screen(route, in: Surroundings(now: now, connectivity: connectivity, isSignedIn: true), at: window)
  }

  func rows(_ connectivity: Connectivity = .online) -> [String] {
    screen(MatchingPlaces.home, connectivity).all.first { $0.id.hasSuffix("people") }?.children.map(\.label) ?? []
  }
}

@Suite("Matches") struct MatchingTests {
  private let noor = UUID()

  @Test(
    "suggestions come with a score and reasons, the best first, and every screen passes the audit",
    .covers("vx-US3-1", "vx-FR-019"))
  func shown() {
    let stand = Stand([row(UUID(), "Ada", ["recovery_program": "aa"]), row(noor, "Noor", ["bio": "I walk."])])
    #expect(stand.rows() == ["Noor", "Ada"])
    let person = stand.screen(MatchingPlaces.person(noor.uuidString.lowercased()))
    #expect(person.all.contains { $0.label == "You follow the same programme." && $0.value == "35 of 35" })
    #expect(person.all.contains { $0.label == "About" && $0.value == "I walk." })
    for place in MatchingPlaces.all {
      var route = Route(place.pattern.examples.first?.path ?? [])
      #expect(Audit.findings(of: stand.screen(route), theme: .plain) == [], "\(route)")
      #expect(Audit.findings(of: Stand([], signedIn: false).screen(route), theme: .plain) == [], "\(route)")
      route = Route(route.path, ["id": noor.uuidString.lowercased()])
      guard place.pattern.matches(route) else { continue }
      #expect(Audit.findings(of: stand.screen(route), theme: .plain) == [], "\(route)")
      #expect(Audit.findings(of: stand.screen(route, .offline), theme: .plain) == [], "\(route)")
    }
  }

  @Test("without matches only what the profile lacks is asked for, and nothing of a complete one")
  func tips() {
    var stand = Stand([])
    #expect(stand.screen().all.contains { $0.label == "No matches found yet." })
    #expect(!stand.screen().all.contains { $0.label == "Edit profile" })
    var sparse = card()
    (sparse.region, sparse.bio) = (nil, " ")
    _ = stand.state.receive(.profile(sparse), at: stand.now)
    let all = stand.screen().all
    #expect(all.contains { $0.label == "No matches found. Complete your profile for better matches" })
    #expect(
      all.first { $0.label == "Tips" }?.children.map(\.label) == [
        "Add your city or region.", "Write a few words about yourself and what you look for.",
      ])
  }

  @Test("a visitor is led to both ways into an account")
  func visitor() {
    let ways = Stand([], signedIn: false).screen().all.compactMap(\.destination)
    #expect(ways.contains(Route(["account", "sign-in"])) && ways.contains(Route(["account", "sign-up"])))
  }

  @Test("a card with rubbish is left out, and the others stay")
  func rubbish() {
    let stand = Stand([
      7, .null, row(UUID(), ""), row(noor, "Noor"), row(UUID(), "A", ["role": "king"]),
      row(UUID(), "B", ["sponsees": "many"]), row(UUID(), "C", ["person": "x"]),
      row(UUID(), "D", ["sober_since": "soon"]),
    ])
    #expect(stand.rows() == ["Noor"])
    var other = stand
    _ = other.state.receive(.fetched(["candidates": 7]), at: other.now)
    #expect(other.rows().isEmpty)
  }

  @Test("a request is sent once, with its message; offline the button says why not")
  func request() throws {
    var stand = Stand([row(noor, "Noor")])
    let (id, route) = (noor.uuidString.lowercased(), MatchingPlaces.request(noor.uuidString.lowercased()))
    let button = try #require(stand.screen(route, .offline).all.first { $0.label == "Send request" })
    #expect(button.state.isDisabled && button.hint?.contains("offline") == true)
    stand.tap(.type("I would like to talk", to: id))
    let steps = stand.tap(.send(id))
    #expect(
      steps == [
        .run(
          .ask(of: id, name: "Noor", as: .sponsor, note: "I would like to talk", in: window),
          .unawaited("ask", of: window))
      ])
    #expect(stand.tap(.send(id)).isEmpty, "a second tap sends nothing")
    let sent = ConnectionRequest(id: ID(UUID()), from: me, to: noor, for: .sponsor, sentAt: monday)
    _ = stand.state.receive(.asked(sent, of: id, name: "Noor", in: window), at: stand.now)
    #expect(stand.rows().isEmpty)
    stand.tap(.send(id))
    #expect(stand.state.windows[window].problem?.code == "match-closed", "a gate that has closed meanwhile refuses")
  }

  @Test("a refused request says so and keeps the message")
  func refused() {
    var stand = Stand([row(noor, "Noor")])
    stand.tap(.type("Hello", to: noor.uuidString.lowercased()))
    stand.tap(.send(noor.uuidString.lowercased()))
    _ = stand.state.receive(.notAsked(.peerOffline("The request was not sent."), in: window), at: stand.now)
    let form = stand.state.windows[window].forms[RequestForm(noor.uuidString)]
    #expect(form?.values[.note] == "Hello" && !stand.state.windows[window].isSending)
    #expect(stand.screen().all.contains { $0.label.hasPrefix("The request was not sent.") })
  }

  @Test(
    "a message that is being typed is a draft for that person alone, and goes once it is sent or the account is left")
  func drafts() throws {
    var stand = Stand([row(noor, "Noor"), row(UUID(), "Ada")])
    let (id, route) = (noor.uuidString.lowercased(), MatchingPlaces.request(noor.uuidString.lowercased()))
    stand.tap(.appeared(route))
    let steps = stand.tap(.type("I would like to talk", to: id))
    var draft: FormDraft<RequestForm>?
    for case .run(.form(.keep(let kept)), _) in steps { draft = kept }
    let kept = try #require(draft)
    #expect(kept.values[.note] == "I would like to talk")
    // After a killed process.
    var next = Stand([row(noor, "Noor"), row(UUID(), "Ada")])
    next.tap(.appeared(route))
    _ = next.state.receive(.form(.found([kept])), at: next.now)
    #expect(next.screen(route).all.first { $0.label == "Message" }?.value == "I would like to talk")
    #expect(next.screen(route).all.contains { $0.label == "Recovered from your draft." })
    #expect(Audit.findings(of: next.screen(route), theme: .plain) == [])
    var sending = next
    sending.tap(.send(id))
    let sent = ConnectionRequest(id: ID(UUID()), from: me, to: noor, for: .sponsor, sentAt: monday)
    let done = sending.state.receive(.asked(sent, of: id, name: "Noor", in: window), at: sending.now)
    #expect(done.contains(.run(.form(.drop(kept.id)), MatchingState.writing(kept.id))))
    _ = next.state.receive(.session(nil), at: next.now)
    #expect(next.state.windows[window].forms.values.isEmpty && next.state.drafts.isEmpty)
  }

  @Test("blocked people, requests, connections and declines of 30 days close the gate on the device too")
  func gates() {
    var book = MatchingBook()
    book.card = card()
    func rows(_ change: (inout MatchingBook) -> Void, after seconds: TimeInterval = 0) -> [String] {
      var (stand, changed) = (Stand([row(noor, "Noor")]), book)
      change(&changed)
      _ = stand.state.receive(.read(changed), at: stand.now)
      stand.now = Moment(monday.addingTimeInterval(seconds))
      return stand.rows()
    }
    func request(_ status: ConnectionRequest.Status) -> ConnectionRequest {
      ConnectionRequest(
        id: ID(UUID()), from: noor, to: me, for: .sponsee, status: status, sentAt: monday, answeredAt: monday)
    }
    #expect(rows { _ in } == ["Noor"])
    #expect(rows { $0.blocked = [noor] } == [])
    #expect(rows { $0.requests = [request(.pending)] } == [])
    #expect(rows { $0.requests = [request(.withdrawn)] } == ["Noor"])
    #expect(rows({ $0.requests = [request(.declined)] }, after: 30 * 86_400 - 1) == [])
    #expect(rows({ $0.requests = [request(.declined)] }, after: 30 * 86_400) == ["Noor"])
    let past = SponsorConnection(
      id: ID(UUID()), request: UUID(), sponsor: noor, sponsee: me, status: .ended, beganAt: monday)
    #expect(rows { $0.connections = [past] } == [])
  }

  @Test("the card follows the profile and keeps visibility and conditions; an incomplete one is not written")
  func follows() {
    var stand = Stand()
    var conditions = MatchingConditions()
    conditions.isNearOnly = true
    stand.tap(.setConditions(conditions))
    var profile = card(visible: false)
    profile.region = "Hamburg"
    let steps = stand.state.receive(.profile(profile), at: stand.now)
    var expected = profile
    expected.isVisible = true
    expected.preferences = conditions.json(over: [:])
    #expect(steps == [.run(.saveCard(expected, in: nil), .inOrder("write"))])
    profile.programme = nil
    #expect(stand.state.receive(.profile(profile), at: stand.now).isEmpty)
  }

  @Test("what was read last stays while the server cannot be reached, and says so")
  func kept() {
    var stand = Stand([row(noor, "Noor")])
    stand.tap(.appeared(MatchingPlaces.home))
    _ = stand.state.receive(.notFetched(.peerOffline("Your matches could not be loaded.")), at: stand.now)
    #expect(stand.rows() == ["Noor"])
    #expect(stand.screen().all.contains { $0.label == "Unable to load new matches. These are the last known ones." })
    let many = KeptMatches(.object(["candidates": .array((0..<500).map { row(UUID(), "P\($0)") })]), at: monday)
    #expect(many.answer["candidates"]?.array?.count == 50)
  }

  @Test("a complete profile is shown three times as many suggestions as one that is half empty", .covers("vx-SC-009"))
  func completeness() {
    let rows = (0..<40).map { row(UUID(), "P\($0)") }
    let full = Stand(rows)
    var half = Stand(rows)
    half.state.book.card = MatchingCard(name: "J", role: "sponsee", programme: "na", availability: ["evenings"])
    #expect(full.rows().count == 30 && half.rows().count == 10)
  }

  @Test("random populations: nobody passes a gate, and both sides see the same score", arguments: 0..<200)
  func population(seed: Int) throws {
    var random = Seeded(UInt64(seed) &+ 77)
    let people = (0..<12).map { _ in UUID() }
    func some<Item>(_ items: [Item]) -> Item { items[Int(random.next() % UInt64(items.count))] }
    let cards = people.map { id in
      MatchingCard(
        name: "P", role: some(["sponsor", "sponsee", "both"]), programme: some(["na", "aa"]),
        soberSince: some(["2015-01-01", "2024-06-01", "2026-06-01"]), region: some([nil, "Berlin", "Rome"]),
        availability: some([["evenings"], ["weekends"], ["anytime"]]))
    }
    var scores: [Set<UUID>: [Int]] = [:]
    for (viewer, own) in zip(people, cards) {
      var state = MatchingState(PeerWords(programmes: [], times: []))
      var book = MatchingBook()
      book.card = own
      let blocked = some(people)
      book.blocked = [blocked]
      _ = state.receive(.read(book), at: Moment(monday))
      _ = state.receive(.session(viewer), at: Moment(monday))
      let rows = zip(people, cards).map { id, card in
        row(
          id, "P",
          [
            "role": .string(card.role), "recovery_program": .string(card.programme ?? ""),
            "sober_since": .string(card.soberSince ?? ""), "region": card.region.map { .string($0) } ?? .null,
            "availability": .array(card.availability.map { .string($0) }),
          ])
      }
      _ = state.receive(.fetched(["viewer": [:], "candidates": .array(rows)]), at: Moment(monday))
      for (match, suggested, _) in state.matches(MatchFilter(), at: Moment(monday)) {
        let id = try #require(UUID(uuidString: suggested.card.id))
        #expect(id != viewer && id != blocked)
        let sponsor = match.role == .sponsor ? suggested.card.role : own.role
        let sponsee = match.role == .sponsor ? own.role : suggested.card.role
        #expect(sponsor != "sponsee" && sponsee != "sponsor")
        let since = match.role == .sponsor ? suggested.card.soberSince?.text : own.soberSince
        #expect(since != "2026-06-01", "a sponsor is sober for a year")
        scores[[viewer, id], default: []].append(match.score)
      }
    }
    for found in scores.values { #expect(Set(found).count == 1) }
  }
}
