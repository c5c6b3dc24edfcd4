import Days
import FeatureTesting
import Forms
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Health

@Suite("Unlikely and emptied values") struct DoubtTests {
  private let sleep = FormName(.sleep)

  @Test("Falling asleep and waking at the same time is saved as a whole day only after a question")
  func wholeDay() async throws {
    let bench = try await Bench()
    await bench.log(sleep, [.fellAsleep: "07:00", .time: "07:00"])
    #expect(try await bench.waiting().isEmpty)
    let dialog = bench.screen(sleep.route).dialog
    #expect(dialog?.all.contains { $0.label == "This is 24 h of sleep. Check the day and both times." } == true)
    await bench.do(.dismiss)
    #expect(bench.form(sleep)?.values[.fellAsleep] == "07:00" && bench.form(sleep)?.phase == .editing)
    await bench.do(.save(sleep))
    await bench.do(.confirm(sleep))
    #expect(try await bench.waiting().count == 1 && bench.screen(sleep.route).dialog == nil)
  }

  @Test("A confirmed value that is changed is asked about again, and a usual night is not")
  func again() async throws {
    let bench = try await Bench()
    await bench.log(sleep, [.fellAsleep: "07:00", .time: "07:00"])
    await bench.do(.dismiss)
    // Confirming needs the question.
    await bench.do(.confirm(sleep))
    #expect(try await bench.waiting().isEmpty)
    await bench.do(.fill(sleep, .fellAsleep, "08:00"))
    await bench.do(.save(sleep))
    #expect(bench.screen(sleep.route).dialog != nil)
    await bench.do(.dismiss)
    await bench.do(.fill(sleep, .fellAsleep, "23:00"))
    await bench.do(.save(sleep))
    #expect(try await bench.waiting().count == 1 && bench.screen(sleep.route).dialog == nil)
  }

  @Test("An edit that leaves the confirmed times alone is not asked about")
  func edited() async throws {
    let bench = try await Bench()
    await bench.log(sleep, [.fellAsleep: "07:00", .time: "07:00"])
    await bench.do(.confirm(sleep))
    let kept = try #require(bench.state.entries.first)
    let edit = FormName(.sleep, editing: kept.name.id)
    await bench.log(edit, [.note: "Ill"])
    #expect(bench.screen(edit.route).dialog == nil && bench.state.entries.first?.version != kept.version)
  }

  @Test("An emptied day or time is asked for, and nothing is saved without it", arguments: [FormField.date, .time])
  func emptied(field: FormField) async throws {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "Not to be lost", field: ""])
    let title = field == .date ? "Day" : "Time"
    let shown = bench.node(title, at: FormName.journal.route)
    #expect(try await bench.waiting().isEmpty && shown?.value ?? "" == "" && shown?.state.invalid != nil)
    #expect(bench.form(.journal)?.values[.body] == "Not to be lost")
    await bench.do(.fill(.journal, field, field == .date ? bench.clock.now.day.text : "00:01"))
    await bench.do(.save(.journal))
    #expect(try await bench.waiting().count == 1)
  }

  @Test("An emptied day of an older entry is asked for as well, and is still empty in a recovered draft")
  func emptiedInEdit() async throws {
    let bench = try await Bench()
    await bench.log(.journal, [.body: "Before", .date: bench.clock.now.day.following(-3).text, .time: "08:00"])
    let kept = try #require(bench.state.entries.first)
    let edit = FormName(.journal, editing: kept.name.id)
    await bench.log(edit, [.date: " "])
    #expect(bench.node("Day", at: edit.route)?.state.invalid != nil && bench.state.entries == [kept])
    await bench.close()
    let after = try await Bench(over: bench)
    await after.open(edit)
    #expect(after.form(edit)?.values.isEmptied(.date) == true)
    await after.do(.save(edit))
    #expect(after.state.entries.map(\.entry) == [kept.entry])
  }
}
