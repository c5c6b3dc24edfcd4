import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing out") struct LeavingTests {
  private func asked(_ unsent: Unsent, _ standing: Standing = .signedIn(.mia)) -> Sitting {
    var sitting = Sitting(standing)
    sitting.do(.askToSignOut)
    #expect(sitting.effects == [.count(.leaving, in: sitting.window)])
    sitting.send(.counted(unsent, .leaving, in: sitting.window))
    return sitting
  }

  private func words(_ sitting: Sitting) -> [String] {
    sitting.screen().dialog?.all.filter { [.paragraph, .button].contains($0.role) }.map(\.label) ?? []
  }

  @Test("With everything sent, the dialog says that the entries stay on the server")
  func sent() {
    var sitting = asked(Unsent(0))
    #expect(sitting.screen().dialog?.label == "Sign out?")
    #expect(words(sitting) == ["Your entries stay on the server.", "Cancel", "Sign out"])
    sitting.do(.signOut)
    #expect(sitting.effects == [.leave(discarding: 0)])
  }

  @Test("With unsent entries, the dialog states their number and offers to sync first")
  func unsent() {
    let sitting = asked(Unsent(3))
    #expect(
      words(sitting) == [
        "3 entries have not been sent. Sync them first, or sign out and discard them.", "Sync first",
        "Discard 3 entries and sign out", "Cancel",
      ])
    #expect(sitting.node("Discard 3 entries and sign out")?.state.isDestructive == true)
    #expect(
      words(asked(Unsent(1))).prefix(3) == [
        "1 entry has not been sent. Sync it first, or sign out and discard it.", "Sync first",
        "Discard 1 entry and sign out",
      ])
  }

  @Test("A withdrawn consent that the server does not have is named, and is no entry that is discarded")
  func withdrawn() {
    let withdrawal =
      "Your withdrawal of Health data has not reached the server yet; your other devices go on sending until it does. "
      + "It is kept here, and sent first when you sign in to this account again."
    var sitting = asked(Unsent(0, withdrawals: ["Health data"]))
    #expect(words(sitting) == ["Your entries stay on the server.", withdrawal, "Cancel", "Sign out"])
    sitting.do(.signOut)
    #expect(sitting.effects == [.leave(discarding: 0)])
    #expect(words(asked(Unsent(2, withdrawals: ["Health data"]))).contains(withdrawal))
  }

  @Test("Without a consent to sending, the dialog leads to the consents in place of a sync that sends nothing")
  func withheld() {
    let sitting = asked(Unsent(2, isWithheld: true))
    #expect(
      words(sitting) == [
        "2 entries have not been sent, because you have not agreed to sending. Change your consent first, or sign out and discard them.",
        "Discard 2 entries and sign out", "Cancel",
      ])
    #expect(sitting.node("Change your consent")?.destination == Route(["settings", "consent"]))
    #expect(sitting.node("Sync first") == nil)
    // An expired session asks for the sign-in before anything else.
    #expect(asked(Unsent(2, isWithheld: true), .expired(.mia)).node("Sign in first") != nil)
  }

  @Test("Sync first asks the shell to sync and does not sign out")
  func syncFirst() {
    var sitting = asked(Unsent(3))
    sitting.do(.syncFirst)
    #expect(sitting.steps == [.say(.syncAsked)] && sitting.screen().dialog == nil)
    sitting.do(.syncFirst)
    #expect(sitting.steps.isEmpty)
  }

  @Test("With an expired session, the dialog offers to sign in first instead of syncing")
  func expired() {
    var sitting = asked(Unsent(2), .expired(.mia))
    #expect(
      words(sitting) == [
        "2 entries have not been sent. Sign in to send them, or sign out and discard them.", "Sign in first",
        "Discard 2 entries and sign out", "Cancel",
      ])
    sitting.do(.dismiss)
    #expect(sitting.screen().dialog == nil && sitting.effects.isEmpty)
  }

  @Test("Signing out without an open dialog, or after cancelling it, does nothing")
  func unasked() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.signOut)
    #expect(sitting.steps.isEmpty)
    sitting = asked(Unsent(0))
    sitting.do(.dismiss)
    sitting.do(.signOut)
    #expect(sitting.steps.isEmpty && sitting.state.standing == .signedIn(.mia))
  }

  @Test("A count that arrives after leaving the screen opens no dialog")
  func late() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.askToSignOut)
    sitting.do(.left(.account))
    #expect(sitting.steps.contains(.stop(.latest("count leaving", of: sitting.window))))
    sitting.send(.counted(Unsent(3), .leaving, in: sitting.window))
    #expect(sitting.screen().dialog == nil && sitting.state.windows.isEmpty)
  }

  @Test("If unsent entries cannot be counted, only the problem is shown")
  func uncounted() {
    var sitting = Sitting(.signedIn(.mia))
    sitting.do(.askToSignOut)
    sitting.send(.notCounted(.noServer, .leaving, in: sitting.window))
    #expect(sitting.says(Problem.noServer.sentence) && sitting.screen().dialog == nil)
    #expect(sitting.node("Sign out")?.state.isDisabled == false)
  }

  @Test("Confirming twice signs out once; the profile becomes local, and the shell and the user are notified")
  func left() {
    var sitting = asked(Unsent(0))
    sitting.do(.signOut)
    #expect(sitting.node("Sign out")?.state.isDisabled == true && sitting.node("Signing out")?.role == .progressbar)
    sitting.do(.signOut)
    sitting.do(.askToSignOut)
    #expect(sitting.steps.isEmpty)
    sitting.send(.left)
    #expect(sitting.state.standing == .local && sitting.state.windows.isEmpty)
    let toast = Toast("Signed out.", tone: .success)
    #expect(sitting.steps.prefix(2) == [.say(.signedOut), .tell(.told(toast), sitting.window)])
    #expect(sitting.events == [.signedOut] && sitting.told == [.told(toast)])
    #expect(
      sitting.says("Your entries stay on this device. With an account they sync to your other devices."))
  }

  @Test("If more entries are unsent than confirmed, the dialog asks again with the current number")
  func more() {
    var sitting = asked(Unsent(0))
    sitting.do(.signOut)
    sitting.send(.unsentLeft(Unsent(2)))
    #expect(sitting.state.standing == .signedIn(.mia))
    #expect(sitting.node("Discard 2 entries and sign out") != nil)
    sitting.do(.signOut)
    #expect(sitting.effects == [.leave(discarding: 2)])
  }

  @Test("A failed sign-out keeps the user signed in, and is reported even after leaving the screen")
  func failed() {
    for isLeft in [false, true] {
      var sitting = asked(Unsent(0))
      sitting.do(.signOut)
      if isLeft { sitting.do(.left(.account)) }
      sitting.send(.notLeft(.noServer))
      #expect(sitting.state.standing == .signedIn(.mia))
      #expect(sitting.says(Problem.noServer.sentence) != isLeft)
      #expect(sitting.events.isEmpty && sitting.told == (isLeft ? [.told(Toast(Problem.noServer))] : []))
    }
  }
}
