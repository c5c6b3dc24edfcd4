import Catalog
import FoundationEssentials
import Interface
import Kernel
import Navigation
import ShellTesting
import Testing

@testable import Shell

@Suite("Window lifetime")
struct LifetimeTests {
  @Test(
    "Releasing the last reference frees the window, its navigation and its toasts",
    arguments: Product.all + [.studio()])
  func released(product: Product) async throws {
    let clock = ManualTime(noon)
    let person = try await Person.test(product, clock: clock)
    var window: Window? = await person.window()
    try await window?.perform(.tap(.label("Search")))
    // The alarms of the person's sync.
    let alarms = clock.alarms
    await window?.toast(Toast("Hello"))
    _ = await window?.settled()
    weak let weakWindow = window
    weak let weakNavigation = await window?.navigation
    weak let weakToasts = await window?.toasts
    let frames = window?.frames.listen()
    let outlets = window?.outlets.listen()
    let parts = (await window?.navigation.states.listen(), await window?.toasts.states.listen())
    #expect(clock.alarms == alarms + 1, "the toast")
    window = nil
    // Both streams end only when the window is freed; if it leaked, these loops would never end.
    if let frames { for await _ in frames {} }
    if let outlets { for await _ in outlets {} }
    // A part that is busy at that moment is freed when its work is done.
    if let places = parts.0 { for await _ in places {} }
    if let toasts = parts.1 { for await _ in toasts {} }
    #expect(weakWindow == nil && weakNavigation == nil && weakToasts == nil)
    #expect(person.context.settling.isSettled)
  }

  @Test("A window is freed after one of its features sent an event through its event route", .timeLimit(.minutes(10)))
  func wired() async throws {
    let made = Locked<[Studio]>([])
    let person = try await Person.test(.studio(made: made))
    var window: Window? = await person.window()
    try await window?.perform(.tap(.label("Speak")))
    weak let weakWindow = window
    weak let weakStudio = made.withLock { $0.removeLast() }
    let frames = window?.frames.listen()
    window = nil
    if let frames { for await _ in frames {} }
    #expect(weakWindow == nil && weakStudio == nil)
  }

  @Test("Two windows of one person settle independently")
  func apart() async throws {
    let gate = Gate()
    let person = try await Person.test(.studio(gate: gate), clock: nil)
    let (one, other) = (await person.window(), await person.window())
    async let hanging = one.perform(.tap(.label("Hang")))
    #expect(try await other.perform(.tap(.label("Count"))).settled)
    #expect(other.frames.value.node("counted")?.label == "Counted 1")
    let frame = try await hanging
    #expect(!frame.settled && frame.node("counted")?.label == "Counted 0")
    #expect(await !one.context.settling.isSettled)
    #expect(await other.context.settling.isSettled)
    gate.open()
    #expect(try await one.perform(.wait(.label("Counted 1"), seconds: 30)).settled)
  }

  @Test("A window opens even when a feature hangs from the start")
  func hangs() async throws {
    let folder = TestFolder()
    let gate = Gate()
    let first = try await Person.test(.studio(gate: gate), home: .folder(folder.path))
    try await first.window().perform(.open(Route(["other"])))
    await first.close()
    let window = try await Person.test(.studio(gate: gate, hangs: true), home: .folder(folder.path), clock: nil)
      .window()
    #expect(window.frames.value.route.text == "/other" && !window.frames.value.settled)
    gate.open()
    #expect(await window.settled().settled)
  }
}

@Suite("The clock")
struct ClockTests {
  @Test("advances by hand, and the screen shows the new time")
  func advances() async throws {
    let window = try await Person.test(.studio()).window()
    let frames = Locked<[String]>([])
    let listening = Task { [stream = window.frames.listen()] in
      for await frame in stream { frames.withLock { $0.append(frame.node("now")?.label ?? "") } }
    }
    let frame = try await window.perform(.advance(seconds: 90))
    #expect(frame.node("now")?.label == noon.advanced(by: .seconds(90)).text)
    listening.cancel()
    await listening.value
    #expect(frames.withLock { $0.last } == noon.advanced(by: .seconds(90)).text)
  }

  @Test("does not tick when it is manual: a command renders the time at its end")
  func still() async throws {
    let clock = ManualTime(noon)
    let window = try await Person.test(.studio(), clock: clock).window()
    #expect(clock.alarms == 0)
    let frame = try await window.perform(.advance(seconds: 300 * 86_400))
    #expect(frame.node("now")?.label == noon.advanced(by: .seconds(300 * 86_400)).text)
  }

  @Test("is set to an instant and a zone")
  func sets() async throws {
    let window = try await Person.test(.studio()).window()
    let frame = try await window.perform(.setClock(noon.date.addingTimeInterval(-3600), zone: "Europe/Rome"))
    #expect(frame.node("now")?.label == noon.advanced(by: .seconds(-3600)).text)
    #expect(window.person.manual?.now.zone.identifier == "Europe/Rome")
  }

  @Test(
    "refuses an unknown time zone and an invalid duration",
    arguments: [
      Command.setClock(noon.date, zone: "Mars/Olympus"), .advance(seconds: -1), .advance(seconds: .nan),
      .advance(seconds: .infinity), .advance(seconds: 1e12),
    ])
  func refuses(command: Command) async throws {
    let window = try await Person.test().window()
    #expect(await window.refusal(command)?.code == "bad-value")
    #expect(window.person.manual?.now == noon)
  }

  @Test(
    "refuses to be set or advanced when it is the system clock",
    arguments: [Command.advance(seconds: 1), .setClock(noon.date, zone: nil)])
  func machine(command: Command) async throws {
    let window = try await Person.test(clock: nil).window()
    let problem = await window.refusal(command)
    #expect(problem?.code == "no-clock" && problem?.remedy.contains("--clock") == true)
  }
}
