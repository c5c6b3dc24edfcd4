import Days
import FoundationEssentials
import Interface
import Kernel
import ShellTesting
import Storage
import Testing

@testable import Cadence
@testable import Shell
@testable import Training

@Suite("Cadence as a product") struct CadenceTests {
  @Test("every place it lists can be opened, and shows its own title")
  func places() async throws { try await checkPlaces(of: .cadence) }

  @Test(
    "a new run is a good moment: after a week and three of them Cadence asks for a rating, and a changed run is none")
  func rating() async throws {
    let person = try await Person.test(.cadence)
    let window = await person.window()
    try await window.perform(.advance(seconds: 8 * 86_400))
    func asks() async throws -> Bool {
      try await window.perform(.screen).labels.contains { $0.hasPrefix("Do you like Cadence?") }
    }
    for number in 1...3 {
      #expect(try await !asks())
      try await window.perform(.open(Route(["today", "run"])))
      try await window.perform(.type(.label("Day"), window.surroundings.now.day.text))
      try await window.perform(.type(.label("Distance"), "\(number + 4)"))
      try await window.perform(.tap(.label("Save")))
      guard number == 1, let run = try await person.store.collection(RunDone.self, .owned(.entered)).records().first
      else {
        continue
      }
      try await window.perform(.open(Route(["today", "run"], ["id": run.id.uuid.uuidString.lowercased()])))
      try await window.perform(.type(.label("Note"), "Into the wind"))
      try await window.perform(.tap(.label("Save")))
    }
    #expect(try await asks())
    await person.close()
  }
}
