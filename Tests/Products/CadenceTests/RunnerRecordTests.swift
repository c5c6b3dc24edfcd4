import Covers
import Relational
import Testing

@testable import Cadence
@testable import ProductKit

@Suite("The table of runners") struct RunnerRecordTests {
  @Test("it has a column for each of the nine sections, the completeness and the owner", .covers("cd-1.1-AC1"))
  func sections() {
    let table = RunnerRecords.runners.table
    #expect(table.name == "runners")
    let columns = Set(table.columns.map(\.name))
    for section in [
      "identity", "physical", "running", "goals", "schedule", "health", "coaching", "connections", "inferred",
      "data_completeness", "owner",
    ] { #expect(columns.contains(section), "\(section)") }
    #expect(table.indexes.contains { $0.first == "owner" })
    #expect(RunnerRecords.runners.findings.isEmpty)
  }
}
