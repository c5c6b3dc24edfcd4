import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Health

@Suite("Undo of what was saved") struct UndoTests {
  /// A journal entry, and the form that edits it.
  private func written() async throws -> (Bench, FormName) {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "First", .tags: "one", .time: "07:00"])
    await bench.do(.left(FormName.journal.route))
    return (bench, FormName(.journal, editing: try #require(bench.state.entries.first).name.id))
  }

  private func bodies(_ bench: Bench) -> [String] { bench.state.entries.map { $0.entry.record.answers[.body] } }

  @Test("A new entry is deleted again, and that can be undone too")
  func new() async throws {
    let (bench, edit) = try await written()
    let name = EntryName(.journal, try #require(edit.entry))
    #expect(bench.offers == [.revert(name)])
    let before = bench.state.entries.map(\.entry)
    try await bench.undo()
    #expect(bench.state.entries.isEmpty && bench.toasts().last == "Journal entry deleted.")
    #expect(try await bench.waiting().isEmpty)
    try await bench.undo()
    #expect(bench.state.entries.map(\.entry) == before && bench.toasts().last == "Journal entry restored.")
  }

  @Test("A new entry that another window has changed since stays, and the person is told")
  func changedSince() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.log(edit, [.body: "Second"], at: other)
    let kept = bench.state.entries.map(\.entry)
    try await bench.undo()
    #expect(bench.state.entries.map(\.entry) == kept && bodies(bench) == ["Second"])
    let told = try #require(bench.toasts().last)
    #expect(told.hasPrefix("Journal entry could not be deleted. It was changed or deleted since"))
  }

  @Test("A changed entry returns to what it was, in the store and for the server")
  func changed() async throws {
    let (bench, edit) = try await written()
    for change in try await bench.store.outbox.claim() { try await bench.store.outbox.acknowledge(change.op, rev: "1") }
    let before = bench.state.entries.map(\.entry)
    await bench.log(edit, [.body: "Second", .time: "06:30"])
    // The server has the change before it is undone.
    for change in try await bench.store.outbox.claim() { try await bench.store.outbox.acknowledge(change.op, rev: "2") }
    #expect(bench.offers.last == .revert(EntryName(.journal, try #require(edit.entry))))
    try await bench.undo()
    #expect(bench.state.entries.map(\.entry) == before && bench.toasts().last == "Journal entry restored.")
    let kept = try await bench.store.collection(JournalEntry.self, .owned(.entered)).records(newest: 9)
    #expect(kept.map(\.entry) == before)
    let sent = try await bench.waiting()
    #expect(sent.map(\.kind) == [.update] && sent.first?.fields["body"] == .text("First"))
    // It is offered once.
    let toasts = bench.toasts().count
    try await bench.undo()
    #expect(bench.toasts().count == toasts)
  }

  @Test("Of several changes in a row, the newest is undone")
  func twice() async throws {
    let (bench, edit) = try await written()
    await bench.log(edit, [.body: "Second"])
    await bench.do(.left(edit.route))
    await bench.log(edit, [.body: "Third"])
    try await bench.undo()
    #expect(bodies(bench) == ["Second"])
  }

  @Test("A change that replaced another window's change returns to that one")
  func replaced() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    await bench.log(edit, [.body: "Theirs"], at: other)
    await bench.do(.save(edit))
    await bench.do(.replace(edit))
    #expect(bodies(bench) == ["Mine"])
    try await bench.undo()
    #expect(bodies(bench) == ["Theirs"])
  }

  @Test("A change is not undone over a later one, here or elsewhere, which is said on any screen")
  func later() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.log(edit, [.body: "Second"])
    let undo = try #require(bench.offers.last)
    await bench.log(edit, [.body: "Theirs"], at: other)
    await bench.do(undo)
    #expect(bodies(bench) == ["Theirs"])
    let sentence = "Journal entry could not be restored. It was changed or deleted since, here or on another device."
    #expect(bench.toasts().last?.hasPrefix(sentence) == true)
    await bench.do(.delete(EntryName(.journal, try #require(edit.entry))), at: other)
    await bench.do(undo)
    #expect(bench.state.entries.isEmpty && bench.toasts().last?.hasPrefix(sentence) == true)
  }

  @Test("A failure is said, and it can be tried again")
  func failure() async throws {
    let isFull = Locked(false)
    let bench = try await Bench { needs in
      let save = needs.save
      needs.save = { entry, version, draft throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await save(entry, version, draft)
      }
    }
    await bench.log(.journal, [.body: "First"])
    let edit = FormName(.journal, editing: try #require(bench.state.entries.first).name.id)
    await bench.log(edit, [.body: "Second"])
    let undo = try #require(bench.offers.last)
    isFull.withLock { $0 = true }
    await bench.do(undo)
    #expect(bodies(bench) == ["Second"])
    #expect(bench.toasts().last == "Journal entry could not be restored. \(Problem.full.sentence)")
    isFull.withLock { $0 = false }
    await bench.do(undo)
    #expect(bodies(bench) == ["First"])
  }

  @Test("Another window cannot undo it")
  func elsewhere() async throws {
    let (bench, edit) = try await written()
    await bench.log(edit, [.body: "Second"])
    try await bench.undo(at: bench.context.identifiers.next())
    #expect(bodies(bench) == ["Second"])
  }

  @Test(
    "Every message with an Undo of a deletion is shown for no longer than the Undo lasts", arguments: LogKind.allCases)
  func lasting(kind: LogKind) {
    // The shell shows such a message for eight seconds and 60 ms a letter.
    let shown = Duration.milliseconds(8000 + 60 * "\(kind.title) deleted.".count)
    #expect(shown <= UndoOffer<KeptEntry>.lasts)
  }
}
