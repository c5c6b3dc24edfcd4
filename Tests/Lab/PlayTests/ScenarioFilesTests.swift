import Foundation
import Testing

@testable import Play

/// The scenarios of the repository itself. `Scripts/test` plays them through the `troupe` command.
@Suite("Scenarios of the repository") struct ScenarioFilesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/Scenarios").path()

  @Test("Every criterion that a scenario names is known")
  func criteria() throws {
    let root = ScenarioFilesTests.root
    let known = Set(
      try String(contentsOf: root.appending(path: "Tests/criteria.ids"), encoding: .utf8).split(separator: "\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: ScenarioFilesTests.folder)
      .filter { $0.hasSuffix(".scenario") }
    #expect(!known.isEmpty && !names.isEmpty)
    for name in names {
      let text = try String(contentsOfFile: "\(ScenarioFilesTests.folder)/\(name)", encoding: .utf8)
      let scenarios = try Scenario.read(text, file: name)
      #expect(!scenarios.isEmpty, "\(name)")
      for scenario in scenarios {
        #expect(scenario.covers.filter { !known.contains($0[...]) } == [], "\(name): \(scenario.name)")
      }
    }
  }
}
