import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Health

@Suite("Deleting and restoring") struct DeletingTests {
  private func logged(_ change: @escaping (inout HealthNeeds) -> Void = { _ in }) async throws -> (Bench, EntryName) {
    let bench = try await Bench(change)
    await bench.log(.mood, [.mood: "6", .note: "Keep me"])
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    return (bench, name)
  }

  @Test("A deleted entry is removed from the store at once, and Undo restores it completely")
  func undone() async throws {
    let (bench, name) = try await logged()
    let before = bench.state.entries.map(\.entry)
    await bench.tap("Delete", at: .history)
    #expect(bench.state.entries.isEmpty && bench.events.contains(.deleted(name)))
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    #expect(try await moods.count() == 0)
    #expect(bench.toasts().last == "Mood check-in deleted.")
    #expect(!bench.nodes(.history).contains { $0.label.contains("deleted") || $0.label.hasPrefix("Undo") })
    try await bench.undo()
    #expect(bench.state.entries.map(\.entry) == before)
    #expect(try await moods.count() == 1)
    #expect(bench.toasts().last == "Mood check-in restored.")
  }

  private func undos(_ bench: Bench, at other: WindowID? = nil) -> [String] {
    bench.nodes(.history, at: other).filter { $0.label.hasPrefix("Undo") }.map(\.label)
  }

  @Test("Undo is offered for ten seconds in the window that deleted, and can be dismissed earlier")
  func offered() async throws {
    let (bench, name) = try await logged()
    await bench.log(.meal, [.description: "Toast"])
    for _ in 1...2 { await bench.tap("Delete", at: .history) }
    let other: WindowID = bench.context.identifiers.next()
    #expect(undos(bench, at: other).isEmpty)
    await bench.clock.advance(by: .milliseconds(9900), settling: bench.context.settling)
    #expect(undos(bench).count == 2)
    await bench.clock.advance(by: .milliseconds(200), settling: bench.context.settling)
    #expect(undos(bench).isEmpty && bench.state.windows[bench.window].undos.isEmpty)
    await bench.do(.undo(name))
    #expect(bench.state.entries.isEmpty)

    for form in [FormName.mood, .meal] { await bench.log(form, [.description: "Toast"]) }
    for _ in 1...2 { await bench.tap("Delete", at: .history) }
    await bench.tap("Dismiss", at: .history)
    #expect(undos(bench).isEmpty && bench.clock.alarms == 0)
  }

  @Test("Several deletions in a row can each be undone")
  func several() async throws {
    let (bench, _) = try await logged()
    await bench.log(.meal, [.description: "Toast"])
    await bench.tap("Delete", at: .history)
    await bench.tap("Delete", at: .history)
    #expect(bench.state.entries.isEmpty && bench.node("2 entries deleted.", at: .history)?.role == .status)
    #expect(undos(bench).count == 2)
    await bench.tap(undos(bench)[1], at: .history)
    #expect(bench.state.entries.count == 1 && undos(bench) == ["Undo"])
    await bench.tap("Undo", at: .history)
    #expect(bench.state.entries.count == 2 && undos(bench).isEmpty)
  }

  @Test("A deletion whose message was replaced by a newer one can still be undone on the screen")
  func replaced() async throws {
    let (bench, _) = try await logged()
    await bench.tap("Delete", at: .history)
    await bench.log(.meal, [.description: "Toast"])
    #expect(bench.node("Mood check-in deleted.", at: .history)?.role == .status)
    await bench.tap("Undo", at: .history)
    #expect(Set(bench.state.entries.map(\.name.kind)) == [.meal, .mood] && undos(bench).isEmpty)
  }

  @Test("After a restart only the deleted entry is gone")
  func killed() async throws {
    let (bench, _) = try await logged()
    await bench.log(.meal, [.description: "Toast"])
    guard let meal = bench.state.entries.first(where: { $0.name.kind == .meal })?.name else { throw Problem.full }
    await bench.do(.delete(meal))
    let after = try await Bench(over: bench)
    #expect(after.state.entries.map(\.name.kind) == [.mood])
  }

  @Test("An entry deleted before it was sent is never sent to the server")
  func unsent() async throws {
    let (bench, name) = try await logged()
    await bench.do(.delete(name))
    #expect(try await bench.waiting().isEmpty)
  }

  @Test("Deleting from an entry's form closes the form")
  func form() async throws {
    let (bench, name) = try await logged()
    let edit = FormName(.mood, editing: name.id)
    await bench.open(edit)
    await bench.do(.fill(edit, .note, "Half typed"))
    var state = bench.state
    guard let kept = state.kept(name) else { throw Problem.full }
    await bench.tap("Delete this entry", at: edit.route)
    #expect(bench.node("This entry no longer exists.", at: edit.route) != nil)
    #expect(bench.offers.last == .undo(name))
    #expect(bench.events.contains(.finished(edit)))
    let steps = state.receive(.deleted(kept, in: bench.window), at: bench.clock.now)
    #expect(steps.contains(.tell(.finished(edit), bench.window)))
  }

  @Test("An entry that was changed elsewhere meanwhile is not deleted")
  func changed() async throws {
    let (bench, name) = try await logged()
    guard let kept = bench.state.kept(name) else { throw Problem.full }
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    let newer = MoodEntry(id: ID(name.id), mood: 9, feltAt: kept.entry.when)
    let blind = try await Bench(over: bench) { needs in
      needs.read = { _ throws(Problem) in [kept] }
      needs.changes = { AsyncStream { nil } }
    }
    try await moods.save(newer, over: .anything)
    await blind.do(.delete(name))
    #expect(try await moods.record(ID(name.id)) == newer)
    let notice = blind.nodes(.history).first { $0.label.hasPrefix("That did not work. ") }
    #expect(notice?.role == .status)
    await blind.tap("Hide this message", at: .history)
    #expect(!blind.nodes(.history).contains { $0.label.hasPrefix("That did not work. ") })
  }

  @Test("A failed Undo is still offered, and says why")
  func unrestored() async throws {
    let isFull = Locked(false)
    let (bench, _) = try await logged { needs in
      let save = needs.save
      needs.save = { entry, version, draft throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await save(entry, version, draft)
      }
    }
    await bench.tap("Delete", at: .history)
    isFull.withLock { $0 = true }
    try await bench.undo()
    await bench.clock.advance(by: .seconds(60), settling: bench.context.settling)
    let words = "Mood check-in deleted. It could not be restored. \(Problem.full.sentence)"
    #expect(bench.node(words, at: .history)?.role == .status)
    isFull.withLock { $0 = false }
    await bench.tap("Undo", at: .history)
    #expect(bench.state.entries.count == 1 && bench.node("Undo", at: .history) == nil)
  }
}
