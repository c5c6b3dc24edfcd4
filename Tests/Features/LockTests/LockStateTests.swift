import Covers
import FoundationEssentials
import Interface
import Kernel
import Permissions
import Testing

@testable import Lock

/// Drives the state of a lock from one window, with both clocks set by hand.
struct LockSitting {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  static let identifiers = Identifiers.seeded(1, Time(now: { Moment(start) }, ring: { _, _ in AsyncStream { nil } }))

  let window: WindowID = LockSitting.identifiers.next()
  var state: LockState
  var steps: LockState.Steps = []
  var elapsed = Duration.seconds(100)
  /// Seconds by which the wall clock was set.
  var jump = 0.0

  init(isOn: Bool = true, hasDevice: Bool = false, hasSecret: Bool = false, _ kept: KeptLock = KeptLock()) {
    state = LockState(of: "yHealth", isAvailable: true, hasDevice: hasDevice)
    send(.begin)
    send(.loaded(isOn: isOn, hasSecret: hasSecret, kept, reading))
  }

  /// A lock that is on, and open.
  static func open(_ delay: LockDelay = .five) -> LockSitting {
    var sitting = LockSitting(KeptLock(delay: delay))
    sitting.do(.typePasscode(Redacted("correct horse")))
    sitting.do(.unlock)
    sitting.send(.done(.unlock, sitting.reading, in: sitting.window))
    return sitting
  }

  var reading: LockReading {
    LockReading(elapsed: elapsed, date: LockSitting.start.addingTimeInterval(elapsed.seconds + jump))
  }

  mutating func send(_ action: LockAction) { steps = state.receive(action, at: Moment(LockSitting.start)) }
  mutating func `do`(_ action: LockWindowAction) {
    steps = state.receive(action, from: window, at: Moment(LockSitting.start))
  }
  /// Lets time pass in ticks, and returns the steps of all.
  mutating func pass(_ seconds: Int) -> [LockEffect] {
    var all: [LockEffect] = []
    for _ in 0..<(seconds / 5) {
      elapsed += .seconds(5)
      send(.clock(reading))
      all += effects
    }
    return all
  }

  var effects: [LockEffect] { steps.compactMap { if case .run(let effect, _) = $0 { effect } else { nil } } }
  var events: [LockEvent] { steps.compactMap { if case .say(let event) = $0 { event } else { nil } } }

  func nodes(_ route: Route = Route(["locked"])) -> [Node<LockWindowAction>] {
    let screen = state.screen(route, in: Surroundings(now: Moment(LockSitting.start)), at: window)
    return screen.nodes.flatMap(\.all) + (screen.dialog?.all ?? [])
  }
  func says(_ words: String, at route: Route = Route(["locked"])) -> Bool {
    nodes(route).contains { $0.label.contains(words) }
  }
}

@Suite("The time without use")
struct LockTimeTests {
  @Test(
    "locks at the limit, and warns at least the lead before it",
    .covers("pa-R14.6", "yh-S04.7.2-B7", "yh-S04.7.2-B9"),
    arguments: [(LockDelay.one, 60, 30), (.five, 300, 60), (.fifteen, 900, 60)])
  func locks(delay: LockDelay, limit: Int, lead: Int) {
    var sitting = LockSitting.open(delay)
    #expect(sitting.pass(limit - lead - 10).isEmpty && !sitting.state.isWarned)
    #expect(sitting.pass(5).isEmpty && sitting.state.isWarned)
    guard case .announced(let announcement) = sitting.events.first else {
      Issue.record("the warning is announced")
      return
    }
    #expect(announcement.urgency == .assertive && announcement.text.contains("More time"))
    #expect(sitting.state.banner.first?.all.contains { $0.label == "More time" } == true)
    #expect(sitting.pass(lead).isEmpty && sitting.events.isEmpty, "it is announced once")
    #expect(sitting.pass(5) == [.close] && sitting.state.standing == .closing)
    #expect(sitting.state.banner.isEmpty)
  }

  @Test("any use extends it, and “More time” takes the warning away", .covers("yh-S04.7.2-B9"))
  func extends() {
    var sitting = LockSitting.open(.one)
    _ = sitting.pass(30)
    #expect(sitting.state.isWarned)
    sitting.do(.moreTime)
    #expect(!sitting.state.isWarned)
    sitting.send(.touched(sitting.reading))
    #expect(sitting.pass(20).isEmpty && !sitting.state.isWarned)
    #expect(sitting.pass(40) == [.close])
  }

  @Test("never locks by time when that is chosen")
  func never() {
    var sitting = LockSitting.open(.never)
    #expect(sitting.pass(100_000).isEmpty && sitting.state.standing == .open)
    sitting.jump = 10_000
    #expect(sitting.pass(5).isEmpty)
  }

  @Test("a wall clock that is set forward or back locks at once", arguments: [3600.0, -3600, 61, -61])
  func jumps(seconds: Double) {
    var sitting = LockSitting.open()
    _ = sitting.pass(10)
    sitting.jump = seconds
    #expect(sitting.pass(5) == [.close])
  }

  @Test("a wall clock set back does not extend the time, and small corrections of it do not lock")
  func drifts() {
    var sitting = LockSitting.open(.five)
    for _ in 0..<50 {
      sitting.jump -= 5
      #expect(sitting.pass(5).isEmpty)
    }
    #expect(sitting.pass(50) == [.close])
  }
}

@Suite("The passcode")
struct LockPasscodeTests {
  @Test("five wrong ones are followed by ever longer waits, in which none is tried")
  func slowsDown() {
    var sitting = LockSitting()
    for (failures, wait) in [
      (1, 0), (2, 0), (3, 0), (4, 0), (5, 30), (6, 60), (7, 300), (8, 900), (9, 3600), (10, 3600),
    ] {
      sitting.do(.typePasscode(Redacted("wrong one")))
      sitting.do(.unlock)
      #expect(sitting.effects.count == 1)
      sitting.send(.wrong(sitting.reading, in: sitting.window))
      #expect(sitting.state.kept.failures == failures)
      #expect(sitting.state.waitLeft == (wait == 0 ? nil : .seconds(wait)))
      guard wait > 0 else { continue }
      sitting.do(.typePasscode(Redacted("right one")))
      sitting.do(.unlock)
      #expect(sitting.effects.isEmpty, "not tried during the wait")
      _ = sitting.pass(wait - 5)
      #expect(sitting.state.waitLeft == .seconds(5) && sitting.says("You can try again in 5 seconds."))
      // Setting the wall clock does not end the wait.
      sitting.jump += 10_000
      sitting.send(.clock(sitting.reading))
      #expect(sitting.state.waitLeft == .seconds(5))
      _ = sitting.pass(5)
      #expect(sitting.state.waitLeft == nil)
    }
  }

  @Test("the wait begins anew with the program, and a right passcode ends the count")
  func survives() {
    var sitting = LockSitting(KeptLock(failures: 6))
    #expect(sitting.effects == [.tick] && sitting.state.waitLeft == .seconds(60))
    _ = sitting.pass(60)
    sitting.do(.typePasscode(Redacted("right one")))
    sitting.do(.unlock)
    #expect(sitting.effects == [.with(Redacted("right one"), .unlock, KeptLock(failures: 6), in: sitting.window)])
    sitting.send(.done(.unlock, sitting.reading, in: sitting.window))
    #expect(sitting.state.standing == .open && sitting.state.kept.failures == 0)
  }

  @Test("turning on needs two equal passcodes that are not trivial")
  func turnsOn() {
    let route = Route(["settings", "lock"])
    for (new, again, complaint) in [
      ("12345", "12345", "Use at least 6 characters."), ("111111", "111111", "harder to guess"),
      ("123456", "123456", "harder to guess"), ("987654", "987654", "harder to guess"),
      ("correct horse", "correct house", "not the same"),
    ] {
      var sitting = LockSitting(isOn: false)
      sitting.do(.typeNew(Redacted(new)))
      sitting.do(.typeAgain(Redacted(again)))
      sitting.do(.turnOn)
      #expect(
        sitting.effects.isEmpty && sitting.nodes(route).contains { $0.state.invalid?.contains(complaint) == true })
    }
    var sitting = LockSitting(isOn: false)
    sitting.do(.typeNew(Redacted("correct horse")))
    sitting.do(.typeAgain(Redacted("correct horse")))
    sitting.do(.turnOn)
    #expect(sitting.effects == [.turnOn(Redacted("correct horse"), KeptLock(), in: sitting.window)])
    sitting.send(.done(.turnOn, sitting.reading, in: sitting.window))
    #expect(sitting.state.standing == .open)
    sitting.do(.turnOff)
    #expect(sitting.effects.isEmpty, "turning off asks for the passcode")
  }

  @Test("no screen and no description holds what is typed")
  func writeOnly() {
    var sitting = LockSitting(isOn: false)
    sitting.do(.typeNew(Redacted("correct horse")))
    sitting.do(.typePasscode(Redacted("correct horse")))
    #expect(!"\(sitting.state)".contains("correct") && !"\(sitting.steps)".contains("correct"))
    for route in [["locked"], ["settings", "lock"], ["settings", "lock", "passcode"], ["settings", "lock", "off"]] {
      #expect(!sitting.nodes(Route(route)).contains { "\($0.value ?? "")\($0.label)".contains("correct") })
    }
  }

  @Test("a forgotten passcode is explained plainly, and everything is deleted only after a second answer")
  func forgotten() {
    var sitting = LockSitting()
    sitting.do(.forgot)
    #expect(sitting.says("Nobody can recover a passcode") && sitting.says("Entries that were not synced are lost."))
    sitting.do(.startOver)
    #expect(sitting.effects.isEmpty)
    sitting.do(.askToStartOver(signsIn: true))
    #expect(sitting.says("This cannot be undone."))
    sitting.do(.startOver)
    #expect(sitting.effects == [.startOver(in: sitting.window, signsIn: true)])
    sitting.send(.startedOver)
    #expect(sitting.state.standing == .off && sitting.state.kept == KeptLock())
  }
}

@Suite("The device's check")
struct LockDeviceTests {
  static let secret = Redacted<[UInt8]>(Array(repeating: 7, count: 32))

  @Test("is offered where the device has it and it was turned on", .covers("pa-R1.6"))
  func offered() {
    #expect(LockSitting(hasDevice: true, hasSecret: true).says("Use fingerprint or face"))
    #expect(!LockSitting(hasDevice: true).says("Use fingerprint or face"))
    #expect(!LockSitting(hasSecret: true).says("Use fingerprint or face"))
  }

  @Test("a released secret opens the store")
  func released() {
    var sitting = LockSitting(hasDevice: true, hasSecret: true)
    sitting.do(.askDevice)
    #expect(sitting.effects == [.ask(reason: "Unlock yHealth", in: sitting.window)])
    sitting.send(.answered(.released(LockDeviceTests.secret), in: sitting.window))
    #expect(sitting.effects == [.release(LockDeviceTests.secret, KeptLock(), in: sitting.window)])
  }

  @Test(
    "every other answer leaves the profile locked, and says what to do",
    arguments: [
      (BiometricPort.Answer.failed, "That was not recognised." as String?), (.cancelled, nil),
      (.lockedOut, "after too many tries"), (.notEnrolled, "No fingerprint or face is set up"),
      (.changedEnrolment, "have changed"),
    ])
  func refused(answer: BiometricPort.Answer, words: String?) {
    var sitting = LockSitting(hasDevice: true, hasSecret: true)
    sitting.do(.askDevice)
    sitting.send(.answered(answer, in: sitting.window))
    #expect(sitting.state.standing == .locked)
    #expect(words.map { sitting.says($0) } ?? !sitting.nodes().contains { $0.id == "problem" })
    #expect(sitting.effects == (answer == .changedEnrolment ? [.forgetSecret] : []))
    #expect(sitting.state.hasSecret == (answer != .changedEnrolment))
  }

  @Test("an answer that comes after the profile was opened changes nothing")
  func late() {
    var sitting = LockSitting.open()
    sitting.send(.answered(.released(LockDeviceTests.secret), in: sitting.window))
    #expect(sitting.effects.isEmpty && sitting.state.standing == .open)
  }
}

@Suite("The values on this device")
struct KeptLockTests {
  @Test("survive being stored; damaged ones count as five wrong passcodes")
  func stored() {
    for delay in LockDelay.allCases {
      let kept = KeptLock(delay: delay, failures: 3)
      #expect(KeptLock(kept.bytes) == kept)
    }
    for text in ["", "{", "null", #"{"version":2,"delay":5,"failures":0}"#, #"{"version":1,"delay":7,"failures":0}"#] {
      #expect(KeptLock(Array(text.utf8)).failures == 5, "\(text)")
    }
    #expect(KeptLock(Array(#"{"version":1,"delay":5,"failures":-1}"#.utf8)).failures == 5)
  }
}
