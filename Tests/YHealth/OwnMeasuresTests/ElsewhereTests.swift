import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import OwnMeasures

@Suite("Two windows and other devices") struct ElsewhereTests {
  @Test("what was typed survives a restart as a draft, with its measure")
  func drafts() async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Cuff", .pressure))
    await bench.open(name)
    await bench.fill(name, [.value: "128"])
    let again = try await OwnBench(over: bench)
    await again.open(name)
    #expect(again.form(name)?.values[.value] == "128" && again.form(name)?.isRecovered == true)
    await again.fill(name, [.second: "82"])
    await again.do(.form(.save(name)))
    #expect(again.latest?.second == 82)
    #expect(try await OwnMeasuresNeeds(again.store).drafts.found().isEmpty)
  }

  @Test("two windows that edit one entry: the second is asked, and neither is lost")
  func conflict() async throws {
    let bench = try await OwnBench()
    let other = bench.context.identifiers.next() as WindowID
    let id = try await bench.define("Headache")
    await bench.log(.entry(of: id), [.value: "3"])
    let edit = OwnFormName.reading(try #require(bench.latest).id.uuid)
    await bench.open(edit)
    await bench.open(edit, at: other)
    await bench.fill(edit, [.value: "4"])
    await bench.fill(edit, [.value: "9"], at: other)
    await bench.do(.form(.save(edit)))
    await bench.do(.form(.save(edit)), at: other)
    #expect(bench.latest?.value == 4)
    #expect(bench.form(edit, at: other)?.isBehind == true)
    #expect(bench.screen(edit.route, at: other).all.contains { $0.value == "4 of 10" })
    await bench.do(.form(.saveBeside(edit)), at: other)
    #expect(bench.state.readings.compactMap(\.reading.value).sorted() == [4, 9])
  }

  @Test("an unchanged form follows what another window saves")
  func following() async throws {
    let bench = try await OwnBench()
    let other = bench.context.identifiers.next() as WindowID
    let id = try await bench.define("Headache")
    await bench.open(.measure(id))
    await bench.log(.measure(id), [.name: "Migraine"], at: other)
    #expect(bench.form(.measure(id))?.values[.name] == "Migraine")
  }

  @Test("a unit that is changed elsewhere while an entry is typed is taken over, and the input stays")
  func units() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Sugar", .number, [.unit: "mg/dl"])
    let name = OwnFormName.entry(of: id)
    await bench.open(name)
    await bench.fill(name, [.value: "5"])
    let other = bench.context.identifiers.next() as WindowID
    await bench.log(.measure(id), [.unit: "mmol/l", .highest: "4"], at: other)
    #expect(bench.form(name)?.values[.ofUnit] == "mmol/l" && bench.form(name)?.values[.value] == "5")
    #expect(bench.complaints(name)[.value]?.contains("to 4") == true)
  }

  @Test("a measure deleted elsewhere while an entry is typed: the input stays, and restoring the measure saves it")
  func deleted() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Sugar", .number, [.unit: "mmol/l"])
    let name = OwnFormName.entry(of: id)
    await bench.open(name)
    await bench.fill(name, [.value: "5.5"])
    try await bench.removeElsewhere(id)
    #expect(bench.state.measures.isEmpty && bench.form(name)?.values[.value] == "5.5")
    #expect(bench.sees("This measure was deleted", at: name.route))
    let save = bench.screen(name.route).all.node(labelled: "Save")
    #expect(save?.state.isDisabled == true && save?.hint?.isEmpty == false)
    // A save that was on its way is refused and loses nothing.
    await bench.do(.form(.save(name)))
    #expect(bench.state.readings.isEmpty && bench.form(name)?.values[.value] == "5.5")
    #expect(bench.form(name)?.problem?.code == "measure-gone")
    await bench.tap("Restore measure", at: name.route)
    #expect(bench.state.measures.map(\.measure.unit) == ["mmol/l"])
    await bench.do(.form(.save(name)))
    #expect(bench.latest?.value == 5.5)
  }

  @Test("a measure deleted elsewhere while its unchanged forms are open says so")
  func unchanged() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    for name in [OwnFormName.entry(of: id), .measure(id)] { await bench.open(name) }
    try await bench.removeElsewhere(id)
    for route in [
      OwnFormName.entry(of: id).route, OwnFormName.measure(id).route, OwnMeasuresPlaces.measure(id),
      OwnMeasuresPlaces.chart(id),
    ] {
      #expect(bench.sees("This measure no longer exists.", at: route), "\(route.text)")
    }
  }

  @Test("an entry older than those that are read opens by its link, and one that never was says so")
  func old() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    let now = bench.clock.now.date
    let many = (0...OwnMeasuresNeeds.mostReadings).map { index in
      OwnReading(id: ID(UUID()), measure: id, value: 5, measuredAt: now.addingTimeInterval(-Double(index) * 3600))
    }
    try await bench.take(many)
    #expect(bench.state.readings.count == OwnMeasuresNeeds.mostReadings)
    let edit = OwnFormName.reading(try #require(many.last).id.uuid)
    await bench.log(edit, [.value: "7"])
    #expect(try await bench.collections().readings.record(ID(try #require(many.last).id.uuid))?.value == 7)
    let none = OwnFormName.reading(UUID())
    await bench.open(none)
    #expect(bench.sees("This entry no longer exists.", at: none.route))
  }
}
