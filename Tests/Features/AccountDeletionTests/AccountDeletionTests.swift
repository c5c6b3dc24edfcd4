import Audit
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import AccountDeletion

private let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
private let offline = Problem("server-unreachable", "The server cannot be reached.", remedy: "Check the connection.")
private let wrong = Problem("auth-current-password", "The current password is not right.", remedy: "Check it.")
private let erasure = ScheduledErasure(
  requested: now.date, erases: now.date.addingTimeInterval(14 * 86_400), receipt: Redacted("receipt"))
private let document = ErasureDocument(
  id: "0190", erased: now.date, counts: ["habit_entries": 3, "moods": 12], signature: "signature", text: "{}")

/// Drives the state from one window.
private struct Sitting {
  let window: WindowID
  let other: WindowID
  var state = AccountDeletionState(DeletionPlan(stays: "Requests that they sent to you."))
  var steps: AccountDeletionState.Steps = []
  var at = now

  init(kept: KeptDeletion? = nil, isSignedIn: Bool = true) {
    let identifiers = Identifiers.seeded(1, Time(now: { now }, ring: { _, _ in AsyncStream { nil } }))
    (window, other) = (identifiers.next(), identifiers.next())
    send(.begin)
    send(.loaded(kept))
    if isSignedIn { send(.signedIn) }
  }

  mutating func send(_ action: AccountDeletionAction) { steps = state.receive(action, at: at) }
  mutating func `do`(_ action: AccountDeletionWindowAction) { steps = state.receive(action, from: window, at: at) }

  /// The effects but waiting.
  var effects: [AccountDeletionEffect] {
    steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } }.filter { waits($0) == nil }
  }
  var waited: Date? { steps.compactMap { if case .run(let effect, _) = $0 { waits(effect) } else { nil } }.last }
  private func waits(_ effect: AccountDeletionEffect) -> Date? {
    if case .wait(let date) = effect { date } else { nil }
  }
  var told: [String] {
    steps.compactMap { if case .tell(.told(let toast), window) = $0 { toast.text } else { nil } }
  }
  var surroundings: Surroundings { Surroundings(now: at, isSignedIn: state.isSignedIn) }
  var screen: Screen<AccountDeletionWindowAction> {
    state.screen(AccountDeletionState.route, in: surroundings, at: window)
  }
  var nodes: [Node<AccountDeletionWindowAction>] { screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? []) }
  var banner: [Node<AccountDeletionWindowAction>] { state.banner(in: surroundings).flatMap(\.all) }
  func node(_ label: String) -> Node<AccountDeletionWindowAction>? { nodes.first { $0.label == label } }
}

@Suite("Deleting an account") struct AccountDeletionTests {
  @Test(
    "the page says when, what, and what stays; the request takes two steps, and two taps make one request",
    .covers("yh-S04.6.2-B8", "yh-S04.7.2-AC7", "vx-FR-046"))
  func twoSteps() {
    var sitting = Sitting()
    #expect(sitting.node("When")?.value?.hasPrefix("On 29 January 2027") == true)
    #expect(sitting.node("What stays with other people")?.value == "Requests that they sent to you.")
    sitting.do(.typePassword(Redacted("secret")))
    sitting.do(.request)
    #expect(sitting.effects.isEmpty)
    sitting.do(.goOn)
    #expect(sitting.screen.dialog?.label == "Delete your account?" && sitting.effects.isEmpty)
    #expect(sitting.nodes.last { $0.label == "Delete account" }?.state.isDestructive == true)
    sitting.do(.dismiss)
    #expect(sitting.screen.dialog == nil)
    sitting.do(.goOn)
    sitting.do(.request)
    #expect(sitting.effects == [.request(Redacted("secret"), in: sitting.window)])
    sitting.do(.request)
    #expect(sitting.effects.isEmpty)
    #expect(sitting.node("Continue")?.state.isDisabled == true)
  }

  @Test("an empty password asks by the recent sign-in")
  func recent() {
    var sitting = Sitting()
    sitting.do(.goOn)
    sitting.do(.request)
    #expect(sitting.effects == [.request(nil, in: sitting.window)])
  }

  @Test("after the request the person reads when the account is deleted", .covers("yh-S04.6.2-AC2"))
  func promised() {
    var sitting = Sitting()
    sitting.do(.goOn)
    sitting.do(.request)
    sitting.send(.requested(erasure, in: sitting.window))
    let words = "Your account will be deleted in 14 days. You can cancel anytime before then."
    #expect(sitting.told == [words] && sitting.node(words) != nil)
    #expect(sitting.effects == [.keep(.scheduled(erasure))])
    sitting.at = now.advanced(by: .seconds(13 * 86_400 + 1))
    #expect(sitting.node("Your account will be deleted in 1 day. You can cancel anytime before then.") != nil)
  }

  @Test("a device that is told of the deletion shows the day and a way to keep the account on every screen")
  func told() {
    var sitting = Sitting()
    #expect(sitting.effects == [.look] && sitting.banner.isEmpty)
    sitting.send(.looked(erasure))
    #expect(sitting.banner.contains { $0.label.contains("This account will be erased on 29 January 2027.") })
    #expect(sitting.banner.contains { $0.label == "Keep my account" })
    #expect(sitting.effects == [.keep(.scheduled(erasure))])
    sitting.send(.looked(erasure))
    #expect(sitting.effects.isEmpty)
    sitting.do(.keep)
    #expect(sitting.effects == [.cancel(in: sitting.window)])
    sitting.do(.keep)
    #expect(sitting.effects.isEmpty)
    sitting.send(.cancelled(in: sitting.window))
    #expect(sitting.told == ["Your account is kept."] && sitting.banner.isEmpty && sitting.effects == [.keep(nil)])
    #expect(sitting.node("Continue") != nil)
  }

  @Test("a device that kept the account is followed by the others at their next look")
  func elsewhere() {
    var sitting = Sitting(kept: .scheduled(erasure))
    #expect(!sitting.banner.isEmpty)
    sitting.send(.looked(nil))
    #expect(sitting.banner.isEmpty && sitting.effects == [.keep(nil)])
  }

  @Test("the server is asked after other answers, at most once a minute, and never while nobody is signed in")
  func contacts() {
    var sitting = Sitting()
    sitting.send(.contact)
    #expect(sitting.effects.isEmpty)
    sitting.at = now.advanced(by: .seconds(60))
    sitting.send(.contact)
    #expect(sitting.effects == [.look])
    var nobody = Sitting(isSignedIn: false)
    nobody.send(.contact)
    #expect(nobody.effects.isEmpty)
    nobody.do(.goOn)
    #expect(nobody.screen.dialog == nil && nobody.node("Sign in to delete your account.") != nil)
  }

  @Test("without a connection the form says so and keeps what was entered; another refusal empties the password")
  func refused() {
    var sitting = Sitting()
    sitting.do(.typePassword(Redacted("secret")))
    sitting.do(.goOn)
    sitting.do(.request)
    sitting.do(.left(AccountDeletionState.route))
    sitting.send(.notRequested(offline, in: sitting.window))
    #expect(sitting.nodes.contains { $0.label.contains("Deleting your account needs a connection.") })
    sitting.do(.goOn)
    sitting.do(.request)
    #expect(sitting.effects == [.request(Redacted("secret"), in: sitting.window)])
    sitting.send(.notRequested(wrong, in: sitting.window))
    #expect(sitting.nodes.contains { $0.label.contains("The current password is not right.") })
    sitting.do(.goOn)
    sitting.do(.request)
    #expect(sitting.effects == [.request(nil, in: sitting.window)])
  }

  @Test("keeping the account without a connection says so, and it can be tried again")
  func notKept() {
    var sitting = Sitting(kept: .scheduled(erasure))
    sitting.do(.keep)
    sitting.send(.notCancelled(offline, in: sitting.window))
    #expect(sitting.told.count == 1 && sitting.nodes.contains { $0.label.contains("The server cannot be reached.") })
    sitting.do(.keep)
    #expect(sitting.effects == [.cancel(in: sitting.window)])
  }

  @Test("when the session ends, the certificate is fetched once; it stays until it is removed")
  func certificate() {
    var sitting = Sitting(kept: .scheduled(erasure))
    sitting.send(.expired)
    #expect(sitting.effects == [.collect(erasure)])
    sitting.send(.expired)
    #expect(sitting.effects.isEmpty)
    sitting.send(.notCollected)
    sitting.do(.appeared(AccountDeletionState.route))
    #expect(sitting.effects == [.collect(erasure)])
    // Removing the data signs out, which must not remove the certificate.
    sitting.send(.signedOut)
    #expect(sitting.effects.isEmpty)
    sitting.send(.erased(document))
    #expect(sitting.banner.contains { $0.label.contains("Your account was erased on 15 January 2027.") })
    #expect(sitting.node("Habit entries")?.value == "3" && sitting.node("Number")?.value == "0190")
    sitting.do(.discardDocument)
    #expect(sitting.effects == [.keep(nil)] && sitting.banner.isEmpty)
  }

  @Test(
    "a device that was never told asks after its session has ended, and no more once the server knows of no erasing")
  func untold() {
    var sitting = Sitting()
    sitting.send(.expired)
    #expect(sitting.effects == [.collect(nil)])
    sitting.send(.notCollected)
    #expect(sitting.waited == now.date.addingTimeInterval(60))
    sitting.send(.due)
    #expect(sitting.effects == [.collect(nil)])
    sitting.send(.notErased)
    #expect(sitting.waited == nil && sitting.effects.isEmpty)
    var erased = Sitting()
    erased.send(.expired)
    erased.send(.erased(document))
    #expect(erased.banner.contains { $0.label.contains("Your account was erased on 15 January 2027.") })
    #expect(erased.waited == nil)
    erased.do(.saveDocument)
    #expect(erased.effects == [.save(document, in: erased.window)])
    erased.send(.notSaved(offline, in: erased.window))
    #expect(erased.told.count == 1)
  }

  @Test("nobody who has signed out is asked about an erased account")
  func left() {
    var sitting = Sitting()
    sitting.send(.expired)
    sitting.send(.notErased)
    sitting.send(.signedOut)
    sitting.do(.appeared(AccountDeletionState.route))
    sitting.send(.contact)
    #expect(sitting.effects.isEmpty)
  }

  @Test("a session that ends before what is kept was read is followed afterwards")
  func early() {
    var state = AccountDeletionState(.alone)
    _ = state.receive(.begin, at: now)
    let first = state.receive(.expired, at: now)
    #expect(first.isEmpty)
    let steps = state.receive(.loaded(.scheduled(erasure)), at: now)
    #expect(steps.contains { if case .run(.collect(erasure), _) = $0 { true } else { false } })
  }

  @Test("on the day and after it the server is asked at increasing intervals, whether or not the session has ended")
  func due() {
    var sitting = Sitting()
    sitting.send(.looked(erasure))
    #expect(sitting.waited == erasure.erases.addingTimeInterval(60))
    sitting.at = now.advanced(by: .seconds(14 * 86_400 + 60))
    sitting.send(.due)
    #expect(sitting.effects == [.look] && sitting.waited == sitting.at.date.addingTimeInterval(120))
    sitting.send(.expired)
    sitting.send(.notCollected)
    sitting.at = sitting.at.advanced(by: .seconds(120))
    sitting.send(.due)
    #expect(sitting.effects == [.collect(erasure)] && sitting.waited == sitting.at.date.addingTimeInterval(240))
    for _ in 0..<20 {
      sitting.send(.notCollected)
      sitting.send(.due)
    }
    #expect(sitting.waited == sitting.at.date.addingTimeInterval(21_600))
    sitting.send(.erased(document))
    #expect(sitting.waited == nil)
    sitting.send(.due)
    #expect(sitting.effects.isEmpty)
  }

  @Test("signing out forgets the deletion, but not a certificate that was not read")
  func signedOut() {
    var sitting = Sitting(kept: .scheduled(erasure))
    sitting.send(.signedOut)
    #expect(sitting.effects == [.keep(nil)] && sitting.banner.isEmpty)
    var erased = Sitting(kept: .erased(document))
    erased.send(.signedOut)
    #expect(erased.effects.isEmpty && !erased.banner.isEmpty)
  }

  @Test("neither state nor screen prints the password, and every screen passes the audit")
  func audited() throws {
    var sittings = [
      Sitting(), Sitting(kept: .scheduled(erasure)), Sitting(kept: .erased(document)), Sitting(isSignedIn: false),
    ]
    sittings[0].do(.typePassword(Redacted("secret")))
    sittings[0].do(.goOn)
    for sitting in sittings {
      #expect(!"\(sitting.state)".contains("secret") && !"\(sitting.nodes)".contains("secret"))
      #expect(Audit.findings(of: sitting.screen, theme: .plain) == [])
    }
  }

  @Test("what is kept on the device is read back, and older or damaged contents are no deletion")
  func coding() throws {
    for kept in [KeptDeletion.scheduled(erasure), .erased(document)] {
      #expect(try JSONDecoder().decode(KeptDeletion.self, from: JSONEncoder().encode(kept)) == kept)
    }
    #expect(throws: (any Error).self) { try JSONDecoder().decode(KeptDeletion.self, from: Data("{}".utf8)) }
  }
}
