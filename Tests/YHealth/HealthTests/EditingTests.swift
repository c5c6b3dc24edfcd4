import Connectivity
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Health

@Suite("Editing an entry") struct EditingTests {
  /// A journal entry that the server has, and the form that edits it.
  private func written() async throws -> (Bench, FormName) {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "First", .tags: "one"])
    for change in try await bench.store.outbox.claim() { try await bench.store.outbox.acknowledge(change.op, rev: "1") }
    await bench.send(.refresh)
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    return (bench, FormName(.journal, editing: name.id))
  }

  @Test("An edit sends only the changed fields, and the entry keeps its time")
  func changed() async throws {
    let (bench, edit) = try await written()
    #expect(bench.nodes(.history).first { $0.role == .listitem }?.destination == edit.route)
    await bench.clock.advance(by: .seconds(7200), settling: bench.context.settling)
    await bench.open(edit)
    #expect(bench.node("What is on your mind", at: edit.route)?.value == "First")
    #expect(bench.node("Time", at: edit.route)?.value == "08:15")
    await bench.do(.fill(edit, .body, "Second"))
    await bench.tap("Save", at: edit.route)
    let waiting = try await bench.waiting()
    #expect(waiting.map(\.kind) == [.update] && waiting.first?.fields == ["body": .text("Second")])
    #expect(waiting.first?.base == "1" && bench.state.entries.first?.entry.when == Bench.morning.date)
  }

  @Test("An emptied field is sent as null")
  func emptied() async throws {
    let bench = try await Bench()
    await bench.log(.mood, [.note: "A note"])
    for change in try await bench.store.outbox.claim() { try await bench.store.outbox.acknowledge(change.op, rev: "1") }
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    let edit = FormName(.mood, editing: name.id)
    await bench.log(edit, [.note: ""])
    #expect(try await bench.waiting().map(\.fields) == [["note": .null]])
  }

  @Test("A changed time moves the entry")
  func moved() async throws {
    let (bench, edit) = try await written()
    await bench.log(edit, [.time: "07:00"])
    #expect(bench.state.entries.first?.entry.when == Bench.date("2026-11-22T06:00:00Z"))
  }

  @Test("A conflicting edit from another window is reported, and both texts are kept until the user chooses")
  func stale() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    await bench.log(edit, [.body: "Theirs", .title: "T"], at: other)
    await bench.tap("Save", at: edit.route)
    let sentence = "This was changed elsewhere since you opened it. Both are kept until you choose."
    #expect(bench.node(sentence, at: edit.route)?.role == .status)
    let rows = bench.nodes(edit.route).filter { $0.role == .listitem }
    #expect(
      rows.map { "\($0.label): \($0.value ?? "")" } == [
        "Title: T", "What is on your mind: Theirs", "Tags: one", "Time: 2026-11-22, 08:15",
      ])
    #expect(bench.form(edit)?.values[.body] == "Mine")
    #expect(bench.state.entries.map(\.entry.record.words) == ["Journal: T"])

    await bench.tap("Keep both", at: edit.route)
    #expect(
      bench.state.entries.map { $0.entry.record.answers[.body] }.sorted() == ["Mine", "Theirs"])
    #expect(try await bench.waiting().map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.insert, .update])
  }

  @Test("Replacing another edit asks for confirmation first")
  func replaced() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    await bench.log(edit, [.body: "Theirs"], at: other)
    await bench.do(.save(edit))
    await bench.tap("Replace it with mine", at: edit.route)
    #expect(bench.screen(edit.route).dialog?.label == "Replace it with yours?")
    #expect(bench.state.entries.map { $0.entry.record.answers[.body] } == ["Theirs"])
    await bench.tap("Replace", at: edit.route)
    #expect(bench.state.entries.map { $0.entry.record.answers[.body] } == ["Mine"])
  }

  @Test("The user can discard their edit in favour of the other one")
  func dropped() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    await bench.log(edit, [.body: "Theirs"], at: other)
    await bench.do(.save(edit))
    await bench.tap("Discard my changes", at: edit.route)
    await bench.tap("Discard", at: edit.route)
    #expect(bench.form(edit)?.values[.body] == "Theirs" && bench.form(edit)?.phase == .editing)
  }

  @Test("An edit of an entry deleted elsewhere can be saved as a new entry")
  func gone() async throws {
    let (bench, edit) = try await written()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    guard let id = edit.entry else { throw Problem.full }
    await bench.do(.delete(EntryName(.journal, id)), at: other)
    await bench.tap("Save", at: edit.route)
    #expect(
      bench.node(
        "This was deleted elsewhere since you opened it. What you typed is still here.", at: edit.route) != nil)
    await bench.tap("Save mine as a new entry", at: edit.route)
    #expect(bench.state.entries.map { $0.entry.record.answers[.body] } == ["Mine"])
    #expect(bench.state.entries.first?.name.id != id)
  }

  @Test("A change elsewhere that was reverted causes no conflict")
  func same() async throws {
    let (bench, edit) = try await written()
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    let collection = try await bench.store.collection(JournalEntry.self, .owned(.entered))
    guard let id = edit.entry, var record = try await collection.record(ID(id)) else { throw Problem.full }
    record.body = "Theirs"
    try await collection.save(record, over: .anything)
    record.body = "First"
    try await collection.save(record, over: .anything)
    await bench.do(.save(edit))
    #expect(bench.state.entries.map { $0.entry.record.answers[.body] } == ["Mine"])
  }

  @Test("A change by another process is shown at once, also in an untouched form", .timeLimit(.minutes(10)))
  func followed() async throws {
    let (bench, edit) = try await written()
    await bench.open(edit)
    let collection = try await bench.store.collection(JournalEntry.self, .owned(.entered))
    guard let id = edit.entry, var record = try await collection.record(ID(id)) else { throw Problem.full }
    record.body = "From elsewhere"
    try await collection.save(record, over: .anything)
    await bench.until { $0.entries.first?.entry.record.words == "Journal: From elsewhere" }
    #expect(bench.form(edit)?.values[.body] == "From elsewhere" && bench.form(edit)?.isDirty == false)
  }

  @Test("A missing entry is reported")
  func missing() async throws {
    let bench = try await Bench()
    let edit = FormName(.meal, editing: bench.context.identifiers.uuid())
    #expect(bench.node("Loading this entry", at: edit.route) != nil)
    await bench.open(edit)
    #expect(bench.node("This entry no longer exists.", at: edit.route) != nil)
  }

  @Test("An edit keeps fields that only a newer version or the server has")
  func unknown() async throws {
    let bench = try await Bench()
    let meals = try await bench.store.collection(Meal.self, .owned(.entered))
    let id = bench.context.identifiers.uuid()
    let row: Fields = [
      "id": .text(id.uuidString.lowercased()), "kind": .text("lunch"), "description": .text("Soup"), "calories": .null,
      "fibre_grams": .double(12), "photo_path": .null, "eaten_at": .text("2026-11-22T11:00:00.000Z"),
    ]
    try await meals.take([Pulled(id: id, rev: "7", fields: row)], cursor: Cursor(cursor: "7", epoch: nil))
    await bench.send(.refresh)
    await bench.log(FormName(.meal, editing: id), [.description: "Bean soup"])
    let fields = try await bench.waiting().first?.fields
    #expect(fields?["description"] == .text("Bean soup") && fields?["fibre_grams"] == nil)
    let kept = try await bench.store.records(of: Meal.collection, newest: 1)
    #expect(kept.first?.fields["fibre_grams"] == .double(12))
  }
}
