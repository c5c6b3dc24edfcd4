import Cadence
import Connectivity
import Covers
import DailyPA
import FoundationEssentials
import Interface
import Kernel
import Navigation
import Permissions
import ShellTesting
import Storage
import SyncWell
import Testing
import Volvox
import YHealth

@testable import Shell

/// One profile whose lock is on, with what a person does at it.
struct LockedProfile {
  static let passcode = "correct horse"
  /// Typed before the profile is locked, so that finding it while it is locked is a leak.
  static let word = "Zwetschgendatschi"

  let folder = TestFolder()
  let clock = ManualTime(noon)
  let product: Product

  init(_ product: Product = .yhealth) { self.product = product }

  func open(_ biometrics: BiometricPort? = nil) async throws -> Person {
    try await Person.open(
      product, home: .folder(folder.path), clock: clock, seed: 1, biometrics: biometrics)
  }

  static func turnOn(at window: Window) async throws {
    try await window.perform(.open(Route(["settings", "lock"])))
    try await window.perform(.type(.label("New passcode"), passcode))
    try await window.perform(.type(.label("New passcode again"), passcode))
    let frame = try await window.perform(.tap(.label("Turn on lock")))
    #expect(frame.node("delay")?.value == "5 minutes", "\(frame.labels)")
  }

  /// Waits for the lock screen. A lock that takes the place of the features ends the effects that settling waits for.
  static func locked(_ window: Window) async {
    for await frame in window.frames.listen() where frame.isOfLock { break }
  }

  @discardableResult
  static func unlock(_ window: Window, with passcode: String = passcode) async throws -> Frame {
    try await window.perform(.type(.label("Passcode"), passcode))
    return try await window.perform(.tap(.label("Unlock")))
  }
}

extension Frame {
  /// Everything that a front end receives of the frame.
  fileprivate var text: String {
    String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self)
  }
  fileprivate var isWarned: Bool { chrome.flatMap(\.all).contains { $0.label.contains("unless you continue") } }
  fileprivate var isPublicHelp: Bool {
    route == LockedWindowTests.help && chrome.isEmpty && node("to-lock") != nil && !text.contains(LockedProfile.word)
  }
  fileprivate var isOfLock: Bool {
    route == PersonLock.route && chrome.isEmpty && node("unlock") != nil && !text.contains(LockedProfile.word)
  }
}

@Suite("A locked profile", .timeLimit(.minutes(10)))
struct LockedWindowTests {
  static let products: [Product] = [.yhealth, .volvox, .cadence, .dailypa, .syncwell]

  @Test("shows nothing but the lock screen for every place and every command", arguments: products)
  func everywhere(product: Product) async throws {
    let profile = LockedProfile(product)
    let person = try await profile.open()
    let window = await person.window()
    await window.toast(Toast(LockedProfile.word))
    try await LockedProfile.turnOn(at: window)
    await window.toast(Toast(LockedProfile.word))
    #expect(try await window.perform(.lock).isOfLock)
    #expect(person.isLocked)
    for place in product.places {
      for route in place.pattern.examples {
        let frame = try await window.perform(.open(route))
        // The one page that is public, of the one product that has it.
        let isPublic = product.id == "volvox" && route == Self.help
        #expect(isPublic ? frame.isPublicHelp : frame.isOfLock, "\(route)")
      }
    }
    #expect(try await window.perform(.open(product.home.root)).isOfLock, "any other route leads to the lock")
    let commands: [Command] = [
      .screen, .arrive, .back, .refresh, .network(.offline), .network(.online), .advance(seconds: 120),
      .setClock(noon.date, zone: "Europe/Rome"), .region(RegionalSettings(locale: "de-DE", zone: nil)),
      .appearance(.dark),
      .receive(title: LockedProfile.word, body: LockedProfile.word, opening: .route(product.home.root)),
      .open(Route(["search"])), .act(.id("screen"), .scroll, .number(3)), .lock,
      .pushAddress(nil), .releaseMemory, .speech(.can(SpeechAbility(listens: true, microphone: .granted))),
    ]
    for command in commands {
      let frame = try await window.perform(command)
      // Going back may lead to the public page that was open before.
      #expect(frame.isOfLock || product.id == "volvox" && frame.isPublicHelp, "\(command.method)")
    }
    // What acts on a node, a photo, a file or a page finds none.
    let refused: [Command] = [
      .tap(.label("Search")), .tap(.label("Undo")), .tap(.id("brand")), .type(.label("Search"), "a"),
      .choose(.label("Theme"), .text("dark")), .act(.label("Search"), .activate, .none), .photo(.bytes([1])),
      .delivered(.saved()), .browsed(.cancelled), .wait(.label(LockedProfile.word), seconds: 0),
      .speech(.heard(LockedProfile.word)), .switched(.first), .voiced(LockedProfile.word),
      .pushed(Redacted("{}"), isTapped: true),
    ]
    for command in refused { #expect(await window.refusal(command) != nil, "\(command.method)") }
    #expect(window.frames.value.isOfLock)
    let tried = Set((commands + refused).map(\.method)).union(["open", "browser"])
    #expect(tried.isSuperset(of: Command.methods), "every method is tried: \(Set(Command.methods).subtracting(tried))")
  }

  static let help = Route(["help-now"])

  @Test("shows the public crisis numbers in one tap, without the person's own contact or anything else of theirs")
  func publicHelp() async throws {
    let profile = LockedProfile(.volvox)
    let person = try await profile.open()
    let window = await person.window()
    try await window.perform(.open(Route(["sobriety", "plan"])))
    try await window.perform(.type(.label("Who to call"), LockedProfile.word))
    try await window.perform(.type(.label("Telephone number"), "+44 20 7946 0958"))
    try await window.perform(.tap(.label("Save")))
    #expect(try await window.perform(.open(Self.help)).text.contains("+44 20 7946 0958"))
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.lock)
    let card = try await window.perform(.tap(.label("Help now")))
    #expect(card.isPublicHelp && !card.text.contains("7946"), "\(card.labels)")
    for (label, number) in [
      ("988 Suicide & Crisis Lifeline, United States", "988"), ("Emergency, United Kingdom", "999"),
    ] {
      let shown = card.nodes.flatMap(\.all).filter { $0.label == label && $0.value == number }
      #expect(shown.count == 1, "\(label)")
    }
    let destinations = Set(card.everything.compactMap(\.destination))
    #expect(destinations == [PersonLock.route], "it leads to nothing else")
    #expect(await window.refusal(.tap(.label("Search"))) != nil && person.isLocked)
    await #expect(throws: Problem.self) { _ = try await person.store.usage() }
    #expect(try await window.perform(.back).isOfLock)
    try await window.perform(.open(Self.help))
    #expect(try await window.perform(.open(Route(["messages"]))).isOfLock, "any other route waits behind the lock")
    #expect(try await window.perform(.open(Self.help)).isPublicHelp)
    #expect(try await window.perform(.tap(.label("Unlock"))).isOfLock)
    try await window.perform(.tap(.label("Forgot passcode?")))
    #expect(window.frames.value.everything.contains { $0.destination == Self.help })
    #expect(try await LockedProfile.unlock(window).route.text == "/messages")
    await person.close()
  }

  @Test("has a closed store, and nothing of the features is left in memory", arguments: products)
  func gone(product: Product) async throws {
    let profile = LockedProfile(product)
    let person = try await profile.open()
    let window = await person.window()
    try await LockedProfile.turnOn(at: window)
    weak let store = person.store
    weak let navigation = await window.navigation
    try await window.perform(.lock)
    // What an effect is finishing is released a little later.
    let end = ContinuousClock.now + .seconds(60)
    while store != nil || navigation != nil, ContinuousClock.now < end { await Task.yield() }
    #expect(store == nil && navigation == nil)
    await #expect(throws: Problem.self) { _ = try await person.store.usage() }
    await #expect(throws: Problem.self) { _ = try await person.sync(.status) }
    #expect(try await LockedProfile.unlock(window).route.text == "/settings/lock")
    #expect(try await person.store.usage().count >= 0 && !person.isLocked)
  }

  @Test("is locked when it is opened again, and goes on where the person was")
  func launch() async throws {
    let profile = LockedProfile()
    do {
      let person = try await profile.open()
      let window = await person.window()
      try await LockedProfile.turnOn(at: window)
      try await window.perform(.open(Route(["pillars", "nutrition"])))
      await window.close()
      await person.close()
    }
    let person = try await profile.open()
    let window = await person.window()
    #expect(window.frames.value.isOfLock && person.isLocked)
    let wrong = try await LockedProfile.unlock(window, with: "correct house")
    #expect(wrong.isOfLock && wrong.node("problem")?.label == "That is not the passcode.")
    #expect(try await LockedProfile.unlock(window).route.text == "/pillars/nutrition")
    await person.close()
  }

  @Test("what is being typed is saved before the store is closed")
  func drafts() async throws {
    let profile = LockedProfile()
    let person = try await profile.open()
    let window = await person.window()
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.open(Route(["log", "meal"])))
    try await window.perform(.act(.label("Description"), .draft, .text(LockedProfile.word)))
    #expect(try await window.perform(.lock).isOfLock)
    #expect(profile.folder.holding(LockedProfile.word).isEmpty, "it is sealed on disk")
    let frame = try await LockedProfile.unlock(window)
    #expect(frame.route.text == "/log/meal" && frame.text.contains(LockedProfile.word))
  }

  @Test("locks every window, and one that is opened meanwhile; unlocking opens all")
  func windows() async throws {
    let profile = LockedProfile()
    let person = try await profile.open()
    let (one, other) = (await person.window(), await person.window())
    try await LockedProfile.turnOn(at: one)
    try await other.perform(.open(Route(["insights"])))
    try await one.perform(.lock)
    #expect(try await other.perform(.screen).isOfLock)
    let third = await person.window()
    #expect(third.frames.value.isOfLock)
    try await LockedProfile.unlock(third)
    for window in [one, other, third] {
      #expect(try await window.perform(.screen).route != PersonLock.route)
    }
  }

  @Test("a link waits, and opens when the person unlocks; a notification hides its text until then")
  func arrivals() async throws {
    let profile = LockedProfile()
    let person = try await profile.open()
    let window = await person.window()
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.lock)
    let recorder = OutletRecorder(window)
    try await window.perform(.open(Route(["pillars", "fitness"])))
    let push = Command.receive(title: "Hello", body: LockedProfile.word, opening: .route(Route(["insights"])))
    #expect(try await window.perform(push).isOfLock)
    #expect(
      recorder.pushes == [PushNotification(title: "yHealth", body: "Unlock to read a new notification.", link: nil)])
    #expect(recorder.toasts.isEmpty)
    let frame = try await LockedProfile.unlock(window)
    #expect(frame.route.text == "/pillars/fitness" && frame.toast == "Hello: \(LockedProfile.word)")
    #expect(try await window.perform(.tap(.label("Open"))).route.text == "/insights")
    // The address of the lock screen leads nowhere else.
    #expect(try await window.perform(.open(PersonLock.route)).route.text == "/insights")
  }

  @Test(
    "locks after the time without use, warned before; use and “More time” extend it",
    .covers("pa-R14.6", "yh-S04.7.2-B8", "yh-S04.7.2-B9"), arguments: products)
  func inactivity(product: Product) async throws {
    let profile = LockedProfile(product)
    let window = await (try await profile.open()).window()
    try await LockedProfile.turnOn(at: window)
    #expect(try await window.perform(.advance(seconds: 230)).isWarned == false)
    let recorder = OutletRecorder(window)
    #expect(try await window.perform(.advance(seconds: 10)).isWarned)
    #expect(try await window.perform(.tap(.label("More time"))).isWarned == false)
    #expect(try await window.perform(.advance(seconds: 240)).isWarned)
    // Looking at the screen is no use, since a program may do so.
    try await window.perform(.screen)
    try await window.perform(.advance(seconds: 60))
    await LockedProfile.locked(window)
    let said = recorder.all.filter {
      if case .announcement(let words) = $0 { words.urgency == .assertive } else { false }
    }
    #expect(said.count == 2)
    try await LockedProfile.unlock(window)
    #expect(try await window.until { window.frames.value.node("delay") != nil })
    try await window.perform(.choose(.label("Lock after"), .text("1 minute")))
    try await window.perform(.advance(seconds: 65))
    await LockedProfile.locked(window)
    try await LockedProfile.unlock(window)
    #expect(try await window.until { window.frames.value.node("delay") != nil })
    try await window.perform(.choose(.label("Lock after"), .text("0")))
    #expect(try await window.perform(.advance(seconds: 86_400)).node("lock-now") != nil)
  }

  @Test("a clock that is set forward or back locks and does not open", arguments: [-86_400.0, 3600])
  func clocks(seconds: Double) async throws {
    let profile = LockedProfile()
    let window = await (try await profile.open()).window()
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.setClock(noon.date.addingTimeInterval(seconds), zone: nil))
    #expect(try await window.perform(.screen).isOfLock)
    #expect(try await window.perform(.setClock(noon.date, zone: nil)).isOfLock)
  }

  @Test("a command that comes too late finds the lock screen instead of its button")
  func late() async throws {
    let profile = LockedProfile()
    let window = await (try await profile.open()).window()
    try await LockedProfile.turnOn(at: window)
    // Time passes without any alarm, as while a machine is suspended.
    await profile.clock.advance(by: .seconds(299), settling: Settling())
    #expect(try await window.perform(.screen).node("delay") != nil)
    await profile.clock.advance(by: .seconds(2), settling: Settling())
    #expect(await window.refusal(.tap(.label("Change passcode")))?.code == "no-such-node")
    #expect(window.frames.value.isOfLock)
  }

  @Test("wrong passcodes are counted on disk: ending the program gives no further tries")
  func killed() async throws {
    let profile = LockedProfile()
    do {
      let person = try await profile.open()
      try await LockedProfile.turnOn(at: await person.window())
      await person.close()
    }
    for _ in 0..<5 {
      let person = try await profile.open()
      try await LockedProfile.unlock(await person.window(), with: "correct house")
      await person.close()
    }
    let window = await (try await profile.open()).window()
    #expect(window.frames.value.node("wait")?.label == "5 wrong passcodes. You can try again in 30 seconds.")
    #expect(await window.refusal(.tap(.id("unlock")))?.code == "disabled")
    try await window.perform(.advance(seconds: 30))
    #expect(try await LockedProfile.unlock(window).node("delay") != nil)
  }

  @Test("a forgotten passcode ends in an empty profile, at the sign-in if wanted", arguments: [true, false])
  func forgotten(signsIn: Bool) async throws {
    let profile = LockedProfile()
    let person = try await profile.open()
    let window = await person.window()
    try await person.drawer.keep("note", Array(LockedProfile.word.utf8))
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.lock)
    try await window.perform(.tap(.label("Forgot passcode?")))
    let label = signsIn ? "Delete and sign in again" : "Delete and start over"
    // The question is asked when what would be lost was counted.
    #expect(try await window.until { window.frames.value.labels.contains(label) })
    try await window.perform(.tap(.label(label)))
    let frame = try await window.perform(.tap(.label(label)))
    #expect(frame.route.text == (signsIn ? "/account/sign-in" : "/dashboard"), "\(frame.labels)")
    #expect(try await person.drawer.load("note") == nil && !person.isLocked)
    // The lock is off, also after a restart.
    await window.close()
    await person.close()
    #expect(await (try await profile.open()).window().frames.value.route != PersonLock.route)
  }

  @Test("without accounts a forgotten passcode leads to a new beginning alone, and what pauses meanwhile is said")
  func withoutAccount() async throws {
    let profile = LockedProfile(.syncwell)
    let person = try await profile.open()
    let window = await person.window()
    let pause = "While SyncWell is locked, no sync runs. It catches up when you unlock it."
    #expect(try await window.perform(.open(Route(["settings", "lock"]))).labels.contains(pause))
    try await LockedProfile.turnOn(at: window)
    #expect(window.frames.value.labels.contains(pause))
    try await window.perform(.lock)
    let asked = try await window.perform(.tap(.label("Forgot passcode?")))
    #expect(!asked.labels.contains("Delete and sign in again"))
    #expect(asked.labels.contains { $0.contains("What you did not export is lost.") && !$0.contains("account") })
    try await window.perform(.tap(.label("Delete and start over")))
    let frame = try await window.perform(.tap(.label("Delete and start over")))
    #expect(!person.isLocked && !frame.route.text.hasPrefix("/account"))
    await person.close()
  }

  @Test(
    "while the device's check is on, opening the profile asks for it; turned off, the passcode alone opens it",
    .covers("pa-R10.4", "pa-R14.5", "pa-R1.6"), arguments: [Product.dailypa, .yhealth])
  func deviceAtLaunch(product: Product) async throws {
    let kept = Locked<Redacted<[UInt8]>?>(nil)
    let port = BiometricPort(
      ask: { _ in kept.withLock { $0 }.map { .released($0) } ?? .notEnrolled },
      keep: { secret throws(Problem) in kept.withLock { $0 = secret } }, forget: { kept.withLock { $0 = nil } })
    let profile = LockedProfile(product)
    do {
      let person = try await profile.open(port)
      let window = await person.window()
      try await LockedProfile.turnOn(at: window)
      try await window.perform(.type(.label("Passcode"), LockedProfile.passcode))
      try await window.perform(.tap(.label("Turn on fingerprint or face")))
      #expect(kept.withLock { $0 } != nil)
      await window.close()
      await person.close()
    }
    do {
      let person = try await profile.open(port)
      let window = await person.window()
      #expect(window.frames.value.isOfLock && person.isLocked)
      #expect(try await window.perform(.open(product.home.root)).isOfLock)
      try await window.perform(.tap(.label("Use fingerprint or face")))
      for await frame in window.frames.listen() where frame.route == product.home.root { break }
      #expect(!person.isLocked)
      try await window.perform(.open(Route(["settings", "lock"])))
      let off = try await window.perform(.tap(.label("Turn off fingerprint and face")))
      #expect(off.labels.contains("Turn on fingerprint or face") && kept.withLock { $0 } == nil)
      await window.close()
      await person.close()
    }
    let person = try await profile.open(port)
    let window = await person.window()
    #expect(window.frames.value.isOfLock && !window.frames.value.labels.contains("Use fingerprint or face"))
    #expect(try await !LockedProfile.unlock(window).isOfLock)
    await person.close()
  }

  @Test("the device's check opens it with the secret that was kept, and nothing else does")
  func device() async throws {
    let kept = Locked<Redacted<[UInt8]>?>(nil)
    let answers = Locked<[BiometricPort.Answer]>([])
    let reasons = Locked<[String]>([])
    let port = BiometricPort(
      ask: { reason in
        reasons.withLock { $0.append(reason) }
        if let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return answer }
        return kept.withLock { $0 }.map { .released($0) } ?? .notEnrolled
      }, keep: { secret throws(Problem) in kept.withLock { $0 = secret } }, forget: { kept.withLock { $0 = nil } })
    let profile = LockedProfile()
    let person = try await profile.open(port)
    let window = await person.window()
    try await LockedProfile.turnOn(at: window)
    try await window.perform(.type(.label("Passcode"), LockedProfile.passcode))
    #expect(
      try await window.perform(.tap(.label("Turn on fingerprint or face"))).labels.contains(
        "Turn off fingerprint and face"))
    try await window.perform(.lock)
    answers.withLock { $0 = [.failed, .cancelled, .lockedOut, .notEnrolled] }
    // Nothing waits for the device's answer, and a tap before it asks nothing.
    for number in 1...4 {
      while reasons.withLock({ $0.count }) < number {
        #expect(try await window.perform(.tap(.label("Use fingerprint or face"))).isOfLock)
      }
    }
    for await frame in window.frames.listen()
    where frame.labels.contains(where: { $0.hasPrefix("No fingerprint or face is set up") }) { break }
    try await window.perform(.tap(.label("Use fingerprint or face")))
    for await frame in window.frames.listen() where frame.labels.contains("Turn off fingerprint and face") { break }
    #expect(reasons.withLock { Set($0) } == ["Unlock yHealth"])
    // A finger that was added since makes the secret useless.
    try await window.perform(.lock)
    answers.withLock { $0 = [.changedEnrolment] }
    try await window.perform(.tap(.label("Use fingerprint or face")))
    for await frame in window.frames.listen() where frame.node("device") == nil {
      #expect(frame.isOfLock)
      break
    }
    try await LockedProfile.unlock(window)
    // A secret of another profile opens nothing.
    try await window.perform(.type(.label("Passcode"), LockedProfile.passcode))
    try await window.perform(.tap(.label("Turn on fingerprint or face")))
    try await window.perform(.lock)
    answers.withLock { $0 = [.released(Redacted([UInt8](repeating: 1, count: 32)))] }
    let before = window.frames.value.labels
    try await window.perform(.tap(.label("Use fingerprint or face")))
    for await frame in window.frames.listen() where frame.labels != before {
      #expect(frame.isOfLock)
      break
    }
  }

  @Test("is refused where it is off, and not offered for a profile in memory")
  func off() async throws {
    let window = await (try await LockedProfile().open()).window()
    #expect(await window.refusal(.lock)?.code == "lock-off")
    let memory = await (try await Person.test()).window()
    #expect(
      try await memory.perform(.open(Route(["settings", "lock"]))).labels.contains("This profile cannot be locked."))
    #expect(await memory.refusal(.lock)?.code == "lock-off")
    let studio = await (try await Person.test(.studio())).window()
    #expect(await studio.refusal(.lock)?.code == "no-lock")
  }
}
