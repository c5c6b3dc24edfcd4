import Chance
import Covers
import Interface
import Kernel
import Testing

@testable import Permissions

@Suite("A permission's explanation") struct PermissionPrimingTests {
  private static let permission = Permission(
    "notifications", title: "Reminders", why: "So that a reminder reaches you when the app is closed.",
    allow: "Yes, notify me", icon: .bell)

  private func opened() -> PermissionPriming {
    var priming = PermissionPriming(PermissionPrimingTests.permission)
    #expect(priming.receive(.returned) == .check)
    #expect(priming.receive(.heard(.undecided)) == nil && priming.phase == .open)
    return priming
  }

  private func labels(_ priming: PermissionPriming) -> [String] {
    priming.nodes { $0 }.flatMap(\.all).map(\.label)
  }

  @Test("Allow asks the system, once, and takes its answer")
  func allow() {
    var priming = opened()
    #expect(labels(priming).contains("So that a reminder reaches you when the app is closed."))
    #expect(priming.receive(.allow) == .ask && priming.phase == .asking)
    #expect(priming.receive(.allow) == nil && !labels(priming).contains("Yes, notify me"))
    #expect(priming.receive(.heard(.granted)) == nil)
    #expect(priming.phase == .granted && priming.isOver && labels(priming).contains("Allowed"))
  }

  @Test("Not now asks nothing, also when the screen is shown again, and can be changed")
  func later() {
    var priming = opened()
    #expect(priming.receive(.later) == nil && priming.phase == .later && priming.isOver)
    #expect(priming.receive(.returned) == .check && priming.receive(.heard(.undecided)) == nil)
    #expect(priming.phase == .later && labels(priming).contains("Yes, notify me"))
    #expect(priming.receive(.allow) == .ask)
  }

  @Test("a permission denied earlier leads to the device's settings, and what was changed there counts")
  func denied() {
    var priming = PermissionPriming(PermissionPrimingTests.permission)
    _ = priming.receive(.returned)
    _ = priming.receive(.heard(.denied))
    #expect(priming.phase == .denied && labels(priming).contains("Open device settings"))
    #expect(priming.receive(.allow) == nil && priming.receive(.openSettings) == .openSettings)
    #expect(priming.receive(.returned) == .check)
    _ = priming.receive(.heard(.granted))
    #expect(priming.phase == .granted && priming.receive(.openSettings) == nil)
  }

  @Test("the dialog's first button is the safe one, and dismissing is Not now")
  func dialog() throws {
    let dialog = try #require(opened().dialog { $0 })
    #expect(dialog.role == .dialog && dialog.label == "Reminders")
    #expect(dialog.all.filter { $0.role == .button }.map(\.label) == ["Not now", "Yes, notify me"])
    #expect(dialog.offer(.dismiss)?.action(.none) == .later)
    var granted = opened()
    _ = granted.receive(.allow)
    _ = granted.receive(.heard(.granted))
    #expect(granted.dialog { $0 } == nil)
  }

  @Test("where the device delivers quietly, that is offered, asks no question, and the question can follow")
  func quietly() {
    var priming = PermissionPriming(PermissionPrimingTests.permission, offersQuiet: true)
    _ = priming.receive(.heard(.undecided))
    #expect(labels(priming).contains("Deliver quietly"))
    #expect(priming.receive(.allowQuietly) == .askQuietly && priming.phase == .open)
    #expect(priming.receive(.heard(.quiet)) == nil && priming.phase == .quiet && priming.isOver)
    #expect(
      labels(priming).contains { $0.hasPrefix("They arrive quietly") } && !labels(priming).contains("Deliver quietly"))
    #expect(priming.receive(.allow) == .ask)
    #expect(!labels(opened()).contains("Deliver quietly"))
  }

  @Test("a failed request says so and leaves the choice open")
  func failed() {
    let problem = Problem("no-answer", "The device did not answer.", safe: "Nothing was changed.", remedy: "Try again.")
    var priming = opened()
    _ = priming.receive(.allow)
    _ = priming.receive(.failed(problem))
    #expect(priming.phase == .open && labels(priming).contains(problem.sentence))
    #expect(priming.receive(.allow) == .ask && priming.problem == nil)
  }

  @Test("no sequence of actions asks the system without Allow, and every phase has words")
  func anything() throws {
    let standings = PermissionStanding.allCases.map { PermissionPriming.Action.heard($0) }
    let problem = Problem("no-answer", "The device did not answer.", remedy: "Try again.")
    let actions = [.allow, .allowQuietly, .later, .openSettings, .returned, .failed(problem)] + standings
    var random = try FuzzPlan.generator(for: "PermissionPriming")
    for _ in 0..<500 {
      var priming = PermissionPriming(PermissionPrimingTests.permission)
      for _ in 0..<12 {
        let action = actions[Int.random(in: actions.indices, using: &random)]
        let before = priming.phase
        let request = priming.receive(action)
        if request == .ask { #expect(action == .allow && [.open, .later, .quiet].contains(before)) }
        #expect(request != .askQuietly, "this device has no quiet delivery")
        if request == .openSettings { #expect(action == .openSettings && before == .denied) }
        #expect(labels(priming).count > 1)
      }
    }
  }

  @Test("a device without permissions says so")
  func none() async throws {
    #expect(try await PermissionPort.none.standing("notifications") == .unavailable)
    #expect(try await PermissionPort.none.ask("notifications") == .unavailable)
    try await PermissionPort.none.openSettings("notifications")
    var priming = PermissionPriming(PermissionPrimingTests.permission)
    _ = priming.receive(.heard(.unavailable))
    #expect(priming.isOver && labels(priming).contains("This device does not offer it."))
  }
}
