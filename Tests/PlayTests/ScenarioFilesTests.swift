import Foundation
import Testing

@testable import Play

/// The scenarios of the repository itself. `Scripts/test` plays them through the `troupe` command.
@Suite("Scenarios of the repository") struct ScenarioFilesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Tests/Scenarios").path()

  @Test("Every criterion they name is known")
  func criteria() throws {
    let root = ScenarioFilesTests.root
    let known = Set(
      try String(contentsOf: root.appending(path: "Tests/criteria.ids"), encoding: .utf8).split(separator: "\n"))
    for name in try FileManager.default.contentsOfDirectory(atPath: ScenarioFilesTests.folder) {
      let text = try String(contentsOfFile: "\(ScenarioFilesTests.folder)/\(name)", encoding: .utf8)
      for scenario in try Scenario.read(text, file: name) {
        #expect(scenario.covers.filter { !known.contains($0[...]) } == [], "\(name): \(scenario.name)")
      }
    }
  }
}
