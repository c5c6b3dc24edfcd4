import AppleHealth
import Connectors
import Days
import FoundationEssentials
import Health
import Interface
import Kernel
import Measures
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("The sources that yHealth connects")
struct ConnectorTests {
  private static let path = "apple-health-export.path"

  /// Writes an export with the steps of `days` days, one record a day and one that cannot be read.
  private func export(days: Int, in folder: TestFolder) throws -> String {
    func record(_ day: String, _ value: String) -> String {
      """
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
      startDate="\(day) 10:00:00 +0100" endDate="\(day) 10:05:00 +0100" value="\(value)"/>

      """
    }
    let records = (0..<days).map { record(CalendarDay(number: 20_454 + $0).text, "100") }
    return try file("<HealthData>\n" + records.joined() + record("2026-01-01", "many") + "</HealthData>", in: folder)
  }

  private func file(_ text: String, in folder: TestFolder) throws -> String {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    folder.write("export.xml", text)
    return "\(folder.path)/export.xml"
  }

  private func figures(_ person: Person) async throws -> [DeviceDay] {
    try await person.store.collection(DeviceDay.self, .owned(.rest)).records()
  }

  @Test("an Apple Health export is read into the log under the names of its sources, and removed from it")
  func export() async throws {
    let folder = TestFolder()
    let path = try export(days: 3, in: folder)
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["connect"])))
    try await window.perform(.type(.id(ConnectorTests.path), path))
    var frame = try await window.perform(.tap(.label("Import")))
    #expect(frame.toast == "3 days from 1 device; 1 of 4 records could not be read.")
    #expect(frame.value(of: "Not read") == "1 record without a plausible amount: line 5 of export.xml")
    let figures = try await figures(person)
    #expect(Set(figures.map(\.source)) == ["Apple Health export: all"] && figures.count == 3)
    #expect(figures.allSatisfy { $0.amount == 100 })
    try await window.perform(.tap(.label("Remove imported data")))
    frame = try await window.perform(.tap(.label("Remove")))
    #expect(frame.labels.contains("Import") && !frame.labels.contains("Remove imported data"))
    #expect(try await self.figures(person).isEmpty)
    await window.close()
    await person.close()
  }

  @Test(
    "a file that is no export, or has nothing that can be shown, changes nothing and says why",
    arguments: [
      ("<svg/>", "This is no Apple Health export"),
      ("<HealthData><Record type=\"x\"/></HealthData>", "The file contains no data that can be shown here."),
      (
        "<HealthData><Workout/><Workout/></HealthData>",
        "The file contains no data that can be shown here. Records that could not be read: 2 without a readable start"
      ),
      ("", "The file is empty. Nothing was imported from the file."),
    ])
  func refused(text: String, words: String) async throws {
    let folder = TestFolder()
    let path = try file(text, in: folder)
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["connect"])))
    try await window.perform(.type(.id(ConnectorTests.path), path))
    let frame = try await window.perform(.tap(.label("Import")))
    #expect(frame.labels.contains { $0.hasPrefix(words) })
    #expect(try await figures(person).isEmpty)
    await window.close()
    await person.close()
  }

  @Test("the simulated device brings thirty days, says that none was measured, and repeats the same figures")
  func simulated() async throws {
    let person = try await Person.test()
    let window = await person.window()
    var frame = try await window.perform(.open(Route(["connect"])))
    #expect(frame.labels.contains { $0.contains("None of it was measured") })
    frame = try await window.perform(.tap(.label("Add the simulated device")))
    #expect(frame.toast == "30 days from the simulated device.")
    let first = try await figures(person)
    #expect(Set(first.map(\.day)).count == 30 && first.map(\.day).max() == noon.day)
    #expect(Set(first.map(\.source)) == ["Simulated device: all"])
    try await window.perform(.tap(.label("Import newest days")))
    #expect(try await figures(person) == first)
    await window.close()
    await person.close()
  }

  @Test("the simulated figures are plausible, and the same for a day every time")
  func plausible() {
    for number in stride(from: 15_000, to: 25_000, by: 30) {
      let days = SimulatedDevice.days(to: CalendarDay(number: number))
      #expect(days == SimulatedDevice.days(to: CalendarDay(number: number)))
      for figure in days {
        let range: ClosedRange<Double> =
          switch figure.measure {
          case .steps: 1000...20_000
          case .sleepMinutes: 300...600
          case .restingHeartRate: 45...75
          case .bedtime: 540...840
          default: 0...15_000
          }
        #expect(range.contains(figure.amount), "\(figure.measure) \(figure.amount)")
      }
    }
  }

  @Test("the names under which connections are stored never change")
  func stored() async throws {
    let store = try await Store.memory(FeatureContext())
    let health = Health(on: FeatureContext(), needs: HealthNeeds(store, caching: YHealthStorage.dashboard))
    let names = YHealthConnectors.sources(adding: health, on: FeatureContext().time).map(\.connector.id.rawValue)
    #expect(names == ["apple-health-export", "simulated-device"])
  }
}
