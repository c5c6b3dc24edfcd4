import Kernel
import Relational
import TestPostgres
import Testing

@testable import PostgresStore

@Suite("The bus over NOTIFY", .postgres, .serialized, .timeLimit(.minutes(10)))
struct NotifyBusTests {
  private func first(_ count: Int, of stream: AsyncStream<Heard<[UInt8]>>) async -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for await heard in stream {
      if case .said(let message) = heard.news { messages.append(message) }
      if messages.count >= count { break }
    }
    return messages
  }

  @Test("A message of any allowed length reaches every listener, the publisher included, complete and in order")
  func arrives() async throws {
    let address = try TestPostgres.shared().database()
    let one = try await NotifyBus.open(address: address)
    let two = try await NotifyBus.open(address: address)
    let apart = try await NotifyBus.open(address: address, channel: "an \"other\"")
    let streams = [one.messages.listen(), two.messages.listen()]
    let apartStream = apart.messages.listen()
    let messages: [[UInt8]] = [
      Array("hello".utf8), [], [0, 1, 2, 255, 0], [UInt8](repeating: 7, count: 5_700),
      [UInt8](repeating: 8, count: 5_701),
      (0..<NotifyBus.largest).map { UInt8(truncatingIfNeeded: $0 / 7) }, Array("the same".utf8), Array("the same".utf8),
    ]
    for message in messages { try await one.publish(message) }
    for stream in streams { #expect(await first(messages.count, of: stream) == messages) }
    try await apart.publish([1])
    #expect(await first(1, of: apartStream) == [[1]])
    let tooLarge = await problem { try await one.publish([UInt8](repeating: 1, count: NotifyBus.largest + 1)) }
    #expect(tooLarge?.code == "bus-too-large")
    for bus in [one, two, apart] { await bus.close() }
    #expect(await problem { try await one.publish([1]) }?.code == "bus-away")
  }

  @Test("Concurrent long messages of two publishers do not mix")
  func together() async throws {
    let address = try TestPostgres.shared().database()
    let one = try await NotifyBus.open(address: address)
    let two = try await NotifyBus.open(address: address)
    let stream = one.messages.listen()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 as Range<UInt8> {
        group.addTask { try await (number % 2 == 0 ? one : two).publish([UInt8](repeating: number, count: 30_000)) }
      }
      try await group.waitForAll()
    }
    let heard = await first(20, of: stream)
    #expect(heard.allSatisfy { $0.count == 30_000 && Set($0).count == 1 })
    #expect(Set(heard.map { $0[0] }) == Set(0..<20))
    for bus in [one, two] { await bus.close() }
  }

  @Test("Malformed pieces, and pieces out of order, form no message")
  func rubbish() {
    var assembly = MessageAssembly()
    for text in ["", "x", "1/1:", "0/0:", "-1/1:", "0/999999:AA==", "0/1:***", "0/1", "a/b:AA=="] {
      #expect(assembly.take(Array(text.utf8)) == nil)
    }
    let pieces = MessagePiece.pieces(of: [UInt8](repeating: 3, count: 12_000)).map { Array($0.utf8) }
    #expect(pieces.count == 3 && pieces.allSatisfy { $0.count < 8000 })
    #expect(assembly.take(pieces[1]) == nil)
    #expect(assembly.take(pieces[0]) == nil)
    #expect(assembly.take(pieces[2]) == nil)
    #expect(assembly.take(pieces[0]) == nil)
    #expect(assembly.take(pieces[1]) == nil)
    #expect(assembly.take(pieces[2])?.count == 12_000)
  }
}
