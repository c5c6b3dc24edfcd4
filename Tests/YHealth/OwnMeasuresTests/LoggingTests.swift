import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import OwnMeasures

@Suite("Logging an own measure") struct LoggingTests {
  @Test("a symptom is logged with one tap in its sheet, and Undo deletes it")
  func symptom() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    let name = OwnFormName.entry(of: id)
    await bench.open(name)
    await bench.tap("6 of 10", at: name.route)
    #expect(bench.latest?.value == 6 && bench.latest?.measuredAt == bench.clock.now.date)
    #expect(bench.events.contains(.finished(name)) && bench.toasts.last == "Saved.")
    try await bench.undo()
    #expect(bench.state.readings.isEmpty)
  }

  @Test("Undo of a new entry leaves it when it was changed since")
  func changedSince() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    await bench.log(.entry(of: id), [.value: "6"])
    let undo = bench.events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }.last
    let reading = try #require(bench.latest)
    await bench.log(.reading(reading.id.uuid), [.note: "at noon"])
    await bench.do(try #require(undo))
    #expect(bench.latest?.note == "at noon" && bench.toasts.last?.contains("That change is kept.") == true)
  }

  @Test("a symptom needs a value, and the complaint is shown")
  func missing() async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Headache"))
    await bench.log(name, [.note: "at noon"])
    #expect(bench.state.readings.isEmpty && bench.sees("Choose a value from 0 to 10.", at: name.route))
    await bench.fill(name, [.value: "11"])
    await bench.do(.form(.save(name)))
    #expect(bench.state.readings.isEmpty)
    await bench.fill(name, [.value: "0"])
    await bench.do(.form(.save(name)))
    #expect(bench.latest?.value == 0 && bench.latest?.note == "at noon")
  }

  @Test("a medicine is taken with its usual dose in one tap, or with another, or not taken")
  func medicine() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Ibuprofen", .medicine, [.dose: "400", .unit: "mg"])
    let name = OwnFormName.entry(of: id)
    await bench.open(name)
    await bench.tap("Taken, 400 mg", at: name.route)
    #expect(bench.latest?.isTaken == true && bench.latest?.value == 400)
    await bench.do(.left(name.route))
    await bench.advance(.seconds(60))
    await bench.open(name)
    await bench.tap("Not taken", at: name.route)
    #expect(bench.latest?.isTaken == false && bench.latest?.value == nil)
    await bench.do(.left(name.route))
    await bench.advance(.seconds(60))
    await bench.log(name, [.value: "200.5"])
    #expect(bench.latest?.isTaken == true && bench.latest?.value == 200.5)
    await bench.do(.left(name.route))
    await bench.advance(.seconds(60))
    // Three times the usual dose is asked about.
    await bench.log(name, [.value: "4000"])
    #expect(bench.state.readings.count == 3)
    let question = bench.screen(name.route).dialog
    #expect(question?.all.contains { $0.label.contains("more than three times the usual dose of 400 mg") } == true)
    await bench.do(.form(.confirm(name)))
    #expect(bench.latest?.value == 4000)
  }

  @Test("a blood pressure is two whole numbers within bounds, the upper one greater")
  func pressure() async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Cuff", .pressure))
    await bench.log(name, [:])
    #expect(
      bench.complaints(name) == [
        .value: "Enter the upper value, such as 120.", .second: "Enter the lower value, such as 80.",
      ])
    for (upper, lower, field) in [
      ("301", "80", OwnField.value), ("39", "30", .value), ("120", "201", .second), ("120", "19", .second),
      ("80", "120", .second), ("90", "90", .second), ("12.5", "8", .value), ("abc", "80", .value),
    ] {
      await bench.fill(name, [.value: upper, .second: lower])
      await bench.do(.form(.save(name)))
      #expect(bench.complaints(name)[field] != nil, "\(upper) over \(lower)")
    }
    #expect(bench.state.readings.isEmpty)
    await bench.fill(name, [.value: "128", .second: "82"])
    await bench.do(.form(.save(name)))
    #expect(bench.latest?.value == 128 && bench.latest?.second == 82)
    #expect(bench.sees("128/82 mmHg", at: OwnMeasuresPlaces.home))
  }

  @Test(
    "an unlikely blood pressure is saved only after a question",
    arguments: [("230", "110"), ("120", "35"), ("70", "45"), ("180", "140"), ("100", "90")])
  func unlikely(upper: String, lower: String) async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Cuff", .pressure))
    await bench.log(name, [.value: upper, .second: lower])
    #expect(bench.state.readings.isEmpty)
    let question = "\(upper) over \(lower) mmHg is a rare blood pressure. Compare both numbers with the device."
    #expect(bench.screen(name.route).dialog?.all.contains { $0.label == question } == true)
    await bench.do(.form(.dismiss))
    #expect(bench.state.readings.isEmpty && bench.form(name)?.values[.value] == upper)
    await bench.do(.form(.save(name)))
    await bench.do(.form(.confirm(name)))
    #expect(bench.state.readings.count == 1)
    // Once it is stored, a changed note asks no more.
    let edit = OwnFormName.reading(try #require(bench.latest).id.uuid)
    await bench.log(edit, [.note: "seen twice"])
    #expect(bench.latest?.note == "seen twice")
  }

  @Test("a number is read in the notation of the person, and stays within the bounds of its measure")
  func number() async throws {
    let german = Moment(OwnBench.morning.date, in: OwnBench.berlin, locale: "de-DE")
    let bench = try await OwnBench(at: german)
    let id = try await bench.define("Sugar", .number, [.unit: "mmol/l", .lowest: "1,5", .highest: "40"])
    #expect(bench.state.measure(id)?.measure.least == 1.5)
    let name = OwnFormName.entry(of: id)
    for wrong in ["0,5", "40,1", "NaN", "1e9", "--3", "six", String(repeating: "9", count: 60)] {
      await bench.log(name, [.value: wrong])
      #expect(bench.complaints(name)[.value]?.hasPrefix("Enter a number from 1,5 to 40") == true, "\(wrong)")
    }
    await bench.log(name, [.value: "6,25"])
    #expect(bench.latest?.value == 6.25)
    let surroundings = Surroundings(now: bench.clock.now, locale: "de-DE")
    #expect(bench.state.history(in: surroundings).map(\.node.value) == ["6,25 mmol/l"])
    await bench.do(.left(name.route))
    let edit = OwnFormName.reading(try #require(bench.latest).id.uuid)
    await bench.open(edit)
    #expect(bench.form(edit)?.values[.value] == "6,25")
  }

  @Test("an entry begins with the earlier day that the log sheet remembers")
  func earlier() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    let name = OwnFormName.entry(of: id)
    let day = bench.clock.now.day.following(-3)
    await bench.do(.appeared(name.route, on: day))
    await bench.tap("2 of 10", at: name.route)
    #expect(bench.latest.map { CalendarDay($0.measuredAt, in: OwnBench.berlin) } == day)
    await bench.do(.left(name.route))
    await bench.do(.appeared(name.route))
    await bench.tap("3 of 10", at: name.route)
    #expect(bench.latest?.value == 3 && bench.latest?.measuredAt == bench.clock.now.date)
  }

  @Test("an entry of the future, or of long ago, is refused")
  func times() async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Headache"))
    await bench.log(name, [.value: "3", .date: "2030-01-01"])
    #expect(bench.complaints(name)[.date]?.contains("in the future") == true)
    await bench.fill(name, [.date: "1990-01-01"])
    #expect(bench.complaints(name)[.date]?.contains("too long ago") == true)
    await bench.fill(name, [.date: "rubbish"])
    #expect(bench.complaints(name)[.date] != nil)
    #expect(bench.state.readings.isEmpty)
  }

  @Test("the most used measures of the last 60 days come first in the log sheet, six at most")
  func order() async throws {
    let bench = try await OwnBench()
    var ids: [UUID] = []
    for name in ["A", "B", "C", "D", "E", "F", "G"] { ids.append(try await bench.define(name)) }
    for (id, times) in [(ids[6], 3), (ids[2], 2), (ids[4], 1)] {
      for _ in 0..<times {
        await bench.open(.entry(of: id))
        await bench.do(.quick(.entry(of: id), [.value: "5"]))
        await bench.do(.left(OwnFormName.entry(of: id).route))
      }
    }
    let nodes = bench.state.logNodes(in: Surroundings(now: bench.clock.now)).flatMap(\.all)
    #expect(
      nodes.filter { $0.role == .link }.map(\.label) == [
        "G", "C", "E", "A", "B", "D", "New measure", "All your measures",
      ])
  }

  @Test("an entry is edited, and Undo restores it as it was")
  func editing() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    await bench.log(.entry(of: id), [.value: "3", .note: "dull"])
    let first = try #require(bench.latest)
    let edit = OwnFormName.reading(first.id.uuid)
    await bench.log(edit, [.value: "8"])
    #expect(bench.latest?.value == 8 && bench.latest?.id == first.id && bench.latest?.measuredAt == first.measuredAt)
    try await bench.undo()
    #expect(bench.latest == first)
  }

  @Test("an entry is deleted from its row and from its form, and Undo saves it again")
  func deleting() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    await bench.log(.entry(of: id), [.value: "3"])
    let first = try #require(bench.latest)
    await bench.tap("Delete", at: OwnMeasuresPlaces.measure(id))
    #expect(bench.state.readings.isEmpty && bench.toasts.last == "Entry deleted.")
    try await bench.undo()
    #expect(bench.latest == first)
    let edit = OwnFormName.reading(first.id.uuid)
    await bench.open(edit)
    await bench.tap("Delete this entry", at: edit.route)
    #expect(bench.state.readings.isEmpty && bench.events.contains(.finished(edit)))
    #expect(bench.sees("This entry no longer exists.", at: edit.route))
  }

  @Test("when the disk is full, what was typed stays, and the next attempt saves it")
  func full() async throws {
    let bench = try await OwnBench()
    let name = OwnFormName.entry(of: try await bench.define("Headache"))
    bench.isFull.withLock { $0 = true }
    await bench.log(name, [.value: "3"])
    #expect(bench.state.readings.isEmpty && bench.form(name)?.values[.value] == "3")
    #expect(bench.form(name)?.problem != nil)
    bench.isFull.withLock { $0 = false }
    await bench.do(.form(.save(name)))
    #expect(bench.latest?.value == 3)
  }
}
