import Fetch
import Foundation
import Kernel
import Shell
import Supabase
import Testing

@testable import Play

@Suite("Servers of scenarios") struct ServingTests {
  @Test("Each scenario has its own server on its own clock, shared by its people and stopped at its end")
  func ownServer() async throws {
    let events = Locked<[String]>([])
    let given = Locked<[ObjectIdentifier: Int]>([:])
    let serving: Play.Serving = { clock in
      let number = given.withLock { given in
        given[ObjectIdentifier(clock), default: 0] += 1
        return given.count
      }
      events.withLock { $0.append("\(number) made") }
      let project = Project(address: "http://127.0.0.1:\(number)", key: "anon")
      let port = ServerPort.at(project) { _ throws(Problem) in Incoming(status: 200) }
      return Play.Served(port) { events.withLock { $0.append("\(number) ended") } }
    }
    let opening: Play.Opening = { product, person, clock, server, _ throws(Problem) in
      let address = try await server?.project().address ?? "none"
      events.withLock { $0.append("\(person) at \(address.suffix(1))") }
      let opened = try await Person.open(product, profile: person, home: .memory, clock: clock, server: server)
      return Play.Seat(await opened.window()) { await opened.close() }
    }
    let text = "scenario \"One\"\nas anna\nas ben\nscenario \"Two\"\nas anna\nsee \"Nobody\""
    for scenario in try Scenario.read(text, file: "told.scenario") {
      _ = await Play.play(scenario, .init(product: "yhealth", opening: opening, serving: serving))
    }
    #expect(
      events.withLock { $0 } == [
        "1 made", "anna at 1", "ben at 1", "1 ended", "2 made", "anna at 2", "2 ended",
      ])
  }

  @Test("A replay starts a server and stops it at its end")
  func replayed() async throws {
    let isEnded = Locked(false)
    let log = #"{"troupe":1,"product":"yhealth","profile":"me","clock":"2026-03-02T08:00:00Z","zone":"GMT","seed":"1"}"#
    let recording = try? SessionRecording(log, file: "a.log")
    try #require(recording != nil)
    if let recording {
      _ = try await Replay.run(recording, file: "a.log") { _ in
        let port = ServerPort.at(Project(address: "http://127.0.0.1:1", key: "anon")) { _ throws(Problem) in
          Incoming(status: 200)
        }
        return Play.Served(port) { isEnded.withLock { $0 = true } }
      }
    }
    #expect(isEnded.withLock { $0 })
  }
}
