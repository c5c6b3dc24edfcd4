import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Health

@Suite("Entries that say the same") struct TwinTests {
  private func id(_ number: Int) -> UUID { UUID(uuidString: "0197a1b2-0000-7000-8000-00000000000\(number)")! }

  private func mood(_ number: Int, _ mood: Int = 8, at offset: Double = 0, _ note: String? = nil) -> MoodEntry {
    MoodEntry(
      id: ID(id(number)), mood: mood, feelings: ["calm"], note: note,
      feltAt: SampleTime.morning.date.addingTimeInterval(offset))
  }

  @Test("are of one kind and instant, with equal values, under two identifiers")
  func same() {
    let one = LogEntry.mood(mood(1))
    #expect(one.isTwin(of: .mood(mood(2))) && one.isTwin(of: .mood(mood(2, at: 0.0004))))
    for other in [mood(1), mood(2, 7), mood(2, at: 0.002), mood(2, 8, "Fine")] {
      #expect(!one.isTwin(of: .mood(other)))
    }
    let water = WaterEntry(id: ID(id(1)), millilitres: 250, drink: nil, drunkAt: SampleTime.morning.date)
    #expect(!LogEntry.water(water).isTwin(of: one))
    let other = WaterEntry(id: ID(id(2)), millilitres: 250, drink: nil, drunkAt: SampleTime.morning.date)
    #expect(LogEntry.water(water).isTwin(of: .water(other)) && !LogEntry.water(water).apart.isTwin(of: .water(other)))
  }

  /// Settles what waits, as the server's answer does.
  private func sent(_ bench: Bench) async throws {
    for change in try await bench.store.outbox.claim() { try await bench.store.outbox.acknowledge(change.op, rev: "1") }
    await bench.send(.refresh)
  }

  @Test("the one with the greater identifier goes once both are on the server, with a notice whose Undo brings it back")
  func removed() async throws {
    let bench = try await Bench()
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    try await moods.save(mood(1))
    await bench.until { $0.entries.count == 1 }
    try await sent(bench)
    // From another device, so that this one never had it in its queue.
    try await moods.take([Pulled(id: id(2), rev: "2", fields: try mood(2).fields())], cursor: nil)
    await bench.until { $0.entries.count == 1 && !$0.removedTwins.isEmpty }
    #expect(bench.state.entries.map(\.name.id) == [id(1)])
    #expect(bench.toasts().last?.contains("two devices logged the same") == true)
    #expect(bench.offers.last == .keepTwin(EntryName(.mood, id(2))))
    try await bench.undo()
    #expect(Set(bench.state.entries.map(\.name.id)) == [id(1), id(2)])
    try await sent(bench)
    #expect(bench.state.entries.count == 2)
    // It is offered once.
    try await bench.undo()
    #expect(bench.state.entries.count == 2)
  }
}
