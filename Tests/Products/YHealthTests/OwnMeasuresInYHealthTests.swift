import Days
import Foundation
import Health
import Interface
import Kernel
import OwnMeasures
import Plot
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("Own measures in yHealth", .timeLimit(.minutes(10))) struct OwnMeasuresInYHealthTests {
  private func define(_ name: String, _ kind: String, in window: Window) async throws {
    try await window.perform(.open(Route(["measures", "new"])))
    try await window.perform(.choose(.label("Kind"), .text(kind)))
    try await window.perform(.type(.label("Name"), name))
    try await window.perform(.tap(.label("Add measure")))
  }

  private func identifier(_ name: String, of person: Person) async throws -> UUID {
    let all = try await person.store.collection(OwnMeasure.self, .owned(.entered)).records()
    return try #require(all.first { $0.name == name }).id.uuid
  }

  private func log(_ value: Int, of measure: UUID, in window: Window) async throws {
    try await window.perform(.open(OwnMeasuresPlaces.log(measure)))
    try await window.perform(.tap(.label("\(value) of 10")))
  }

  @Test("the log sheet offers a measure at once in every window, and the history has its entries among the others")
  func joined() async throws {
    let person = try await Person.test()
    let (one, other) = (await person.window(), await person.window())
    try await other.perform(.open(Route(["log"])))
    try await define("Headache", "Symptom, 0 to 10", in: one)
    #expect(try await other.perform(.screen).everything.contains { $0.label == "Headache" })
    try await log(6, of: try await identifier("Headache", of: person), in: one)
    try await one.perform(.open(Route(["log", "water"])))
    try await one.perform(.tap(.label("250 ml")))
    let frame = try await one.perform(.open(Route(["history"])))
    let rows = frame.everything.filter { $0.role == .listitem }
    #expect(Set(rows.map(\.label)) == ["Headache", "Water, 250 ml"])
    #expect(rows.contains { $0.label == "Headache" && $0.value == "6 of 10" })
    await person.close()
  }

  @Test("a chart has the entries of its measure, follows a new one, and has any range and its export in Deep mode")
  func chart() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
    try await define("Headache", "Symptom, 0 to 10", in: window)
    let id = try await identifier("Headache", of: person)
    let readings = try await person.store.collection(OwnReading.self, .owned(.entered))
    let now = person.context.time.now().date
    for back in 1...20 {
      let at = now.addingTimeInterval(-86_400 * Double(back))
      try await readings.save(OwnReading(id: ID(UUID()), measure: id, value: Double(back % 5), measuredAt: at))
    }
    func values(_ frame: Frame) -> [Double] {
      guard let spec = frame.everything.compactMap(\.chart).first, case .line(let lines) = spec.kind else { return [] }
      return lines.series[0].points.compactMap(\.y)
    }
    #expect(values(try await window.perform(.open(OwnMeasuresPlaces.chart(id)))).count == 6)
    let frame = try await window.perform(.choose(.label("Time range"), .text("30 days")))
    #expect(values(frame).count == 20)
    #expect(frame.everything.contains { $0.label == "Export" })
    try await log(9, of: id, in: window)
    #expect(values(try await window.perform(.open(OwnMeasuresPlaces.chart(id)))).last == 9)
    await person.close()
  }

  @Test("a chart of a measure that does not exist says so")
  func gone() async throws {
    let person = try await Person.test()
    let window = await person.window()
    let frame = try await window.perform(.open(OwnMeasuresPlaces.chart(UUID())))
    #expect(frame.everything.contains { $0.label == "This measure no longer exists." })
    await person.close()
  }

  @Test("the export of everything has the measures and their entries")
  func exported() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await define("Headache", "Symptom, 0 to 10", in: window)
    try await log(6, of: try await identifier("Headache", of: person), in: window)
    let kinds = try await person.store.summaries().map(\.name)
    #expect(Set(kinds).isSuperset(of: [OwnMeasure.collection, OwnReading.collection]))
    await person.close()
  }
}
