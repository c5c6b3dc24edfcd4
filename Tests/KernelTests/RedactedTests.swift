import Covers
import Kernel
import Testing

/// Logging a redacted value does not compile: `log.info("\(redacted)")` is refused with "a redacted value is not for
/// the log".
@Suite("Redacted: values hidden from output")
struct RedactedTests {
  private struct Person: Sendable {
    let name: Redacted<String>
    let weight: Redacted<Double>?
    let known: [Redacted<String>]
    let byName: [Redacted<String>: Int]
  }

  private enum Answer { case given(Redacted<String>) }

  private static let secret = "Ada-4711"

  /// All ways in which Swift turns a value into text.
  private func shown(_ value: some Any) -> [String] {
    var printed = ""
    print(value, to: &printed)
    debugPrint(value, to: &printed)
    var dumped = ""
    dump(value, to: &dumped)
    return [printed, dumped, "\(value)", String(describing: value), String(reflecting: value), mirrored(value)]
  }

  private func mirrored(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.map { ($0.label ?? "") + mirrored($0.value) }.joined()
    return "\(mirror)\(value)\(children)" + (mirror.superclassMirror.map { "\($0)" } ?? "")
  }

  @Test("No way of printing shows the value, alone or nested in another")
  func hidden() {
    let name = Redacted(RedactedTests.secret)
    let person = Person(name: name, weight: Redacted(4711), known: [name, name], byName: [name: 1])
    let values: [Any] = [
      name, person, [name], [person], [1: name], Answer.given(name), Optional(name) as Any, (name, 1), Redacted([name]),
      Redacted(person),
    ]
    for value in values {
      for text in shown(value) {
        #expect(!text.contains("Ada") && !text.contains("4711"), "\(type(of: value))")
        #expect(!text.isEmpty)
      }
    }
    #expect("\(name)" == "redacted")
    #expect(Mirror(reflecting: name).children.isEmpty)
  }

  @Test("`revealed` returns the value, and redacted values are compared by it")
  func revealed() {
    let name = Redacted(RedactedTests.secret)
    #expect(name.revealed == RedactedTests.secret)
    #expect(name == Redacted(RedactedTests.secret))
    #expect(name != Redacted("Grace"))
    #expect(Set([name, Redacted(RedactedTests.secret)]).count == 1)
  }
}
