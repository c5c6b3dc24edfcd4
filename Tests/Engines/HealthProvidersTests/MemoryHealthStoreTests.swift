import Foundation
import HealthProviders
import Kernel
import Samples
import Testing

@Suite("A provider in memory") struct MemoryHealthStoreTests {
  private func sample(_ kind: SampleKind, _ record: String) -> Sample {
    Sample(kind, from: Date(timeIntervalSince1970: 0), amount: 1, origin: Origin("a", record: record, device: "Phone"))
  }

  @Test("hands out nothing from before its first day, and a kind that was denied looks like no data, not like an error")
  func limits() async throws {
    let store = MemoryHealthStore("a")
    let now = Date(timeIntervalSince1970: 100 * 86_400)
    let all = (0..<60).map { day in
      Sample(
        .steps, from: now.addingTimeInterval(-86_400 * Double(day)), amount: 1, origin: Origin("a", record: "\(day)"))
    }
    store.record(all)
    store.set {
      $0.first = now.addingTimeInterval(-30 * 86_400)
      $0.pageSize = 20
    }
    let span = DateInterval(start: now.addingTimeInterval(-90 * 86_400), end: now.addingTimeInterval(1))
    let first = try await store.port.read(.steps, span, nil)
    let second = try await store.port.read(.steps, span, first.next)
    #expect(first.samples.count == 20 && second.samples.count == 11 && second.next == nil)
    #expect((first.samples + second.samples).allSatisfy { $0.start >= now.addingTimeInterval(-30 * 86_400) })
    store.set { $0.denied = [.steps] }
    #expect(try await store.port.read(.steps, span, nil) == SamplePage([]))
    #expect(try await store.port.write([WrittenSample(sample(.steps, "7"), key: "k")]) == [.written])
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
