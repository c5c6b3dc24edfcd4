import Interface
import Kernel
import ShellTesting
import Testing

@testable import Shell
@testable import YHealth

@Suite("“Nothing logged today”")
struct NothingLoggedTests {
  static let entries: [(kind: String, values: [String: String])] = [
    ("mood", [:]), ("meal", ["Description": "Toast"]), ("activity", ["Minutes": "20"]),
    ("journal", ["What is on your mind": "Up early"]), ("workout", ["Minutes": "30"]), ("water", ["How much": "250"]),
    ("energy", [:]), ("sleep", ["Fell asleep": "23:00", "Time": "07:00"]), ("weight", ["Weight": "72"]),
  ]

  @Test("is not said once an entry of any kind was logged", arguments: NothingLoggedTests.entries.map(\.kind))
  func kind(name: String) async throws {
    let window = try await Person.test().window()
    let sentence = "Nothing logged today."
    #expect(try await window.perform(.open(Route(["dashboard"]))).labels.contains(sentence))
    try await window.perform(.open(Route(["log", name])))
    let values = Self.entries.first { $0.kind == name }?.values ?? [:]
    for (label, text) in values.sorted(by: { $0.key < $1.key }) {
      try await window.perform(.type(.label(label), text))
    }
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["dashboard"])))
    #expect(await window.shows { !$0.labels.contains(sentence) }, "\(name)")
  }
}
