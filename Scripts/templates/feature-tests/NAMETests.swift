import Audit
import Interface
import Kernel
import Testing

@testable import NAME

@Suite("NAME") struct NAMETests {
  let context = FeatureContext()

  @Test("Notes are saved in order, and reported as saved only afterwards")
  func keeps() async {
    let disk = Locked<[String]>([])
    let feature = NAME(
      on: context,
      needs: NAMENeeds(
        load: { () throws(Problem) in nil }, keep: { note throws(Problem) in disk.withLock { $0.append(note) } }))
    let ear = feature.events.listen()

    await feature.send(.appeared)
    await context.settling.settled()
    await feature.send(.write("milk"))
    await feature.send(.write("milk and bread"))
    var said: [News<NAMEEvent>] = []
    for await heard in ear.prefix(2) { said.append(heard.news) }

    #expect(disk.withLock { $0 } == ["milk", "milk and bread"])
    #expect(said == [.said(.noteKept), .said(.noteKept)])
    await context.settling.settled()
    #expect(feature.states.value.keeping == .done)
  }

  @Test("A note that could not be saved stays on screen with the reason")
  func failing() async {
    let full = Problem("disk-full", "The note could not be saved.", remedy: "Make room, then try again.")
    let feature = NAME(
      on: context,
      needs: NAMENeeds(load: { () throws(Problem) in "old" }, keep: { _ throws(Problem) in throw full }))

    await feature.send(.appeared)
    await context.settling.settled()
    #expect(feature.states.value.note == "old")

    await feature.send(.write("milk"))
    await context.settling.settled()
    #expect(feature.states.value.note == "milk")
    #expect(feature.states.value.keeping == .notKept(full))
  }

  @Test("A note that could not be read is not overwritten, and can be read again")
  func unreadable() {
    var state = NAMEState()
    let now = Time.live.now()
    let broken = Problem("disk", "The note could not be read.", remedy: "Try again.")
    _ = state.receive(.appeared, at: now)
    _ = state.receive(.notLoaded(broken), at: now)
    #expect(state.receive(.write("milk"), at: now) == [])
    #expect(state.receive(.appeared, at: now) == [.run(.load, .latest("load"))])
  }

  @Test("The result of an older save does not mark a newer note as saved")
  func older() {
    var state = NAMEState()
    let now = Time.live.now()
    _ = state.receive(.loaded(""), at: now)
    _ = state.receive(.write("milk"), at: now)
    _ = state.receive(.write("bread"), at: now)
    _ = state.receive(.kept("milk"), at: now)
    #expect(state.keeping == .underWay)
  }

  @Test("The screen shows the note and accepts another")
  func shows() {
    var state = NAMEState()
    let now = Time.live.now()
    _ = state.receive(.loaded("milk"), at: now)
    let screen = state.screen(Route(["PATH"]), in: Surroundings(now: now))
    let field = screen.nodes.flatMap(\.all).first { $0.label == "Note" }
    #expect(field?.value == "milk")
    #expect(field?.offer(.edit)?.action(.text("bread")) == .write("bread"))
    #expect(Audit.findings(of: screen, theme: .plain) == [])
  }
}
