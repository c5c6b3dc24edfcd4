import Interface
import Kernel
import Testing

@testable import Settings

@Suite("Settings") struct SettingsTests {
  let stage = Stage()

  @Test("Notes are kept in order, and then said to be kept")
  func keeps() async {
    let disk = Locked<[String]>([])
    let feature = Settings(
      on: stage,
      needs: SettingsNeeds(
        load: { () throws(Problem) in nil }, keep: { note throws(Problem) in disk.withLock { $0.append(note) } }))
    let ear = feature.events.listen()

    await feature.send(.write("milk"))
    await feature.send(.write("milk and bread"))
    var said: [News<SettingsEvent>] = []
    for await heard in ear.prefix(2) { said.append(heard.news) }

    #expect(disk.withLock { $0 } == ["milk", "milk and bread"])
    #expect(said == [.said(.noteKept), .said(.noteKept)])
    await stage.settling.settled()
    #expect(feature.states.value.keeping == .done)
  }

  @Test("A note that could not be kept is still there, with the reason")
  func failing() async {
    let full = Problem("disk-full", "The note could not be saved.", remedy: "Make room, then try again.")
    let feature = Settings(
      on: stage,
      needs: SettingsNeeds(load: { () throws(Problem) in "old" }, keep: { _ throws(Problem) in throw full }))

    await feature.send(.appeared)
    await stage.settling.settled()
    #expect(feature.states.value.note == "old")

    await feature.send(.write("milk"))
    await stage.settling.settled()
    #expect(feature.states.value.note == "milk")
    #expect(feature.states.value.keeping == .failed(full))
  }

  @Test("An answer to an older note does not call the newer one safe")
  func older() {
    var state = SettingsState()
    let now = Time.live.now()
    _ = state.receive(.write("milk"), at: now)
    _ = state.receive(.write("bread"), at: now)
    _ = state.receive(.kept("milk"), at: now)
    #expect(state.keeping == .underWay)
  }

  @Test("The screen shows the note, and takes another")
  func shows() {
    var state = SettingsState()
    let now = Time.live.now()
    _ = state.receive(.loaded("milk"), at: now)
    let screen = state.screen(Route(["settings"]), in: Surroundings(now: now))
    let field = screen.nodes.flatMap(\.all).first { $0.label == "Note" }
    #expect(field?.value == "milk")
    #expect(field?.offer(.edit)?.action(.text("bread")) == .write("bread"))
  }
}
