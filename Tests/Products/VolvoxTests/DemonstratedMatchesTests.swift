import Connectivity
import Interface
import Kernel
import Peers
import Shell
import ShellTesting
import Storage
import Testing

@testable import Volvox

@Suite("The made-up sponsors of the demonstration") struct DemonstratedMatchesTests {
  @Test("three are suggested, are called made up, cannot be asked, and leave nothing behind")
  func suggested() async throws {
    let person = try await Person.test(.volvox)
    try await Demonstration.volvox.fill(person.store, person.context.time.now())
    let window = await person.window()
    try await window.perform(.network(.online))
    try await window.perform(.open(Route(["matches"])))
    #expect(await window.shows(within: 60) { $0.labels.contains("Sponsors for you") })
    let frame = await window.settled()
    let people = frame.everything.first { $0.role == .list && $0.label == "Sponsors for you" }
    #expect(Set(people?.children.map(\.label) ?? []) == ["Priya", "Tomasz", "Ruth"])
    #expect(frame.everything.contains { $0.label.hasPrefix("These people are made up.") })
    try await window.perform(.tap(.label("Priya")))
    try await window.perform(.tap(.label("Ask Priya to sponsor you")))
    try await window.perform(.tap(.label("Send request")))
    #expect(
      await window.shows(within: 60) { frame in
        frame.everything.contains { $0.label.hasPrefix("This is demo data, and the person is made up.") }
      })
    #expect(try await person.store.collection(MatchingCard.self, .owned(.background)).records().isEmpty)
    try await window.perform(.open(Route(["sobriety"])))
    try await window.perform(.tap(.label("Remove demo data")))
    try await window.perform(.tap(.label("Remove all demo data")))
    try await window.perform(.open(Route(["matches"])))
    #expect(await window.shows(within: 60) { $0.labels.contains("Sign in to find matches.") })
    await window.close()
    await person.close()
  }
}
