import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("The notice about demo data")
struct DemonstrationSignTests {
  private let question = "Remove all demo data? What you entered yourself stays."

  @Test("removes the data only after a second answer, and keeps them when the person changes their mind")
  func asks() async throws {
    let person = try await Person.test()
    try await DemonstrationData.fill(person.store, to: person.context.time.now(), days: 5)
    let window = await person.window()
    var frame = try await window.perform(.tap(.label("Remove demo data")))
    #expect(frame.labels.contains(question))
    #expect(try await DemonstrationData.isThere(in: person.store))
    frame = try await window.perform(.tap(.label("Keep demo data")))
    #expect(!frame.labels.contains(question) && frame.labels.contains("Remove demo data"))
    try await window.perform(.tap(.label("Remove demo data")))
    frame = try await window.perform(.tap(.label("Remove all demo data")))
    #expect(!frame.labels.contains(question) && !frame.labels.contains("Remove demo data"))
    #expect(try await !DemonstrationData.isThere(in: person.store))
    await window.close()
    await person.close()
  }
}
