import Kernel
import Testing

@testable import NAME

@Suite("NAME") struct NAMETests {
  @Test("A note is kept in order, and then said to be kept")
  func keeps() async {
    let disk = Locked<[String]>([])
    let feature = NAME(needs: NAMENeeds { note in disk.withLock { $0.append(note) } }, on: Stage())
    var news = feature.events.listen().makeAsyncIterator()

    await feature.send(.write("milk"))
    await feature.send(.write("milk and bread"))

    #expect(await news.next()?.news == .said(.noteKept("milk")))
    #expect(await news.next()?.news == .said(.noteKept("milk and bread")))
    #expect(disk.withLock { $0 } == ["milk", "milk and bread"])
    #expect(feature.states.value.keeping == .done)
  }

  @Test("A note that could not be kept is still there, with the reason")
  func failing() async {
    let full = Problem("disk-full", "The note could not be saved.", remedy: "Make room, then try again.")
    let stage = Stage()
    let feature = NAME(needs: NAMENeeds { _ throws(Problem) in throw full }, on: stage)

    await feature.send(.write("milk"))
    await stage.settling.settled()

    #expect(feature.states.value.note == "milk")
    #expect(feature.states.value.keeping == .failed(full))
  }

  @Test("An answer to an older note does not call the newer one safe")
  func older() {
    var state = NAMEState()
    let now = Time.live.now()
    _ = state.receive(.write("milk"), at: now)
    _ = state.receive(.write("bread"), at: now)
    _ = state.receive(.kept("milk"), at: now)
    #expect(state.keeping == .underWay)
  }
}
