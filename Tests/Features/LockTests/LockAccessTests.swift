import Audit
import Interface
import Kernel
import Testing

@testable import Lock

@Suite("The screens of the lock")
struct LockAccessTests {
  @Test("are accessible: the settings while it is off and on, and the lock screen before and after a wrong passcode")
  func accessible() {
    var wrong = LockSitting()
    wrong.do(.typePasscode(Redacted("wrong horse")))
    wrong.do(.unlock)
    let (settings, locked) = (Route(["settings", "lock"]), Route(["locked"]))
    let all = [
      (LockSitting(isOn: false), settings), (LockSitting.open(), settings), (LockSitting(), locked), (wrong, locked),
    ]
    for (sitting, route) in all {
      let screen = sitting.state.screen(
        route, in: Surroundings(now: Moment(LockSitting.start)), at: sitting.window)
      #expect(screen.nodes.contains { !$0.offers.isEmpty })
      #expect(Audit.findings(of: screen, theme: .plain) == [])
    }
  }
}
