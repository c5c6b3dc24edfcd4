import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import OwnMeasures

@Suite("Defining a measure") struct DefiningTests {
  @Test("a measure of each kind keeps its name, unit, bounds and dose, and is sent to the server")
  func kinds() async throws {
    let bench = try await OwnBench()
    try await bench.define("Headache")
    try await bench.define("Ibuprofen", .medicine, [.dose: "400", .unit: "mg"])
    try await bench.define("Cuff", .pressure)
    try await bench.define("Blood sugar", .number, [.unit: "mmol/l", .lowest: "1.5", .highest: "40"])
    #expect(bench.state.measures.map(\.measure.name) == ["Blood sugar", "Cuff", "Headache", "Ibuprofen"])
    #expect(bench.state.measures.map(\.measure.kind) == [.number, .pressure, .scale, .medicine])
    let sugar = bench.state.measures[0].measure
    #expect(sugar.unit == "mmol/l" && sugar.least == 1.5 && sugar.most == 40)
    let drug = bench.state.measures[3].measure
    #expect(drug.dose == 400 && drug.unit == "mg" && drug.least == nil)
    #expect(try await bench.waiting().map(\.kind) == [.insert, .insert, .insert, .insert])
    let again = try await OwnBench(over: bench)
    #expect(again.state.measures == bench.state.measures)
  }

  @Test("a blood pressure without a name is called Blood pressure; no other measure goes without one")
  func names() async throws {
    let bench = try await OwnBench()
    await bench.log(.measure(nil), [.kind: "blood_pressure"])
    #expect(bench.state.measures.map(\.measure.name) == ["Blood pressure"])
    await bench.do(.left(OwnMeasuresPlaces.new))
    await bench.log(.measure(nil), [.kind: "scale"])
    #expect(bench.complaints(.measure(nil)) == [.name: "Give it a name, such as Headache."])
    #expect(bench.state.measures.count == 1)
  }

  @Test(
    "a name that is empty, unreadable, too long or there already is refused with a sentence",
    arguments: [
      (" \n\t", "Give it a name, such as Headache."),
      ("\u{202E}\u{0007}", "Give it a name, such as Headache."),
      ("\u{200B}\u{200B}", "This name cannot be read. Use letters or digits."),
      (String(repeating: "x", count: 101), "This has 101 characters; the limit is 100. Make it shorter."),
      ("  head \n ACHE ", "You already have “head ACHE”. Log it there, or choose another name."),
      ("Old", "You already have “Old”. It is archived: restore it under Your measures, or choose another name."),
    ])
  func refused(name: String, sentence: String) async throws {
    let bench = try await OwnBench()
    try await bench.define("Head ache")
    let old = try await bench.define("old")
    await bench.do(.archive(ID(old), true))
    await bench.log(.measure(nil), [.name: name])
    #expect(bench.complaints(.measure(nil))[.name] == sentence)
    #expect(bench.state.measures.count == 2)
    #expect(bench.form(.measure(nil))?.phase == .editing)
  }

  @Test("names in any script and direction, with symbols alone, and of the greatest length are kept and shown")
  func scripts() async throws {
    let bench = try await OwnBench()
    let names = ["כאב ראש", "صداع", "💊", "头痛", String(repeating: "ä", count: 100), "<b>&\"'"]
    for name in names { try await bench.define(name) }
    #expect(Set(bench.state.measures.map(\.measure.name)) == Set(names))
    for kept in bench.state.measures {
      await bench.log(.entry(of: kept.id), [.value: "3"])
      #expect(bench.sees(kept.measure.name.prefix(60) + "", at: OwnMeasuresPlaces.home))
    }
    // A direction that would continue into the text behind it is left out.
    try await bench.define("Pain")
    await bench.log(.measure(nil), [.name: "Pa\u{202E}in\u{2066}s"])
    #expect(bench.state.measures.contains { $0.measure.name == "Pains" })
  }

  @Test("two devices may add the same name; both stay, and the lists tell them apart")
  func both() async throws {
    let bench = try await OwnBench()
    try await bench.define("Pain")
    try await bench.take(
      [],
      [OwnMeasure(id: ID(UUID()), name: "pain", kind: .scale, createdAt: bench.clock.now.date.addingTimeInterval(9))]
    )
    #expect(bench.state.names.values.sorted() == ["Pain", "pain, number 2"])
    #expect(bench.screen(OwnMeasuresPlaces.home).all.filter { $0.role == .listitem }.count == 2)
  }

  @Test("the lowest possible value is below the highest")
  func bounds() async throws {
    let bench = try await OwnBench()
    await bench.open(.measure(nil))
    await bench.fill(.measure(nil), [.kind: "number"])
    await bench.fill(.measure(nil), [.name: "Sugar", .lowest: "30", .highest: "3"])
    await bench.do(.form(.save(.measure(nil))))
    #expect(bench.complaints(.measure(nil)) == [.highest: "This must be more than the lowest possible value."])
    await bench.fill(.measure(nil), [.highest: "1e400"])
    #expect(bench.complaints(.measure(nil))[.highest]?.hasPrefix("Enter a number") == true)
    #expect(bench.state.measures.isEmpty)
  }

  @Test("renaming keeps the entries and their meaning; Undo renames it back, unless it was changed again")
  func renaming() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Pain")
    await bench.log(.entry(of: id), [.value: "4"])
    await bench.log(.measure(id), [.name: "Back pain"])
    #expect(bench.state.measure(id)?.measure.name == "Back pain" && bench.state.readings(of: id).count == 1)
    // The kind is chosen once: an edited measure has no field for it.
    #expect(!OwnFormName.measure(id).inputs(FormValues(), at: bench.clock.now).contains { $0.field == .kind })
    try await bench.undo()
    #expect(bench.state.measure(id)?.measure.name == "Pain")
    await bench.do(.left(OwnFormName.measure(id).route))
    await bench.log(.measure(id), [.name: "Knee"])
    await bench.do(.left(OwnFormName.measure(id).route))
    let undo = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last
    await bench.log(.measure(id), [.name: "Hip"])
    await bench.do(try #require(undo))
    #expect(bench.state.measure(id)?.measure.name == "Hip")
    #expect(bench.toasts.last?.hasPrefix("It was changed or deleted since") == true)
  }

  @Test("an archived measure keeps its entries and is offered nowhere until it is restored")
  func archiving() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Pain")
    await bench.log(.entry(of: id), [.value: "4"])
    await bench.do(.archive(ID(id), true))
    #expect(bench.toasts.last == "Measure archived. Its entries stay.")
    #expect(bench.state.readings(of: id).count == 1)
    let surroundings = Surroundings(now: bench.clock.now)
    func isOffered() -> Bool {
      bench.state.logNodes(in: surroundings).flatMap(\.all).contains { $0.label == "Pain" }
    }
    #expect(!isOffered() && bench.sees("Restore Pain", at: OwnMeasuresPlaces.home))
    #expect(bench.state.history(in: surroundings).count == 1)
    try await bench.undo()
    #expect(isOffered())
    await bench.do(.archive(ID(id), true))
    await bench.tap("Restore Pain", at: OwnMeasuresPlaces.home)
    #expect(isOffered())
  }

  @Test("Undo removes a new measure, but not one that has entries by then")
  func removing() async throws {
    let bench = try await OwnBench()
    try await bench.define("Pain")
    try await bench.undo()
    #expect(bench.state.measures.isEmpty)
    let id = try await bench.define("Pain")
    let undo = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last
    await bench.log(.entry(of: id), [.value: "4"])
    await bench.do(try #require(undo))
    #expect(bench.state.measures.count == 1 && bench.state.readings.count == 1)
    #expect(bench.toasts.last?.contains("Archive the measure instead.") == true)
  }

  @Test("a person has at most 100 measures, and what was typed for another stays")
  func limit() async throws {
    let bench = try await OwnBench()
    let now = bench.clock.now.date
    try await bench.take([], (0..<100).map { OwnMeasure(id: ID(UUID()), name: "M\($0)", kind: .scale, createdAt: now) })
    await bench.log(.measure(nil), [.name: "One more"])
    #expect(bench.state.measures.count == 100)
    #expect(bench.form(.measure(nil))?.values[.name] == "One more")
    #expect(bench.form(.measure(nil))?.problem?.code == "too-many-measures")
  }
}
