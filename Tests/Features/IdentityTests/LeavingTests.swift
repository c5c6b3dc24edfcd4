import Interface
import Kernel
import Testing

@testable import Identity

@Suite("Signing out") struct LeavingTests {
  private func asked(_ unsent: Int, _ standing: Standing = .signedIn(.mia)) -> Desk {
    var desk = Desk(standing)
    desk.do(.askToSignOut)
    #expect(desk.effects == [.count(.leaving, at: desk.name)])
    desk.send(.counted(unsent, .leaving, at: desk.name))
    return desk
  }

  private func words(_ desk: Desk) -> [String] {
    desk.screen().dialog?.all.filter { [.paragraph, .button].contains($0.role) }.map(\.label) ?? []
  }

  @Test("With everything sent, the dialog says that the entries stay on the server")
  func sent() {
    var desk = asked(0)
    #expect(desk.screen().dialog?.label == "Sign out?")
    #expect(words(desk) == ["Your entries stay on the server.", "Cancel", "Sign out"])
    desk.do(.signOut)
    #expect(desk.effects == [.leave(discarding: 0)])
  }

  @Test("With unsent entries, the dialog states their number and offers to sync first")
  func unsent() {
    let desk = asked(3)
    #expect(
      words(desk) == [
        "3 entries have not been sent. Sync them first, or sign out and discard them.", "Sync first",
        "Discard 3 entries and sign out", "Cancel",
      ])
    #expect(desk.node("Discard 3 entries and sign out")?.state.isDestructive == true)
    #expect(
      words(asked(1)).prefix(3) == [
        "1 entry has not been sent. Sync it first, or sign out and discard it.", "Sync first",
        "Discard 1 entry and sign out",
      ])
  }

  @Test("Sync first asks the shell to sync and does not sign out")
  func syncFirst() {
    var desk = asked(3)
    desk.do(.syncFirst)
    #expect(desk.events == [.syncAsked] && desk.effects.isEmpty && desk.screen().dialog == nil)
    desk.do(.syncFirst)
    #expect(desk.steps.isEmpty)
  }

  @Test("With an expired session, the dialog offers to sign in first instead of syncing")
  func expired() {
    var desk = asked(2, .expired(.mia))
    #expect(
      words(desk) == [
        "2 entries have not been sent. Sign in to send them, or sign out and discard them.", "Sign in first",
        "Discard 2 entries and sign out", "Cancel",
      ])
    desk.do(.dismiss)
    #expect(desk.screen().dialog == nil && desk.effects.isEmpty)
  }

  @Test("Signing out without an open dialog, or after cancelling it, does nothing")
  func unasked() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.signOut)
    #expect(desk.steps.isEmpty)
    desk = asked(0)
    desk.do(.dismiss)
    desk.do(.signOut)
    #expect(desk.steps.isEmpty && desk.state.standing == .signedIn(.mia))
  }

  @Test("A count that arrives after leaving the screen opens no dialog")
  func late() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.askToSignOut)
    desk.do(.left(.account))
    #expect(desk.steps.contains(.stop(.latest("count leaving \(desk.name)"))))
    desk.send(.counted(3, .leaving, at: desk.name))
    #expect(desk.screen().dialog == nil && desk.state.desks.isEmpty)
  }

  @Test("If unsent entries cannot be counted, only the problem is shown")
  func uncounted() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.askToSignOut)
    desk.send(.notCounted(.noServer, .leaving, at: desk.name))
    #expect(desk.says(Problem.noServer.sentence) && desk.screen().dialog == nil)
    #expect(desk.node("Sign out")?.state.isDisabled == false)
  }

  @Test("Confirming twice signs out once; the profile becomes local, and the shell and the user are notified")
  func left() {
    var desk = asked(0)
    desk.do(.signOut)
    #expect(desk.node("Sign out")?.state.isDisabled == true && desk.node("Signing out")?.role == .progressbar)
    desk.do(.signOut)
    desk.do(.askToSignOut)
    #expect(desk.steps.isEmpty)
    desk.send(.left)
    #expect(desk.state.standing == .local && desk.state.desks.isEmpty)
    #expect(desk.events == [.signedOut, .told(Toast("Signed out.", tone: .success), at: desk.name)])
    #expect(
      desk.says("Your entries stay on this device. With an account they reach your other devices too."))
  }

  @Test("If more entries are unsent than confirmed, the dialog asks again with the current number")
  func more() {
    var desk = asked(0)
    desk.do(.signOut)
    desk.send(.unsentLeft(2))
    #expect(desk.state.standing == .signedIn(.mia))
    #expect(desk.node("Discard 2 entries and sign out") != nil)
    desk.do(.signOut)
    #expect(desk.effects == [.leave(discarding: 2)])
  }

  @Test("A failed sign-out keeps the user signed in, and is reported even after leaving the screen")
  func failed() {
    for isLeft in [false, true] {
      var desk = asked(0)
      desk.do(.signOut)
      if isLeft { desk.do(.left(.account)) }
      desk.send(.notLeft(.noServer))
      #expect(desk.state.standing == .signedIn(.mia))
      #expect(desk.says(Problem.noServer.sentence) != isLeft)
      #expect(desk.events == (isLeft ? [.told(Toast(Problem.noServer), at: desk.name)] : []))
    }
  }
}
