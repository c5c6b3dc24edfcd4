import Foundation
import HealthProviders
import Kernel
import Samples
import Testing

@Suite("A provider in memory") struct MemoryHealthStoreTests {
  private func sample(_ kind: SampleKind, _ record: String) -> Sample {
    Sample(kind, from: Date(timeIntervalSince1970: 0), amount: 1, origin: Origin("a", record: record, device: "Phone"))
  }

  @Test("tells who listens of changes to their kinds, of what this app wrote only when it is set to, and forgets them")
  func changes() async throws {
    let store = MemoryHealthStore("a")
    let listen = try #require(store.port.changes)
    let (heard, settling) = (Locked<[SampleKind]>([]), Settling())
    let stream = listen([.weight, .steps])
    let hearing = Task {
      await stream.hear { news in if case .said(let kind) = news { heard.withLock { $0.append(kind) } } }
    }
    #expect(store.listeners == 1)
    store.record([sample(.weight, "1"), sample(.sleep, "2"), sample(.weight, "3")], settling: settling)
    await settling.settled()
    #expect(heard.withLock { $0 } == [.weight])
    _ = try await store.port.write([WrittenSample(sample(.steps, "4"), key: "k")])
    store.set { $0.tellsOfWrites = true }
    _ = try await store.port.write([WrittenSample(sample(.weight, "5"), key: "l")])
    store.record([sample(.steps, "6")], settling: settling)
    await settling.settled()
    #expect(heard.withLock { $0 } == [.weight, .weight, .steps])
    hearing.cancel()
    await hearing.value
    #expect(store.listeners == 0)
  }
}
