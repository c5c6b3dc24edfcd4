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

  @Test("With everything sent, it asks and says that it stays on the server")
  func sent() {
    var desk = asked(0)
    #expect(desk.screen().dialog?.label == "Sign out?")
    #expect(words(desk) == ["Your entries stay on the server.", "Cancel", "Sign out"])
    desk.do(.signOut)
    #expect(desk.effects == [.leave(discarding: 0)])
  }

  @Test("With something unsent, it says how much, and offers to sync first")
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

  @Test("Sync first asks the shell for it and signs nobody out")
  func syncFirst() {
    var desk = asked(3)
    desk.do(.syncFirst)
    #expect(desk.events == [.syncAsked] && desk.effects.isEmpty && desk.screen().dialog == nil)
    desk.do(.syncFirst)
    #expect(desk.steps.isEmpty)
  }

  @Test("Who must sign in again cannot sync first, and is told what they can do")
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

  @Test("Nobody is signed out without having been asked, or after having said no")
  func unasked() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.signOut)
    #expect(desk.steps.isEmpty)
    desk = asked(0)
    desk.do(.dismiss)
    desk.do(.signOut)
    #expect(desk.steps.isEmpty && desk.state.standing == .signedIn(.mia))
  }

  @Test("A count that comes after the screen was left asks nothing there")
  func late() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.askToSignOut)
    desk.do(.left(.account))
    #expect(desk.steps.contains(.stop(.latest("count leaving \(desk.name)"))))
    desk.send(.counted(3, .leaving, at: desk.name))
    #expect(desk.screen().dialog == nil && desk.state.desks.isEmpty)
  }

  @Test("When nobody can say how much is unsent, nothing happens but that this is said")
  func uncounted() {
    var desk = Desk(.signedIn(.mia))
    desk.do(.askToSignOut)
    desk.send(.notCounted(.noServer, .leaving, at: desk.name))
    #expect(desk.says(Problem.noServer.sentence) && desk.screen().dialog == nil)
    #expect(desk.node("Sign out")?.state.isDisabled == false)
  }

  @Test("Two taps sign out once; afterwards the profile is nobody's, and the shell and the person are told")
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

  @Test("More unsent than was agreed to is asked about again, with the number as it is now")
  func more() {
    var desk = asked(0)
    desk.do(.signOut)
    desk.send(.unsentLeft(2))
    #expect(desk.state.standing == .signedIn(.mia))
    #expect(desk.node("Discard 2 entries and sign out") != nil)
    desk.do(.signOut)
    #expect(desk.effects == [.leave(discarding: 2)])
  }

  @Test("When it does not work the person is signed in still, and told so wherever they are")
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
