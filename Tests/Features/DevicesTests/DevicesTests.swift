import Audit
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Devices

private let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
private let wrong = Problem("no-server", "The server does not answer.", safe: "Nothing was changed.", remedy: "Retry.")

extension Device {
  fileprivate static func test(_ id: String, _ name: String?, ago: Double, isThisOne: Bool = false) -> Device {
    Device(
      id: id, name: name, signedIn: now.date.addingTimeInterval(-ago * 3), lastUsed: now.date.addingTimeInterval(-ago),
      isThisOne: isThisOne)
  }

  fileprivate static let three = [
    test("one", "Firefox on Linux", ago: 7200), test("two", "yHealth on Linux", ago: 10, isThisOne: true),
    test("three", nil, ago: 90_000),
  ]
}

/// Drives the state from one window.
private struct Sitting {
  let window: WindowID = Identifiers.seeded(1, Time(now: { now }, ring: { _, _ in AsyncStream { nil } })).next()
  var state = DevicesState()
  var steps: DevicesState.Steps = []
  var isSignedIn = true

  init(_ devices: [Device]? = nil) {
    send(.begin)
    self.do(.appeared(DevicesState.route))
    if let devices { send(.listed(devices, in: window)) }
  }

  mutating func send(_ action: DevicesAction) { steps = state.receive(action, at: now) }
  mutating func `do`(_ action: DevicesWindowAction) { steps = state.receive(action, from: window, at: now) }

  var effects: [DevicesEffect] { steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } } }
  var told: [DevicesEvent] { steps.compactMap { if case .tell(let event, window) = $0 { event } else { nil } } }
  var screen: Screen<DevicesWindowAction> {
    state.screen(DevicesState.route, in: Surroundings(now: now, isSignedIn: isSignedIn), at: window)
  }
  var nodes: [Node<DevicesWindowAction>] { screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? []) }
  func node(_ label: String) -> Node<DevicesWindowAction>? { nodes.first { $0.label == label } }
}

@Suite("Devices") struct DevicesTests {
  @Test("the list shows this device first, and every other with its last use and a way to sign it out")
  func list() {
    let sitting = Sitting(Device.three)
    let rows = sitting.nodes.filter { $0.role == .listitem }
    #expect(rows.map(\.label) == ["yHealth on Linux", "Firefox on Linux", "Unknown device"])
    #expect(
      rows.map(\.value) == [
        "This device, signed in just now", "Last used 2 hours ago, signed in 6 hours ago",
        "Last used 1 day ago, signed in 3 days ago",
      ])
    #expect(sitting.node("Sign out of yHealth on Linux") == nil)
    #expect(
      sitting.node("Sign out of Firefox on Linux")?.offer(.activate)?.action(.none) == .ask(.one("one")))
    #expect(sitting.node("Sign out everywhere else")?.state.isDestructive == true)
    let alone = Sitting([Device.three[1]])
    #expect(alone.node("Sign out everywhere else") == nil)
    #expect(alone.node("You are signed in on this device alone.") != nil)
  }

  @Test("signing out asks first, runs once, says so and asks the server again")
  func signOut() {
    var sitting = Sitting(Device.three)
    sitting.do(.signOut)
    #expect(sitting.effects.isEmpty)
    sitting.do(.ask(.one("one")))
    #expect(sitting.screen.dialog?.label == "Sign out of Firefox on Linux?" && sitting.effects.isEmpty)
    sitting.do(.signOut)
    #expect(sitting.effects == [.signOut(.one("one"), in: sitting.window)])
    sitting.do(.signOut)
    #expect(sitting.effects.isEmpty)
    #expect(sitting.node("Sign out of Unknown device")?.state.isDisabled == true)
    sitting.send(.signedOut(.one("one"), in: sitting.window))
    #expect(sitting.told == [.told(Toast("Firefox on Linux is signed out.", tone: .success))])
    #expect(sitting.effects == [.list(in: sitting.window)])
    sitting.do(.ask(.others))
    #expect(sitting.screen.dialog?.label == "Sign out everywhere else?")
    sitting.do(.dismiss)
    #expect(sitting.screen.dialog == nil)
  }

  @Test("this device and an unknown one cannot be signed out here")
  func notHere() {
    var sitting = Sitting(Device.three)
    for target in [DevicesTarget.one("two"), .one("rubbish")] {
      sitting.do(.ask(target))
      #expect(sitting.screen.dialog == nil)
    }
    var alone = Sitting([Device.three[1]])
    alone.do(.ask(.others))
    #expect(alone.screen.dialog == nil)
  }

  @Test("a failure says what happened, keeps the list and can be tried again")
  func failed() {
    var sitting = Sitting()
    sitting.send(.failed(wrong, in: sitting.window))
    #expect(sitting.node(wrong.sentence) != nil)
    sitting.do(.reload)
    #expect(sitting.effects == [.list(in: sitting.window)])
    sitting.do(.reload)
    #expect(sitting.effects.isEmpty)
    sitting.send(.listed(Device.three, in: sitting.window))
    sitting.do(.ask(.others))
    sitting.do(.signOut)
    sitting.send(.failed(wrong, in: sitting.window))
    #expect(sitting.node(wrong.sentence) != nil && sitting.node("Firefox on Linux") != nil)
    #expect(sitting.node("Sign out everywhere else")?.state.isDisabled == false)
  }

  @Test("an answer for a screen that was left, or for an ended session, is dropped")
  func late() {
    var sitting = Sitting()
    sitting.do(.left(DevicesState.route))
    sitting.send(.listed(Device.three, in: sitting.window))
    #expect(sitting.state.windows[sitting.window].devices == nil)
    var ended = Sitting(Device.three)
    ended.send(.ended(true))
    #expect(ended.state.windows[ended.window].devices == nil)
    ended.send(.listed(Device.three, in: ended.window))
    #expect(ended.state.windows[ended.window].devices == nil)
  }

  @Test("a device that was signed out elsewhere says so above every screen until somebody signs in again")
  func ending() {
    var sitting = Sitting(Device.three)
    #expect(sitting.state.banner(at: sitting.window).isEmpty)
    sitting.send(.ended(true))
    #expect(
      sitting.state.banner(at: sitting.window).map(\.label) == ["You were signed out of this device on another one."])
    sitting.do(.dismissEnding)
    #expect(sitting.state.banner(at: sitting.window).isEmpty)
    sitting.send(.ended(false))
    sitting.send(.ended(true))
    #expect(!sitting.state.banner(at: sitting.window).isEmpty)
    sitting.send(.ended(false))
    #expect(sitting.state.banner(at: sitting.window).isEmpty)
  }

  @Test("a person who is not signed in sees no list")
  func signedOut() {
    var sitting = Sitting(Device.three)
    sitting.isSignedIn = false
    #expect(sitting.node("Firefox on Linux") == nil)
    #expect(sitting.node("Sign in")?.destination == Route(["account", "sign-in"]))
  }

  @Test("any sequence of actions passes the audit, and signs nothing out by itself", arguments: 0..<4)
  func anything(seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<10 {
      var sitting = Sitting([nil, Device.three, [Device.three[1]]].randomElement(using: &random) ?? nil)
      for _ in 0..<30 {
        let screen = sitting.screen
        #expect(Audit.findings(of: screen, theme: .plain) == [])
        let wasAsked = screen.dialog != nil
        let nodes = (screen.dialog?.all ?? screen.nodes.flatMap(\.all)).filter { !$0.state.isDisabled }
        sitting.steps = []
        if let action = nodes.flatMap(\.offers).randomElement(using: &random)?.action(.none) { sitting.do(action) }
        for effect in sitting.effects {
          switch effect {
          case .signOut(let target, let window):
            #expect(wasAsked)
            sitting.send(random.next() % 2 == 0 ? .signedOut(target, in: window) : .failed(wrong, in: window))
          case .list(let window):
            sitting.send(random.next() % 2 == 0 ? .listed(Device.three, in: window) : .failed(wrong, in: window))
          case .listen: break
          }
        }
        if random.next() % 6 == 0 { sitting.do(.appeared(DevicesState.route)) }
        if random.next() % 9 == 0 { sitting.send(.ended(random.next() % 2 == 0)) }
      }
    }
  }

  @Test("the feature asks for the list when its screen appears, and hears of its own session's end")
  func feature() async {
    let context = FeatureContext()
    let asked = Locked<[String]>([])
    let devices = Devices(
      on: context,
      needs: DevicesNeeds(
        devices: { () throws(Problem) in
          asked.withLock { $0.append("list") }
          return Device.three
        },
        signOut: { device throws(Problem) in asked.withLock { $0.append(device) } },
        signOutOthers: { () throws(Problem) in throw wrong },
        endings: {
          AsyncStream { continuation in
            continuation.yield(Heard(true))
            continuation.finish()
          }
        }))
    let window: WindowID = context.identifiers.next()
    await devices.send(.begin)
    for await state in devices.states.listen() where state.isEnded { break }
    await devices.send(.appeared(DevicesState.route), from: window)
    await context.settling.settled()
    await devices.send(.ask(.one("one")), from: window)
    await devices.send(.signOut, from: window)
    await context.settling.settled()
    #expect(asked.withLock { $0 } == ["list", "one", "list"])
    await devices.send(.ask(.others), from: window)
    await devices.send(.signOut, from: window)
    await context.settling.settled()
    #expect(devices.states.value.windows[window].problem == wrong)
  }
}
