import Audit
import Connectivity
import FeatureTesting
import Foundation
import Interface
import JSON
import Kernel
import Peers
import Storage
import Testing

@testable import Matching

private let monday = Date(timeIntervalSince1970: 1_795_456_800)
private let me = UUID()
private let window = WindowID(UUID())
private let refused = Problem("peer-refused", "This code is not valid. Ask for a new one.", remedy: "")

private func invitation(
  _ wish: ConnectionRequest.Wish = .sponsor, for seconds: TimeInterval = Invitation.life
) -> Invitation { Invitation(id: ID(UUID()), for: wish, until: monday.addingTimeInterval(seconds)) }

private func kept(_ invitation: Invitation, of account: UUID = me) throws -> KeptInvitation {
  KeptInvitation(invitation, code: try #require(InvitationCode("7GK2M-9QXBT")), of: account)
}

private struct Stand {
  var state = MatchingState(PeerWords(programmes: [], times: []))
  var now = Moment(monday)

  init(name: String = "Jonas", codes: [KeptInvitation] = [], signedIn: Bool = true) {
    var book = MatchingBook()
    book.codes = codes
    _ = state.receive(.begin, at: now)
    _ = state.receive(.read(book), at: now)
    // A profile with a name alone makes no card.
    _ = state.receive(.profile(MatchingCard(name: name, role: "")), at: now)
    if signedIn { _ = state.receive(.session(me), at: now) }
  }

  @discardableResult
  mutating func tap(_ action: InvitationWindowAction) -> MatchingState.Steps {
    state.receive(.invitation(action), from: window, at: now)
  }

  @discardableResult
  mutating func hear(_ action: InvitationAction) -> MatchingState.Steps {
    state.receive(.invitation(action), at: now)
  }

  mutating func open() -> MatchingState.Steps { state.receive(.appeared(MatchingPlaces.invite), from: window, at: now) }

  func screen(_ route: Route = MatchingPlaces.invite, _ connectivity: Connectivity = .online) -> Screen<
    MatchingWindowAction
  > {
    state.screen(route, in: Surroundings(now: now, connectivity: connectivity, isSignedIn: true), at: window)
  }

  func codes(_ connectivity: Connectivity = .online) -> [String] {
    screen(MatchingPlaces.invite, connectivity).all.filter { $0.role == .code }.compactMap(\.value)
  }

  func node(_ label: String, _ connectivity: Connectivity = .online) -> Node<MatchingWindowAction>? {
    screen(MatchingPlaces.invite, connectivity).all.first { $0.label == label }
  }
}

@Suite("Inviting by code") struct InvitingTests {
  @Test("the list of matches leads there without matches and with an incomplete card, and every state passes the audit")
  func linked() throws {
    let stand = Stand()
    #expect(stand.screen(MatchingPlaces.home).all.contains { $0.destination == MatchingPlaces.invite })
    var busy = Stand(codes: [try kept(invitation())])
    busy.tap(.type("x"))
    busy.tap(.redeem)
    busy.tap(.make)
    _ = busy.open()
    busy.hear(.listed(busy.state.book.codes.map(\.invitation) + [invitation(.sponsee)]))
    var asking = busy
    asking.tap(.askWithdraw(try #require(asking.state.invitations.open?.first?.id)))
    var failed = Stand()
    failed.hear(.notListed(.peerOffline("Your codes could not be loaded.")))
    failed.hear(.notRedeemed(refused, in: window))
    for stand in [stand, Stand(name: ""), Stand(signedIn: false), busy, asking, failed] {
      for connectivity in [Connectivity.online, .offline] {
        #expect(Audit.findings(of: stand.screen(MatchingPlaces.invite, connectivity), theme: .plain) == [])
      }
    }
  }

  @Test("a code is made once, shown in two groups with its end, and kept for its account alone")
  func made() throws {
    var stand = Stand()
    let steps = stand.tap(.make)
    #expect(
      steps == [
        .run(.invitation(.make(nil, as: .sponsor, of: me, in: window)), .unawaited("invite", of: window))
      ])
    #expect(stand.tap(.make).isEmpty, "a second tap makes nothing")
    let made = try kept(invitation())
    stand.hear(.made(made, in: window))
    #expect(stand.codes() == ["7GK2M-9QXBT"] && stand.codes(.offline) == ["7GK2M-9QXBT"])
    #expect(stand.node("Works once, until 30 November 2026, 18:00.") != nil)
    stand.now = Moment(monday.addingTimeInterval(Invitation.life))
    #expect(stand.codes().isEmpty, "a code that is over is not shown")
    #expect(Stand(codes: [try kept(invitation(), of: UUID())]).codes().isEmpty)
  }

  @Test("an attempt without an answer is repeated with its identifier; another wish or a refusal begins anew")
  func repeated() {
    var stand = Stand()
    let attempt = ID<Invitation>(UUID())
    func identifier(_ steps: MatchingState.Steps) -> ID<Invitation>?? {
      if case .run(.invitation(.make(let id, _, _, _)), _)? = steps.first { return id }
      return nil
    }
    stand.tap(.make)
    stand.hear(.notMade(attempt, .peerOffline("No code was made."), in: window))
    #expect(identifier(stand.tap(.make)) == attempt)
    stand.hear(.notMade(attempt, .peerOffline("No code was made."), in: window))
    stand.tap(.choose(.sponsee))
    #expect(identifier(stand.tap(.make)) == .some(nil))
    stand.hear(.notMade(attempt, refused, in: window))
    #expect(identifier(stand.tap(.make)) == .some(nil))
  }

  @Test("a list of the server replaces what the device knows; one from before a change is asked for again")
  func listed() throws {
    let (used, open) = (invitation(), invitation(for: 3600))
    var stand = Stand(codes: [try kept(used), try kept(open)])
    #expect(stand.open() == [.run(.invitation(.list), .unawaited("invitations"))])
    let elsewhere = invitation(.sponsee, for: 7200)
    let steps = stand.hear(.listed([open, elsewhere]))
    #expect(steps == [.run(.invitation(.forget([ID(used.id.uuid)])), .inOrder("write"))])
    #expect(stand.codes().count == 1)
    #expect(stand.node("This code is shown on the device on which it was made.") != nil)
    _ = stand.open()
    let made = try kept(invitation())
    stand.hear(.made(made, in: window))
    #expect(stand.hear(.listed([open])) == [.run(.invitation(.list), .unawaited("invitations"))])
    #expect(stand.codes().count == 2, "the new code stays")
    #expect(stand.hear(.listed([open, made.invitation])).isEmpty)
    #expect(stand.codes().count == 2)
  }

  @Test("withdrawing asks first, and says when the code was used meanwhile")
  func withdrawn() throws {
    let open = invitation()
    var stand = Stand(codes: [try kept(open)])
    stand.tap(.askWithdraw(open.id))
    #expect(stand.screen().dialog?.label == "Withdraw this code?")
    let steps = stand.tap(.withdraw(open.id))
    #expect(steps.count == 1 && stand.tap(.withdraw(open.id)).isEmpty)
    #expect(stand.screen().dialog == nil)
    let used = Problem("peer-refused", "This code was used already. Look at your connections.", remedy: "")
    #expect(stand.hear(.notWithdrawn(open.id, used, in: window)).contains(.say(.syncAsked)))
    #expect(stand.node("This code was used already. Look at your connections.") != nil)
    stand.tap(.withdraw(open.id))
    stand.hear(.withdrawn(open.id, in: window))
    #expect(stand.codes().isEmpty)
  }

  @Test("a typed code is sent once and survives a failed try; a text that is none is not sent")
  func redeemed() throws {
    var stand = Stand()
    for text in ["", "7GK2M-9QXB", "hello"] {
      stand.tap(.type(text))
      #expect(stand.tap(.redeem).isEmpty)
      #expect(stand.node("Code you were given")?.state.invalid?.hasPrefix("A code has ten") == true)
    }
    stand.tap(.type("7gk2m 9qxbt"))
    #expect(stand.node("Code you were given")?.state.invalid == nil)
    let code = try #require(InvitationCode("7GK2M-9QXBT"))
    #expect(
      stand.tap(.redeem) == [.run(.invitation(.redeem(code, in: window)), .unawaited("redeem", of: window))])
    #expect(stand.tap(.redeem).isEmpty)
    stand.hear(.notRedeemed(refused, in: window))
    #expect(stand.node("Code you were given")?.value == "7gk2m 9qxbt")
    #expect(stand.node("This code is not valid. Ask for a new one.") != nil)
    stand.tap(.redeem)
    let steps = stand.hear(.redeemed(name: "Noor", in: window))
    #expect(
      steps == [
        .tell(.told(Toast("You and Noor are connected.", tone: .success)), window), .say(.syncAsked),
      ])
    #expect(stand.node("Code you were given")?.value == "")
  }

  @Test("without a name nothing is offered, offline and at the limit the buttons say why not")
  func gates() throws {
    var nameless = Stand(name: "")
    #expect(nameless.node("Enter your name first.") != nil && nameless.node("Make a code") == nil)
    nameless.tap(.type("7GK2M-9QXBT"))
    #expect(nameless.tap(.make).isEmpty && nameless.tap(.redeem).isEmpty)
    let stand = Stand(codes: try (0..<5).map { _ in try kept(invitation()) })
    #expect(stand.node("Make another code")?.hint?.contains("Withdraw one first") == true)
    for label in ["Make another code", "Connect"] {
      let button = try #require(stand.node(label, .offline))
      #expect(button.state.isDisabled && button.hint?.contains("offline") == true)
    }
  }
}
