import Covers
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Storage
import Testing

@testable import Health

@Suite("Drafts") struct DraftTests {
  @Test("After a crash the form is filled from its draft and says so", .covers("yh-S04.5.2-E4"))
  func recovered() async throws {
    let bench = try await Bench()
    await bench.open(.meal)
    await bench.tap("Description", at: FormName.meal.route, .draft, .text("Lentils and r"))
    let after = try await Bench(over: bench)
    #expect(after.node("Recovered from your draft.", at: FormName.meal.route) == nil)
    await after.open(.meal)
    #expect(after.node("Description", at: FormName.meal.route)?.value == "Lentils and r")
    #expect(after.node("Recovered from your draft.", at: FormName.meal.route)?.role == .status)
    await after.do(.fill(.meal, .description, "Lentils and rice"))
    await after.tap("Save", at: FormName.meal.route)
    #expect(try await after.waiting().map { $0.fields["description"] } == [.text("Lentils and rice")])
    // Saving removes the draft.
    let third = try await Bench(over: bench)
    await third.open(.meal)
    #expect(third.form(.meal)?.isRecovered == false && third.form(.meal)?.values.isEmpty == true)
  }

  @Test("A recovered draft can be discarded after confirmation, and does not return")
  func discarded() async throws {
    let bench = try await Bench()
    await bench.open(.journal)
    await bench.do(.fill(.journal, .body, "Never mind"))
    let after = try await Bench(over: bench)
    await after.open(.journal)
    await after.tap("Discard", at: FormName.journal.route)
    #expect(after.screen(FormName.journal.route).dialog?.label == "Discard what you typed?")
    await after.tap("Keep editing", at: FormName.journal.route)
    #expect(after.form(.journal)?.values[.body] == "Never mind")
    await after.do(.ask(.discard(.journal)))
    await after.do(.discard(.journal))
    #expect(after.form(.journal)?.values.isEmpty == true && after.screen(FormName.journal.route).dialog == nil)
    let third = try await Bench(over: bench)
    await third.open(.journal)
    #expect(third.form(.journal)?.isRecovered == false)
  }

  @Test("A draft is kept when the form is left and opened again in the same window")
  func left() async throws {
    let bench = try await Bench()
    await bench.open(.journal)
    await bench.do(.fill(.journal, .body, "To be continued"))
    await bench.do(.left(FormName.journal.route))
    await bench.open(.journal)
    #expect(bench.form(.journal)?.values[.body] == "To be continued" && bench.form(.journal)?.isRecovered == false)
    await bench.do(.fill(.journal, .body, ""))
    await bench.do(.left(FormName.journal.route))
    #expect(bench.form(.journal) == nil)
    let after = try await Bench(over: bench)
    await after.open(.journal)
    #expect(after.form(.journal)?.isRecovered == false)
  }

  @Test("Two windows have separate drafts of the same form, and both are recovered")
  func windows() async throws {
    let bench = try await Bench()
    let other: WindowID = bench.context.identifiers.next()
    await bench.open(.mood)
    await bench.open(.mood, at: other)
    await bench.do(.fill(.mood, .note, "one"))
    await bench.clock.advance(by: .seconds(1), settling: bench.context.settling)
    await bench.do(.fill(.mood, .note, "two"), at: other)
    #expect(bench.form(.mood)?.values[.note] == "one" && bench.form(.mood, at: other)?.values[.note] == "two")
    let after = try await Bench(over: bench)
    await after.open(.mood)
    #expect(after.form(.mood)?.values[.note] == "two")
    await after.do(.save(.mood))
    await after.open(.mood)
    #expect(after.form(.mood)?.values[.note] == "one")
  }

  @Test("Closing a window passes its draft to the next")
  func closed() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    await bench.do(.fill(.mood, .note, "Still here"))
    await bench.close()
    #expect(bench.state.windows.isEmpty)
    let next: WindowID = bench.context.identifiers.next()
    await bench.open(.mood, at: next)
    #expect(bench.form(.mood, at: next)?.values[.note] == "Still here")
    #expect(bench.form(.mood, at: next)?.isRecovered == true)
  }

  @Test("Closing a window while its save fails passes its draft to the next")
  func closedSaving() async throws {
    let bench = try await Bench { $0.save = { _, _, _ throws(Problem) in throw .full } }
    await bench.open(.mood)
    await bench.do(.fill(.mood, .note, "Still here"))
    await bench.health.send(.save(.mood), from: bench.window)
    await bench.close()
    let next: WindowID = bench.context.identifiers.next()
    await bench.open(.mood, at: next)
    #expect(bench.form(.mood, at: next)?.values[.note] == "Still here")
  }

  @Test("A form opened before the drafts were read takes over its draft afterwards")
  func late() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    await bench.do(.fill(.mood, .note, "Before the crash"))
    let after = try await Bench(over: bench) { $0.drafts.found = { () throws(Problem) in [] } }
    await after.open(.mood)
    let drafts = try await HealthNeeds(bench.store, caching: .dashboard).drafts.found()
    await after.send(.form(.found(drafts)))
    #expect(after.form(.mood)?.values[.note] == "Before the crash")
  }

  @Test("A form takes over the draft of its own window that is read after it was opened, as after a lock")
  func lateInTheSameWindow() async throws {
    let bench = try await Bench()
    await bench.open(.mood)
    await bench.do(.fill(.mood, .note, "Before the lock"))
    let drafts = try await HealthNeeds(bench.store, caching: .dashboard).drafts.found()
    await bench.do(.form(.discard(.mood)))
    #expect(bench.form(.mood)?.isDirty == false && bench.form(.mood)?.draft == drafts.first?.id)
    await bench.send(.form(.found(drafts)))
    #expect(bench.form(.mood)?.values[.note] == "Before the lock")
    await bench.do(.fill(.mood, .note, "Typed meanwhile"))
    await bench.send(.form(.found(drafts)))
    #expect(bench.form(.mood)?.values[.note] == "Typed meanwhile" && bench.state.drafts.isEmpty)
  }

  @Test("A draft of an edit remembers the version it began with, so a newer one is not overwritten")
  func edited() async throws {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "First"])
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    let edit = FormName(.journal, editing: name.id)
    await bench.open(edit)
    await bench.do(.fill(edit, .body, "Mine"))
    let after = try await Bench(over: bench)
    let other: WindowID = after.context.identifiers.next()
    // The other window would take the same draft, so it saves after the first window has taken it.
    await after.open(edit)
    await after.open(edit, at: other)
    await after.do(.fill(edit, .body, "Theirs"), at: other)
    await after.do(.save(edit), at: other)
    #expect(after.form(edit)?.values[.body] == "Mine" && after.form(edit)?.isRecovered == true)
    await after.do(.save(edit))
    guard case .behind(let newer?) = after.form(edit)?.phase else { throw Problem.full }
    #expect(newer.entry.record.words == "Journal: Theirs" && after.form(edit)?.values[.body] == "Mine")
  }

  @Test("A draft that cannot be stored is reported, and the typed text stays")
  func notKept() async throws {
    let bench = try await Bench { $0.drafts.keep = { _ throws(Problem) in throw .full } }
    await bench.open(.journal)
    await bench.do(.fill(.journal, .body, "Here"))
    #expect(bench.form(.journal)?.problem == .full && bench.form(.journal)?.values[.body] == "Here")
  }

  @Test("Only the newest drafts are kept")
  func bounded() async throws {
    let bench = try await Bench()
    let needs = HealthNeeds(bench.store, caching: .dashboard)
    for number in 0..<(KeptDraft.most + 5) {
      var form = EntryForm(.mood, in: bench.context.identifiers.next())
      form.values[.note] = String(number)
      try await needs.drafts.keep(
        KeptDraft(form, at: Bench.morning.advanced(by: .seconds(number)).date))
    }
    #expect(try await needs.drafts.found().count == KeptDraft.most)
    #expect(try await needs.drafts.found().first?.values[.note] == String(KeptDraft.most + 4))
    let left = try await bench.store.collection(KeptDraft.self, .local).count()
    #expect(left == KeptDraft.most)
  }

  @Test("A draft that an earlier version stored is recovered, and one of an unknown kind is no draft")
  func former() async throws {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "First"])
    let kept = try #require(bench.state.entries.first)
    let other = try await Bench()
    let former = try await other.store.collection(FormerDraft.self, .local)
    for (kind, editing) in [("journal", kept.name.id), ("mood", nil)] as [(String, UUID?)] {
      try await former.save(
        FormerDraft(
          id: ID(UUID()), kind: kind, editing: editing, version: nil, locale: "de-DE", zone: nil,
          before: ["body": "First"], values: ["body": "Typed", "note": "n", "unheard": "of"], at: other.clock.now.date))
    }
    let drafts = try await HealthNeeds(other.store, caching: .dashboard).drafts.found()
    #expect(Set(drafts.map(\.form)) == [FormName(.journal, editing: kept.name.id), .mood])
    #expect(drafts.allSatisfy { $0.values[.body] == "Typed" && $0.before[.body] == "First" && $0.locale == "de-DE" })
    for columns in [[:], ["kind": "unheard-of"], ["kind": "mood", "editing": "nobody"]] {
      #expect(FormName(columns: columns) == nil)
    }
    for name in [FormName.mood, FormName(.sleep, editing: kept.name.id)] {
      #expect(FormName(columns: name.columns) == name)
    }
  }

  /// A draft in the form in which earlier versions stored it.
  private struct FormerDraft: Kept {
    static let collection = KeptDraft.collection

    let id: ID<FormerDraft>
    let kind: String
    let editing: UUID?
    let version: Version?
    let locale: String?
    let zone: String?
    let before: [String: String]
    let values: [String: String]
    let at: Date

    var when: Date { at }
  }

  @Test("Drafts are never sent to the server")
  func local() async throws {
    let bench = try await Bench()
    await bench.open(.journal)
    await bench.do(.fill(.journal, .body, "Private until saved"))
    #expect(try await bench.waiting().isEmpty)
  }
}
