import Connectivity
import Covers
import Foundation
import HTTP
import Interface
import Kernel
import ShellTesting
import Supabase
import Testing

@testable import Shell

@Suite("A person's network")
struct NetworkTests {
  let clock = ManualTime(noon)
  let settling = Settling()
  let asked = Locked<[String]>([])

  private func network(
    _ answer: @escaping @Sendable () throws(Problem) -> Incoming = { Incoming(status: 200) },
    machine: Current<Bool?>? = nil
  ) -> Network {
    let asked = asked
    return Network(
      .at(Project(address: "http://127.0.0.1:1", key: "anon")) { request throws(Problem) in
        asked.withLock { $0.append(request.address) }
        return try answer()
      }, machine: machine, time: clock.time)
  }

  private let request = Outgoing("GET", "http://127.0.0.1:1/a")

  private func code(_ network: Network) async -> String? {
    do {
      _ = try await network.send(request)
      return nil
    } catch { return error.code }
  }

  @Test("is offline at first, then follows the outcome of the last request")
  func known() async {
    let isThere = Locked(true)
    let network = network { () throws(Problem) in
      guard isThere.withLock({ $0 }) else { throw Problem("fetch-unreachable", "No.", remedy: "Wait.") }
      return Incoming(status: 503)
    }
    #expect(network.states.value.connectivity == .offline)
    #expect(await code(network) == nil)
    #expect(network.states.value.connectivity == .online)
    isThere.withLock { $0 = false }
    #expect(await code(network) == "fetch-unreachable")
    #expect(network.states.value.connectivity == .unreachable)
  }

  @Test(
    "fails at once and sends nothing when it is set to offline or unreachable",
    arguments: [Connectivity.offline, .unreachable])
  func offline(setting: Connectivity) async {
    let network = network()
    network.set(setting)
    #expect(await code(network) == "fetch-unreachable")
    #expect(asked.withLock { $0 }.isEmpty)
    #expect(network.states.value.connectivity == setting)
    network.set(.online)
    #expect(await code(network) == nil)
  }

  @Test("fails every second request when it is flaky, and counts anew each time it is set")
  func flaky() async {
    let network = network()
    for _ in 0..<2 {
      network.set(.flaky)
      var codes: [String?] = []
      for _ in 0..<5 { codes.append(await code(network)) }
      #expect(codes == [nil, "fetch-unreachable", nil, "fetch-unreachable", nil])
    }
    #expect(network.states.value.connectivity == .flaky)
  }

  @Test("delays requests by three seconds of the person's clock when it is slow")
  func slow() async {
    let network = network()
    network.set(.slow)
    async let ended = code(network)
    while clock.alarms == 0 { await Task.yield() }
    await clock.advance(by: .milliseconds(2_900), settling: settling)
    #expect(asked.withLock { $0 }.isEmpty)
    await clock.advance(by: .milliseconds(100), settling: settling)
    // `advance` waits for the work that the alarm starts.
    #expect(asked.withLock { $0 }.count == 1)
    #expect(await ended == nil)
  }

  @Test("sends delayed requests at once when it is set to online, and fails them when it is set to offline")
  func slowNoMore() async {
    for (setting, expected) in [(Connectivity.online, nil), (.offline, "fetch-unreachable")] as [(_, String?)] {
      let network = network()
      network.set(.slow)
      async let ended = code(network)
      while clock.alarms == 0 { await Task.yield() }
      network.set(setting)
      #expect(await ended == expected)
      while clock.alarms > 0 { await Task.yield() }
    }
  }

  @Test("does not send a request that is cancelled during the delay")
  func cancelled() async {
    let network = network()
    network.set(.slow)
    let waiting = Task { await code(network) }
    while clock.alarms == 0 { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value == "fetch-cancelled")
    #expect(asked.withLock { $0 }.isEmpty)
  }

  @Test("follows the machine's connection unless a setting overrides it", .covers("yh-S04.5.1-B1"))
  func machine() async {
    let machine = Current<Bool?>.Source(nil)
    let network = network(machine: machine.current)
    #expect(network.states.value.connectivity == .offline)
    let states = network.states.listen()
    machine.publish(true)
    for await state in states where state.machine == true { break }
    #expect(network.states.value.connectivity == .online)
    network.set(.slow)
    #expect(network.states.value.connectivity == .slow)
    let more = network.states.listen()
    machine.publish(false)
    for await state in more where state.machine == false { break }
    #expect(network.states.value.connectivity == .slow)
    network.set(nil)
    #expect(network.states.value.connectivity == .offline)
  }

  @Test("fails with no-server when there is no server")
  func noServer() async {
    #expect(await code(Network()) == "no-server")
  }

  @Test("asks for the server's project on first use only")
  func lazily() async throws {
    let asked = Locked(0)
    let port = ServerPort(
      project: { () throws(Problem) in
        asked.withLock { $0 += 1 }
        return Project(address: "http://127.0.0.1:1/", key: "anon")
      }, send: { _ throws(Problem) in Incoming(status: 200) })
    let person = try await Person.open(.studio(), home: .memory, clock: clock, server: port)
    let window = await person.window()
    try await window.perform(.tap(.label("Count")))
    #expect(asked.withLock { $0 } == 0)
    #expect(try await person.server?.project() == Project(address: "http://127.0.0.1:1", key: "anon"))
    #expect(try await person.network.send(request).status == 200)
    #expect(asked.withLock { $0 } == 1)
    await window.close()
    await person.close()
  }

  @Test("applies a setting made in one window to all of the person's windows, including later ones")
  func allWindows() async throws {
    let person = try await Person.test(.studio())
    let (one, other) = (await person.window(), await person.window())
    let frame = try await one.perform(.network(.slow))
    #expect(frame.node("online")?.label == "Online: true")
    for await frame in other.frames.listen() where frame.node("online")?.label == "Online: true" { break }
    #expect(await person.window().frames.value.node("online")?.label == "Online: true")
    try await other.perform(.network(.offline))
    for await frame in one.frames.listen() where frame.node("online")?.label == "Online: false" { break }
    #expect(person.network.states.value.setting == .offline)
  }
}
