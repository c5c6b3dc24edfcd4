import Foundation
import Kernel
import Testing

@testable import Linux

@Suite("Default routes of the machine")
struct RouteTests {
  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private func message(_ type: UInt16, number: UInt32 = 1, flags: UInt16 = 2, _ content: [UInt8] = []) -> [UInt8] {
    let head = bytes(UInt32(16 + content.count)) + bytes(type) + bytes(flags) + bytes(number) + bytes(UInt32(0))
    return head + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  private func route(
    bits: UInt8 = 0, type: UInt8 = 1, state: UInt32 = 0, number: UInt32 = 1, flags: UInt16 = 2
  ) -> [UInt8] {
    message(24, number: number, flags: flags, [2, bits, 0, 0, 254, 3, 0, type] + bytes(state) + [8, 0, 4, 0, 1, 0, 0])
  }

  private var done: [UInt8] { message(3, bytes(UInt32(0))) }

  private func lead(_ bytes: [UInt8]) -> Bool? {
    var routes = Routes()
    _ = routes.ask()
    _ = routes.take(RouteMessage.read(bytes))
    return routes.leadOut
  }

  @Test("A default route counts if it is unicast and its link is up; an unfinished list gives no answer")
  func leads() {
    #expect(lead(route(bits: 24) + route() + done) == true)
    #expect(lead(route(bits: 24) + done) == false)
    #expect(lead(done) == false)
    #expect(lead(route(type: 7) + done) == false)
    #expect(lead(route(state: 16) + done) == false)
    #expect(lead(route(state: 1) + done) == false)
    // A list that has not ended, or has failed, gives no answer.
    #expect(lead(route()) == nil)
    #expect(lead(route() + message(2, bytes(Int32(-1)))) == nil)
    // The answer to another request.
    #expect(lead(route(number: 9) + message(3, number: 9)) == nil)
  }

  @Test("A change triggers one new request, after the pending list has ended")
  func changes() {
    var routes = Routes()
    #expect(routes.ask() == RouteMessage.question(1))
    #expect(routes.take(RouteMessage.read(message(16, number: 0, flags: 0))) == nil)
    // The list may be older than the change.
    #expect(routes.take(RouteMessage.read(route() + done)) == RouteMessage.question(2))
    #expect(routes.leadOut == nil)
    #expect(routes.take(RouteMessage.read(route(number: 2) + message(3, number: 2))) == nil)
    #expect(routes.leadOut == true)
    #expect(routes.take(RouteMessage.read(message(25, number: 0, flags: 0))) == RouteMessage.question(3))
    #expect(routes.leadOut == true)
    #expect(routes.take(RouteMessage.read(message(3, number: 3))) == nil)
    #expect(routes.leadOut == false)
  }

  @Test("A list that changed while it was being read is requested again")
  func torn() {
    var routes = Routes()
    _ = routes.ask()
    #expect(routes.take(RouteMessage.read(route(flags: 0x12) + done)) == RouteMessage.question(2))
    #expect(routes.leadOut == nil)
    routes.restart()
    #expect(routes.ask() == RouteMessage.question(3))
  }

  @Test(
    "Corrupt and truncated input yields no more messages than fit; impossible lengths yield none", arguments: 0..<200)
  func rubbish(seed: UInt64) {
    var random = Seeded(seed)
    var bytes = route() + route(bits: 8) + message(16) + done
    for _ in 0..<(seed % 7) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    #expect(RouteMessage.read(bytes).count <= bytes.count / 16)
    let noise = (0..<Int(seed)).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(RouteMessage.read(noise).count <= noise.count / 16)
    #expect(RouteMessage.read(self.bytes(UInt32.max) + noise).isEmpty)
    #expect(RouteMessage.read(self.bytes(UInt32(0)) + noise).isEmpty)
  }

  @Test("The kernel answers where it can be asked, and the always-connected machine is online")
  func kernel() async {
    #expect(Machine.connected.network.value == true)
    let machine = Machine()
    guard machine.isListening else { return }
    for await answer in machine.network.listen() where answer != nil { break }
    #expect(machine.network.value != nil)
  }
}

private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
